"""Four ways to search one tree: plain minimax, alpha-beta, with a table of positions, and with symmetric positions as one.

Each visits the moves in the order of the game, so that nothing but the idea itself makes the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import inf
from time import process_time

from core.game import Move, State
from core.phrase import Sentence, fact
from core.study.search.game_tree import GameTree
from core.study.search.trace import NodeValue


class Search:
    """A search. ``values`` of the root's moves are exact or ``bounds``; ``spent`` are the nodes of each move. ``nodes`` are the
    positions visited, ``cuts`` those left before all moves were tried, ``hits`` those answered by the table; ``seconds`` is
    processor time."""

    def __init__(
        self, key: str, title: Sentence, tree: GameTree, pruning: bool, entry: Callable[[State], Hashable] | None
    ) -> None:
        """``entry`` gives the key of a position in the table; None for no table."""
        self.key, self.title, self.pruning = key, title, pruning
        self._tree, self._entry = tree, entry
        self._known: dict[Hashable, tuple[float, float]] = {}
        self.values: dict[Move, int] = {}
        self.bounds: dict[Move, NodeValue] = {}
        self.spent: dict[Move, int] = {}
        self.nodes, self.cuts, self.hits, self.seconds = 1, 0, 0, 0.0

    def run(self) -> Iterator[None]:
        """Search the moves of the root, one at a time. The root maximizes."""
        tree = self._tree
        alpha = -inf
        for move in tree.game.moves(tree.root):
            started, before = process_time(), self.nodes
            value = int(self._value(tree.game.play(tree.root, move), 1, alpha if self.pruning else -inf, inf))
            self.seconds += process_time() - started
            self.values[move], self.spent[move] = value, self.nodes - before
            self.bounds[move] = NodeValue(value, "≤" if value <= alpha and self.pruning else "")
            alpha = max(alpha, value)
            yield

    @property
    def value(self) -> int | None:
        """The best of the values so far."""
        return max(self.values.values(), default=None)

    def _value(self, s: State, ply: int, alpha: float, beta: float) -> float:
        """The value of s, exact between alpha and beta; a lower bound from beta on, an upper bound up to alpha."""
        tree, game = self._tree, self._tree.game
        self.nodes += 1
        if game.value(s) is not None or ply == tree.horizon:
            return tree.value(s, ply) or 0
        key: Hashable = None
        low, high = -inf, inf
        if self._entry:
            key = (self._entry(s), ply) if tree.by_ply else self._entry(s)
            low, high = self._known.get(key, (-inf, inf))
            if low >= beta or high <= alpha or low == high:
                self.hits += 1
                return high if high <= alpha else low
        first, last = alpha, beta
        maximizes, pruning = tree.maximizes(s), self.pruning
        best = -inf if maximizes else inf
        moves = game.moves(s)
        for at, move in enumerate(moves, 1):
            value = self._value(game.play(s, move), ply + 1, alpha, beta)
            if value > best if maximizes else value < best:
                best = value
            if pruning:
                if maximizes:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if beta <= alpha:
                    self.cuts += at < len(moves)
                    break
        if self._entry:
            self._known[key] = (low if best <= first else best, high if best >= last else best)
        return best


def four(tree: GameTree) -> list[Search]:
    """The four searches of a tree, none begun."""
    return [
        Search("minimax", fact("minimax.searches.minimax"), tree, False, None),
        Search("alphabeta", fact("minimax.searches.alphabeta"), tree, True, None),
        Search("table", fact("minimax.searches.table"), tree, True, lambda s: s),
        Search("symmetry", fact("minimax.searches.symmetry"), tree, True, tree.game.canonical),
    ]
