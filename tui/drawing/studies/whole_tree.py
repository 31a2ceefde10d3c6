"""A small tree of one heap, all of it at once: each node is the sticks that are left, in the colour of who wins from there::

  4
┌─┴─┬─┐
3   2 1
"""

from __future__ import annotations

from core.game import State
from core.phrase import fact, phrase
from core.study.heaps.tree import PositionTree
from tui.drawing.canvas import Row, Span
from tui.drawing.studies.branching import Branching, NodePath
from tui.drawing.studies.picture import Drawn

_CELL = 3
"""Columns of an end."""
_ENDS = "●○"
"""What stands for an end that the first player has won, or the second."""


def draw(tree: PositionTree) -> Drawn:
    """The nodes ply by ply, with what joins them."""
    states: dict[NodePath, State] = {}
    waiting: list[tuple[NodePath, State]] = [((), tree.root.state)]
    while waiting:
        path, state = waiting.pop()
        states[path] = state
        waiting += [((*path, move), after) for move, after in tree.nodes[state].moves]
    below = {path: [(*path, move) for move, _after in tree.nodes[state].moves] for path, state in states.items()}
    places = Branching(below, _CELL, 0)
    rows: list[Row] = []
    for ply in range(places.depth + 1):
        nodes = places.row(ply)
        row: list[Span] = []
        for path in nodes:
            state = states[path]
            seat = tree.root.game.players.index(tree.winner(state))
            text = str(state[0]) if tree.nodes[state].moves else _ENDS[seat]
            gap = places.centre[path] - len(text) // 2 - sum(len(span.text) for span in row)
            row += [Span(" " * gap), Span(text, ("first", "second")[seat])]
        rows.append(row)
        if ply < places.depth:
            rows.append([Span(places.joints(nodes), "dim")])
    first, second = map(phrase, tree.root.game.players)
    return Drawn(rows, (fact("nim.whole.note", first=first, second=second),))
