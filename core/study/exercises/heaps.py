"""Exercises of games of heaps: the only winning move leaves a position that the theory calls lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from core.games.fibonacci_nim import FibonacciNim, zeckendorf
from core.games.kayles import Kayles
from core.games.nim import Nim, Subtraction
from core.games.wythoff import Wythoff
from core.phrase import Phrase, Sentence, fact
from core.position import Position
from core.study.exercises.kind import ExerciseKind, Solved


class _Multiple(ExerciseKind):
    def task(self, position: Position, plies: int | None) -> Sentence:
        assert isinstance(position.game, Subtraction)
        player = Phrase(position.game.players[position.turn])
        return fact("exercises.multiple", player=player, number=position.game.span + 1)


def _if(theory: Callable[[Solved], bool]) -> Callable[[Solved], bool]:
    """Whether a move that does not end the game wins, for the reason of a theory."""
    return lambda solved: solved.wins and solved.after.outcome is None and theory(solved)


def _leaves_xor(solved: Solved) -> bool:
    game, state = solved.position.game, solved.after.state
    return isinstance(game, Nim) and reduce(xor, state[:-1]) == 0 and sum(map(bool, state[:-1])) > 1


def _leaves_multiple(solved: Solved) -> bool:
    game, state = solved.after.game, solved.after.state
    if not isinstance(game, Subtraction) or game.misere or len(state) > 2:
        return False
    return game.numbers == tuple(range(1, game.span + 1)) and state[0] % (game.span + 1) == 0


def _leaves_nothing(solved: Solved) -> bool:
    game = solved.after.game
    return isinstance(game, (Kayles, Subtraction)) and not game.misere and game.grundy(solved.after.state) == 0


def _takes_the_smallest(solved: Solved) -> bool:
    """Whether the answer takes the smallest part of the heap as a sum of Fibonacci numbers."""
    position, game = solved.position, solved.position.game
    if not isinstance(game, FibonacciNim):
        return False
    (taken,) = game.taken(position.state, solved.answer)
    return taken.number == zeckendorf(position.state[0])[0]


XOR = ExerciseKind("xor", 3, _if(_leaves_xor))
MULTIPLE = _Multiple("multiple", 3, _if(_leaves_multiple))
GRUNDY = ExerciseKind("grundy", 3, _if(_leaves_nothing))
COLD = ExerciseKind("cold", 3, _if(lambda solved: isinstance(solved.after.game, Wythoff)))
FIBONACCI = ExerciseKind("fibonacci", 3, _if(_takes_the_smallest))
KINDS = (XOR, MULTIPLE, GRUNDY, COLD, FIBONACCI)
