"""The puzzle of the day: it depends on the date alone, so everybody has the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from functools import lru_cache
from itertools import count, takewhile
from random import Random

from core.errors import quoted
from core.games import get
from core.phrase import fact
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.exercises.course import PATH
from core.study.exercises.finding import DOZEN, Effort, Exercise, found, kinds
from core.study.exercises.puzzles import ANSWERS, practised, told
from core.study.study import Study, StudyQuestion, Topic, Unstudied

DAYS = 14
"""The number of days of a row of days."""
MAX_DAYS_READ = 60
"""The number of days back for which results of an earlier version are read."""
READ = ("daily", "")
"""The key in the practice that says that they are read."""
_EFFORT = Effort(60, 0.5, 6)
"""The search for the puzzle, which is one of the harder half of the exercises found."""


@lru_cache(maxsize=64)
def puzzle(day: date) -> Exercise:
    """The puzzle of a day."""
    random = _random(day)
    while True:
        game = get(_drawn(random))
        levels = {kind.name: kind.level for kind in kinds(game)}
        harder = sorted(found(game, day.isoformat(), _EFFORT), key=lambda each: (levels[each.kind], each.plies or 0))
        harder = harder[len(harder) // 2 :]
        if harder:
            return harder[random.randrange(len(harder))]


def _random(day: date) -> Random:
    return Random(f"daily {day.isoformat()}")


def _drawn(random: Random) -> str:
    """The next game of a day, with a full dozen of exercises."""
    rich = [id for id in PATH if len(shelf.exercises(get(id))) == DOZEN]
    return rich[random.randrange(len(rich))]


def key(day: date) -> tuple[str, str]:
    """The key of a day's puzzle in the practice, beside that of the exercise itself."""
    return TOPIC.name, day.isoformat()


def last_days(practice: Practice, end: date, number: int = DAYS) -> list[tuple[date, Tried]]:
    """The last days up to ``end``, ascending, each with the result of its puzzle; fewer where the calendar begins."""
    last = end.toordinal()
    days = map(date.fromordinal, range(max(last - number, 0) + 1, last + 1))
    return [(day, practice.get(key(day), Tried())) for day in days]


def streak(practice: Practice, end: date) -> int:
    """The number of days in a row with a solved puzzle, up to ``end``, or to the day before while that of ``end`` is open."""
    results = (practice.get(key(end - timedelta(days=ago)), Tried()) for ago in count())
    first = next(results).solved is not None
    return first + sum(1 for _ in takewhile(lambda tried: tried.solved is not None, results))


def unread(practice: Practice, end: date) -> Iterator[date]:
    """The days up to ``end``, descending, whose puzzles an earlier version may have saved, under the key of the exercise alone.
    None once they were read, as ``READ`` in the practice says."""
    old = {game for game, moves in practice if game in PATH and not _on_shelf(game, moves)}
    for day in (end - timedelta(days=ago) for ago in range(MAX_DAYS_READ if READ not in practice else 0)):
        if _drawn(_random(day)) in old and key(day) not in practice:
            yield day


def _on_shelf(game: str, moves: str) -> bool:
    return any(each.moves == moves for each in shelf.exercises(get(game)))


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
        (
            "{text} is not a day; write year, month and day, as in {command:'triqui study daily "
            "2026-01-31'}{screen:2026-01-31}."
        ),
        text=quoted(text),
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
