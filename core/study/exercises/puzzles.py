"""The exercises of a game: a position, a task, and one right answer, proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.errors import quoted
from core.games import get
from core.phrase import Phrase, Sentence, fact
from core.position import Position
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.exercises.finding import Exercise
from core.study.exercises.kind import AnswerProof
from core.study.sources import OURS
from core.study.study import (
    PagePart,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
    as_read,
)

USUAL = "tictactoe"
ANSWERS = "answers"
"""The word that asks for the answers."""
_SHORT = 36
"""Maximum length of a position in a table."""

PROVEN = {
    AnswerProof.WINS: fact("puzzles.exercises.wins"),
    AnswerProof.HOLDS: fact("puzzles.exercises.holds"),
    AnswerProof.SOONEST: fact("puzzles.exercises.soonest"),
}


def study(question: StudyQuestion) -> Iterator[Study]:
    """The exercises of a game, or one of them by its number."""
    words = [word for word in question.arguments if word != ANSWERS]
    question.bare()
    game = get(words[0] if words else USUAL)
    title = fact("puzzles.study", game=game.name)
    looking = Text("puzzles.looking", (fact("puzzles.looking.text"),))
    yield Study(question, title, (looking,), (OURS,), final=False)
    found = shelf.exercises(game)
    number = _number(words[1:], len(found))
    answers = ANSWERS in question.arguments
    yield told(question, title, found[number - 1 : number] if number else found, answers, number or 1)


def told(question: StudyQuestion, title: Sentence, found: Sequence[Exercise], answers: bool, first: int = 1) -> Study:
    """Exercises as a study, numbered from ``first``; without ``answers`` the answers are for programs only."""
    if not found:
        none = Text("puzzles.exercises", (fact("puzzles.exercises.none"),))
        return Study(question, title, (none,), (OURS,), data=())
    table = _table(found, answers, first)
    parts: tuple[PagePart, ...] = (table,)
    if len(found) == 1:
        (exercise,) = found
        parts = (StudyPicture("puzzles.board", exercise.position, (exercise.task,)), table)
    return Study(question, title, parts, (OURS,), data=tuple(found))


def _number(words: Sequence[str], count: int) -> int | None:
    """The number of an exercise, None for all. Raises Unstudied."""
    if not words:
        return None
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and 0 < int(words[0][:9]) <= count:
        return int(words[0])
    raise Unstudied(
        "There is no exercise {number}; they are numbered from 1 to {count}"
        "{command:, as in 'triqui study puzzles {usual} 2'}.",
        number=quoted(" ".join(words)),
        count=count,
        usual=USUAL,
    )


class _ExerciseRow(NamedTuple):
    """An exercise with its task, its position and the player's tries."""

    number: int
    exercise: Exercise
    task: Sentence
    position: Phrase
    tried: Tried

    @property
    def proven(self) -> Sentence:
        """The proof of the answer."""
        return PROVEN[self.exercise.ground]

    @property
    def done(self) -> Sentence | None:
        """Whether it was solved, None if it was not tried."""
        if self.tried == Tried():
            return None
        if self.tried.solved is None:
            return fact("puzzles.exercises.tried")
        return fact("puzzles.exercises.first_try") if self.tried.at_first else fact("puzzles.exercises.later")

    @property
    def done_look(self) -> str:
        """The look of ``done``."""
        if self.tried.solved is None:
            return "lose" if self.tried.wrong else "minor"
        return "win" if self.tried.at_first else "tie"


def _table(found: Sequence[Exercise], answers: bool, first: int) -> StudyTable:
    rows = tuple(
        _ExerciseRow(number, each, each.task, as_read(each.position), Tried())
        for number, each in enumerate(found, first)
    )
    notes = [fact("puzzles.exercises.note")]
    if any(each.plies and each.plies > 1 for each in found):
        notes.append(fact("puzzles.exercises.counts"))
    if not answers:
        notes.append(fact("puzzles.exercises.answers"))
    long = any(len(each.position.text) > _SHORT for each in found)
    hidden = (*(("position",) if long else ()), *(() if answers else ("answer",)))
    return StudyTable("puzzles.exercises", rows, tuple(notes), hidden=hidden)


def practised(study: Study, practice: Practice) -> Study:
    """The exercises with the player's tries."""
    if not study.data:
        return study
    table = study.table("exercises")
    rows = tuple(
        row._replace(tried=practice.get((row.exercise.game, row.exercise.moves), Tried())) for row in table.rows
    )
    new = replace(table, rows=rows)
    return replace(study, parts=tuple(new if part is table else part for part in study.parts))


def _about(position: Position) -> StudyQuestion | None:
    return StudyQuestion("puzzles", (position.game.id,)) if shelf.may_have(position.game) else None


TOPIC = Topic(
    "puzzles",
    "[GAME [N]] [answers]",
    study,
    _about,
    practised=practised,
)
