"""The kinds of exercises of any game."""

from __future__ import annotations

from core.phrase import Phrase, Sentence, fact
from core.position import Position
from core.score import Verdict
from core.study.exercises.kind import ExerciseKind, Solved


class _Win(ExerciseKind):
    def task(self, position: Position, plies: int | None) -> Sentence:
        if plies is None:
            return super().task(position, plies)
        return fact("exercises.win_in", player=Phrase(position.game.players[position.turn]), plies=plies)


def _holds(verdict: Verdict, solved: Solved) -> bool:
    return not solved.threatened and solved.score.proven and solved.score.verdict is verdict


AT_ONCE = ExerciseKind("at-once", 1, lambda solved: solved.wins and solved.score.plies == 1)
SURVIVE = ExerciseKind("survive", 2, lambda solved: not solved.wins and solved.threatened)
HOLD = ExerciseKind("hold", 4, lambda solved: _holds(Verdict.TIE, solved))
GO_ON = ExerciseKind("go-on", 4, lambda solved: _holds(Verdict.ENDLESS, solved))
WIN = _Win("win", 5, lambda solved: solved.wins)

KINDS = (AT_ONCE, SURVIVE, HOLD, GO_ON, WIN)
"""A position is an exercise of the first kind that holds, after the kinds of its family."""
