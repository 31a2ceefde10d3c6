"""A move that is tried in an exercise, the engine's answer to it, and the hints that come before."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.analysis import Analysis, Line
from core.explain import Rung
from core.game import Move
from core.position import Position
from core.study.exercises.finding import Exercise

HINTS = (Rung.WHERE, Rung.WHY)
"""The hints of an exercise. Its task says what is at stake."""


def solution(exercise: Exercise) -> Analysis:
    """What is known of the position of an exercise: its answer."""
    answer = Line(exercise.move, exercise.score, (exercise.move,))
    return Analysis(exercise.position, (answer,), 0, 0, 0.0, True)


@dataclass(frozen=True)
class Attempt:
    """A ``move`` tried in an exercise, what is known of the position ``after`` it, None until the engine has answered, and how
    many moves of the line that begins with it are on the board."""

    exercise: Exercise
    before: Position
    move: Move
    analysis: Analysis | None = None
    at: int = 1

    @property
    def right(self) -> bool:
        """Whether it is the one right move."""
        return self.before.name(self.move) == self.exercise.answer

    @property
    def after(self) -> Position:
        """The position after the move."""
        return self.before.play(self.move)

    @property
    def line(self) -> tuple[Move, ...]:
        """The move, and what the engine expects after it."""
        best = self.analysis.best if self.analysis else None
        return (self.move, *(best.pv or (best.move,))) if best else (self.move,)

    @property
    def position(self) -> Position:
        """The position on the board."""
        position = self.before
        for move in self.line[: self.at]:
            position = position.play(move)
        return position

    @property
    def last(self) -> Move:
        """The move that led there."""
        return self.line[self.at - 1]

    @property
    def more(self) -> bool:
        """Whether the line goes on."""
        return self.at < len(self.line)

    @property
    def name(self) -> str:
        """The move in notation."""
        return self.before.name(self.move)

    def answered(self, analysis: Analysis) -> Attempt:
        """The same with the engine's answer, which is made on the board where the move was wrong."""
        known = replace(self, analysis=analysis)
        return known if self.right or not known.more else replace(known, at=2)

    def stepped(self, step: int) -> Attempt:
        """The line some moves further on, or back."""
        return replace(self, at=max(1, min(self.at + step, len(self.line))))
