"""The frame at the right of the home screen: the chosen game, how it is set up, your record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.drawing.canvas import Canvas, Row, Span, spread
from tui.drawing.frame import frame, section
from tui.screens.home_card import about, record_rows
from tui.text import words
from tui.text.catalogue import _

if TYPE_CHECKING:
    from tui.screens.home import HomeScreen


class SetupCard(Canvas):
    """The frame at the right: the chosen game, its set-up, your record."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="card")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        game = home.game
        title = f"{home.shelf.chosen + 1} {words.name(game)}"
        return frame(
            width,
            height,
            [
                about(game, width - 4)._replace(title=title),
                section(_("Set up"), [self._choice(row, width - 2) for row in home.choices()], 9),
                section(_("Your record"), record_rows(home.tally, width - 4), 2),
            ],
        )

    @staticmethod
    def _choice(row: tuple[str, str, str, str], width: int) -> Row:
        name, value, key, action = row
        left = [Span(f" {name:<9}", "dim"), Span(value, "strong")]
        return [span._replace(action=f"screen.{action}") for span in spread(left, [Span(f"{key} ", "key")], width)]
