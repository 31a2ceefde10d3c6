"""The frame at the right of the home screen: the chosen game, how it is set up, your record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.drawing.canvas import Canvas, Row, Span, spread
from tui.drawing.frame import frame, section
from tui.screens.home.card import NEAR, about, last_rows, record_rows
from tui.text import words
from tui.text.catalogue import _

if TYPE_CHECKING:
    from tui.screens.home.screen import HomeScreen


MIN_WIDTH = 34
"""Columns of a frame of its own for your games, where there is room for two."""
MANY_ROWS = 24
LAST_GAMES = 5
"""Games listed in the third column, each with the marks of its moves."""


class SetupCard(Canvas):
    """The frame at the right: the chosen game, its set-up, your record."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="card")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        game = home.game
        title = words.name(game)
        two = width >= 2 * MIN_WIDTH
        left, right = (width - MIN_WIDTH, MIN_WIDTH) if two else (width, width)
        told = about(game, left - 4)._replace(title=title)
        setup = section(_("Set up"), [self._choice(row, min(left - 2, NEAR)) for row in home.choices()], 9)
        games = section(_("Your games"), record_rows(home.tally, home.results, min(right - 2, NEAR)), 2)
        third = home.has_class("-third")  # whose column has them
        last = (
            [section(_("Last games"), last_rows(home, min(right - 2, NEAR)), 1)] if home.finished and not third else []
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

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="last")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        rows: list[Row] = []
        games = self._home.finished[:LAST_GAMES]
        for row, kept in zip(last_rows(self._home, min(width - 2, NEAR)), games, strict=False):
            strip = " ".join(mark or "·" for mark in kept.marks)
            rows += [row, *([[Span(f"   {strip}", "dim")]] if strip else [])]
        nothing: list[Row] = [[Span(" " + _("none yet"), "dim")]]
        return frame(width, height, [section(_("Last games"), rows or nothing, 1)])
