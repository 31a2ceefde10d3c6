"""The tables of the count of all games."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain

from core.game import Move
from core.kinds.faces import GridGame
from core.phrase import Figures, Phrase, phrase
from core.position import Position
from core.study.counted import NOT_COUNTED, Counted, number, outcomes
from core.study.counting import LONGEST, LONGEST_CYCLING, MOST_MOVES, MOST_MOVES_BEYOND, Count
from core.study.games_numbers import errata, fillings, numbers, positions
from core.study.study import Cell, Marked, PagePart, Share, StudyTable, TableColumn, called, figure

_MOST_REPLIES = 9
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
        made += [_shares(found, found.total), *_replies(found, found.total)]
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
        rows.append((*((None,) if numbered else ()), phrase("in all"), *row(total)))
    first, _second = called(position.game)
    return StudyTable(
        "openings",
        phrase("First moves"),
        (
            *((TableColumn("square", "", True),) if numbered else ()),
            TableColumn("move", phrase("move")),
            TableColumn("games", phrase("game count"), True),
            *_wins(found),
            TableColumn("of_all", phrase("of all"), True),
            TableColumn("of_its_own", phrase("of own"), True),
            TableColumn("at_random", phrase("at random"), True),
        ),
        tuple(rows),
        (
            phrase(
                "Wins of {player} three ways: of all games of the board, of the games after that move, and the chance where "
                "both play at random.",
                player=first,
            ),
            *_limits(found),
        ),
    )


def _limits(found: Counted) -> Iterable[Phrase]:
    if len(found.lengths.rows) == LONGEST:
        yield phrase("Games of more than {plies} moves are not counted.", plies=figure(LONGEST))
    elif None in found.openings.values():
        yield phrase(
            "All games take more than {whole} moves tried on the board; what {most} more do not reach is 'not counted'.",
            most=figure(MOST_MOVES_BEYOND),
            whole=figure(MOST_MOVES),
        )


def _orbits(position: Position) -> list[tuple[Move, ...]]:
    return [position.orbit(move) for move in position.moves if position.orbit(move)[0] == move]


def _place(position: Position, move: Move) -> Phrase | None:
    """Where on a board a move is."""
    game = position.game
    if not isinstance(game, GridGame) or game.layers > 1 or min(game.columns, game.rows) < 3 or game.cell(move) < 0:
        return None
    row, column = divmod(game.cell(move), game.columns)
    edges = (row in (0, game.rows - 1)) + (column in (0, game.columns - 1))
    if 2 * row == game.rows - 1 and 2 * column == game.columns - 1:
        return phrase("centre")
    return (phrase("inside"), phrase("edge"), phrase("corner"))[edges]


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
        told: tuple[Cell, ...] = (NOT_COUNTED, *(None,) * 4)
        if count:
            told = (count.games, *count.shares, count.score(position.turn))
        head = (_place(position, orbit[0]),) if placed else ()
        moves = Marked(_named(position, orbit), "", found.played(orbit[0]))
        rows.append((*head, len(orbit), moves, *told))
    notes = [phrase("The games after one of these moves, and what best play makes of it. Enter plays from there.")]
    if found.by_arias and all(count and not count.worth for count in found.openings.values()):
        notes.append(
            phrase(
                "Arias prefers the centre, by its share of all games, and Fernández the corner; with best play all {moves} "
                "first moves draw.",
                moves=len(found.openings),
            )
        )
    return StudyTable(
        "classes",
        phrase("Classes"),
        (
            *((TableColumn("class", phrase("place")),) if placed else ()),
            TableColumn("size", "", True),
            TableColumn("moves", phrase("equal moves")),
            TableColumn("games", phrase("games of each"), True),
            *_wins(found),
            TableColumn("value", phrase("best play")),
        ),
        tuple(rows),
        (*notes, *_limits(found)),
    )


def _shares(found: Counted, total: Count) -> StudyTable:
    """The three shares of every outcome, each by its name."""
    position = found.position
    rows: list[tuple[Cell, ...]] = []
    openings = [(position.name(orbit[0]), found.openings[orbit[0]]) for orbit in _orbits(position)]
    heads: list[tuple[Cell, Count | None]] = [*openings, (phrase("in all"), total)]
    for name, count in heads:
        assert count is not None
        for end, games, part in zip(outcomes(position.game), count.shares, count.chances, strict=True):
            shares = Share(games, total.games), Share(games, count.games), chance(part, count.chance_whole)
            rows.append((name, end, games, *shares))
    notes = [
        phrase(
            "None of the first two is a chance: a game that ends early is one game of the list, and comes up more often than a "
            "long one where both play at random."
        )
    ]
    if found.by_arias:
        best = max(filter(None, found.openings.values()), key=lambda count: count.first)
        notes.append(
            phrase(
                "Arias's probability of {share} % for the centre is {games} of all {all} games; of the centre's own games "
                "{player} wins {own} %, at random {chance} %.",
                share=_percent(best.first, total.games),
                games=figure(best.first),
                all=figure(total.games),
                player=called(position.game)[0],
                own=_percent(best.first, best.games),
                chance=_percent(best.chance_first, best.chance_whole),
            )
        )
    return StudyTable(
        "shares",
        phrase("Shares"),
        (
            TableColumn("move", phrase("move")),
            TableColumn("outcome", phrase("outcome")),
            TableColumn("games", phrase("game count"), True),
            TableColumn("of_all", phrase("of all games"), True),
            TableColumn("of_its_own", phrase("of its games"), True),
            TableColumn("at_random", phrase("chance at random"), True),
        ),
        tuple(rows),
        tuple(notes),
    )


def _percent(part: int, whole: int) -> Figures:
    return Figures(f"{100 * part / whole:.2f}")


def _replies(found: Counted, total: Count) -> Iterable[StudyTable]:
    """Annex B of Arias: the wins of the player who moves second, by the first two moves."""
    position = found.position
    after = {move: position.play(move) for move in position.moves}
    replies = sorted({reply for each in after.values() for reply in each.moves})
    if not replies or len(replies) > _MOST_REPLIES or len(after) > 4 * _MOST_REPLIES:
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
        "replies",
        phrase("Replies"),
        columns,
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
            phrase(
                "Games that {player} wins, by the first move (rows) and the reply (columns): {all} together. Enter plays on.",
                player=player,
                all=figure(sum(filter(None, chain.from_iterable(counts.values())))),
            ),
        ),
    )
    yield StudyTable(
        "reply_shares",
        phrase("As shares"),
        columns,
        tuple(
            (position.name(move), *(None if games is None else Share(games, total.games) for games in row))
            for move, row in counts.items()
        ),
        (phrase("The same as shares of all games, as Arias's program prints them: no chances."),),
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
    notes = [
        phrase(
            "Sequences of so many legal moves, and those among them that end the game; they are tried until it takes more than "
            "{most} moves on the board.",
            most=figure(MOST_MOVES),
        )
    ]
    if not game.finite:
        notes.append(
            phrase(
                "Positions can come back, so a game need not end, and there is no number of all games; up to {plies} moves are "
                "looked at.",
                plies=LONGEST_CYCLING,
            )
        )
    if lengths.complete:
        ended = [length.ended for length in lengths.rows if length.ended]
        rows.append((phrase("in all"), None, sum(map(sum, ended)), *map(sum, zip(*ended, strict=True))))
    else:
        rows.append((phrase("more"), None, NOT_COUNTED, None, None, None))
    return StudyTable(
        "lengths",
        phrase("By length"),
        (
            TableColumn("plies", phrase("moves"), True),
            TableColumn("sequences", phrase("sequences"), True),
            TableColumn("games", phrase("games that end"), True),
            *_wins(found),
        ),
        tuple(rows),
        tuple(notes),
    )
