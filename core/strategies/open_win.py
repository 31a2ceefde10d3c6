"""The winning strategy of the first player in open ultimate tic-tac-toe, and its check against every reply.

Guillaume Bertholon and others, "At Most 43 Moves, At Least 29: Optimal Strategies and Bounds for Ultimate Tic-Tac-Toe",
2020, arXiv 2006.02353. Boards and cells are counted from 0, row by row. X begins in the centre of the middle board. While
that board has room, X plays in the centre of every board it is sent to, which sends O back to the middle. When it is full, X
is sent to the one board T that lacks its centre. From then on X plays in cell T of every board it is sent to, or where it
holds that in cell Q = 8 - T, opposite; on a free choice it takes board Q. So O gets to boards T and Q, and X wins others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from core.game import Game, Move, State, Symmetry
from core.games.ultimate import ALL, FREE, TURN, WHERE, Ultimate
from core.phrase import Phrase, phrase

_MIDDLE = 4
_CENTRE = 1 << 4
_AROUND = ALL & ~_CENTRE
_TICK = 1000


def applies(game: Ultimate) -> bool:
    """Whether the strategy is for these rules. It wins by a line, so the count rule makes no difference."""
    return game.stay_open and not game.tic_tac_ku


def reply(s: State) -> Move | None:
    """The move of the strategy; None if O is to move or X has strayed from the strategy."""
    if s[TURN] or s[WHERE] > FREE:
        return None
    if not any(s[:9]):
        return 9 * _MIDDLE + 4
    where, around = s[WHERE], s[_MIDDLE] >> 9
    played = {marks & ALL for marks in s[:9]}
    if around != _AROUND:
        centred = sum(1 << board for board in range(9) if s[board] & _CENTRE)
        sent_back = played <= {0, _CENTRE} and centred | 1 << where == around | _CENTRE and not centred >> where & 1
        return 9 * where + 4 if sent_back else None
    target = _target(s)
    if target is None or any(cells & ~(_CENTRE | 1 << target | 1 << 8 - target) for cells in played):
        return None
    board = 8 - target if where == FREE else where
    cell = 8 - target if s[board] >> target & 1 else target
    return None if (s[board] | s[board] >> 9) >> cell & 1 else 9 * board + cell


def reason(s: State) -> Phrase | None:
    """Why the strategy plays its move, in a sentence; None if it has no move."""
    move = reply(s)
    if move is None:
        return None
    board, cell = divmod(move, 9)
    target = _target(s)
    if target is None:
        return phrase("Centres send O back to the middle board until it is full.")
    if cell == target:
        return phrase("Cell {cell} of every board sends O to board {cell}.", cell=cell + 1)
    return phrase(
        "X holds cell {held} of board {board}, so it takes the opposite one: O is sent to boards {held} and {cell} only.",
        held=target + 1,
        board=board + 1,
        cell=cell + 1,
    )


def _target(s: State) -> int | None:
    """Board T, if the middle board is full and exactly one board lacks X's mark in its centre; else None."""
    if s[_MIDDLE] != _CENTRE | _AROUND << 9:
        return None
    lacking = [board for board in range(9) if not s[board] & _CENTRE]
    return lacking[0] if len(lacking) == 1 else None


class ForcedWin:
    """The check of one analysis. Calls ``tick`` with the number of positions about every thousand; it may raise Stopped.

    ``_known`` has the plies by state. Of symmetric boards T only the least is searched."""

    def __init__(self, game: Game, tick: Callable[[int], None]) -> None:
        self._game = game
        self._tick = tick
        self._known: dict[State, int | None] = {}
        self._nodes = 0

    def plies(self, s: State) -> int | None:
        """Number of plies from the unfinished state s to the end if X keeps to the strategy and O resists as long as possible.

        None if X has strayed from the strategy, or if a reply refutes it: the strategy itself is checked. Raises what ``tick``
        raises.
        """
        found = self._plies(s)
        nodes, self._nodes = self._nodes, 0
        self._tick(nodes)
        return found

    def line(self, s: State) -> list[Move]:
        """The longest game from s, a state that the strategy wins."""
        game, line = self._game, list[Move]()
        while game.value(s) is None:
            move = reply(s)
            if move is None:
                move = max(game.moves(s), key=lambda move: self._plies(game.play(s, move)) or 0)
            line.append(move)
            s = game.play(s, move)
        return line

    def _plies(self, s: State) -> int | None:
        game = self._game
        target = _target(s)
        if target is not None:
            turn = _turned(target)
            s = turn.image(s) if turn.moves[10 * target] != 10 * target else s
        if s in self._known:
            return self._known[s]
        self._nodes += 1
        if self._nodes >= _TICK:
            nodes, self._nodes = self._nodes, 0
            self._tick(nodes)
        move = reply(s)
        longest: int | None = None
        for each in game.moves(s) if s[TURN] else () if move is None else (move,):
            after = game.play(s, each)
            value = game.value(after)
            plies = self._plies(after) if value is None else 0 if value == (-1 if after[TURN] else 1) else None
            if plies is None:
                longest = None
                break
            longest = max(longest or 0, plies + 1)
        self._known[s] = longest
        return longest


@cache
def _turned(target: int) -> Symmetry:
    """The symmetry that maps this board to the least one."""
    return min(Ultimate(frozenset()).symmetries, key=lambda symmetry: symmetry.moves[10 * target])
