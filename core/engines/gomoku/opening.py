"""The opening Swap2: stones that are worth the same to both colours, and the colour that is worth more.

Who sets stones for the other to choose from gets the worse colour, so a position is worth less to them, the further from
level it is. What it is worth to the colour to be set next is found by the search of a few good moves.
"""

from __future__ import annotations

from core.engines.gomoku.lines import lines_of, stand
from core.engines.gomoku.search import GomokuSearch, unit
from core.engines.gomoku.threats import Force
from core.engines.root import Root
from core.engines.win_scores import WIN
from core.game import State
from core.games.gomoku import CHOICE, LAST, Swap2Gomoku
from core.score import Score

_MAX_DEPTH = 12
_FROM_EDGE = 4
"""How far from the edges the first stone is set: in the middle black would be too strong."""
_BALANCED = 16
"""Positions, the most level at a glance, that are searched before the last stone is chosen."""
_TWO_MORE = -0.08
"""What setting two more stones is worth: the other chooses then, but among stones that one has made level."""
_APART = 2


class Swap2Opening:
    """The moves of one root before the colours are shared out."""

    def __init__(self, root: Root, game: Swap2Gomoku) -> None:
        self._root = root
        self._game = game
        self._lines = lines = lines_of(game.columns, game.rows, game.board.exact)
        # Behind a limit of depth nothing is searched further, not even fours.
        force = Force(lines.board, root.tick) if root.watch.limit.depth is None else None
        self._search = GomokuSearch(lines, force, root.tick)

    def run(self) -> None:
        """Estimate the moves, deeper and deeper. Raises Stopped."""
        stage = self._root.position.state[2]
        if stage in (CHOICE, LAST):
            self._choose()
        elif self._root.children[0][2] == stage:
            self._begin()
        else:
            self._balance()
        self._root.tick(0)

    def _worth(self, state: State, depth: int) -> float:
        """What a position is worth to the colour that is set next: the mean of two depths, as each favours another colour."""
        own, other = map(self._lines.board.of, self._game.sides(state))
        there = stand(self._lines, own, other)
        if not depth:
            return unit(self._search.static(there))
        return sum(unit(self._search.value(there, plies, -WIN, WIN, 0)) for plies in (depth - 1, depth)) / 2

    def _depths(self) -> range:
        limit = self._root.watch.limit.depth
        return range(1, 1 + (_MAX_DEPTH if limit is None else min(limit, _MAX_DEPTH)))

    def _choose(self) -> None:
        """Take the better colour: white is next."""
        for depth in self._depths():
            white = self._worth(self._root.position.state, depth)
            # Two more stones are not looked at.
            worths = ((white, depth), (-white, depth), (_TWO_MORE, 0))
            for i, (value, plies) in zip(range(len(self._root.moves)), worths, strict=False):
                self._root.learn(i, Score.estimate(value), plies)
            self._root.depth = depth
            self._root.report()

    def _begin(self) -> None:
        """Set a stone that others follow: away from the middle, or two steps from one that is there."""
        columns, rows = self._game.columns, self._game.rows
        taken = self._root.position.state[0] | self._root.position.state[1]
        stones = [divmod(cell, columns) for cell in range(columns * rows) if taken >> cell & 1]
        for i, move in enumerate(self._root.moves):
            row, column = divmod(move, columns)
            if stones:
                off = abs(_APART - min(max(abs(row - y), abs(column - x)) for y, x in stones))
            else:
                edge = (min(row, rows - 1 - row), min(column, columns - 1 - column))
                off = abs(_FROM_EDGE - edge[0]) + abs(_FROM_EDGE - edge[1])
            self._root.learn(i, Score.estimate(max(-0.9, -0.05 - 0.05 * off)))
        self._root.depth = 1

    def _balance(self) -> None:
        """Set the last stone so that neither colour is better."""
        root = self._root
        # Who comes next takes the better colour, so what is worth most to either is worth least here.
        found = {i: abs(self._worth(root.children[i], 0)) for i in root.leading}
        self._learn(found)
        # A glance ranks all of them; to search them all would leave no time for depth.
        near = sorted(found, key=found.__getitem__)[:_BALANCED]
        for depth in self._depths():
            searched = {i: abs(self._worth(root.children[i], depth)) for i in near}
            least = max(searched.values())
            rest = {i: max(value, least + 0.01) for i, value in found.items() if i not in searched}
            self._learn(rest)
            self._learn(searched, depth)
            root.depth = depth
            root.report()

    def _learn(self, found: dict[int, float], depth: int = 0) -> None:
        for i, lead in found.items():
            self._root.learn_orbit(i, Score.estimate(-lead), depth=depth)
