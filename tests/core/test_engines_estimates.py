"""Guesses at unfinished positions: honest, never beyond what a guess may say, and telling moves apart."""

from __future__ import annotations

import random

import pytest

from core.estimates import estimate, estimator
from core.games import get
from core.position import Position
from tests.core.brute import solve, winning_rows
from tests.core.toys import Ring
from tests.core.watching import at

IDS = [
    "tictactoe",
    "tictactoe/misere",
    "tictactoe/wild",
    "tictactoe/misere/wild",
    "tictactoe/toroidal",
    "mnk:4,4,4",
    "mnk:6,4,4/misere",
    "mnk:15,15,5",
    "mnk:9,9,5/toroidal",
    "mnk:19,19,6/wild",
    "mnk:3,3,9",
    "mnk:1,9,2",
]


def unfinished(id: str, games: int = 6) -> list[Position]:
    """Positions on the way of random games."""
    draw = random.Random(7)
    found = []
    for _ in range(games):
        position = at(id)
        while position.outcome is None:
            found.append(position)
            position = position.play(draw.choice(position.moves))
    return found


@pytest.mark.parametrize("id", IDS)
def test_a_guess_is_never_as_sure_as_a_proof_and_never_nothing(id: str) -> None:
    for position in unfinished(id):
        value = estimate(position.game, position.state)
        assert -1 < value < 1
        assert value != 0


@pytest.mark.parametrize("id", IDS)
def test_mirror_images_are_worth_the_same(id: str) -> None:
    for position in unfinished(id, 2)[::7]:
        for symmetry in position.game.symmetries[:4]:
            image = symmetry.image(position.state)
            assert estimate(position.game, image) == pytest.approx(estimate(position.game, position.state))


@pytest.mark.parametrize("id", ["tictactoe", "mnk:4,4,3", "mnk:5,5,4", "mnk:15,15,5"])
def test_after_the_first_move_the_middle_is_worth_more_than_the_corner(id: str) -> None:
    game = get(id)
    columns = at(id).game.move_count
    side = int(columns**0.5)
    middle = side // 2 * side + side // 2
    after = {move: -estimate(game, game.play(game.start(), move)) for move in (0, 1, middle)}
    assert after[middle] > after[0]
    assert len(set(after.values())) > 1


def test_a_game_of_which_nothing_is_known_is_guessed_at_nought() -> None:
    ring = Ring()
    assert estimate(ring, ring.start()) == 0.0
    assert estimator(ring).span(ring.start()) == (1, None)


def test_guesses_lean_to_the_side_that_wins() -> None:
    """On all positions of 3x3 that are decided and not won at once: right far more often than wrong."""
    for options in ("", "misere", "toroidal"):
        game = get("/".join(filter(None, ("tictactoe", options))))
        known = solve(3, 3, 3, **dict.fromkeys(filter(None, [options]), True))
        decided = {text: worth.value for text, worth in known.items() if worth.value and worth.plies}
        right = sum(estimate(game, game.parse_state(text)) * value > 0 for text, value in decided.items())
        assert right > 0.7 * len(decided), options


def test_a_board_with_many_lines_is_counted_as_if_line_by_line() -> None:
    """The count in bit planes against a count on sets of cells."""
    from core.estimates.mnk import _by_planes

    draw = random.Random(3)
    for columns, rows, k in ((15, 15, 5), (19, 7, 6), (9, 12, 3), (8, 8, 8), (10, 10, 2)):
        straight = winning_rows(columns, rows, k, False)
        pressure = _by_planes(columns, rows, k)
        weights = [0.0, *(float(7**marks) for marks in range(1, k))]
        for _ in range(10):
            cells = draw.sample(range(columns * rows), columns * rows // 3)
            own, other = set(cells[::2]), set(cells[1::2])
            expected = sum(weights[len(row & own)] for row in straight if not row & other and len(row & own) < k)
            bits = [sum(1 << cell for cell in side) for side in (own, other)]
            assert pressure(bits[0], bits[1], weights) == expected


@pytest.mark.parametrize("id", IDS)
def test_no_game_lasts_longer_than_its_span_and_no_draw_comes_sooner(id: str) -> None:
    draw = random.Random(11)
    for _ in range(3):
        path = [at(id)]
        while path[-1].outcome is None:
            path.append(path[-1].play(draw.choice(path[-1].moves)))
        outcome = path[-1].outcome
        for ply, position in enumerate(path[:-1]):
            span = estimator(position.game).span(position.state)
            left = len(path) - 1 - ply
            assert span.end is None or left <= span.end
            assert outcome.winner is not None or left >= span.draw
