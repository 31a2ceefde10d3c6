"""The kinds of exercises that any game may have."""

from __future__ import annotations

from core.game import Move
from core.phrase import Phrase, phrase
from core.position import Position
from core.score import Verdict
from core.study.exercises.kind import ExerciseKind, Solved, mover


def _at_once(position: Position, answer: Move, plies: int | None) -> Phrase:
    return phrase("{player} wins at once.", player=mover(position))


def _survive(position: Position, answer: Move, plies: int | None) -> Phrase:
    return phrase("{player} avoids a loss at once.", player=mover(position))


def _hold(position: Position, answer: Move, plies: int | None) -> Phrase:
    return phrase("{player} holds the draw.", player=mover(position))


def _go_on(position: Position, answer: Move, plies: int | None) -> Phrase:
    return phrase("{player} keeps the game going.", player=mover(position))


def _win(position: Position, answer: Move, plies: int | None) -> Phrase:
    if plies is None:
        return phrase("{player} wins, by one move only.", player=mover(position))
    return phrase("{player} wins in {plies}.", player=mover(position), plies=plies)


def _holds(verdict: Verdict, solved: Solved) -> bool:
    return not solved.threatened and solved.score.proven and solved.score.verdict is verdict


AT_ONCE = ExerciseKind("at-once", 1, lambda solved: solved.wins and solved.score.plies == 1, _at_once)
SURVIVE = ExerciseKind("survive", 2, lambda solved: not solved.wins and solved.threatened, _survive)
HOLD = ExerciseKind("hold", 4, lambda solved: _holds(Verdict.TIE, solved), _hold)
GO_ON = ExerciseKind("go-on", 4, lambda solved: _holds(Verdict.ENDLESS, solved), _go_on)
WIN = ExerciseKind("win", 5, lambda solved: solved.wins, _win)

KINDS = (AT_ONCE, SURVIVE, HOLD, GO_ON, WIN)
"""A position is an exercise of the first that holds, after those of its family."""
