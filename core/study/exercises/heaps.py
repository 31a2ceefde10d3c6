"""Exercises of games of heaps: the only winning move leaves a position that the theory calls lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from core.games.fibonacci_nim import FibonacciNim, zeckendorf
from core.games.kayles import Kayles
from core.games.nim import Nim, Subtraction
from core.games.wythoff import Wythoff
from core.phrase import Sentence, fact
from core.position import Position
from core.study.exercises.kind import ExerciseKind, Solved, mover


def _kind(name: str, theory: Callable[[Solved], bool], task: Callable[[Position], Sentence]) -> ExerciseKind:
    def holds(solved: Solved) -> bool:
        return solved.wins and solved.after.outcome is None and theory(solved)

    return ExerciseKind(name, 3, holds, lambda position, answer, plies: task(position))


def _leaves_xor(solved: Solved) -> bool:
    game, state = solved.position.game, solved.after.state
    return isinstance(game, Nim) and reduce(xor, state[:-1]) == 0 and sum(map(bool, state[:-1])) > 1


def _leaves_multiple(solved: Solved) -> bool:
    game, state = solved.after.game, solved.after.state
    if not isinstance(game, Subtraction) or game.misere or len(state) > 2:
        return False
    return game.numbers == tuple(range(1, game.span + 1)) and state[0] % (game.span + 1) == 0


def _multiple(position: Position) -> Sentence:
    game = position.game
    assert isinstance(game, Subtraction)
    return fact("exercises.multiple", player=mover(position), number=game.span + 1)


def _leaves_nothing(solved: Solved) -> bool:
    game = solved.after.game
    return isinstance(game, (Kayles, Subtraction)) and not game.misere and game.grundy(solved.after.state) == 0


def _leaves_cold(solved: Solved) -> bool:
    return isinstance(solved.after.game, Wythoff)


def _takes_the_smallest(solved: Solved) -> bool:
    """Whether the answer takes the smallest part of the heap as a sum of Fibonacci numbers."""
    position, game = solved.position, solved.position.game
    if not isinstance(game, FibonacciNim):
        return False
    (taken,) = game.taken(position.state, solved.answer)
    return taken.number == zeckendorf(position.state[0])[0]


XOR = _kind("xor", _leaves_xor, lambda position: fact("exercises.xor", player=mover(position)))
MULTIPLE = _kind("multiple", _leaves_multiple, _multiple)
GRUNDY = _kind("grundy", _leaves_nothing, lambda position: fact("exercises.grundy", player=mover(position)))
COLD = _kind("cold", _leaves_cold, lambda position: fact("exercises.cold", player=mover(position)))
FIBONACCI = _kind(
    "fibonacci",
    _takes_the_smallest,
    lambda position: fact("exercises.fibonacci", player=mover(position)),
)
KINDS = (XOR, MULTIPLE, GRUNDY, COLD, FIBONACCI)
