"""The exercises of a game: a position, a task, and one right answer that is proven."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import quoted
from core.games import get
from core.phrase import Phrase, phrase
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
    AnswerProof.WINS: phrase("no other wins"),
    AnswerProof.HOLDS: phrase("all others lose"),
    AnswerProof.SOONEST: phrase("none is as fast"),
}


def study(question: StudyQuestion) -> Iterator[Study]:
    """The exercises of a game, or one of them by its number."""
    words = [word for word in question.arguments if word != ANSWERS]
    question.bare()
    game = get(words[0] if words else USUAL)
    title = phrase("Exercises of {game}", game=game.name)
    looking = Text("looking", phrase("Exercises"), (phrase("The exercises are being looked for."),))
    yield Study(question, title, (looking,), (OURS,), final=False)
    found = shelf.exercises(game)
    number = _number(words[1:], len(found))
    answers = ANSWERS in question.arguments
    yield told(question, title, found[number - 1 : number] if number else found, answers, number or 1)


def told(question: StudyQuestion, title: Phrase, found: Sequence[Exercise], answers: bool, first: int = 1) -> Study:
    """Exercises as a study, numbered from ``first``; the answers are shown, or kept for programs."""
    if not found:
        none = phrase("No position of this game was found in which exactly one move is right.")
        return Study(question, title, (Text("exercises", phrase("Exercises"), (none,)),), (OURS,), data=())
    table = _table(found, answers, first)
    parts: tuple[PagePart, ...] = (table,)
    if len(found) == 1:
        (exercise,) = found
        rows = exercise.position.text.split("/")
        square = len(rows) > 1 and len(set(map(len, rows))) == 1
        lines = tuple(rows) if square else (as_read(exercise.position),)
        parts = (StudyPicture("board", phrase("The position"), lines, (exercise.task,)), table)
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
        TableColumn("task", phrase("task")),
        TableColumn("done", phrase("done")),
        TableColumn("position", phrase("position"), hidden=long),
        TableColumn("answer", phrase("answer"), hidden=not answers),
        TableColumn("proven", phrase("proven")),
        TableColumn("kind", phrase("kind"), hidden=True),
        TableColumn("plies", phrase("plies"), True, hidden=True),
        TableColumn("game", phrase("game"), hidden=True),
        TableColumn("moves", phrase("moves"), hidden=True),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *(number, each.task, None, as_read(each.position), each.answer, PROVEN[each.ground]),
            *(each.kind, each.plies, each.game, each.moves),
        )
        for number, each in enumerate(found, first)
    ]
    notes = [phrase("Each has exactly one right move: the engines have proven it.")]
    if any(each.plies and each.plies > 1 for each in found):
        notes.append(phrase("'wins in 5' counts the moves of both players, the first one too."))
    if not answers:
        notes.append(phrase("The word 'answers' behind the question shows the answers."))
    return StudyTable("exercises", phrase("Exercises"), columns, tuple(rows), tuple(notes))


def done_cell(tried: Tried | None) -> Cell:
    """What came of an exercise, as a cell."""
    if tried is None or tried == Tried():
        return None
    if tried.solved is None:
        return Marked(phrase("tried"), "lose" if tried.wrong else "dim")
    return Marked(phrase("first try"), "win") if tried.at_first else Marked(phrase("later"), "tie")


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
    phrase("The exercises of a game"),
    phrase("A dozen positions in which exactly one move is right."),
    "[GAME [N]] [answers]",
    study,
    _about,
    practised=practised,
)
