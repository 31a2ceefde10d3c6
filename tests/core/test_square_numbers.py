"""The nine squares of a 3x3 board have numbers, row by row from the upper left, as on the keys of a telephone."""

from __future__ import annotations

import pytest

from core.errors import BadNotation
from core.games import get

IN_ROWS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


@pytest.mark.parametrize(
    "id", ["tictactoe", "tictactoe/misere", "tictactoe/toroidal", "vanishing", "notakto:1", "chomp:3,3"]
)
def test_a_number_is_the_square_where_a_move_is_a_square_alone(id: str) -> None:
    game = get(id)
    start = game.start()
    for number, name in enumerate(IN_ROWS, 1):
        assert game.parse_move(start, str(number)) == game.parse_move(start, name)


@pytest.mark.parametrize("id", ["tictactoe/wild", "numerical", "notakto:2", "mnk:4,4,4", "mnk:3,2,2", "qubic"])
@pytest.mark.parametrize("number", ["0", "5", "X5", "55", "10"])
def test_elsewhere_a_number_alone_is_no_square(id: str, number: str) -> None:
    game = get(id)
    with pytest.raises(BadNotation):
        game.parse_move(game.start(), number)


@pytest.mark.parametrize("text", ["0", "10", "55", "-1", "1.", "²"])
def test_only_one_to_nine_are_squares(text: str) -> None:
    game = get("tictactoe")
    with pytest.raises(BadNotation):
        game.parse_move(game.start(), text)
