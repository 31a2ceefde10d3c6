"""The course: the games in the order in which they are learned best, each with its exercises and how far one has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.errors import quoted
from core.games import get
from core.phrase import fact
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.exercises.finding import Exercise
from core.study.sources import OURS
from core.study.study import Marked, Study, StudyQuestion, StudyTable, TableColumn, Topic, Unstudied

PATH = (
    *("tictactoe", "subtraction:21:1,2,3", "nim:3,4,5", "pong-hau-ki", "morris", "notakto:2", "mnk:4,4,3", "achi"),
    *("connect-four:5,4,4", "tictactoe3d", "wythoff:8,12", "kayles:7", "fibonacci-nim:20", "chomp:3,4", "numerical"),
    *("dawson-kayles:7", "vanishing", "mnk:4,4,4", "ultimate", "connect-four", "qubic", "gomoku"),
)
"""Every family has a game on it."""


def study(question: StudyQuestion) -> Iterator[Study]:
    """The path over the games."""
    question.bare()
    if question.arguments:
        raise Unstudied(
            "The course is one for all games; leave out {game}, or ask for 'triqui study puzzles GAME'.",
            game=quoted(question.arguments[0]),
        )
    path = {id: shelf.exercises(get(id)) for id in PATH}
    rows = tuple(
        (Marked(get(id).name, link=StudyQuestion("puzzles", (id,))), id, *_counted(found, {}))
        for id, found in path.items()
    )
    columns = (
        TableColumn("name"),
        TableColumn("game"),
        TableColumn("exercises", right=True),
        TableColumn("solved", right=True),
        TableColumn("at_once", right=True),
    )
    notes = (fact("course.path.note"),)
    table = StudyTable("course.path", rows, notes, columns=columns)
    yield Study(question, fact("course.study"), (table,), (OURS,), data=path)


def _counted(found: Sequence[Exercise], practice: Practice) -> tuple[int, int, int]:
    """How many exercises there are, how many are solved, and how many were by the first try."""
    tried = [practice.get((each.game, each.moves), Tried()) for each in found]
    return len(found), sum(each.solved is not None for each in tried), sum(each.at_first for each in tried)


def practised(study: Study, practice: Practice) -> Study:
    """The path with how much of it is done."""
    table = study.table("path")
    rows = tuple(
        (*row[:2], *_counted(found, practice)) for row, found in zip(table.rows, study.data.values(), strict=True)
    )
    return replace(study, parts=(replace(table, rows=rows),))


TOPIC = Topic(
    "course",
    "",
    study,
    practised=practised,
    tells=lambda question, study: (),
)
