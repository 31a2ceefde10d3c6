"""Trees that a search walks: that of a position, the example of Fernández's figures, and trees from files.

Values are for the player to move at the root, the maximizer; the other player minimizes. Each tree has its own kind of nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from core.errors import CoreError, quoted
from core.game import Game, Move, State
from core.own.definition import Definition
from core.position import Position
from core.strategies.fernandez import SCALE

SearchNode: TypeAlias = Any
"""A state of a game, or the node of another tree."""


class SearchableTree(Protocol):
    """A tree that can be searched. ``players`` are the names of the maximizer and of the minimizer; ``named`` is whether its
    branches have names, as moves have."""

    root: SearchNode
    players: tuple[str, str]
    named: bool

    def value(self, node: SearchNode, ply: int) -> int | None:
        """The value of a leaf at a distance of ``ply`` from the root, None for a node with branches."""

    def maximizes(self, node: SearchNode) -> bool:
        """Whether the maximizer is to move."""

    def moves(self, node: SearchNode) -> Sequence[Move]:
        """The branches, in the order in which they are searched."""

    def play(self, node: SearchNode, move: Move) -> SearchNode:
        """The node at the end of a branch."""

    def name(self, node: SearchNode, move: Move) -> str:
        """The name of a branch."""

    def said(self, node: SearchNode) -> str | None:
        """The text shown for the value of a leaf, None for the value itself."""
        return None

    def goes_on(self, node: SearchNode) -> bool:
        """Whether a leaf is only the horizon, with more of the tree beyond it."""
        return False


class GameTree(SearchableTree):
    """The tree of a position that is not over. An end counts 1, 0 or -1, or with ``scores`` as in Fernández: 100 less the plies
    after the first for the winner. A position at the ``horizon`` counts 0."""

    named = True

    def __init__(self, game: Game, state: State, horizon: int | None = None, scores: bool = False) -> None:
        self.game, self.horizon, self.scores = game, horizon, scores
        self.root: SearchNode = state
        self._first = game.turn(state)
        self.players = (game.players[self._first], game.players[1 - self._first])
        self.by_ply = scores or horizon is not None
        """Whether the value of a position depends on its distance from the root."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its position."""
        return _grown, (Position(self.game, self.root), self.horizon, self.scores)

    def value(self, node: State, ply: int) -> int | None:
        ended = self.game.value(node)
        if ended is None:
            return 0 if ply == self.horizon else None
        if self.game.turn(node) != self._first:
            ended = -ended
        return ended * (SCALE - ply) if self.scores else ended

    def maximizes(self, node: State) -> bool:
        return self.game.turn(node) == self._first

    def moves(self, node: State) -> Sequence[Move]:
        return self.game.moves(node)

    def play(self, node: State, move: Move) -> State:
        return self.game.play(node, move)

    def name(self, node: State, move: Move) -> str:
        return self.game.format_move(node, move)

    def goes_on(self, node: State) -> bool:
        return self.game.value(node) is None


def _grown(position: Position, horizon: int | None, scores: bool) -> GameTree:
    return GameTree(position.game, position.state, horizon, scores)


class Leaf(NamedTuple):
    """An end of the example. The value of an illegible one is an upper bound, equal to the node above it, so it changes
    nothing."""

    value: int
    legible: bool = True


LEAVES = (
    ((Leaf(-2), Leaf(4)), (Leaf(6), Leaf(6, False))),
    ((Leaf(-6), Leaf(-4)), (Leaf(8), Leaf(8, False))),
)
"""Figures 3.1 to 3.5 and 3.8 to 3.11. The fourth and the eighth leaf are illegible; the text gives the nodes above them the
values 6 and 8, which the maximizer chooses there."""


class ExampleTree(SearchableTree):
    """A tree of nested tuples with alternating players. A node is whether the maximizer moves, and its branches or leaf."""

    named = False

    def __init__(self, below: tuple[object, ...] = LEAVES) -> None:
        self.root: SearchNode = (True, below)
        self.players = ("max", "min")

    def value(self, node: SearchNode, ply: int) -> int | None:
        return node[1].value if isinstance(node[1], Leaf) else None

    def maximizes(self, node: SearchNode) -> bool:
        return bool(node[0])

    def moves(self, node: SearchNode) -> Sequence[Move]:
        return range(len(_below(node)))

    def play(self, node: SearchNode, move: Move) -> SearchNode:
        return (not node[0], _below(node)[move])

    def name(self, node: SearchNode, move: Move) -> str:
        return str(move + 1)

    def said(self, node: SearchNode) -> str | None:
        return "?" if isinstance(node[1], Leaf) and not node[1].legible else None


class TreeNode(NamedTuple):
    """A node of a written tree: its children by their numbers, and the value of a leaf for the maximizer."""

    name: str
    children: tuple[int, ...]
    value: int | None


def written_nodes(values: Mapping[str, Any]) -> tuple[TreeNode, ...]:
    """The nodes of a definition's values, the root first, each before its children."""
    children: list[list[int]] = []
    names: list[tuple[str, int | None]] = []
    path: list[int] = []
    for number, row in enumerate(values["tree"].split("\n")):
        depth = (len(row) - len(row.lstrip())) // 2
        name, _, value = row.strip().partition(" ")
        names.append((name, int(value) if value else None))
        children.append([])
        del path[depth:]
        if path:
            children[path[-1]].append(number)
        path.append(number)
    return tuple(TreeNode(name, tuple(below), value) for (name, value), below in zip(names, children, strict=True))


class WrittenTree(SearchableTree):
    """A tree that somebody has written: its nodes by their numbers, with names and with values from the view of the maximizer,
    who moves first or second. ``order`` names nodes that are searched before the others beside them, in their order."""

    named = True
    players = ("max", "min")

    def __init__(self, definition: Definition, order: Sequence[str] = ()) -> None:
        self.definition, self.order = definition, tuple(order)
        self.nodes = written_nodes(definition.values)
        self.root: SearchNode = 0
        names = {node.name.lower(): number for number, node in enumerate(self.nodes)}
        for name in order:
            if name.lower() not in names:
                raise CoreError("There is no node {name} in this tree.", name=quoted(name))
        first = {names[name.lower()]: at for at, name in enumerate(order)}
        self._below = [sorted(node.children, key=lambda child: first.get(child, len(first))) for node in self.nodes]
        turns: list[bool] = [definition.values.get("first", "max") == "max"] * len(self.nodes)
        for number, node in enumerate(self.nodes):  # children come after their node
            for child in node.children:
                turns[child] = not turns[number]
        self._turns = tuple(turns)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its definition."""
        return WrittenTree, (self.definition, self.order)

    def value(self, node: SearchNode, ply: int) -> int | None:
        return self.nodes[node].value

    def maximizes(self, node: SearchNode) -> bool:
        return bool(self._turns[node])

    def moves(self, node: SearchNode) -> Sequence[Move]:
        return self._below[node]

    def play(self, node: SearchNode, move: Move) -> SearchNode:
        return move

    def name(self, node: SearchNode, move: Move) -> str:
        return self.nodes[move].name


def _below(node: SearchNode) -> tuple[object, ...]:
    assert isinstance(node[1], tuple)
    return node[1]
