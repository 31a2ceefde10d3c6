"""Fair play with the highest heaps, and by post under every symmetry of a board."""

from __future__ import annotations

import pytest

from core.games import get
from core.hall.kinship import kin
from tests.core.hall.fairness_cases import ON_BOARDS, boards, closed_before_and_after, start


@pytest.mark.parametrize("heap", [1_000_000])
def test_heaps_too_high_to_be_compared_may_be_those_of_any_heap_game(heap: int) -> None:
    assert kin(start("subtraction:11:1,3,4"), get(f"subtraction:{heap}:{heap // 2},{heap}"))
    assert not kin(start("tictactoe"), get(f"nim:{heap}"))


@pytest.mark.parametrize("id", ON_BOARDS)
def test_by_post_nobody_asks_about_a_position_before_the_one_on_the_board_or_after_it(id: str) -> None:
    game = get(id)
    for board in boards(game, 5):
        closed_before_and_after(game, board, range(min(8, len(game.symmetries))))
