"""The parts of the home screen about one game: a small picture with the rules, your record, your last games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from core.game import Game
from core.games import face
from core.play.seats import person
from core.records.record import Record
from core.store.rows import ReviewMarks
from core.store.store import Store, Stored
from core.tally import Tally
from tui.boards import BOARDS, sample
from tui.drawing.canvas import Row, Span, fit, spread
from tui.drawing.frame import Section
from tui.text import words
from tui.text.catalogue import _
from tui.text.clocks import ago
from tui.text.fit import clipped
from tui.text.kept import going_on, name_of, result_mark, waiting
from tui.text.wrap import wrapped

NEAR = 44
"""Columns in which a name and its value stand, however wide the frame is."""
LAST = 12
"""So many of the games finished last are shown where there is room."""


class Yours(NamedTuple):
    """Your games and results, as the store has them."""

    unfinished: Sequence[Stored] = ()
    """The game to be continued first, if there is any."""
    waiting: int = 0
    """Number of games that can be continued."""
    finished: Sequence[Stored] = ()
    """The last finished games: your own, and after them those that you watched."""
    tally: Tally = Tally()
    """Your games against engines in the chosen game."""
    results: tuple[int, ...] = ()
    """The last of their results, +1, 0 or -1, the newest at the end."""
    rights: Mapping[tuple[str, ReviewMarks], int] = {}
    """How right your moves were in the reviewed games, in percent, by the id of the game and the marks of its review."""
    read: bool = True
    """Whether the store has been read."""


def about(game: Game, width: int) -> Section:
    """A small picture of the game with its rules and what is known beside it, under an empty row where there is room."""
    picture = list(BOARDS[face(game)].thumbnail(sample(game)))
    text, room = words.about(game), max(12, width - 13)
    wanted = max(len(picture), len(wrapped(text, room)))

    def draw(inside: int, height: int) -> list[Row]:
        rows = _beside(picture, clipped(text, room, height))
        return rows if len(rows) >= height else [(), *rows]

    return Section("", draw, 1 + wanted, 5)


def _beside(picture: Sequence[Row], text: Sequence[str]) -> list[Row]:
    return [[Span(" "), *fit(left or (), 13), Span(right or "")] for left, right in zip_longest(picture, text)]


def record_rows(tally: Tally, results: Sequence[int], width: int) -> list[Row]:
    """Games won, drawn and lost against engines, and the last results."""
    last = " ".join({1: "+", 0: "=", -1: "-"}[result] for result in results[-12:])
    score = [
        Span(" " + _("{number} won").format(number=tally.wins), "win"),
        Span("  " + _("{number} drawn").format(number=tally.draws), "tie"),
        Span("  " + _("{number} lost").format(number=tally.losses), "lose"),
    ]
    more = [Span(_("all of them") + "  ", "dim", "screen.record"), Span("r ", "key", "screen.record")]
    return [score, spread([Span(" " + _("last") + "  ", "dim"), Span(last)], more, width)]


def last_rows(yours: Yours, now: float, width: int) -> list[Row]:
    """The games finished last: which, how they ended, how right your moves were, and how long ago. ``now`` is in seconds
    since 1970."""
    rows = []
    for kept in yours.finished:
        percent = yours.rights.get((kept.id, kept.marks))
        right = f"{'' if percent is None else f'{percent} %':>7}" if yours.rights else ""
        told = f" {result_mark(kept.outcome)}{right}  {ago(now - kept.updated):>6} "
        rows.append(spread([Span(" " + name_of(kept.game))], [Span(told, "dim")], width))
    return rows


def read_yours(store: Store, game: str, known: Mapping[tuple[str, ReviewMarks], int]) -> Yours:
    """What the store has of yours; ``known`` need not be found out again, for which the rules would be asked of every move."""
    finished = store.finished(limit=LAST, watched=False)
    finished += store.finished(limit=LAST - len(finished), watched=True)
    record, rights = store.totals.of(Record(), game), dict(_rights(finished, known))
    return Yours(going_on(store, 1), waiting(store), finished, record.tally, record.last, rights)


def _rights(
    finished: Iterable[Stored], known: Mapping[tuple[str, ReviewMarks], int]
) -> Iterator[tuple[tuple[str, ReviewMarks], int]]:
    for kept in finished:
        seat, key = person(kept.players), (kept.id, kept.marks)
        if key in known:
            yield key, known[key]
        elif kept.marks and seat is not None:
            # Which a hall without reviews does without.
            from core.review.verdicts import Accuracy
            from core.store.judged import marks_of_seat

            right = Accuracy.of(marks_of_seat(kept, seat)).percent
            if right is not None:
                yield key, right
