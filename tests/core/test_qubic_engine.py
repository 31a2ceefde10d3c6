"""The engine of the cubes against brute force on lists of cells, and every win it claims played against all replies."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Analysis, Limit
from core.engines import best
from core.game import Move
from core.games import get
from core.position import Position, play_all
from core.score import Verdict
from tests.core.qubic_engine_cases import IDS, carried_out, random_position
from tests.core.watching import ask, at


@pytest.mark.parametrize("nodes", [1, 2000])
@pytest.mark.parametrize("id", IDS)
def test_a_line_is_completed_and_one_is_blocked(id: str, nodes: int) -> None:
    moves = {"qubic": "1a1 2b1 1b1 2c1 1c1 3d4", "tictactoe3d": "1a1 2b1 1b1 3c2"}[id]
    _, position = play_all(get(id), moves)
    line = ask("qubic", position, Limit(nodes=nodes)).lines[0]
    assert (position.name(line.move), line.score.plies) == ({"qubic": "1d1", "tictactoe3d": "1c1"}[id], 1)
    _, position = play_all(get(id), moves.rsplit(maxsplit=1)[0])
    if nodes > 1:
        lines = ask("qubic", position, Limit(nodes=nodes)).lines
        assert position.name(lines[0].move) == {"qubic": "1d1", "tictactoe3d": "1c1"}[id]
        assert all((line.score.verdict, line.score.plies) == (Verdict.LOSE, 2) for line in lines[1:])


def test_3x3x3_is_proven_whole_in_two_thousand_nodes() -> None:
    analysis = ask("qubic", at("tictactoe3d"), Limit(nodes=2000))
    carried_out(analysis)
    found = {analysis.position.name(line.move): (line.score.verdict, line.score.plies) for line in analysis.lines}
    assert found.pop("2b2") == (Verdict.WIN, 7)
    assert set(found.values()) == {(Verdict.LOSE, 10)}


@pytest.mark.parametrize("opening", ["2b2 1a1", "1a1 2b2", "2b2 1b1 1b3"])
def test_3x3x3_is_worth_what_alphabeta_says(opening: str) -> None:
    _, position = play_all(get("tictactoe3d"), opening)
    expected = {line.move: (line.score.verdict, line.score.plies) for line in ask("alphabeta", position).lines}
    analysis = ask("qubic", position)
    carried_out(analysis)
    assert {line.move: (line.score.verdict, line.score.plies) for line in analysis.lines} == expected


@pytest.mark.parametrize("nodes", [1, 300, 1500, 5000, 12000])
def test_a_search_that_is_stopped_has_every_move_and_takes_nothing_back(nodes: int) -> None:
    position = random_position("qubic", 11, Random(8))
    seen: dict[Move, Verdict | None] = {}

    def look(analysis: Analysis) -> None:
        assert sorted(line.move for line in analysis.lines) == list(position.moves)
        for line in analysis.lines:
            if seen.get(line.move):
                assert line.score.verdict is seen[line.move]
            seen[line.move] = line.score.verdict

    final = ask("qubic", position, Limit(nodes=nodes), look)
    look(final)
    carried_out(final)


def test_moves_that_symmetry_makes_one_are_worth_the_same() -> None:
    _, position = play_all(get("qubic"), "2b2 3c3 2c3 3b2")
    analysis = ask("qubic", position, Limit(nodes=6000))
    scores = {line.move: line.score for line in analysis.lines}
    assert any(len(position.orbit(move)) > 1 for move in position.moves)
    for move, score in scores.items():
        assert {scores[image] for image in position.orbit(move)} == {score}


def test_images_of_a_position_have_the_same_verdicts() -> None:
    position = random_position("tictactoe3d", 6, Random(2))
    verdicts = {line.move: line.score for line in ask("qubic", position).lines}
    for symmetry in position.game.symmetries[1::9]:
        image = Position(position.game, symmetry.image(position.state))
        found = {line.move: line.score for line in ask("qubic", image).lines}
        assert found == {symmetry.moves[move]: score for move, score in verdicts.items()}


def test_a_limit_of_depth_is_kept() -> None:
    position = random_position("qubic", 10, Random(4))
    for depth in (1, 2, 3):
        analysis = ask("qubic", position, Limit(depth=depth))
        assert analysis.depth <= depth
        assert all((line.score.plies or 0) <= depth and line.score.within is None for line in analysis.lines)


def test_the_best_engine_for_the_cubes_is_this_one_and_it_takes_other_games_too() -> None:
    assert best(at("qubic")).name == best(at("tictactoe3d")).name == "qubic"
    assert ask("qubic", at("tictactoe")).settled
