"""The days of the puzzle of the day: which were solved, how many in a row, and which an earlier version has kept."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.games import get
from core.store.rows import Practice, Tried
from core.study.exercises import daily, shelf

TODAY = date(2026, 3, 2)


def practice(*solved: int, missed: tuple[int, ...] = ()) -> Practice:
    """What is kept where the puzzles of so many days ago were solved, or tried in vain."""
    kept = {daily.key(TODAY - timedelta(days=ago)): Tried(0, 0, 1.0) for ago in solved}
    return kept | {daily.key(TODAY - timedelta(days=ago)): Tried(1) for ago in missed}


@pytest.mark.parametrize(
    ("known", "streak"),
    [
        (practice(), 0),
        (practice(0), 1),
        (practice(0, 1, 2), 3),
        (practice(1, 2), 2),
        (practice(2, 3), 0),
        (practice(0, 2), 1),
        (practice(0, missed=(1,)), 1),
        (practice(*range(40)), 40),
    ],
    ids=["none", "today", "three", "not yet today", "two days ago", "a gap", "a day missed", "forty"],
)
def test_a_streak_counts_the_days_solved_up_to_today_or_yesterday(known: Practice, streak: int) -> None:
    assert daily.streak(known, TODAY) == streak


def test_the_last_days_end_with_today_across_the_end_of_a_month() -> None:
    days = daily.last_days(practice(0, missed=(2,)), TODAY, 4)
    assert days == [
        (date(2026, 2, 27), Tried()),
        (date(2026, 2, 28), Tried(1)),
        (date(2026, 3, 1), Tried()),
        (date(2026, 3, 2), Tried(0, 0, 1.0)),
    ]


def test_there_are_no_days_before_the_calendar_begins() -> None:
    assert [day for day, _tried in daily.last_days({}, date(1, 1, 2))] == [date(1, 1, 1), date(1, 1, 2)]


def test_where_nothing_was_kept_by_an_earlier_version_no_day_is_looked_for() -> None:
    assert list(daily.unread(practice(0, 1), TODAY)) == []


def test_the_exercises_of_a_game_are_no_puzzles_of_a_day() -> None:
    exercise = shelf.exercises(get("tictactoe"))[0]
    assert list(daily.unread({(exercise.game, exercise.moves): Tried(1)}, TODAY)) == []


def test_the_days_of_an_earlier_version_are_looked_for_once() -> None:
    puzzle = daily.puzzle(TODAY - timedelta(days=1))
    kept: Practice = {(puzzle.game, puzzle.moves): Tried(1)}
    asked = list(daily.unread(kept, TODAY))
    assert TODAY - timedelta(days=1) in asked
    assert list(daily.unread({**kept, daily.READ: Tried()}, TODAY)) == []
