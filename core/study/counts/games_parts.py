"""The tables of the count of all games."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain

from core.game import Move
from core.kinds.faces import GridGame
from core.phrase import Figures, Sentence, fact, figure
from core.position import Position
from core.study.counts.counted import NOT_COUNTED, Counted, number, outcomes
from core.study.counts.counting import LONGEST, LONGEST_CYCLING, MAX_MOVES, MAX_MOVES_BEYOND, Count
from core.study.counts.games_numbers import errata, fillings, lines_through, numbers, positions
from core.study.counts.shading import shadings
from core.study.study import Cell, Marked, PagePart, Share, StudyTable, TableColumn, called

_MAX_REPLIES = 9
"""Columns of the table of replies: more have no room on a usual screen."""
_NAMED = 4
"""Moves of a class that are named one by one."""


def parts(found: Counted) -> tuple[PagePart, ...]:
    """All that there is to say, in the order of the pages."""
    if not found.position.game.finite:
        return (_lengths(found),)
    made: list[PagePart] = [_openings(found)] if any(found.openings.values()) else []
    made.append(_classes(found))
    if found.total:
        made += [*shadings(found, found.total), _shares(found, found.total), *_replies(found, found.total)]
    made.append(_lengths(found))
    squares = number(found.position, found.position.moves[0]) is not None
    if found.lengths.complete and found.lengths.filling and squares:
        made += [fillings(found), numbers(found)]
    if found.total:
        made.append(positions(found))
    if found.by_arias:
        made.append(errata(found))
    return tuple(made)


def _wins(found: Counted) -> tuple[TableColumn, TableColumn, TableColumn]:
    first, second, drawn = outcomes(found.position.game)
    return TableColumn("first", first, True), TableColumn("second", second, True), TableColumn("drawn", drawn, True)


def chance(part: int, whole: int) -> Share:
    """A chance in its lowest terms."""
    return Share.of(Fraction(part, whole))


def _openings(found: Counted) -> StudyTable:
    """Figure 6 of Arias, with the chance of a game at random beside his shares."""
    position, total = found.position, found.total
    numbered = number(position, position.moves[0]) is not None

    def row(count: Count | None) -> tuple[Cell, ...]:
        if count is None:
            return (NOT_COUNTED, *(None,) * 6)
        return (
            count.games,
            *count.shares,
            Share(count.first, total.games, brief=True) if total else None,
            Share(count.first, count.games, brief=True),
            chance(count.chance_first, count.chance_whole)._replace(brief=True),
        )

    rows: list[tuple[Cell, ...]] = []
    for move, count in found.openings.items():
        name = Marked(position.name(move), "", found.played(move))
        games, *rest = row(count)
        over = position.play(move).outcome
        linked = Marked(games, "", found.studied(move)) if isinstance(games, int) and not over else games
        rows.append((*((number(position, move),) if numbered else ()), name, linked, *rest))
    if total:
        rows.append((*((None,) if numbered else ()), fact("games.cells.all"), *row(total)))
    first, _second = called(position.game)
    return StudyTable(
        "games.openings",
        tuple(rows),
        (
            fact("games.openings.note", player=first),
            *_limits(found),
        ),
        columns=(
            *((TableColumn("square", "", True),) if numbered else ()),
            TableColumn("move"),
            TableColumn("games", right=True),
            *_wins(found),
            TableColumn("of_all", right=True),
            TableColumn("of_its_own", right=True),
            TableColumn("at_random", right=True),
        ),
    )


def _limits(found: Counted) -> Iterable[Sentence]:
    if len(found.lengths.rows) == LONGEST:
        yield fact("games.limits.longest", plies=figure(LONGEST))
    elif None in found.openings.values():
        yield fact("games.limits.most", most=figure(MAX_MOVES_BEYOND), whole=figure(MAX_MOVES))


def _orbits(position: Position) -> list[tuple[Move, ...]]:
    return [position.orbit(move) for move in position.moves if position.orbit(move)[0] == move]


def _place(position: Position, move: Move) -> Sentence | None:
    """Where on a board a move is."""
    game = position.game
    if not isinstance(game, GridGame) or game.layers > 1 or min(game.columns, game.rows) < 3 or game.cell(move) < 0:
        return None
    row, column = divmod(game.cell(move), game.columns)
    edges = (row in (0, game.rows - 1)) + (column in (0, game.columns - 1))
    if 2 * row == game.rows - 1 and 2 * column == game.columns - 1:
        return fact("games.classes.centre")
    return (fact("games.classes.inside"), fact("games.classes.edge"), fact("games.classes.corner"))[edges]


def _named(position: Position, orbit: tuple[Move, ...]) -> str:
    names = [position.name(move) for move in orbit]
    return " ".join(names if len(names) <= _NAMED else [*names[: _NAMED - 1], "..."])


def _classes(found: Counted) -> StudyTable:
    """One row for the moves that are equal by a symmetry."""
    position = found.position
    orbits = _orbits(position)
    # On a torus all squares are alike, and none is a corner.
    placed = all(len({str(_place(position, move) or "") for move in orbit} - {""}) == 1 for orbit in orbits)
    rows: list[tuple[Cell, ...]] = []
    for orbit in orbits:
        count = found.openings[orbit[0]]
        told: tuple[Cell, ...] = (count.games, *count.shares) if count else (NOT_COUNTED, *(None,) * 3)
        head = (_place(position, orbit[0]),) if placed else ()
        moves = Marked(_named(position, orbit), "", found.played(orbit[0]))
        rows.append((*head, len(orbit), moves, *told, found.worth(orbit[0])))
    notes: list[Sentence] = [fact("games.classes.note")]
    if found.by_arias and all(count and not count.worth for count in found.openings.values()):
        notes += [fact("games.classes.best", moves=len(found.openings)), lines_through(found)]
    return StudyTable(
        "games.classes",
        tuple(rows),
        (*notes, *_limits(found)),
        columns=(
            *((TableColumn("class"),) if placed else ()),
            TableColumn("size", "", True),
            TableColumn("moves"),
            TableColumn("games", right=True),
            *_wins(found),
            TableColumn("value"),
        ),
    )


def _shares(found: Counted, total: Count) -> StudyTable:
    """The three shares of every outcome, each by its name."""
    position = found.position
    rows: list[tuple[Cell, ...]] = []
    openings = [(position.name(orbit[0]), found.openings[orbit[0]]) for orbit in _orbits(position)]
    heads: list[tuple[Cell, Count | None]] = [*openings, (fact("games.cells.all"), total)]
    for name, count in heads:
        assert count is not None
        for end, games, part in zip(outcomes(position.game), count.shares, count.chances, strict=True):
            shares = Share(games, total.games), Share(games, count.games), chance(part, count.chance_whole)
            rows.append((name, end, games, *shares))
    notes = [fact("games.shares.note")]
    if found.by_arias:
        best = max(filter(None, found.openings.values()), key=lambda count: count.first)
        notes.append(
            fact(
                "games.shares.arias",
                share=_percent(best.first, total.games),
                games=figure(best.first),
                all=figure(total.games),
                player=called(position.game)[0],
                own=_percent(best.first, best.games),
                chance=_percent(best.chance_first, best.chance_whole),
            )
        )
    return StudyTable(
        "games.shares",
        tuple(rows),
        tuple(notes),
        columns=(
            TableColumn("move"),
            TableColumn("outcome"),
            TableColumn("games", right=True),
            TableColumn("of_all", right=True),
            TableColumn("of_its_own", right=True),
            TableColumn("at_random", right=True),
        ),
    )


def _percent(part: int, whole: int) -> Figures:
    return Figures(f"{100 * part / whole:.2f}")


def _replies(found: Counted, total: Count) -> Iterable[StudyTable]:
    """Annex B of Arias: the wins of the player who moves second, by the first two moves."""
    position = found.position
    after = {move: position.play(move) for move in position.moves}
    replies = sorted({reply for each in after.values() for reply in each.moves})
    if not replies or len(replies) > _MAX_REPLIES or len(after) > 4 * _MAX_REPLIES:
        return
    game, replier = position.game, 1 - position.turn
    known = found.counting.known

    def wins(first: Move, reply: Move) -> int | None:
        if reply not in after[first].moves:
            return None
        return known[game.play(after[first].state, reply)].shares[replier]

    some = next(each for each in after.values() if each.moves)
    heads = [(some if reply in some.moves else position).name(reply) for reply in replies]
    columns = (TableColumn("move", ""), *(TableColumn(head, head, True) for head in heads))
    counts = {move: [wins(move, reply) for reply in replies] for move in after}
    player = called(game)[replier]
    yield StudyTable(
        "games.replies",
        tuple(
            (
                Marked(position.name(move), "", found.studied(move) if after[move].moves else None),
                *(
                    None if games is None else Marked(games, "", found.played(move, reply))
                    for games, reply in zip(row, replies, strict=True)
                ),
            )
            for move, row in counts.items()
        ),
        (
            fact(
                "games.replies.note", player=player, all=figure(sum(filter(None, chain.from_iterable(counts.values()))))
            ),
        ),
        columns=columns,
    )
    yield StudyTable(
        "games.reply_shares",
        tuple(
            (position.name(move), *(None if games is None else Share(games, total.games) for games in row))
            for move, row in counts.items()
        ),
        (fact("games.reply_shares.note"),),
        columns=columns,
    )


def _lengths(found: Counted) -> StudyTable:
    """How long the games are."""
    lengths, game = found.lengths, found.position.game
    rows: list[tuple[Cell, ...]] = []
    for length in lengths.rows:
        if length.ended is None:
            rows.append((length.plies, length.sequences, NOT_COUNTED, None, None, None))
        else:
            rows.append((length.plies, length.sequences, length.games, *length.ended))
    notes = [fact("games.lengths.note", most=figure(MAX_MOVES))]
    if not game.finite:
        notes.append(fact("games.lengths.endless", plies=LONGEST_CYCLING))
    if lengths.complete:
        ended = [length.ended for length in lengths.rows if length.ended]
        rows.append((fact("games.cells.all"), None, sum(map(sum, ended)), *map(sum, zip(*ended, strict=True))))
    else:
        rows.append((fact("games.lengths.more"), None, NOT_COUNTED, None, None, None))
    return StudyTable(
        "games.lengths",
        tuple(rows),
        tuple(notes),
        columns=(
            TableColumn("plies", right=True),
            TableColumn("sequences", right=True),
            TableColumn("games", right=True),
            *_wins(found),
        ),
    )
