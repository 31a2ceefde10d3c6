"""What the tests of fair play have in common, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from core.game import Game
from core.games import get
from core.hall.fairness import Bound, unfair
from core.position import Position

LINES = [
    *("tictactoe", "tictactoe/misere", "tictactoe/toroidal", "mnk:4,4,3", "mnk:4,4,4", "mnk:5,5,5"),
    *("tictactoe3d", "qubic", "gomoku"),
]
"""Games of lines, whose positions are compared mark by mark."""
ON_BOARDS = (*LINES, "gomoku/swap2", "connect-four", "ultimate")


def start(game: str) -> Position:
    """The position in which a game begins."""
    return Position.start(get(game))


def boards(game: Game, count: int, moves: int = 10) -> Iterator[Position]:
    """Positions of random games that are not over, with one mark or more."""
    random = Random(game.id)
    while count:
        position = Position.start(game)
        for _ in range(random.randrange(1, moves)):
            position = position.play(random.choice(position.moves))
            if position.outcome:
                break
        else:
            count -= 1
            yield position


def closed_before_and_after(game: Game, board: Position, symmetries: Iterable[int]) -> None:
    """Assert that by post nobody asks about a position before the one on the board, or after it under these symmetries."""
    position, random = Position.start(game), Random(1)
    assert unfair([Bound(board, True)], position)
    for number in symmetries:
        after = Position(game, game.symmetries[number].image(board.state))
        while not after.outcome:
            assert unfair([Bound(board, True)], after)
            after = after.play(random.choice(after.moves))
