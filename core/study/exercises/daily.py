"""The puzzle of the day: it depends on the date alone, so everybody has the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import lru_cache
from random import Random

from core.errors import quoted
from core.games import get
from core.phrase import fact
from core.study.exercises import shelf
from core.study.exercises.course import PATH
from core.study.exercises.finding import DOZEN, Effort, Exercise, found, kinds
from core.study.exercises.puzzles import ANSWERS, practised, told
from core.study.study import Study, StudyQuestion, Topic, Unstudied

_EFFORT = Effort(60, 0.5, 6)
"""The search for the puzzle, which is one of the harder half of the exercises found."""


@lru_cache(maxsize=64)
def puzzle(day: date) -> Exercise:
    """The puzzle of a day."""
    random = Random(f"daily {day.isoformat()}")
    rich = [id for id in PATH if len(shelf.exercises(get(id))) == DOZEN]
    while True:
        game = get(rich[random.randrange(len(rich))])
        levels = {kind.name: kind.level for kind in kinds(game)}
        harder = sorted(found(game, day.isoformat(), _EFFORT), key=lambda each: (levels[each.kind], each.plies or 0))
        harder = harder[len(harder) // 2 :]
        if harder:
            return harder[random.randrange(len(harder))]


def today() -> date:
    """The local date."""
    return date.today()


def day_of(question: StudyQuestion) -> date:
    """The day of a question. Raises Unstudied."""
    words = [word for word in question.arguments if word != ANSWERS]
    if not words:
        return today()
    text = " ".join(words)
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.isoformat() == text:  # fromisoformat takes other notations too
            return day
    raise Unstudied(
        "{text} is no day; write year, month and day, as in 'triqui study daily 2026-01-31'.", text=quoted(text)
    )


def study(question: StudyQuestion) -> Iterator[Study]:
    """The puzzle of a day."""
    question.bare()
    day = day_of(question)
    exercise = puzzle(day)
    title = fact("daily.study", day=day.isoformat(), game=get(exercise.game).name)
    yield told(question, title, (exercise,), ANSWERS in question.arguments)


TOPIC = Topic(
    "daily",
    "[YYYY-MM-DD] [answers]",
    study,
    practised=practised,
    tells=lambda question, study: [each.game for each in study.data] if study else (),
)
