"""Five in a row: what the engine sees against the rules alone, and every win it claims played against all replies."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import best
from core.engines.gomoku.engine import GomokuEngine
from core.games import get as get_game
from core.kinds.lines import LineGame
from core.position import Position, play_all
from core.score import Proof, Verdict
from tests.core.gomoku_engine_cases import (
    chosen,
    fives,
    force_of,
    line_test,
    rules,
    scattered,
    wins_always,
)
from tests.core.watching import Clock, ask, at

IDS = ["gomoku", "gomoku/exact", "gomoku/19", "gomoku/19/exact"]
TEN_FOURS = (
    "O..X.O.O....O../...X...O...X..X/....X.......X../...OOO...X...../.O...XO..X...../.O..........O../.............X./"
    "..O.O....O...../X...XX..X.OXO.X/.......X..O..../.X.X...O.....XO/XOO....O......./X............../.......X......O/"
    "........XX..XOO"
)
"""Scattered stones; an exhaustive search found no win in fewer than ten fours, and one in ten."""


def top(analysis: Analysis) -> tuple[str, Verdict | None, int | None]:
    line = analysis.lines[0]
    return analysis.position.name(line.move), line.score.verdict, line.score.plies


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("nodes", [1, 300, 5000])
def test_five_is_played_and_five_is_blocked(id: str, nodes: int) -> None:
    game = rules(id)
    _, position = play_all(game, "h8 a1 i8 a3 j8 a5 k8 a7")
    assert top(ask("gomoku", position, Limit(nodes=nodes)))[1:] == (Verdict.WIN, 1)
    _, position = play_all(game, "h8 g8 i8 a3 j8 a5 k8")
    if nodes > 1:
        analysis = ask("gomoku", position, Limit(nodes=nodes))
        assert top(analysis)[0] == "l8"
        assert all(line.score.plies == 2 for line in analysis.lines[1:])


@pytest.mark.parametrize("id", IDS)
def test_an_open_three_makes_an_open_four_and_is_answered_where_it_can_be(id: str) -> None:
    game = rules(id)
    _, position = play_all(game, "h8 a1 i8 a3 j8 a5")
    assert top(ask("gomoku", position, Limit(nodes=400)))[1:] == (Verdict.WIN, 3)
    _, position = play_all(game, "h8 a1 i8 a3 j8")
    analysis = ask("gomoku", position, Limit(nodes=4000))
    holding = {"g8", "k8"}
    for line in analysis.lines:
        assert (line.score.plies == 4) == (position.name(line.move) not in holding)
        assert line.score.proven or position.name(line.move) in holding


def test_an_overline_is_no_five_in_the_exact_game_and_no_threat() -> None:
    moves = "h8 a1 i8 a3 j8 a5 m8 c1 l8 c3"
    _, free = play_all(rules("gomoku"), moves)
    assert top(ask("gomoku", free, Limit(nodes=1)))[0] == "k8"
    _, exact = play_all(rules("gomoku/exact"), moves)
    analysis = ask("gomoku", exact, Limit(nodes=5000))
    assert all(line.score.plies != 1 for line in analysis.lines)
    _, exact = play_all(rules("gomoku/exact"), "h8 a1 i8 a3 j8 a5 m8 c1 l8")
    assert not any(
        line.score.proven and line.score.plies == 2 for line in ask("gomoku", exact, Limit(nodes=5000)).lines
    )


def test_a_win_of_ten_fours_is_found_and_carried_out() -> None:
    position = Position.from_text(rules("gomoku"), TEN_FOURS)
    analysis = ask("gomoku", position, Limit(nodes=3000))
    assert analysis.lines[0].score.verdict is Verdict.WIN
    assert (analysis.lines[0].score.plies, analysis.lines[0].score.within) == (None, 2 * 10 + 1)
    assert analysis.lines[0].score.method == "threats"
    after = position
    for move in analysis.lines[0].pv:
        after = after.play(move)
    assert after.outcome
    assert after.outcome.winner == position.turn
    assert wins_always(force_of(position), position, 0, 2 * 10 + 1) == 2 * 10 + 1


@pytest.mark.parametrize("id", IDS)
def test_every_report_has_every_move_and_nothing_proven_turns_back(id: str) -> None:
    game = rules(id)
    position = scattered(game, Random(8), 14)
    seen: dict[int, Verdict | None] = {}

    def look(analysis: Analysis) -> None:
        assert sorted(line.move for line in analysis.lines) == list(position.moves)
        for line in analysis.lines:
            if seen.get(line.move):
                assert line.score.verdict is seen[line.move]
            seen[line.move] = line.score.verdict

    look(ask("gomoku", position, Limit(nodes=4000), look))


def test_values_agree_under_symmetry_and_the_best_engine_for_gomoku_is_this_one() -> None:
    position = scattered(rules("gomoku"), Random(2), 16)
    verdicts = {line.move: line.score.verdict for line in ask("gomoku", position, Limit(depth=2)).lines}
    for symmetry in position.game.symmetries[1:4]:
        image = Position(position.game, symmetry.image(position.state))
        found = {line.move: line.score.verdict for line in ask("gomoku", image, Limit(depth=2)).lines}
        assert found == {symmetry.moves[move]: verdict for move, verdict in verdicts.items()}
    assert best(position).name == "gomoku"
    assert best(at("gomoku/swap2")).name == "gomoku"
    assert best(at("gomoku/19")).name == "gomoku"


def soonest(game: LineGame, own: int, other: int) -> int:
    """The plies in which the player to move wins, by the rules alone; 5 for all that takes more than three."""
    if fives(game, own, other):
        return 1
    must = fives(game, other, own)
    for cell in must or range(game.cell_count):
        if len(must) < 2 and not (own | other) >> cell & 1 and len(fives(game, own | 1 << cell, other)) > 1:
            return 3
    return 5


@pytest.mark.parametrize("id", ["gomoku", "gomoku/exact"])
def test_a_distance_is_told_only_where_no_shorter_win_is(id: str) -> None:
    game = rules(id)
    draw = Random(21)
    for wanted in (3, 4, 5, 6):
        found = None
        while not found:
            position = scattered(game, draw, draw.randint(10, 24))
            lines = ask("gomoku", position, Limit(nodes=600)).lines
            found = next((line for line in lines if line.score.plies == wanted), None)
        own, other = game.sides(position.state)
        after = own | 1 << found.move
        if found.score.verdict is Verdict.LOSE:
            assert soonest(game, other, after) == wanted - 1
        else:
            assert not line_test(game)(after)
            assert (len(fives(game, after, other)) > 1) == (wanted == 3)


def test_a_bound_of_the_search_is_not_told_as_the_guess_for_a_far_corner() -> None:
    # Of o1 and a15 the search shows but that they are no better than a move beside the stones.
    found = ask("gomoku", play_all(get_game("mnk:15,15,5"), "a1 b2")[1], Limit(nodes=3000))
    assert found.best
    for name in ("o1", "a15", "o15"):
        line = found.line(found.position.parse(name))
        assert line
        assert line.score.proof is Proof.AT_MOST or line.score.value < found.best.score.value - 0.1


def test_fours_are_not_looked_for_where_the_depth_is_limited() -> None:
    position = Position.from_text(rules("gomoku"), TEN_FOURS)
    for depth in (1, 2, 3):
        analysis = ask("gomoku", position, Limit(depth=depth))
        assert not any(line.score.proven for line in analysis.lines)
        assert abs(analysis.lines[0].score.value) < 0.9
    _, position = play_all(rules("gomoku"), "h8 a1 i8 a3 j8")
    assert {position.name(line.move) for line in ask("gomoku", position, Limit(depth=1)).lines[:2]} == {"g8", "k8"}


def test_a_limit_of_depth_is_kept_and_the_same_question_gets_the_same_answer() -> None:
    position = scattered(rules("gomoku"), Random(4), 10)
    first, second = (ask("gomoku", position, Limit(depth=3, nodes=3000)) for _ in range(2))
    assert first.depth <= 3
    assert first.lines == second.lines


@pytest.mark.parametrize(
    ("stones", "colour"),
    [("h8 a1 i9", "black"), ("h8 a1 i9 two o1 g7", "black"), ("a1 h8 o15", "white"), ("a1 h8 a15 two i9 o1", "white")],
)
def test_the_better_colour_is_taken(stones: str, colour: str) -> None:
    assert chosen(stones)[0] == colour


def test_stones_that_the_other_may_choose_from_are_worth_about_the_same_to_both() -> None:
    moves: list[str] = []
    for _ in range(3):
        moves.append(chosen(" ".join(moves))[0])
    _, position = play_all(rules("gomoku/swap2"), " ".join(moves))
    lines = ask("gomoku", position, Limit(nodes=2500)).lines
    assert abs(lines[0].score.value) < 0.4
    middle = ask("gomoku", play_all(rules("gomoku/swap2"), "h8 a15 i9")[1], Limit(nodes=2500)).lines
    assert abs(middle[0].score.value) > abs(lines[0].score.value)


def asked(engine: GomokuEngine, position: Position, depth: int | None, nodes: int) -> Analysis:
    """What an engine answers to a player."""
    return engine.analyse(Watch(position, Limit(None, depth, nodes), Clock(0.0), all_moves=False))


def test_what_a_player_has_learnt_serves_his_next_move_and_nobody_else() -> None:
    _, first = play_all(rules("gomoku"), "h8 i9 h10 g9")
    engine = GomokuEngine()
    found = asked(engine, first, 8, 100_000)
    reply = first.play(found.lines[0].move)
    # Who has the other colour begins anew; two plies further on the way expected is known already.
    assert asked(engine, reply, 6, 100_000).nodes == asked(GomokuEngine(), reply, 6, 100_000).nodes
    further = reply.play(found.lines[0].pv[1])
    assert asked(engine, further, 6, 100_000).nodes < asked(GomokuEngine(), further, 6, 100_000).nodes


def test_a_player_who_is_stopped_early_makes_the_best_move_so_far_and_tells_the_others_as_no_better() -> None:
    _, position = play_all(rules("gomoku"), "h8 i9 g10 f7 j8")
    for nodes in (700, 1500, 3000):
        lines = asked(GomokuEngine(), position, None, nodes).lines
        assert all(line.score.value <= lines[0].score.value for line in lines)
        assert sorted(line.move for line in lines) == list(position.moves)
