"""A whole tree drawn from the root down, as far as a search has come in it::

max                4
            ┌──────┴──────┐
min         4            ≤-4
         ┌──┴──┐       ┌──┴──╳
max      4    ≥6      -4     ·
        ┌┴─┐  ┌┴─╳   ┌─┴┐   ┌┴─┐
       -2  4  6  ?  -6 -4   8  ?

Where the nodes are positions of a small board and there is room, each is drawn as its board, with its value beside or below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from core.game import Move
from core.kinds.faces import GridGame
from core.phrase import fact, figure
from core.study.search.game_tree import GameTree, SearchableTree, SearchNode
from core.study.search.seen import SMALL_TREE, Path, Seen, ShownTree, size
from core.study.search.seen import worth as worth_text
from tui.drawing.studies.branching import Branching
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import _

MAX_COLUMNS = 78
"""Columns of a picture of a whole tree, so that it has room on a screen of 80."""
MARGIN = 5
"""Columns at the left, for whose turn it is."""
MAX_DRAWN_NODES = 100
"""Nodes of a tree that is drawn whole."""
_MAX_BOARD_SIDE = 4
"""Cells in a row or a column of a board that is drawn in a tree."""


class NodeLook(Enum):
    """How each node of a tree is drawn, the looks that show most first."""

    VALUE_BESIDE = auto()
    """Its board with its value at the right."""
    VALUE_BELOW = auto()
    """Its board with its value below, which takes fewer columns."""
    NAME = auto()
    """The branch that leads to it and its value."""

    @property
    def gap(self) -> int:
        """Columns between two nodes."""
        return 2 if self is NodeLook.VALUE_BELOW else 3


class Piece(NamedTuple):
    """A stretch of a line; ``path`` is the node of which it is the label, None for what joins them."""

    text: str
    path: Path | None = None


class TreePicture:
    """The places of all nodes of a small tree, drawn in one look. ``width`` columns and ``height`` lines are what its picture
    takes."""

    def __init__(self, tree: SearchableTree, look: NodeLook) -> None:
        self._tree = tree
        self._look = look
        self._nodes: dict[Path, SearchNode] = {}
        self._below: dict[Path, list[Path]] = {}
        blocks = [self._block(path, node, Seen()) for path, node in self._all((), tree.root)]
        self._lines = len(blocks[0])
        widest = max(len(text) for block in blocks for text in block)
        self._places = Branching(self._below, look.gap + widest, MARGIN)
        self.width = self._places.width
        self.height = (self._lines + 1) * self._places.depth + self._lines

    @property
    def boards(self) -> bool:
        """Whether the nodes are drawn as positions."""
        return self._look is not NodeLook.NAME

    def _all(self, path: Path, node: SearchNode) -> Iterator[tuple[Path, SearchNode]]:
        self._nodes[path] = node
        tree = self._tree
        inner = tree.value(node, len(path)) is None
        self._below[path] = [(*path, move) for move in tree.moves(node)] if inner else []
        yield path, node
        for below in self._below[path]:
            yield from self._all(below, tree.play(node, below[-1]))

    def _block(self, path: Path, node: SearchNode, known: Seen) -> list[str]:
        """What stands for a node, line by line: its board with its worth, or the branch that leads to it and its worth."""
        tree, worth = self._tree, self._worth(path, node, known)
        if self.boards:
            rows = _board(tree, node)
            if self._look is NodeLook.VALUE_BELOW:
                return [*rows, worth.center(len(rows[0])).rstrip()]
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
            return worth_text(known.found[path])
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
    if size(tree, MAX_DRAWN_NODES) == MAX_DRAWN_NODES:
        return None
    looks = NodeLook if boards and _board(tree, tree.root) else (NodeLook.NAME,)
    pictures = (TreePicture(tree, look) for look in looks)
    return next((picture for picture in pictures if picture.width <= width and picture.height <= height), None)


MIN_STACK = 4
"""Rows of the path that are shown below the first plies of a large tree."""
_REPLIES = 9
"""Replies to each first move that are drawn of a large tree."""
_WORTH, _SCORE = 3, 5
"""Columns of a value in it, as ``≤-1``, and of a score, as ``≥-100``."""


def early_rows(tree: SearchableTree) -> int:
    """The rows of :func:`first_plies`."""
    below = (tree.play(tree.root, move) for move in tree.moves(tree.root))
    replies = max((len(tree.moves(node)) for node in below if tree.value(node, 1) is None), default=0)
    return 2 + min(_REPLIES, replies)


def first_plies(tree: SearchableTree, known: Seen, width: int) -> list[list[Piece]]:
    """The root, a column for each first move, and below it the replies to that move, all with what is ``known`` of them::

        X     0…
        O     a1 0   b1 ·   c1 ·
        X     b1 1   a1 ·   a1 ·
              c1 ╳   c1 ·   b1 ·

    What has no room ends in an ellipsis."""
    height = early_rows(tree)
    columns = [_column(tree, move, known, height - 1) for move in tree.moves(tree.root)]
    names = max((len(piece.text.split()[0]) for column in columns for piece in column), default=0)
    cell = names + 2 + (_SCORE if isinstance(tree, GameTree) and tree.scores else _WORTH)
    room = max(1, (width - MARGIN) // cell)
    if room < len(columns):
        columns = [*columns[: room - 1], [Piece(f"… {len(columns) - room + 1}")]]
    first = tree.maximizes(tree.root)
    turns = [tree.players[not first], tree.players[first], tree.players[not first]]
    lines = [[Piece(f"{turns[0][: MARGIN - 1]:<{MARGIN}}"), Piece(_known_worth((), known), ())]]
    for at in range(height - 1):
        line = [Piece(f"{turns[at + 1][: MARGIN - 1] if at < 2 else '':<{MARGIN}}")]
        for column in columns:
            piece = column[at] if at < len(column) else Piece("")
            line += [piece, Piece(" " * (cell - len(piece.text)))]
        lines.append(line)
    return lines


def _column(tree: SearchableTree, move: Move, known: Seen, height: int) -> list[Piece]:
    """A first move and the replies to it, each with its worth."""
    node = tree.play(tree.root, move)
    replies = tree.moves(node) if tree.value(node, 1) is None else ()
    pieces = [Piece(f"{tree.name(tree.root, move)} {_known_worth((move,), known)}", (move,))]
    pieces += [
        Piece(f"{tree.name(node, reply)} {_known_worth((move, reply), known)}", (move, reply)) for reply in replies
    ]
    return pieces if len(pieces) <= height else [*pieces[: height - 1], Piece(f"… {len(pieces) - height + 1}")]


def _known_worth(path: Path, known: Seen) -> str:
    """The value of a node, the best so far of one that is being searched, or that it is cut or not looked at."""
    if path in known.found:
        return worth_text(known.found[path])
    if any(path[:ply] in known.cut for ply in range(1, len(path) + 1)):
        return "╳"
    best = known.open.get(path)
    return "·" if best is None else f"{best}…"


def drawn_as_boards(tree: SearchableTree, width: int, height: int) -> bool:
    """Whether the positions of a whole tree can be drawn as boards."""
    picture = drawn_whole(tree, width, height, boards=True)
    return picture is not None and picture.boards


def _board(tree: SearchableTree, node: SearchNode) -> list[str]:
    """The rows of a position; none where it has no small board."""
    game = tree.game if isinstance(tree, GameTree) else None
    if not isinstance(game, GridGame) or game.layers > 1 or max(game.columns, game.rows) > _MAX_BOARD_SIDE:
        return []
    rows = game.format_state(node).split(" ")[0].split("/")
    plain = len(rows) == game.rows and all(len(row) == game.columns for row in rows)
    return [" ".join(row.replace(".", "·")) for row in rows] if plain else []


def draw(shown: ShownTree) -> Drawn:
    """The whole tree, or of a large one the root and its moves."""
    tree, known = shown.tree, shown.known
    picture = drawn_whole(tree, MAX_COLUMNS, SMALL_TREE) if known else None
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
