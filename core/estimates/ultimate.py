"""Ultimate tic-tac-toe: which lines of the big board are still open to a player, and how near their boards are to being won.
What a board is worth serves the search by tables too (:mod:`core.engines.ultimate.tables`).

A board counts once for every line of the big board that its opponent has no part in: 20 when it is won; else 1 for every
line in it that holds one mark of the player and none of the opponent, 3 for every such line with two. For Tic-Tac-Ku, where
any five boards win, each board counts the same.
"""

from __future__ import annotations

from functools import cache
from math import tanh

from core.estimates.estimator import Estimator, LengthBounds
from core.game import State
from core.games.ultimate import ALL, FREE, LINES, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate

BOARD_WON = 20
FREE_CHOICE = 4
"""What it is worth to choose the board."""
_TEMPO = 6
"""What it is worth to be on the move."""
_SCALE = 60.0
_SURE = 0.98
"""No guess comes nearer to a proof."""
_EVERY_BOARD = 3
"""The weight of a board where all count the same: about as many lines as cross it."""


class UltimateEstimator(Estimator):
    """The worth of the boards of both players, weighed by the lines they can still be part of."""

    def __init__(self, game: Ultimate) -> None:
        self._tic_tac_ku = game.tic_tac_ku

    def value(self, s: State) -> float:
        turn = s[TURN]
        lost = ALL & ~s[OPEN]
        lead = self._worth(s, turn, lost & ~s[X_BOARDS + turn]) - self._worth(s, 1 - turn, lost & ~s[O_BOARDS - turn])
        lead += _TEMPO + FREE_CHOICE * (s[WHERE] == FREE)
        return _SURE * tanh(lead / _SCALE)

    def _worth(self, s: State, player: int, lost: int) -> int:
        """What the boards are worth to a player who can no longer win the lost ones."""
        mine = s[X_BOARDS + player]
        lost |= s[O_BOARDS - player]
        weights = board_weights(lost, _EVERY_BOARD if self._tic_tac_ku else 0)
        total = 0
        for board, weight in enumerate(weights):
            if weight:
                total += weight * (BOARD_WON if mine >> board & 1 else _hopes(s[board])[player])
        return total

    def span(self, s: State) -> LengthBounds:
        boards = [s[board] for board in range(9) if s[OPEN] >> board & 1]
        return LengthBounds(len(boards), sum(9 - marks.bit_count() for marks in boards))


@cache
def board_weights(lost: int, same: int = 0, more: int = 0) -> tuple[int, ...]:
    """How much each board counts for a player who cannot have these: nothing if it is one of them, else by the lines of the big
    board through it that hold none of them, and so much ``more``; or all the ``same``."""
    lines = [line for line in LINES if not line & lost]
    weights = [same or more + sum(line >> board & 1 for line in lines) for board in range(9)]
    return tuple(0 if lost >> board & 1 else weight for board, weight in enumerate(weights))


@cache
def _hopes(marks: int) -> tuple[int, int]:
    """What the lines of an open board promise to X and to O; there are 3^9 boards at most."""
    x, o = marks & ALL, marks >> 9
    return promise(x, o), promise(o, x)


@cache
def promise(mine: int, theirs: int) -> int:
    """What the lines of a board that goes on are worth to a player with these marks in it."""
    return sum((0, 1, 3, 0)[(line & mine).bit_count()] for line in LINES if not line & theirs)
