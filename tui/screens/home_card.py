"""What the home screen shows of a game: a small picture with the rules, your record, how long ago it was played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from core.game import Game
from core.games import face
from core.position import Position
from core.store.store import Results, Store, Stored
from tui.boards import BOARDS
from tui.drawing.canvas import Row, Span, fit, spread
from tui.drawing.frame import Section
from tui.text import words
from tui.text.catalogue import _
from tui.text.fit import clipped, wrapped
from tui.text.kept import going_on, name_of, result_mark

if TYPE_CHECKING:
    from tui.screens.home import HomeScreen

NEAR = 44
"""Columns in which a name and its value stand, however wide the frame is."""
LAST = 12
"""So many of the games finished last are shown where there is room."""
Yours: TypeAlias = tuple[list[Stored], list[Stored], Results]
"""Games that can be continued, finished ones, and the record in one game."""


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
    rows: list[Row] = []
    for i in range(max(len(picture), len(text))):
        left = picture[i] if i < len(picture) else []
        right = text[i] if i < len(text) else ""
        rows.append([Span(" "), *fit(left, 13), Span(right)])
    return rows


def sample(game: Game) -> Position:
    """A position some plies into a game, the same every time."""
    random = Random(game.id)
    position = Position.start(game)
    for _ply in range(min(game.move_count // 2, 40)):
        following = position.play(random.choice(position.moves))
        if following.outcome:
            break
        position = following
    return position


def record_rows(tally: Results, width: int) -> list[Row]:
    """Games won, drawn and lost against engines, and the last results."""
    last = " ".join({1: "+", 0: "=", -1: "-"}[result] for result in tally.last[-12:])
    score = [
        Span(" " + _("{number} won").format(number=tally.wins), "win"),
        Span("  " + _("{number} drawn").format(number=tally.draws), "tie"),
        Span("  " + _("{number} lost").format(number=tally.losses), "lose"),
    ]
    more = [Span(_("all of them") + "  ", "dim", "screen.record"), Span("r ", "key", "screen.record")]
    return [score, spread([Span(" " + _("last") + "  ", "dim"), Span(last)], more, width)]


def last_rows(home: HomeScreen, width: int) -> list[Row]:
    """The games finished last: which, how they ended, and how long ago."""
    rows = []
    for kept in home.finished:
        age = ago(home.hall.store_clock() - kept.updated)
        rows.append(
            spread([Span(" " + name_of(kept.game))], [Span(f"{result_mark(kept.outcome)}  {age:>6} ", "dim")], width)
        )
    return rows


def ago(seconds: float) -> str:
    """A time that has passed, in one unit."""
    minutes = int(seconds / 60)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("{count} min").format(count=minutes)
    if minutes < 48 * 60:
        return _("{count} h").format(count=minutes // 60)
    return _("{count} d").format(count=minutes // (24 * 60))


def read_yours(store: Store, game: str) -> Yours:
    """What the store has of yours."""
    return going_on(store), store.finished(limit=LAST), store.tally(game)
