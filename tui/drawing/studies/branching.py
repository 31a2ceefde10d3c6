"""Where the nodes of a whole tree stand that is drawn from the root down, each above the middle of what is below it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

NodePath: TypeAlias = tuple[int, ...]
"""The branches from the root to a node."""


class Branching:
    """The columns of the nodes of a tree, given those ``below`` each; a leaf takes ``cell`` columns, and the first begins at
    ``left``. ``width`` is how many columns there are."""

    def __init__(self, below: Mapping[NodePath, Sequence[NodePath]], cell: int, left: int) -> None:
        self._below, self._cell = below, cell
        self.centre: dict[NodePath, int] = {}
        """The column of each node's middle."""
        self._place((), left)
        self.width = max(self.centre.values()) + cell // 2 + 1
        self.depth = max(map(len, below))
        """Plies from the root to the last node."""

    def _place(self, path: NodePath, left: int) -> int:
        """Place a node and all below it from a column on; the first column behind them."""
        right = left
        for below in self._below[path]:
            right = self._place(below, right)
        if right == left:
            self.centre[path] = left + self._cell // 2
            return left + self._cell
        first, last = self._below[path][0], self._below[path][-1]
        self.centre[path] = (self.centre[first] + self.centre[last]) // 2
        return right

    def row(self, ply: int) -> list[NodePath]:
        """The nodes so many plies from the root, from left to right."""
        return sorted((path for path in self._below if len(path) == ply), key=self.centre.__getitem__)

    def joints(self, row: Sequence[NodePath], cut: Collection[NodePath] = ()) -> str:
        """The line that leads from a row of nodes to those below them; branches that are ``cut`` have a cross."""
        line = [" "] * self.width
        for path in row:
            if not self._below[path]:
                continue
            middle = self.centre[path]
            ends = [self.centre[below] for below in self._below[path]]
            line[ends[0] : ends[-1] + 1] = "─" * (ends[-1] - ends[0] + 1)
            for end in ends:
                line[end] = "┬"
            line[ends[0]], line[ends[-1]] = "┌", "┐"
            line[middle] = "│" if len(ends) == 1 else "┼" if middle in ends else "┴"
            for below, end in zip(self._below[path], ends, strict=True):
                if below in cut:
                    line[end] = "╳"
        return "".join(line).rstrip()
