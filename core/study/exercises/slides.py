"""Exercises of sliding games."""

from __future__ import annotations

from core.game import Reason
from core.study.exercises.kind import ExerciseKind, Solved


def _shut_in(solved: Solved) -> bool:
    """Whether after each other move the opponent can block the player."""
    if solved.wins or not solved.threatened:
        return False
    position = solved.position
    for move in solved.others:
        after = position.play(move)
        ends = (after.play(reply).outcome for reply in after.moves)
        if not any(end and end.reason is Reason.STUCK and end.winner == after.turn for end in ends):
            return False
    return True


ESCAPE = ExerciseKind("escape", 2, _shut_in)
KINDS = (ESCAPE,)
