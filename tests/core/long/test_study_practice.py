"""The course, the exercises of a game and the puzzle of a day as topics of study. It takes 11 seconds."""

from __future__ import annotations

from core.study.exercises import daily
from core.study.exercises.finding import judge, single
from tests.core.study_practice_cases import days


def test_every_day_has_a_puzzle_with_one_right_move_and_always_the_same() -> None:
    found = {day: daily.puzzle(day) for day in days(20, 23)}
    daily.puzzle.cache_clear()
    for day, exercise in reversed(found.items()):
        solved = single(judge(exercise.position))
        assert solved
        assert exercise.position.name(solved.answer) == exercise.answer
        assert daily.puzzle(day) == exercise
    assert len({exercise.game for exercise in found.values()}) > 6
    assert len({(exercise.game, exercise.moves) for exercise in found.values()}) > 17
