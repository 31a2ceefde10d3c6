"""The tables of the count of all games."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from core.game import Move
from core.kinds.faces import GridGame
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.score import Score
from core.study.counts.counted import Counted, Outcomes, heads, number, outcomes
from core.study.counts.counting import MAX_CYCLING_PLIES, MAX_MOVES, MAX_MOVES_BEYOND, MAX_PLIES, Count
from core.study.counts.games_numbers import fillings, numbers, positions
from core.study.counts.shading import shadings
from core.study.study import PagePart, PlayLink, Share, StudyQuestion, StudyTable, Text, called

_MAX_REPLIES = 9
"""Maximum number of columns of the table of replies on a usual screen."""
_NAMED = 4
"""Maximum number of moves of a class that are named."""


def parts(found: Counted) -> tuple[PagePart, ...]:
    """The parts of the study, in the order of the pages."""
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
        made.append(Text("games.errata"))
    return tuple(made)


def chance(part: int, whole: int) -> Share:
    """A chance in its lowest terms."""
    return Share.of(Fraction(part, whole))


class _Opening(NamedTuple):
    """The games after a first move, and the first player's share of them in three ways."""

    square: int | None
    move: str | Sentence
    outcomes: Outcomes
    of_all: Share | None
    of_its_own: Share | None
    at_random: Share | None
    play: PlayLink | None
    study: StudyQuestion | None


def _openings(found: Counted) -> StudyTable:
    """Figure 6 of Arias, with the chance of a random game beside his shares."""
    position, total = found.position, found.total

    def shares(count: Count | None) -> tuple[Outcomes, Share | None, Share | None, Share | None]:
        if count is None:
            return Outcomes(), None, None, None
        return (
            Outcomes.of(count),
            Share(count.first, total.games, brief=True) if total else None,
            Share(count.first, count.games, brief=True),
            chance(count.chance_first, count.chance_whole)._replace(brief=True),
        )

    rows: list[_Opening] = []
    for move, count in found.openings.items():
        study = found.studied(move) if count and not position.play(move).outcome else None
        rows.append(_Opening(number(position, move), position.name(move), *shares(count), found.played(move), study))
    if total:
        rows.append(_Opening(None, fact("games.cells.all"), *shares(total), None, None))
    note = fact("games.openings.note", player=called(position.game)[0])
    without = () if rows[0].square else ("square",)
    return StudyTable(
        "games.openings", tuple(rows), (note, *_limits(found)), values=heads(position.game), without=without
    )


def _limits(found: Counted) -> Iterable[Sentence]:
    if len(found.lengths.rows) == MAX_PLIES:
        yield fact("games.limits.longest", plies=figure(MAX_PLIES))
    elif None in found.openings.values():
        yield fact("games.limits.most", most=figure(MAX_MOVES_BEYOND), whole=figure(MAX_MOVES))


def _orbits(position: Position) -> list[tuple[Move, ...]]:
    return [position.orbit(move) for move in position.moves if position.orbit(move)[0] == move]


def _place(position: Position, move: Move) -> Sentence | None:
    """The place of a move on a board: centre, corner, edge or inside; None on boards without these."""
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


class _MoveClass(NamedTuple):
    """Moves that are equal by symmetry, the games after each, and its value."""

    place: Sentence | None
    size: int
    moves: str
    outcomes: Outcomes
    value: Score | None
    play: PlayLink


def _classes(found: Counted) -> StudyTable:
    """The first moves, with one row for moves that are equal by symmetry."""
    position = found.position
    orbits = _orbits(position)
    # On a torus all squares are alike, and none is a corner.
    placed = all(len({str(_place(position, move) or "") for move in orbit} - {""}) == 1 for orbit in orbits)
    rows = [
        _MoveClass(
            _place(position, orbit[0]) if placed else None,
            len(orbit),
            _named(position, orbit),
            Outcomes.of(found.openings[orbit[0]]),
            found.worth(orbit[0]),
            found.played(orbit[0]),
        )
        for orbit in orbits
    ]
    notes: list[Sentence] = [fact("games.classes.note")]
    if found.by_arias and all(count and not count.worth for count in found.openings.values()):
        notes += [fact("games.classes.best", moves=len(found.openings)), fact("games.classes.lines")]
    without = () if placed else ("class",)
    return StudyTable(
        "games.classes", tuple(rows), (*notes, *_limits(found)), values=heads(position.game), without=without
    )


class _ShareRow(NamedTuple):
    """The three shares of an outcome of the games after a move."""

    move: str | Sentence
    outcome: Sentence
    games: int
    of_all: Share
    of_its_own: Share
    at_random: Share


def _shares(found: Counted, total: Count) -> StudyTable:
    """The three shares of every outcome."""
    position = found.position
    rows: list[_ShareRow] = []
    openings = [(position.name(orbit[0]), found.openings[orbit[0]]) for orbit in _orbits(position)]
    counts: list[tuple[str | Sentence, Count | None]] = [*openings, (fact("games.cells.all"), total)]
    for name, count in counts:
        assert count is not None
        for end, games, part in zip(outcomes(position.game), count.shares, count.chances, strict=True):
            shares = Share(games, total.games), Share(games, count.games), chance(part, count.chance_whole)
            rows.append(_ShareRow(name, end, games, *shares))
    notes = [fact("games.shares.note")]
    if found.by_arias:
        notes.append(fact("games.shares.arias"))
    return StudyTable("games.shares", tuple(rows), tuple(notes))


class _Replies(NamedTuple):
    """The wins of the second player after a first move by the reply, also as shares of all games."""

    move: str
    wins: tuple[int | None, ...]
    shares: tuple[Share | None, ...]
    study: StudyQuestion | None
    plays: tuple[PlayLink | None, ...]


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
    labels = [(some if reply in some.moves else position).name(reply) for reply in replies]
    counts = {move: tuple(wins(move, reply) for reply in replies) for move in after}
    wins_together = figure(sum(filter(None, chain.from_iterable(counts.values()))))
    rows = tuple(
        _Replies(
            position.name(move),
            row,
            tuple(None if games is None else Share(games, total.games) for games in row),
            found.studied(move) if after[move].moves else None,
            tuple(
                None if games is None else found.played(move, reply) for games, reply in zip(row, replies, strict=True)
            ),
        )
        for move, row in counts.items()
    )
    note = fact("games.replies.note", player=called(game)[replier], all=wins_together)
    yield StudyTable("games.replies", rows, (note,), labels={"wins": labels})
    yield StudyTable("games.reply_shares", rows, (fact("games.reply_shares.note"),), labels={"shares": labels})


class _LengthRow(NamedTuple):
    """The sequences of a number of moves, and the games that they end."""

    plies: int | Sentence
    sequences: int | None
    outcomes: Outcomes


def _lengths(found: Counted) -> StudyTable:
    """The games by length."""
    lengths, game = found.lengths, found.position.game
    rows = [
        _LengthRow(each.plies, each.sequences, Outcomes(each.games, *each.ended) if each.ended else Outcomes())
        for each in lengths.rows
    ]
    notes = [fact("games.lengths.note", most=figure(MAX_MOVES))]
    if not game.finite:
        notes.append(fact("games.lengths.endless", plies=MAX_CYCLING_PLIES))
    if lengths.complete:
        ends = [each.ended for each in lengths.rows if each.ended]
        every = Outcomes(sum(map(sum, ends)), *map(sum, zip(*ends, strict=True)))
        rows.append(_LengthRow(fact("games.cells.all"), None, every))
    else:
        rows.append(_LengthRow(fact("games.lengths.more"), None, Outcomes()))
    return StudyTable("games.lengths", tuple(rows), tuple(notes), values=heads(game))
