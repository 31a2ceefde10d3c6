"""The values that a search of a tree has found so far, and their notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import TypeAlias

from core.game import Move
from core.study.search.game_tree import SearchableTree
from core.study.search.trace import EARLY_PLIES, Frame, NodeValue, Trace, TraceStep

Path: TypeAlias = tuple[Move, ...]
"""The branches from the root to a node."""
SMALL_TREE = 40
"""Number of nodes from which a tree is too large to be shown whole."""


@dataclass
class Seen:
    """The values of a search so far: ``found`` of finished nodes, ``open`` the best so far on its path, ``cut`` the branches
    that it leaves out. ``ends`` is whether the leaves show their values."""

    found: dict[Path, NodeValue] = field(default_factory=dict)
    open: dict[Path, int | None] = field(default_factory=dict)
    cut: set[Path] = field(default_factory=set)
    ends: bool = True


@dataclass(frozen=True)
class ShownTree:
    """A tree as far as it is searched: of a small tree what is ``known``, of a large one the values of the root and its moves
    by plain minimax, and the number of its ``nodes``."""

    tree: SearchableTree
    known: Seen | None = None
    value: int | None = None
    values: Mapping[Move, int] = field(default_factory=dict)
    nodes: int = 0


def seen(trace: Trace) -> Seen:
    """The values of a search so far, found by repeating its steps: for small trees."""
    again, known = Trace(trace.tree, trace.pruning), Seen()
    while again.step < trace.step and again.forward():
        path = path_of(again)
        if again.last is TraceStep.VALUE and again.given:
            known.found[(*path, again.top.moves[len(again.top.found) - 1])] = again.given
        elif again.last is TraceStep.CUT:
            known.cut.update((*path, move) for move in again.top.left)
    path = path_of(trace)
    known.open = {path[:ply]: frame.best for ply, frame in enumerate(trace.path)}
    if trace.over:
        known.found[()] = trace.path[0].worth
    return known


def seen_early(trace: Trace) -> Seen:
    """The values of a search so far within the first plies: for trees of any size."""
    early = {path: at.worth for path, at in trace.early.items() if at.step <= trace.step}
    return Seen(
        {path: worth for path, worth in early.items() if worth},
        {path_of(trace)[:ply]: frame.best for ply, frame in enumerate(trace.path[: EARLY_PLIES + 1])},
        {path for path, worth in early.items() if worth is None},
    )


def path_of(trace: Trace) -> Path:
    """The branches from the root to the current node of a search."""
    return tuple(frame.move for frame in trace.path[1:])


def size(tree: SearchableTree, most: int) -> int:
    """The number of nodes of a tree, at most ``most``."""
    count, waiting = 0, [(tree.root, 0)]
    while waiting and count < most:
        node, ply = waiting.pop()
        count += 1
        if tree.value(node, ply) is None:
            waiting += [(tree.play(node, move), ply + 1) for move in tree.moves(node)]
    return count if not waiting else most


def bound(value: float) -> str:
    """Alpha or beta as text."""
    return {-inf: "-∞", inf: "+∞"}.get(value) or f"{value:.0f}"


def worth(found: NodeValue) -> str:
    """A value, with ≥ or ≤ if it is a bound."""
    return f"{found.bound}{found.value}"


def branches(tree: SearchableTree, path: Sequence[Frame]) -> str:
    """The names of the moves along a path."""
    return " ".join(tree.name(above.node, below.move) for above, below in pairwise(path))


def role(value: int) -> str:
    """The look of a value."""
    return "win" if value > 0 else "lose" if value < 0 else "tie"
