"""The course: the games in the best order to learn them, each with its exercises and those solved so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.errors import quoted
from core.games import get
from core.phrase import Sentence, fact
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.exercises.finding import Exercise
from core.study.sources import OURS
from core.study.study import Study, StudyQuestion, StudyTable, Topic, Unstudied

PATH = (
    *("tictactoe", "subtraction:21:1,2,3", "nim:3,4,5", "pong-hau-ki", "morris", "notakto:2", "mnk:4,4,3", "achi"),
    *("connect-four:5,4,4", "tictactoe3d", "wythoff:8,12", "kayles:7", "fibonacci-nim:20", "chomp:3,4", "numerical"),
    *("dawson-kayles:7", "vanishing", "mnk:4,4,4", "ultimate", "connect-four", "qubic", "gomoku"),
)
"""The games of the course in order, with one of every family."""


def study(question: StudyQuestion) -> Iterator[Study]:
    """The course."""
    question.bare()
    if question.arguments:
        raise Unstudied(
            "The course is one for all games; leave out {game}, or ask for 'triqui study puzzles GAME'.",
            game=quoted(question.arguments[0]),
        )
    path = {id: shelf.exercises(get(id)) for id in PATH}
    yield Study(question, fact("course.study"), (_table(path, {}),), (OURS,), data=path)


class _CourseStep(NamedTuple):
    """A game of the course, with its exercises, those solved, and those solved by the first try."""

    name: Sentence
    game: str
    exercises: int
    solved: int
    at_once: int

    @property
    def study(self) -> StudyQuestion:
        """The exercises of the game."""
        return StudyQuestion("puzzles", (self.game,))


def _table(path: Mapping[str, Sequence[Exercise]], practice: Practice) -> StudyTable:
    rows: list[_CourseStep] = []
    for id, found in path.items():
        tried = [practice.get((each.game, each.moves), Tried()) for each in found]
        solved, at_once = sum(each.solved is not None for each in tried), sum(each.at_first for each in tried)
        rows.append(_CourseStep(get(id).name, id, len(found), solved, at_once))
    return StudyTable("course.path", tuple(rows), (fact("course.path.note"),))


def practised(study: Study, practice: Practice) -> Study:
    """The course with the player's tries."""
    return replace(study, parts=(_table(study.data, practice),))


TOPIC = Topic(
    "course",
    "",
    study,
    practised=practised,
    tells=lambda question, study: (),
)
