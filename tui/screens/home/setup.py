"""The frame at the right of the home screen: the chosen game, how it is set up, your record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core.game import Game
from tui.drawing.canvas import Canvas, Row, Span, spread
from tui.drawing.frame import frame, section
from tui.screens.home.card import NEAR, Yours, about, last_rows, record_rows
from tui.text import words
from tui.text.catalogue import _

MIN_WIDTH = 34
"""Columns of a frame of its own for your games, where there is room for two."""
MANY_ROWS = 24
LAST_GAMES = 5
"""Games listed in the third column, each with the marks of its moves."""


class CardView(NamedTuple):
    """The contents of the frame at the right."""

    game: Game
    choices: Sequence[tuple[str, str, str, str]]
    """Name, value, key and action of each line of the set-up."""
    yours: Yours
    now: float
    """Seconds since 1970."""
    third: bool
    """Whether a third column shows the last games."""


class SetupCard(Canvas):
    """The frame at the right: the chosen game, its set-up, your record."""

    def __init__(self, view: Callable[[], CardView]) -> None:
        super().__init__(id="card")
        self._view = view

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        game, choices, yours, now, third = self._view()
        title = words.name(game)
        two = width >= 2 * MIN_WIDTH
        left, right = (width - MIN_WIDTH, MIN_WIDTH) if two else (width, width)
        told = about(game, left - 4)._replace(title=title)
        setup = section(_("Set up"), [self._choice(row, min(left - 2, NEAR)) for row in choices], 9)
        games = section(_("Your games"), record_rows(yours.tally, yours.results, min(right - 2, NEAR)), 2)
        last = (
            [section(_("Last games"), last_rows(yours, now, min(right - 2, NEAR)), 1)]
            if yours.finished and not third
            else []
        )
        if not two:
            return frame(width, height, [told, setup, games, *(last if height > MANY_ROWS else [])])
        beside = zip(frame(left, height, [told, setup]), frame(right, height, [games, *last]), strict=True)
        return [[*one, *other] for one, other in beside]

    @staticmethod
    def _choice(row: tuple[str, str, str, str], width: int) -> Row:
        name, value, key, action = row
        left = [Span(f" {name:<9}", "dim"), Span(value, "strong")]
        return [span._replace(action=f"screen.{action}") for span in spread(left, [Span(f" {key} ", "key")], width)]


class LastGames(Canvas):
    """The games finished last, each above the marks that a review has given its moves."""

    def __init__(self, view: Callable[[], CardView]) -> None:
        super().__init__(id="last")
        self._view = view

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        rows: list[Row] = []
        view = self._view()
        games = view.yours.finished[:LAST_GAMES]
        for row, kept in zip(last_rows(view.yours, view.now, min(width - 2, NEAR)), games, strict=False):
            strip = " ".join(mark or "·" for mark in kept.marks)
            rows += [row, *([[Span(f"   {strip}", "dim")]] if strip else [])]
        nothing: list[Row] = [[Span(" " + _("none yet"), "dim")]]
        return frame(width, height, [section(_("Last games"), rows or nothing, 1)])
