"""What every engine owes to whoever asks. It takes 20 seconds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.analysis import Limit
from core.engines import NAMES
from core.game import Game
from core.position import Position
from core.score import Score
from tests.core.brute import representatives, solve
from tests.core.engines_cases import AT_HOME, FEW_GAMES, GAMES, GUESTS, THINKING, THINKING_AT_HOME, VALUES, impatient
from tests.core.toys import Ring, Roundabout, Stones
from tests.core.watching import ask, at


@pytest.mark.parametrize("name", ["minimax", "mcts"])
@pytest.mark.parametrize("options", ["misere", "toroidal"])
def test_minimax_and_mcts_agree_with_brute_force_wherever_four_marks_are_set(name: str, options: str) -> None:
    known = solve(3, 3, 3, **{options: True})
    late = {text: worth for text, worth in known.items() if worth.plies and text.count(".") <= 5}
    for text in representatives(late):
        analysis = ask(name, at(f"tictactoe/{options}", text))
        for line in analysis.lines:
            value, plies = known[analysis.position.play(line.move).text]
            assert line.score.proven
            assert line.score.verdict is VALUES[-value]
            assert line.score.plies == plies + 1 or (name == "mcts" and line.score.plies is None)


@pytest.mark.parametrize("name", THINKING_AT_HOME)
@pytest.mark.parametrize("options", ["", "misere", "wild", "misere/wild", "toroidal", "misere/toroidal"])
def test_nothing_false_is_called_proven_with_few_nodes_or_little_depth(name: str, options: str) -> None:
    known = solve(3, 3, 3, **dict.fromkeys(filter(None, options.split("/")), True))
    chosen = representatives({text: worth for text, worth in known.items() if worth.plies})
    for i, text in enumerate(chosen[:: 1 + len(chosen) // 150]):
        limit = Limit(nodes=1 + 37 * (i % 30)) if i % 2 else Limit(depth=1 + i % 7, nodes=2000)
        analysis = ask(name, at("/".join(filter(None, ("tictactoe", options))), text), limit)
        for line in analysis.lines:
            value, plies = known[analysis.position.play(line.move).text]
            if line.score.proven:
                assert line.score.verdict is VALUES[-value]
                assert line.score.plies in (None, plies + 1)
            else:
                assert -1 < line.score.value < 1


@pytest.mark.parametrize("name", THINKING_AT_HOME)
@pytest.mark.parametrize("id", ["tictactoe/misere", "mnk:4,3,3"])
def test_whenever_it_is_stopped_what_it_calls_proven_is_true(name: str, id: str) -> None:
    """Stopped at each of the first twenty ticks, then at every fifth, until it finishes by itself or 60 have passed."""
    columns = 3 if id.startswith("tictactoe") else 4
    text = "X../.../..." if columns == 3 else "XO../.X../O..."
    known = solve(3, 3, 3, misere=True) if columns == 3 else None
    full = {line.move: line.score for line in ask("alphabeta", at(id, text)).lines}
    for patience in (*range(20), *range(20, 60, 5)):
        analysis = ask(name, at(id, text), stop=impatient(patience))
        for line in analysis.lines:
            truth = full[line.move]
            if known:
                value, plies = known[analysis.position.play(line.move).text]
                truth = Score.exact(VALUES[-value], plies + 1)
            if line.score.proven:
                assert line.score.verdict is truth.verdict
                assert line.score.plies in (None, truth.plies)
        if analysis.settled:
            break


@pytest.mark.parametrize("name", AT_HOME)
@pytest.mark.parametrize("nodes", [1, 2000, 10_000])
def test_a_limit_of_nodes_is_passed_by_one_tick_at_most(name: str, nodes: int) -> None:
    assert ask(name, at("mnk:9,9,5"), Limit(nodes=nodes)).nodes <= nodes + 1100


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [Roundabout, Ring, lambda: Stones(7)])
@pytest.mark.parametrize("limit", [Limit(depth=6), Limit(nodes=20_000), Limit(depth=30, nodes=50_000), Limit(nodes=0)])
def test_a_game_that_goes_round_or_does_not_alternate_gets_an_answer(
    name: str, make: Callable[[], Game], limit: Limit
) -> None:
    analysis = ask(name, Position.start(make()), limit)
    assert sorted(line.move for line in analysis.lines) == list(analysis.position.moves)


DEEPENING = ["minimax", "alphabeta", "theory", "lines", "connect-four", "gomoku", "ultimate", "qubic"]
"""Engines that, within so many plies, find all that can be forced."""


def forced(place: int, depth: int) -> int | None:
    """What the player to move on the roundabout can force within so many plies; None: nothing is settled by then."""
    if place in Roundabout.worth:
        return Roundabout.worth[place]
    if depth == 0:
        return None
    after = [forced(next_place, depth - 1) for next_place in Roundabout.paths[place]]
    known = [-value for value in after if value is not None]
    if 1 in known:
        return 1
    return max(known) if len(known) == len(after) else None


@pytest.mark.parametrize("name", [name for name in THINKING if name != "retrograde"])
@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("depth", range(1, 9))
def test_on_paths_with_circles_only_what_can_be_forced_is_called_proven(name: str, place: int, depth: int) -> None:
    for line in ask(name, Position(Roundabout(), (place, 0)), Limit(depth=depth, nodes=20_000)).lines:
        if line.score.proven:
            value = forced(line.move, 10)
            assert value is not None
            assert line.score.verdict is VALUES[-value]
        elif name in DEEPENING:
            assert forced(line.move, depth - 1) not in (1, -1)


@pytest.mark.parametrize("name", GUESTS)
@pytest.mark.parametrize("id", [id for id in GAMES if id not in FEW_GAMES])
def test_an_engine_for_other_games_says_of_k_in_a_row_what_alphabeta_says(name: str, id: str) -> None:
    for limit in (Limit(nodes=0), Limit(nodes=300)):
        assert ask(name, at(id), limit) == ask("alphabeta", at(id), limit)
