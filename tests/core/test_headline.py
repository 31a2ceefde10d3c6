"""What an analysis says of the whole position, at every moment of a search, against brute force on strings."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Analysis, Line
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.headline_cases import headlines
from tests.core.solving import solve_rules
from tests.core.watching import at


@pytest.mark.parametrize(
    "id", ["nim:2,3,4", "nim:2,3,4/misere", "subtraction:9:1,3,4", "chomp:3,4", "notakto:1", "kayles:5"]
)
def test_so_it_is_in_games_of_other_kinds(id: str) -> None:
    known = solve_rules(at(id).game).worth
    states = [state for state, worth in known.items() if worth.plies]
    for state in Random(id).sample(states, 6):
        for engine in ("minimax", "alphabeta", "mcts", "retrograde", "theory"):
            assert headlines(engine, Position(at(id).game, state), known[state])


def line(score: Score, move: int = 0) -> Line:
    return Line(move, score, (move,))


WIN_9, LOSS_4 = Score.exact(Verdict.WIN, 9), Score.exact(Verdict.LOSE, 4)
OPEN, NO_WIN = Score.estimate(0.2), Score.bound(Proof.AT_MOST, -0.2)


@pytest.mark.parametrize(
    ("others", "plies", "within"),
    [
        ([LOSS_4, NO_WIN], 9, None),
        ([Score.exact(Verdict.WIN, 11), Score.exact(Verdict.TIE)], 9, None),
        ([OPEN], None, 9),
        ([Score.bound(Proof.AT_LEAST, 0.2)], None, 9),
        ([Score.exact(Verdict.WIN, most=12)], None, 9),
        ([Score.exact(Verdict.WIN)], None, 9),
    ],
)
def test_a_win_is_as_near_as_said_only_where_no_other_move_may_win_sooner(
    others: list[Score], plies: int | None, within: int | None
) -> None:
    scores = [WIN_9, *others, *[LOSS_4] * (2 - len(others))]
    said = Analysis(at("tictactoe", "XOX/XOO/..."), tuple(map(line, scores)), 9, 0, 0.0, False).score
    assert said
    assert (said.verdict, said.plies, said.within) == (Verdict.WIN, plies, within)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ([LOSS_4, Score.exact(Verdict.LOSE, 6)], Score.exact(Verdict.LOSE, 6)),
        ([LOSS_4, Score.exact(Verdict.LOSE)], Score.exact(Verdict.LOSE, least=4)),
        ([LOSS_4, Score.exact(Verdict.LOSE, least=6, most=8)], Score.exact(Verdict.LOSE, least=6, most=8)),
        ([LOSS_4, Score.exact(Verdict.LOSE, least=2, most=3)], LOSS_4),
    ],
)
def test_a_loss_is_as_far_as_said_only_where_no_other_move_may_last_longer(others: list[Score], said: Score) -> None:
    lines = sorted(map(line, [LOSS_4, *others]), key=lambda each: each.score.rank, reverse=True)
    assert Analysis(at("tictactoe", "XOX/XOO/..."), tuple(lines), 9, 0, 0.0, False).score == said


def test_a_draw_is_as_near_as_its_nearest() -> None:
    position = at("tictactoe", "XOX/XOO/...")
    scores = [Score.exact(Verdict.TIE, 9), Score.exact(Verdict.TIE, 7), LOSS_4]
    assert Analysis(position, tuple(map(line, scores)), 9, 0, 0.0, False).score == Score.exact(Verdict.TIE, 7)
    scores[2] = NO_WIN
    said = Analysis(position, tuple(map(line, scores)), 9, 0, 0.0, False).score
    assert said == Score.exact(Verdict.TIE, most=7)


@pytest.mark.parametrize(
    ("score", "at_least", "at_most"),
    [
        (Score.exact(Verdict.WIN), True, False),
        (Score.exact(Verdict.TIE), True, True),
        (Score.exact(Verdict.ENDLESS), True, True),
        (Score.exact(Verdict.LOSE), False, True),
        (Score.bound(Proof.AT_LEAST, 0.5), True, False),
        (Score.bound(Proof.AT_MOST, -0.5), False, True),
        (Score.estimate(0.9), False, False),
    ],
)
def test_at_least_a_draw_is_one_thing_to_ask_for(score: Score, at_least: bool, at_most: bool) -> None:
    assert (score.at_least_draw, score.at_most_draw) == (at_least, at_most)
    assert ((-score).at_least_draw, (-score).at_most_draw) == (at_most, at_least)
