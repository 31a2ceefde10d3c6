"""Minimax and alpha-beta step by step, forwards and backwards, over a tree of any size.

A step enters a node, gives its value to the node above, or cuts the rest of a node. The path from the root to the current node
is the whole state of the search, so it is saved now and then, and going back restarts from the last saved path.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import NamedTuple

from core.game import Move
from core.study.search.game_tree import SearchableTree, SearchNode

NOTED = 500
"""Steps between two saved paths: the maximum repeated to go back."""
EARLY_PLIES = 2
"""Plies from the root whose values are remembered, in a tree of any size."""


class TraceStep(Enum):
    """Kinds of steps."""

    ENTER = "enter"
    LEAF = "leaf"
    VALUE = "value"
    CUT = "cut"


class NodeValue(NamedTuple):
    """The value of a node. ``bound`` is ``≥`` for a lower bound, ``≤`` for an upper bound."""

    value: int
    bound: str = ""


class Frame(NamedTuple):
    """A node of the path."""

    node: SearchNode
    """The node of the tree."""
    move: Move
    """The branch that leads to it, -1 at the root."""
    maximizes: bool
    """Whether the maximizer is to move."""
    low: float
    """Alpha when its search began."""
    high: float
    """Beta when its search began."""
    leaf: bool
    """Whether it has no branches."""
    moves: Sequence[Move]
    """Its branches, in the order of the search."""
    found: tuple[NodeValue, ...] = ()
    """The values of its first branches."""
    best: int | None = None
    """The best of these, or the value of a leaf; None before the first."""
    cut: bool = False
    """Whether the remaining branches are cut."""

    @property
    def alpha(self) -> float:
        """The value that the maximizer is sure of."""
        return self.low if self.leaf or self.best is None or not self.maximizes else max(self.low, self.best)

    @property
    def beta(self) -> float:
        """The value that the minimizer is sure of."""
        return self.high if self.leaf or self.best is None or self.maximizes else min(self.high, self.best)

    @property
    def worth(self) -> NodeValue:
        """The value of the node, once its search has ended."""
        assert self.best is not None
        if self.leaf:
            return NodeValue(self.best)
        towards, against = ("≥", "≤") if self.maximizes else ("≤", "≥")
        reached = any(found.value == self.best and found.bound != against for found in self.found)
        limited = not self.cut and all(found.bound != towards for found in self.found)
        return NodeValue(self.best, "" if reached and limited else towards if reached else against)

    @property
    def left(self) -> Sequence[Move]:
        """The branches that have not been searched."""
        return self.moves[len(self.found) :]

    @property
    def done(self) -> bool:
        """Whether nothing is left to search."""
        return self.leaf or self.cut or len(self.found) == len(self.moves)


class _Note(NamedTuple):
    step: int
    path: tuple[Frame, ...]
    last: TraceStep
    nodes: int
    cuts: int
    given: NodeValue | None


@dataclass(frozen=True)
class CutReason:
    """The reason for a cut: ``bound`` at the node of ``ply`` on the path, secured by its branch ``move``."""

    ply: int
    move: Move
    bound: int


class Early(NamedTuple):
    """A value found near the root, None for a cut branch, and the step that found it."""

    step: int
    worth: NodeValue | None


class Trace:
    """A search after ``step`` steps, with its current ``path`` from the root. The ``last`` step gave the value ``given`` to the
    node above. So far ``nodes`` nodes were entered and ``cuts`` of them cut."""

    def __init__(self, tree: SearchableTree, pruning: bool) -> None:
        self.tree, self.pruning = tree, pruning
        self.path = [self._frame(tree.root, -1, 0, -inf, inf)]
        self.step, self.last, self.nodes, self.cuts = 0, TraceStep.ENTER, 1, 0
        self.given: NodeValue | None = None
        self.early: dict[tuple[Move, ...], Early] = {}
        """The values found within the first plies, by the branches from the root."""
        self._notes = [self._note()]
        self._cut_steps = array("q")
        self._furthest = 0

    @property
    def over(self) -> bool:
        """Whether the whole tree is searched."""
        return len(self.path) == 1 and self.path[0].done

    @property
    def top(self) -> Frame:
        """The current node."""
        return self.path[-1]

    def forward(self) -> bool:
        """Make one step; False at the end."""
        if self.over:
            return False
        top = self.path[-1]
        if top.done:
            self._give(top)
        elif self.pruning and top.alpha >= top.beta:
            self.path[-1] = top._replace(cut=True)
            for move in top.left:
                self._note_early(len(self.path), move, None)
            self.last, self.cuts, self.given = TraceStep.CUT, self.cuts + 1, None
        else:
            self._enter(top)
        self.step += 1
        if self.step > self._furthest:
            self._furthest = self.step
            if self.last is TraceStep.CUT:
                self._cut_steps.append(self.step)
            if self.step % NOTED == 0:
                self._notes.append(self._note())
        return True

    def go(self, step: int) -> None:
        """Go forwards or back to a step, or to the end if there are fewer."""
        if step < self.step:
            note = self._notes[max(0, step) // NOTED]
            self.step, self.path, self.last = note.step, list(note.path), note.last
            self.nodes, self.cuts, self.given = note.nodes, note.cuts, note.given
        while self.step < step and self.forward():
            pass

    def next_cut(self, within: int) -> bool:
        """Go to the next cut. False if the next ``within`` steps have none; they are made all the same."""
        at = bisect_left(self._cut_steps, self.step + 1)
        if at < len(self._cut_steps):
            self.go(self._cut_steps[at])
            return True
        end = self.step + within
        while self.step < end and self.forward():
            if self.last is TraceStep.CUT:
                return True
        return False

    def previous_cut(self) -> bool:
        """Go back to the previous cut; False if there is none."""
        at = bisect_left(self._cut_steps, self.step)
        if not at:
            return False
        self.go(self._cut_steps[at - 1])
        return True

    def reason(self) -> CutReason | None:
        """The reason why the current node is cut; None if it is not."""
        top = self.top
        if not top.cut:
            return None
        bound = top.high if top.maximizes else top.low
        for ply in range(len(self.path) - 2, -1, -1):
            frame = self.path[ply]
            if frame.maximizes != top.maximizes and frame.best == bound:
                values = [found.value for found in frame.found]
                return CutReason(ply, frame.moves[values.index(frame.best)], frame.best)
        raise AssertionError("a bound comes from the path")

    def _frame(self, node: SearchNode, move: Move, ply: int, low: float, high: float) -> Frame:
        value = self.tree.value(node, ply)
        leaf = value is not None
        return Frame(
            node, move, self.tree.maximizes(node), low, high, leaf, () if leaf else self.tree.moves(node), (), value
        )

    def _enter(self, top: Frame) -> None:
        move = top.moves[len(top.found)]
        low, high = (top.alpha, top.beta) if self.pruning else (-inf, inf)
        frame = self._frame(self.tree.play(top.node, move), move, len(self.path), low, high)
        self.path.append(frame)
        self.last, self.nodes, self.given = TraceStep.LEAF if frame.leaf else TraceStep.ENTER, self.nodes + 1, None

    def _give(self, top: Frame) -> None:
        self.path.pop()
        above = self.path[-1]
        worth = top.worth
        better = max if above.maximizes else min
        best = worth.value if above.best is None else better(above.best, worth.value)
        self.path[-1] = above._replace(found=(*above.found, worth), best=best)
        self.last, self.given = TraceStep.VALUE, worth
        self._note_early(len(self.path), top.move, worth)

    def _note_early(self, ply: int, move: Move, worth: NodeValue | None) -> None:
        """Remember the value of a branch of the current node, if it is near the root."""
        if ply <= EARLY_PLIES:
            self.early.setdefault((*(frame.move for frame in self.path[1:]), move), Early(self.step + 1, worth))

    def _note(self) -> _Note:
        return _Note(self.step, tuple(self.path), self.last, self.nodes, self.cuts, self.given)
