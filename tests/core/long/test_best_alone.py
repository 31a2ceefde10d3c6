"""Whoever asks for the best move alone gets a move as good as whoever asks what every move is worth, and is told of the
others only what is known of them. It takes 20 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.games import presets
from core.players.opponents import Thinker, parse
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.brute import representatives, solve
from tests.core.ultimate_cases import Brute, late
from tests.core.watching import Clock, ask, at

FEW = Limit(nodes=500)
MAX_PLIES = 100
"""Where nobody ends a game that can go round."""
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def best_alone(engine: str, position: Position, limit: Limit | None = None) -> Analysis:
    """What an engine answers to whoever wants the best move alone."""
    return engines.analyse(engines.get(engine), Watch(position, limit or Limit(), Clock(0.0), all_moves=False))


@pytest.mark.parametrize("engine", ["alphabeta", "lines"])
def test_the_move_is_as_good_as_any_by_brute_force(engine: str) -> None:
    known = solve(3, 3, 3)
    for text in representatives({text: worth for text, worth in known.items() if worth.plies}):
        found = best_alone(engine, at("tictactoe", text))
        assert found.best
        worth = known[text]
        assert found.best.score.verdict is VERDICTS[worth.value]
        after = at("tictactoe", text).play(found.best.move)
        value, plies = known[after.text]
        assert -value == worth.value
        if worth.value < 0:
            assert plies + 1 == worth.plies  # as late as can be


@pytest.mark.parametrize("options", ["", "/count", "/open", "/tic-tac-ku"])
def test_the_last_moves_of_ultimate_are_as_good_as_any_by_brute_force(options: str) -> None:
    random, brute = Random(options), Brute(options)
    for _ in range(12):
        position = late(at("ultimate" + options).game, 9, random)
        found = best_alone("ultimate", position)
        worth = {move: -brute.worth(text).value for move, text in brute.after(position.text).items()}
        assert found.best
        assert worth[found.best.move] == max(worth.values())
        for line in found.lines:
            if line.score.proven:
                assert line.score.verdict is VERDICTS[worth[line.move]]


@pytest.mark.parametrize("seed", range(8))
def test_the_best_column_has_the_same_distance_for_fewer_nodes(seed: int) -> None:
    random, position = Random(seed), at("connect-four:6,5,4")
    while position.outcome or len(position.moves) < 4 or position.state[1].bit_count() < 14:
        position = at("connect-four:6,5,4") if position.outcome else position.play(random.choice(position.moves))
    most = Limit(nodes=1_000_000)  # for which nothing is remembered
    alone, every = best_alone("connect-four", position, most), ask("connect-four", position, most)
    assert alone.best
    assert every.best
    assert alone.best.score == every.best.score
    assert alone.nodes <= every.nodes


@pytest.mark.parametrize("game", [game.id for game in presets()])
def test_in_every_game_up_to_its_end_the_two_answers_do_not_contradict_each_other(game: str) -> None:
    random, position = Random(game), at(game)
    for _ in range(MAX_PLIES):
        if position.outcome:
            break
        engine = engines.best(position).name
        alone, every = best_alone(engine, position, FEW), ask(engine, position, FEW)
        assert alone.lines[0].move in position.moves
        verdicts = {line.move: line.score.verdict for line in every.lines if line.score.proven}
        for line in alone.lines:
            if line.score.proven:
                assert verdicts.get(line.move, line.score.verdict) is line.score.verdict
        position = position.play(random.choice(position.moves))


@pytest.mark.parametrize(
    ("engine", "game", "nodes"),
    [
        ("alphabeta", "mnk:6,6,4", 3000),
        ("ultimate", "ultimate", 20_000),
        ("gomoku", "gomoku", 6000),
        ("qubic", "qubic", 20_000),
    ],
)
def test_the_others_are_told_as_worth_no_more_than_the_best(engine: str, game: str, nodes: int) -> None:
    position = at(game)
    position = position.play(position.moves[len(position.moves) // 2])
    found = best_alone(engine, position, Limit(nodes=nodes))
    assert found.best
    assert found.best.score.proof is Proof.ESTIMATE
    assert any(line.score.proof is Proof.AT_MOST for line in found.lines)
    assert all(not line.score.proven for line in found.lines)
    every = ask(engine, position, Limit(nodes=nodes))
    assert any(line.score.proof is Proof.ESTIMATE for line in every.lines[1:])


def test_a_lone_move_needs_no_thought() -> None:
    position = at("tictactoe", "XOX/XOO/OX.")
    assert best_alone("alphabeta", position).nodes == 1


def test_a_game_goes_as_it_would_go_if_nobody_had_played_before() -> None:
    """What is remembered from move to move is forgotten from game to game."""

    def game() -> list[int]:
        position, moves = at("ultimate"), []
        for _ in range(6):
            found = best_alone("ultimate", position, Limit(nodes=8000))
            moves += [found.lines[0].move, found.nodes]
            position = position.play(found.lines[0].move)
        return moves

    assert game() == game()


@pytest.mark.parametrize(
    ("name", "every"), [("best:full", False), ("ultimate:2", False), ("loser", True), ("m-poda", True)]
)
def test_only_who_needs_the_worth_of_every_move_asks_for_it(name: str, every: bool) -> None:
    player = parse(name)
    assert isinstance(player, Thinker)
    assert player.request(at("ultimate")).all_moves is every


def test_a_guess_of_the_most_proves_nothing_and_comes_after_the_same_guess() -> None:
    most, guess = Score.guessed_at_most(0.3), Score.estimate(0.3)
    assert most < guess
    assert Score.estimate(0.2) < most
    assert (most.proven, most.at_most_draw, most.at_least_draw, most.settled) == (False,) * 4
    assert (-most).proof is Proof.AT_LEAST
    assert most.before(False) == most
    assert Score.guessed_at_most(-7).value == -1
