"""The tree of a game of heaps as lines of text: each has the move, what it leaves, who wins it and in how many plies, and the
first player's share of the games from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.game import State
from core.phrase import fact, figure, phrase
from core.position import Position
from core.study.heaps.tree import PositionTree
from core.study.study import as_read
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import _, say

WINNING = "*"
"""Stands behind a move that wins."""
MAX_LINES = 400
"""Lines of the picture; a tree with more is drawn to a depth at which they suffice."""


def draw(tree: PositionTree) -> Drawn:
    """The tree, to a depth at which it has no more lines than a reader looks at."""
    depth = _depth(tree, MAX_LINES)
    first = phrase(tree.root.game.players[0])
    if depth >= tree.top.nodes:
        return Drawn.plain(lines(tree, depth), (fact("nim.tree.note", first=first),))
    part = fact("nim.tree.part", nodes=figure(tree.top.nodes), depth=depth)
    return Drawn.plain(lines(tree, depth), (fact("nim.tree.note", first=first), part))


def lines(tree: PositionTree, depth: int) -> list[str]:
    """The tree to a depth, line by line."""
    rows = list(_rows(tree, depth))
    width = max(len(label) for label, *_rest in rows)
    most_plies = max(len(plies) for _label, _winner, plies, _share in rows)
    return [f"{label:<{width}}  {_(winner)} {plies:<{most_plies}}  {share}" for label, winner, plies, share in rows]


def _depth(tree: PositionTree, most: int) -> int:
    """The depth to which there are at most so many nodes, but one at least; the number of all nodes where that is no bound."""
    level, count = Counter({tree.root.state: 1}), 1
    for depth in range(tree.top.nodes):
        below: Counter[State] = Counter()
        for state, ways in level.items():
            for _move, after in tree.nodes[state].moves:
                below[after] += ways
        count += below.total()
        if not below:
            break
        if count > most:
            return max(1, depth)
        level = below
    return tree.top.nodes


def _rows(tree: PositionTree, depth: int) -> Iterator[tuple[str, str, str, str]]:
    """The label with its branches, who wins and in how many plies, and the share, of each node to a depth; a node that is cut
    off has a sign."""
    game = tree.root.game
    stack: list[tuple[State, str, str, int]] = [(tree.root.state, "", "", 0)]
    while stack:
        state, label, indent, at = stack.pop()
        node = tree.nodes[state]
        cut = bool(node.moves) and at == depth
        sign = " …" if cut else ""
        yield (
            label + say(as_read(Position(game, state))) + sign,
            tree.winner(state),
            f"{node.plies}",
            f"{node.won}/{node.games}",
        )
        if cut:
            continue
        winning = tree.winning(state)
        names = [game.format_move(state, move) + WINNING * (move in winning) for move, _after in node.moves]
        width = max(map(len, names), default=0)
        for i in reversed(range(len(names))):
            last = i == len(names) - 1
            branch = f"{indent}{'└─' if last else '├─'} {names[i]:<{width}}  "
            stack.append((node.moves[i][1], branch, indent + ("   " if last else "│  "), at + 1))
