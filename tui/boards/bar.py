"""BarBoard: the bar of chocolate of Chomp, a grid of which pieces go."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.chomp import Chomp
from core.position import Position
from tui.boards.grid import GridBoard
from tui.drawing.canvas import Row, Span
from tui.drawing.cell import CellLook, CellMark


class BarBoard(GridBoard):
    """Squares that are left have a dot or a value, in parentheses those that the move at the cursor would bite off; what is
    eaten is blank, and the poisoned square has a P, which is nobody's mark."""

    @property
    def bar(self) -> Chomp:
        """The game."""
        assert isinstance(self.game, Chomp)
        return self.game

    def settle(self, fresh: bool) -> None:
        """A cursor on a square that is eaten goes to the nearest one above and to the left."""
        row, column = divmod(self.cursor, self.bar.columns)
        lengths = self.position.state
        while row and not lengths[row]:
            row -= 1
        self.cursor = row * self.bar.columns + max(0, min(column, lengths[row] - 1))

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """The squares that are left, as far as there is room."""
        game = position.game
        assert isinstance(game, Chomp)
        left = [mark < 0 for mark in game.marks(position.state)]
        gap = " " if game.columns <= 5 else ""
        return [
            [
                Span(gap + ("P" if not cell else "·" if left[cell] else " "), "title")
                for cell in range(first, first + game.columns)
            ][:11]
            for first in range(0, min(6, game.rows) * game.columns, game.columns)
        ]

    def _looks(self) -> list[CellLook]:
        blind = self.view.blind
        left = [mark < 0 or blind for mark in self.bar.marks(self.position.state)]
        bite = self.bar.bitten(self.position.state, self.cursor) if self.view.active and not blind else ()
        return [
            look._replace(
                letter="P" if not cell and left[cell] else "",
                legal=left[cell],
                mark=_mark(look, cell in bite),
                ghost="",
            )
            for cell, look in enumerate(super()._looks())
        ]


def _mark(look: CellLook, bitten: bool) -> CellMark | None:
    if not bitten:
        return look.mark
    mark = look.mark or CellMark("·", "·", "dim")
    return mark._replace(text=f"({mark.text if len(mark.text) <= 3 else mark.mark})")
