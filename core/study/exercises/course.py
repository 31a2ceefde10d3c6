"""The course: the games in the best order to learn them, each with its exercises and those solved so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from core.errors import quoted
from core.games import get
from core.phrase import Sentence, fact
from core.store.rows import Practice, Tried
from core.study.exercises import shelf
from core.study.sources import OURS
from core.study.study import Study, StudyQuestion, StudyTable, Topic, Unstudied

PATH = (
    *("tictactoe", "subtraction:21:1,2,3", "nim:3,4,5", "pong-hau-ki", "morris", "notakto:2", "mnk:4,4,3", "achi"),
    *("connect-four:5,4,4", "tictactoe3d", "wythoff:8,12", "kayles:7", "fibonacci-nim:20", "chomp:3,4", "numerical"),
    *("dawson-kayles:7", "vanishing", "mnk:4,4,4", "ultimate", "connect-four", "qubic", "gomoku"),
)
"""The games of the course in order, with one of every family."""
NOTE = fact("course.path.note")
"""The explanation of the path."""


def study(question: StudyQuestion) -> Iterator[Study]:
    """The course."""
    question.bare()
    if question.arguments:
        raise Unstudied(
            "There is one course for all games; leave out {game}, or use 'triqui study puzzles GAME'.",
            game=quoted(question.arguments[0]),
        )
    yield Study(question, fact("course.study"), (_table({}),), (OURS,))


class CourseStep(NamedTuple):
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

    @property
    def is_done(self) -> bool:
        """Whether all its exercises are solved."""
        return self.solved == self.exercises


def steps(practice: Practice) -> list[CourseStep]:
    """The course with the player's tries."""
    found: list[CourseStep] = []
    for game in map(get, PATH):
        exercises = shelf.exercises(game)
        tried = [practice.get((each.game, each.moves), Tried()) for each in exercises]
        solved, at_once = sum(each.solved is not None for each in tried), sum(each.at_first for each in tried)
        found.append(CourseStep(game.name, game.id, len(exercises), solved, at_once))
    return found


def next_step(path: Sequence[CourseStep]) -> CourseStep | None:
    """The first lesson that is not done, None after the last."""
    return next((lesson for lesson in path if not lesson.is_done), None)


def _table(practice: Practice) -> StudyTable:
    return StudyTable("course.path", tuple(steps(practice)), (NOTE,))


def practised(study: Study, practice: Practice) -> Study:
    """The course with the player's tries."""
    return replace(study, parts=(_table(practice),))


TOPIC = Topic(
    "course",
    "",
    study,
    practised=practised,
    tells=lambda question, study: (),
)
