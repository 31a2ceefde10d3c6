"""The answer to a move that is tried in an exercise, and the hints that come before."""

from __future__ import annotations

from core.analysis import Analysis, Line, proven_here
from core.explain import Rung, own_words
from core.game import Move
from core.review.account import Answer
from core.score import Proof, Score, Verdict
from core.study.exercises.finding import Exercise
from core.study.exercises.kind import AnswerProof

HINTS = (Rung.WHERE, Rung.WHY)
"""The hints of an exercise. Its task says what is at stake."""
_WRONG = {
    AnswerProof.WINS: Score.bound(Proof.AT_MOST, 0.0),
    AnswerProof.HOLDS: Score.exact(Verdict.LOSE),
    AnswerProof.SOONEST: None,
}
"""What is proven of every wrong move of an exercise."""


def solution(exercise: Exercise) -> Analysis:
    """What is known of the position of an exercise: its answer."""
    answer = Line(exercise.move, exercise.score, (exercise.move,))
    return Analysis(exercise.position, (answer,), 0, 0, 0.0, True)


def answer(exercise: Exercise, move: Move, after: Analysis | None) -> Answer:
    """Whether a move is the right one of an exercise, and what refutes it if not. ``after`` is what is known of the position
    that it leads to; a reply is taken from it once its search is over or its score is settled."""
    at = exercise.position
    led = at.play(move)
    score = after.score if after else None
    known = after if after and not led.outcome and (after.final or (score and score.settled)) else None
    reply = known.best.move if known and known.best else None
    found = proven_here(led) or (known and known.score)
    worth = found.before(at.turn != led.turn) if found and found.proven else None
    if at.name(move) == exercise.answer:
        return Answer(True, exercise.score if exercise.score.proven else worth, reply, own_words(at, move))
    worth = worth or _WRONG[exercise.ground]
    return Answer(False, worth, reply, None if reply is None else own_words(led, reply))
