"""K in a row by brute force on bits: what any position with few empty cells is worth."""

from __future__ import annotations

from functools import cache

from core.games import get as get_game
from core.games.mnk import Mnk
from tests.core.brute import Worth, winning_rows


def rules(id: str) -> Mnk:
    game = get_game(id)
    assert isinstance(game, Mnk)
    return game


@cache
def rows(id: str) -> tuple[int, ...]:
    """The winning rows of a board as bits, found without the product."""
    game = rules(id)
    cells = winning_rows(game.columns, game.rows, game.k, game.board.toroidal)
    return tuple(sum(1 << cell for cell in row) for row in cells)


class Brute:
    """What best play leads to, and after how many plies, for the player to move, with the marks ``own`` and ``other`` on the
    board."""

    def __init__(self, id: str) -> None:
        self.rows = rows(id)
        self.cells = [1 << cell for cell in range(rules(id).cell_count)]
        self.known: dict[tuple[int, int], Worth] = {}

    def value(self, own: int, other: int) -> int:
        return self.worth(own, other).value

    def worth(self, own: int, other: int) -> Worth:
        return Worth(-1, 0) if any(other & row == row for row in self.rows) else self._going(own, other)

    def _going(self, own: int, other: int) -> Worth:
        """The same where nobody has a row yet."""
        if (own, other) not in self.known:
            after = [cell for cell in self.cells if not (own | other) & cell]
            if not after:
                worth = Worth(0, 0)
            elif any(not other & row and (row & ~own).bit_count() == 1 for row in self.rows):
                worth = Worth(1, 1)
            else:
                found = [self._going(other, own | cell) for cell in after]
                value = max(-each.value for each in found)
                distances = [each.plies + 1 for each in found if -each.value == value]
                worth = Worth(value, max(distances) if value < 0 else min(distances))
            self.known[own, other] = worth
        return self.known[own, other]
