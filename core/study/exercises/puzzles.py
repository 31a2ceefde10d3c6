"""The exercises of a game: a position, a task, and one right answer that is proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import quoted
from core.games import get
from core.phrase import Sentence, fact
from core.position import Position
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.exercises.finding import Exercise
from core.study.exercises.kind import AnswerProof
from core.study.sources import OURS
from core.study.study import (
    Cell,
    Marked,
    PagePart,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    Topic,
    Unstudied,
    as_read,
)

USUAL = "tictactoe"
ANSWERS = "answers"
"""The word that asks for the answers."""
_SHORT = 36
"""Positions as text that are longer would not fit into a table."""

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
    """Exercises as a study, numbered from ``first``; the answers are shown, or kept for programs."""
    if not found:
        none = fact("puzzles.exercises.none")
        return Study(question, title, (Text("puzzles.exercises", (none,)),), (OURS,), data=())
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
        "There is no exercise {number}; they are numbered from 1 to {count}, as in 'triqui study puzzles {usual} 2'.",
        number=quoted(" ".join(words)),
        count=count,
        usual=USUAL,
    )


def _table(found: Sequence[Exercise], answers: bool, first: int) -> StudyTable:
    long = any(len(each.position.text) > _SHORT for each in found)
    columns = (
        TableColumn("number", "#", True),
        TableColumn("task"),
        TableColumn("done"),
        TableColumn("position", hidden=long),
        TableColumn("answer", hidden=not answers),
        TableColumn("proven"),
        TableColumn("kind", hidden=True),
        TableColumn("plies", right=True, hidden=True),
        TableColumn("game", hidden=True),
        TableColumn("moves", hidden=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *(number, each.task, None, as_read(each.position), each.answer, PROVEN[each.ground]),
            *(each.kind, each.plies, each.game, each.moves),
        )
        for number, each in enumerate(found, first)
    ]
    notes = [fact("puzzles.exercises.note")]
    if any(each.plies and each.plies > 1 for each in found):
        notes.append(fact("puzzles.exercises.counts"))
    if not answers:
        notes.append(fact("puzzles.exercises.answers"))
    return StudyTable("puzzles.exercises", tuple(rows), tuple(notes), columns=columns)


def done_cell(tried: Tried | None) -> Cell:
    """What came of an exercise, as a cell."""
    if tried is None or tried == Tried():
        return None
    if tried.solved is None:
        return Marked(fact("puzzles.exercises.tried"), "lose" if tried.wrong else "minor")
    return (
        Marked(fact("puzzles.exercises.first_try"), "win")
        if tried.at_first
        else Marked(fact("puzzles.exercises.later"), "tie")
    )


def practised(study: Study, practice: Practice) -> Study:
    """The exercises with what came of them."""
    if not study.data:
        return study
    table = study.table("exercises")
    at = [column.key for column in table.columns].index("done")
    rows = tuple(
        (*row[:at], done_cell(practice.get((each.game, each.moves))), *row[at + 1 :])
        for row, each in zip(table.rows, study.data, strict=True)
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
