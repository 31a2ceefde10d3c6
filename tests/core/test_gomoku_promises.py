"""Promises of the search for five in a row, and the attack that looks at them: what it refutes is promised no more."""

from __future__ import annotations

import pytest

from core.engines.gomoku.shapes import GomokuBoard
from core.engines.gomoku.threats import Force
from core.games import get
from core.kinds.lines import LineGame
from core.position import Position

KEPT = (
    ".............../..O............/.............../....O........../....XO........./....XX........./....X........../"
    ".....O........."
)
REFUTED = (
    "X............../..........X..../........XO...../......XOO.X..../......XOOOOX.../......OXOXX..../.....XXOOOXO.../"
    ".....X..X.O.OO./....X......X..."
)
"""Chains of threats: one wins by force, of the other every attack with up to twelve quiet moves fails."""
_MORE = 1_000_000


def forced(text: str) -> tuple[Force, int, int]:
    """A search for threats and both sides' stones, on a board whose other rows are empty."""
    rows = text.split("/")
    position = Position.from_text(get("gomoku"), "/".join([*rows, *["." * 15] * (15 - len(rows))]))
    assert isinstance(position.game, LineGame)
    board = GomokuBoard(15, 15, False)
    own, other = map(board.of, position.game.sides(position.state))
    return Force(board, lambda nodes: None), own, other


def test_a_promise_that_is_kept_is_known_as_a_win_from_then_on() -> None:
    force, own, other = forced(KEPT)
    assert force.promises(own, other, 100)
    assert force.proven(own, other) == 0
    assert force.check(own, other, _MORE, 12)
    assert force.proven(own, other) % 2 == 1
    assert force.promises(own, other, 100)


def test_a_refuted_promise_is_remembered_by_its_stones_and_found_no_more() -> None:
    force, own, other = forced(REFUTED)
    assert force.promises(own, other, 100)
    assert force.check(own, other, _MORE, 12)
    assert not force.promises(own, other, _MORE)
    assert force.proven(own, other) == 0


@pytest.mark.parametrize("text", [KEPT, REFUTED])
def test_an_attack_with_too_few_positions_tells_nothing_and_is_not_tried_again(text: str) -> None:
    force, own, other = forced(text)
    assert not force.check(own, other, _MORE, 12), "nothing is promised yet"
    assert force.promises(own, other, 100)
    assert not force.check(own, other, 5, 12)
    assert force.promises(own, other, 100)
    assert not force.check(own, other, _MORE, 12)
