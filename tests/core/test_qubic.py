"""The cubes: lines, counts and values of the literature and of programs that share no code with the product."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from core.errors import BadNotation, UnknownGame
from core.game import State
from core.games import get
from core.games.qubic import Cube
from core.kinds import bits
from core.position import Position, play_all


def cube(id: str) -> Cube:
    game = get(id)
    assert isinstance(game, Cube)
    return game


@pytest.mark.parametrize(("size", "count"), [(3, 49), (4, 76), (5, 109)])
def test_lines_of_a_cube(size: int, count: int) -> None:
    assert len(bits.cube_lines(size)) == count == ((size + 2) ** 3 - size**3) // 2


def test_lines_are_the_sets_of_points_that_lie_evenly() -> None:
    """By another way: every set of three of the 27 points whose middle one is the mean of the others."""
    points = [(layer, row, column) for layer in range(3) for row in range(3) for column in range(3)]
    found = set()
    for first, last in combinations(range(27), 2):
        middle = [(a + b) / 2 for a, b in zip(points[first], points[last], strict=True)]
        if all(part.is_integer() for part in middle):
            cell = points.index((int(middle[0]), int(middle[1]), int(middle[2])))
            found.add(1 << first | 1 << last | 1 << cell)
    assert set(bits.cube_lines(3)) == found


def test_sixteen_cells_of_qubic_lie_on_seven_lines_and_48_on_four() -> None:
    lines = cube("qubic").lines
    assert Counter(sum(line >> cell & 1 for line in lines) for cell in range(64)) == {7: 16, 4: 48}


@pytest.mark.parametrize("id", ["qubic", "tictactoe3d"])
def test_the_quick_test_for_a_line_agrees_with_a_look_at_every_line(id: str) -> None:
    game = cube(id)
    has_line = bits.holds_one(game.lines, game.cell_count)
    draw = Random(1)
    for _ in range(3000):
        cells = draw.getrandbits(game.cell_count) | draw.choice((0, draw.choice(game.lines)))
        assert has_line(cells) == any(cells & line == line for line in game.lines)


@pytest.mark.parametrize(("id", "counts"), [("qubic", [1, 64, 4032, 124992]), ("tictactoe3d", [1, 27, 702, 8775])])
def test_positions_by_ply(id: str, counts: list[int]) -> None:
    game = get(id)
    layer: set[State] = {game.start()}
    for count in counts:
        assert len(layer) == count
        layer = {game.play(s, move) for s in layer for move in game.moves(s)} if count != counts[-1] else layer


def test_the_maps_that_carry_lines_to_lines_leave_two_kinds_of_cells() -> None:
    game = get("qubic")
    assert len(game.symmetries) == 192
    assert len({game.canonical(game.play(game.start(), move)) for move in game.moves(game.start())}) == 2


def test_a_line_through_the_layers_wins() -> None:
    _, last = play_all(get("qubic"), "1a1 1b1 2b2 1c1 3c3 2a1 4d4")
    assert last.outcome
    assert last.outcome.winner == 0
    assert [cube("qubic").format_cell(cell) for cell in last.outcome.cells] == ["1a1", "2b2", "3c3", "4d4"]


@pytest.mark.parametrize("text", ["a1", "5a1", "1e1", "1a5", "0a1", "1a0", "1a1a"])
def test_what_a_move_looks_like(text: str) -> None:
    with pytest.raises(BadNotation, match="1a1 to 4d4"):
        Position.start(get("qubic")).parse(text)


@pytest.mark.parametrize("id", ["qubic:9", "qubic:", "tictactoe3d:4"])
def test_a_cube_takes_no_numbers(id: str) -> None:
    with pytest.raises(UnknownGame, match=r"takes no numbers; it is .x.x."):
        get(id)


def test_a_cube_takes_no_options() -> None:
    with pytest.raises(UnknownGame):
        get("qubic/misere")
