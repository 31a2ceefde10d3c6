"""Alpha-beta: what deepening, the table and symmetry must not change. It takes 2 seconds."""

from __future__ import annotations

from functools import cached_property

import pytest

from core.game import Symmetry
from core.games.mnk import Mnk
from core.position import Position
from tests.core.watching import ask, at


class Plain(Mnk):
    """K in a row with no symmetry but the identity: every position stands for itself in the table."""

    finite = True

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return (Symmetry(tuple(range(self.move_count)), lambda s: s),)


@pytest.mark.parametrize(("columns", "rows", "k"), [(3, 3, 3), (4, 3, 3), (4, 4, 3)])
@pytest.mark.parametrize("options", [frozenset[str](), frozenset({"misere"})])
def test_with_and_without_symmetry_the_values_are_the_same(
    columns: int, rows: int, k: int, options: frozenset[str]
) -> None:
    if columns * rows * len(options) > 12:
        pytest.skip("takes long without symmetry")
    usual = at("/".join([f"mnk:{columns},{rows},{k}", *options]))
    plain = Position.start(Plain(columns, rows, k, options, f"{usual.game.id}/plain"))
    scores = [{line.move: line.score for line in ask("alphabeta", position).lines} for position in (plain, usual)]
    assert scores[0] == scores[1]
