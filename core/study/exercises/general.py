"""The kinds of exercises of any game."""

from __future__ import annotations

from core.game import Move
from core.phrase import Sentence, fact
from core.position import Position
from core.score import Verdict
from core.study.exercises.kind import ExerciseKind, Solved, mover


def _at_once(position: Position, answer: Move, plies: int | None) -> Sentence:
    return fact("exercises.at-once", player=mover(position))


def _survive(position: Position, answer: Move, plies: int | None) -> Sentence:
    return fact("exercises.survive", player=mover(position))


def _hold(position: Position, answer: Move, plies: int | None) -> Sentence:
    return fact("exercises.hold", player=mover(position))


def _go_on(position: Position, answer: Move, plies: int | None) -> Sentence:
    return fact("exercises.go-on", player=mover(position))


def _win(position: Position, answer: Move, plies: int | None) -> Sentence:
    if plies is None:
        return fact("exercises.win", player=mover(position))
    return fact("exercises.win_in", player=mover(position), plies=plies)


def _holds(verdict: Verdict, solved: Solved) -> bool:
    return not solved.threatened and solved.score.proven and solved.score.verdict is verdict


AT_ONCE = ExerciseKind("at-once", 1, lambda solved: solved.wins and solved.score.plies == 1, _at_once)
SURVIVE = ExerciseKind("survive", 2, lambda solved: not solved.wins and solved.threatened, _survive)
HOLD = ExerciseKind("hold", 4, lambda solved: _holds(Verdict.TIE, solved), _hold)
GO_ON = ExerciseKind("go-on", 4, lambda solved: _holds(Verdict.ENDLESS, solved), _go_on)
WIN = ExerciseKind("win", 5, lambda solved: solved.wins, _win)

KINDS = (AT_ONCE, SURVIVE, HOLD, GO_ON, WIN)
"""A position is an exercise of the first kind that holds, after the kinds of its family."""
