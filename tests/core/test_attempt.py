"""What a move that is tried in an exercise is worth is what brute force says."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Line
from core.games import get
from core.score import Score, Verdict
from core.study.exercises import attempt, shelf
from core.study.exercises.finding import Exercise
from tests.core.brute import solve

EXERCISES = shelf.exercises(get("tictactoe"))
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def known(exercise: Exercise, name: str) -> Analysis:
    """What an engine would say of the position after a move, by brute force."""
    after = exercise.position.play(exercise.position.parse(name))
    worth = {move: -solve(3, 3, 3)[after.play(move).text].value for move in after.moves if not after.outcome}
    best_first = sorted(worth, key=lambda move: -worth[move])
    lines = tuple(Line(move, Score.exact(VERDICTS[worth[move]]), (move,)) for move in best_first)
    return Analysis(after, lines, 1, 1, 0.0, True)


@pytest.mark.parametrize("number", range(len(EXERCISES)))
def test_a_wrong_move_is_worth_what_brute_force_says_and_the_right_one_is_right(number: int) -> None:
    exercise = EXERCISES[number]
    at = exercise.position
    for move in at.moves:
        answer = attempt.answer(exercise, move, known(exercise, at.name(move)))
        worth = -solve(3, 3, 3)[at.play(move).text].value
        assert answer.right == (at.name(move) == exercise.answer)
        assert answer.score is not None
        assert answer.score.verdict is VERDICTS[worth]


@pytest.mark.parametrize("number", range(len(EXERCISES)))
def test_before_an_engine_has_answered_a_move_is_judged_by_what_is_proven_of_the_exercise(number: int) -> None:
    exercise = EXERCISES[number]
    for move in exercise.position.moves:
        answer = attempt.answer(exercise, move, None)
        assert answer.right == (move == exercise.move)
        assert answer.proven
        assert answer.reply is None
