"""A whole tree drawn from the root down, as far as a search has come in it::

max                4
            ┌──────┴──────┐
min         4            ≤-4
         ┌──┴──┐       ┌──┴──╳
max      4    ≥6      -4     ·
        ┌┴─┐  ┌┴─╳   ┌─┴┐   ┌┴─┐
       -2  4  6  ?  -6 -4   8  ?

Where the nodes are positions of a small board and there is room, each is drawn as its board, with its value beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.kinds.faces import GridGame
from core.phrase import fact, figure
from core.study.game_tree import GameTree, SearchableTree, SearchNode
from core.study.seen import SMALL_TREE, Path, Seen, ShownTree, size
from tui.drawing.studies.branching import Branching
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import _

WIDEST = 78
"""Columns of a picture of a whole tree, so that it has room on a screen of 80."""
MARGIN = 5
"""Columns at the left, for whose turn it is."""
_LARGEST = 4
"""Rows and columns of a board that is drawn in a tree."""


class Piece(NamedTuple):
    """A stretch of a line; ``path`` is the node of which it is the label, None for what joins them."""

    text: str
    path: Path | None = None


class TreePicture:
    """The places of all nodes of a small tree, by the names of their branches or, as ``boards``, as positions. ``width``
    columns and ``height`` lines are what its picture takes."""

    def __init__(self, tree: SearchableTree, boards: bool = False) -> None:
        self._tree = tree
        self.boards = boards
        self._nodes: dict[Path, SearchNode] = {}
        self._below: dict[Path, list[Path]] = {}
        blocks = [self._block(path, node, Seen()) for path, node in self._all((), tree.root)]
        self._lines = len(blocks[0])
        self._places = Branching(self._below, 3 + max(len(text) for block in blocks for text in block), MARGIN)
        self.width = self._places.width
        self.height = (self._lines + 1) * self._places.depth + self._lines

    def _all(self, path: Path, node: SearchNode) -> Iterator[tuple[Path, SearchNode]]:
        self._nodes[path] = node
        tree = self._tree
        inner = tree.value(node, len(path)) is None
        self._below[path] = [(*path, move) for move in tree.moves(node)] if inner else []
        yield path, node
        for below in self._below[path]:
            yield from self._all(below, tree.play(node, below[-1]))

    def _block(self, path: Path, node: SearchNode, known: Seen) -> list[str]:
        """What stands for a node, line by line: its board with its worth beside it, or the branch that leads to it and its
        worth."""
        tree, worth = self._tree, self._worth(path, node, known)
        if self.boards:
            rows = _board(tree, node)
            return [f"{row} {worth if at == len(rows) // 2 else ''}".rstrip() for at, row in enumerate(rows)]
        name = tree.name(self._nodes[path[:-1]], path[-1]) if path and tree.named else ""
        return [f"{name} {worth}".strip()]

    def _worth(self, path: Path, node: SearchNode, known: Seen) -> str:
        """What a node is worth as far as that is known."""
        tree = self._tree
        value = tree.value(node, len(path))
        if value is not None:
            return (tree.said(node) or str(value)) if known.ends else "·"
        if path in known.found:
            return f"{known.found[path].bound}{known.found[path].value}"
        best = known.open.get(path)
        return "·" if best is None else f"{best}…"

    def lines(self, known: Seen) -> Iterator[list[Piece]]:
        """The picture, line by line from the root."""
        places = self._places
        for ply in range(places.depth + 1):
            row = places.row(ply)
            inner = [path for path in row if self._below[path]]
            whose = self._tree.players[not self._tree.maximizes(self._nodes[inner[0]])] if inner else ""
            blocks = [self._block(path, self._nodes[path], known) for path in row]
            for at in range(self._lines):
                line = [Piece(whose[: MARGIN - 1] if not at else "")]
                for path, block in zip(row, blocks, strict=True):
                    first = places.centre[path] - (len(block[0]) - 1) // 2
                    line += [Piece(" " * (first - sum(len(piece.text) for piece in line))), Piece(block[at], path)]
                yield line
            if inner:
                yield [Piece(places.joints(row, known.cut))]


def drawn_whole(tree: SearchableTree, width: int, height: int, boards: bool = False) -> TreePicture | None:
    """The picture of a whole tree, as ``boards`` where that fits, None where it does not fit at all."""
    if size(tree, SMALL_TREE) == SMALL_TREE:
        return None
    ways = (True, False) if boards and _board(tree, tree.root) else (False,)
    pictures = (TreePicture(tree, way) for way in ways)
    return next((picture for picture in pictures if picture.width <= width and picture.height <= height), None)


def drawn_as_boards(tree: SearchableTree, width: int, height: int) -> bool:
    """Whether the positions of a whole tree can be drawn as boards."""
    picture = drawn_whole(tree, width, height, boards=True)
    return picture is not None and picture.boards


def _board(tree: SearchableTree, node: SearchNode) -> list[str]:
    """The rows of a position; none where it has no small board."""
    game = tree.game if isinstance(tree, GameTree) else None
    if not isinstance(game, GridGame) or game.layers > 1 or max(game.columns, game.rows) > _LARGEST:
        return []
    rows = game.format_state(node).split(" ")[0].split("/")
    plain = len(rows) == game.rows and all(len(row) == game.columns for row in rows)
    return [" ".join(row.replace(".", "·")) for row in rows] if plain else []


def draw(shown: ShownTree) -> Drawn:
    """The whole tree, or of a large one the root and its moves."""
    tree, known = shown.tree, shown.known
    picture = drawn_whole(tree, WIDEST, SMALL_TREE) if known else None
    if picture and known:
        return Drawn.plain([_written(line) for line in picture.lines(known)], (fact("minimax.tree.note"),))
    lines = [f"{_(tree.players[0])} {'·' if shown.value is None else shown.value}"]
    moves = tree.moves(tree.root)
    for at, move in enumerate(moves, 1):
        joint = "└─" if at == len(moves) else "├─"
        lines.append(f"{joint} {tree.name(tree.root, move)} {shown.values.get(move, '·')}")
    return Drawn.plain(lines, (fact("minimax.tree.first_ply", nodes=figure(shown.nodes)),))


def _written(pieces: list[Piece]) -> str:
    """A line of the picture; whose turn it is stands first."""
    whose, *rest = (piece.text for piece in pieces)
    text = "".join(rest)
    label = text.lstrip()
    return f"{_(whose):<{len(whose) + len(text) - len(label)}}{label}"
