"""The course, the exercises of a game and the puzzle of a day as topics of study."""

from __future__ import annotations

from datetime import date

import pytest

from core.games import get
from core.position import play_all
from core.store.rows import Practice, Tried
from core.study import answer, offered, topic
from core.study.exercises import daily, shelf
from core.study.exercises.course import PATH
from core.study.study import Study, StudyQuestion, StudyTable, Unstudied
from tests import saying
from tests.core.study_practice_cases import days
from tui.command.output_study import as_json
from tui.text.studied import laid_out

HERE = "tictactoe"


def table(study: Study, key: str) -> StudyTable:
    return study.table(key)


def columns(found: StudyTable) -> set[str]:
    return {column.key for column in laid_out(found).columns}


def test_the_dozen_of_a_game_hides_its_answers_from_readers_and_tells_them_to_programs() -> None:
    found = answer(StudyQuestion("puzzles", (HERE,)))
    assert "answer" not in columns(table(found, "exercises"))
    rows = as_json(found)["parts"]["exercises"]["rows"]
    for row, exercise in zip(rows, shelf.exercises(get(HERE)), strict=True):
        at = play_all(get(HERE), row["moves"])[1]
        assert at.text == row["position"]
        assert row["answer"] == exercise.answer
        assert at.parse(row["answer"]) == exercise.move


def test_the_answers_are_shown_where_they_are_asked_for() -> None:
    for words in ((HERE, "answers"), ("answers",), (HERE, "3", "answers")):
        found = table(answer(StudyQuestion("puzzles", words)), "exercises")
        assert "answer" in columns(found)


def test_one_exercise_comes_with_its_board() -> None:
    found = answer(StudyQuestion("puzzles", (HERE, "2")))
    exercise = shelf.exercises(get(HERE))[1]
    assert found.data == (exercise,)
    assert "\n".join(saying.lines(found, "board")) == exercise.position.text.replace("/", "\n")


@pytest.mark.parametrize("number", ["0", "13", "-1", "x", "1 2", "²", "9" * 30])
def test_a_number_that_is_none_is_refused_with_those_that_there_are(number: str) -> None:
    with pytest.raises(Unstudied, match="from 1 to 12"):
        answer(StudyQuestion("puzzles", (HERE, *number.split())))


def test_a_game_without_exercises_says_so_and_is_not_offered() -> None:
    none = get("subtraction:11:1,3/misere")
    assert "found no position" in saying.said(answer(StudyQuestion("puzzles", (none.id,))), "exercises")[0]
    assert "puzzles" not in {question.topic for question in offered(play_all(none, "")[1])}


def test_what_came_of_the_exercises_stands_in_the_table_and_in_the_course() -> None:
    first, second, third, *_rest = shelf.exercises(get(HERE))
    practice: Practice = {
        (HERE, first.moves): Tried(0, 0, 1.0),
        (HERE, second.moves): Tried(2, 0, 1.0),
        (HERE, third.moves): Tried(1, 0, None),
        (HERE, "a1 c3 a2"): Tried(0, 0, 1.0),
    }
    practised = topic("puzzles").practised
    assert practised
    done = saying.column(practised(answer(StudyQuestion("puzzles", (HERE,))), practice), "exercises", "done")
    assert done == ["first try", "later", "tried", *[None] * 9]
    practised = topic("course").practised
    assert practised
    course = practised(answer(StudyQuestion("course")), practice)
    assert saying.rows(course, "path")[PATH.index(HERE)][2:] == [12, 2, 1]
    assert sum(saying.column(course, "path", "solved")) == 2


def test_the_course_is_one_for_all_games() -> None:
    with pytest.raises(Unstudied, match="leave out 'tictactoe'"):
        answer(StudyQuestion("course", (HERE,)))


def test_days_that_follow_each_other_have_other_puzzles() -> None:
    first, second = days(2, 1)
    assert daily.puzzle(first) != daily.puzzle(second)


def test_the_puzzle_without_a_day_is_that_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: date(2024, 2, 29))
    assert answer(StudyQuestion("daily")).data == answer(StudyQuestion("daily", ("2024-02-29",))).data


@pytest.mark.parametrize(
    "text", ["2025-02-29", "2026-1-1", "20260101", "yesterday", "2026-01-01 2026-01-02", "2026-W01-1"]
)
def test_what_is_no_day_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(Unstudied, match="year, month and day"):
        answer(StudyQuestion("daily", tuple(text.split())))
