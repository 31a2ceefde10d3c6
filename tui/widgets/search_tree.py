"""SearchTree: a game tree while it is searched. A small tree is drawn whole; of a large one the first two plies and the path
from the root to where the search stands, with all branches of each node on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.study.search.game_tree import GameTree, SearchableTree
from core.study.search.seen import Seen, bound, path_of, role, seen, seen_early, worth
from core.study.search.trace import Frame, Trace
from tui.drawing.canvas import Canvas, Row, Span, width_of
from tui.drawing.frame import frame, section
from tui.drawing.studies.search_tree import MIN_STACK, Piece, drawn_whole, early_rows, first_plies
from tui.text.catalogue import _, figures

FRAME_COLUMNS, FRAME_ROWS = 4, 2
"""What the frame takes of the room for the tree."""


class SearchTree(Canvas, can_focus=True):
    """Shows where a search stands, in a frame that counts its steps."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.trace: Trace | None = None
        self.known: Seen | None = None

    def show(self, trace: Trace | None, known: Seen | None = None) -> None:
        """Show another search, or the same one after more steps; or else what is ``known`` of its tree."""
        self.trace, self.known = trace, known
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame with the whole tree, or with the first plies and the path."""
        trace = self.trace
        if trace is None:
            return frame(width, height, [section(_("Tree"), [])])
        rows = [[Span(" "), *row] for row in self._tree(trace, width - FRAME_COLUMNS, height - FRAME_ROWS)]
        _top, *below = frame(width, height, [section("", rows)])
        return [_title(trace, width), *below]

    def _tree(self, trace: Trace, width: int, height: int) -> Sequence[Row]:
        picture = drawn_whole(trace.tree, width, height, boards=True)
        here = path_of(trace)
        if picture is not None:
            known = self.known or seen(trace)
            return [[_piece(piece, known, here) for piece in line] for line in picture.lines(known)]
        early = early_rows(trace.tree)
        if height <= early + max(MIN_STACK, len(trace.path)):
            return _stack(trace, width, height)
        known = seen_early(trace)
        lines = first_plies(trace.tree, known, width)
        drawn: list[Row] = [[_piece(piece, known, here) for piece in line] for line in lines]
        return [*drawn, (), *_stack(trace, width, height - early - 1)]


def _title(trace: Trace, width: int) -> Row:
    """The line above the tree: the search and its scores, which a click changes, and how far it has come."""
    search = _("alpha-beta") if trace.pruning else _("minimax")
    spans = [Span("╭─", "frame"), Span(f" {search} ", "title", "screen.pruning")]
    if isinstance(trace.tree, GameTree):
        scores = "100 - depth" if trace.tree.scores else "1 0 -1"
        spans += [Span("─", "frame"), Span(f" {scores} ", "dim", "screen.scores")]
    counted = _("step {step}  nodes {nodes}  cuts {cuts}").format(
        step=figures(f"{trace.step:,}"), nodes=figures(f"{trace.nodes:,}"), cuts=figures(f"{trace.cuts:,}")
    )
    right = [Span(f" {counted} ", "dim"), Span("─╮", "frame")]
    left = width - width_of(spans) - width_of(right)
    if left < 0:
        right, left = right[1:], width - width_of(spans) - width_of(right[1:])
    return [*spans, Span("─" * left, "frame"), *right]


def _piece(piece: Piece, known: Seen, here: tuple[int, ...]) -> Span:
    """A node on the path stands out, one that is cut or not yet looked at stands back."""
    path = piece.path
    if path is None:
        return Span(piece.text, "dim")
    if path == here[: len(path)]:
        return Span(piece.text, "strong selected" if path == here else "strong")
    if any(path[:ply] in known.cut for ply in range(1, len(path) + 1)):
        return Span(piece.text, "dim")
    if path in known.found:
        return Span(piece.text, role(known.found[path].value))
    return Span(piece.text, "dim")


def _stack(trace: Trace, width: int, height: int) -> list[Row]:
    """The nodes of the path, each with its branches beside it or below it; where there is no room for all, the branches of
    those next to the root go first, then the nodes themselves."""
    heads = [_head(trace, ply) for ply in range(len(trace.path))]
    below = [_branches(trace, ply) for ply in range(len(trace.path))]
    blocks: list[list[Row]] = []
    for ply, (head, spans) in enumerate(zip(heads, below, strict=True)):
        if width_of(head) + width_of(spans) <= width:
            blocks.append([[*head, *spans]])
        else:
            blocks.append([head, *_wrapped(spans, ply + 3, width)])
    for ply in range(len(blocks)):
        if sum(map(len, blocks)) <= height:
            break
        blocks[ply] = blocks[ply][:1]
    rows = [row for block in blocks for row in block]
    if len(rows) <= height:
        return rows
    hidden = len(rows) - height + 1
    return [[Span(_("… {count} more above").format(count=hidden), "dim")], *rows[hidden:]]


def _head(trace: Trace, ply: int) -> list[Span]:
    """Which branch led to a node, who moves there, its bounds and its value so far."""
    tree, frame = trace.tree, trace.path[ply]
    last = ply == len(trace.path) - 1
    name = tree.name(trace.path[ply - 1].node, frame.move) if ply else ""
    joint = " " * (ply - 1) + "└" if ply else ""
    spans = [Span(joint, "dim"), Span(name, "strong selected" if last else "strong"), Span(" " if name else "")]
    if frame.leaf:
        assert frame.best is not None
        return [*spans, Span(tree.said(frame.node) or str(frame.best), f"{role(frame.best)} strong")]
    spans.append(Span(tree.players[not frame.maximizes], "first" if frame.maximizes else "second"))
    if trace.pruning:
        spans.append(Span(f" [{bound(frame.alpha)}, {bound(frame.beta)}]", "lose" if frame.cut else "dim"))
    sign = ("≥" if frame.maximizes else "≤") if frame.cut else ""
    best = "·" if frame.best is None else f"{sign}{frame.best}"
    return [*spans, Span(" "), Span(best, role(frame.best) if frame.best is not None else "dim"), Span("  ")]


def _branches(trace: Trace, ply: int) -> list[Span]:
    """The branches of a node: with their values, the one on the path, those that are left, or cut."""
    tree, frame = trace.tree, trace.path[ply]
    below = trace.path[ply + 1].move if ply + 1 < len(trace.path) else None
    spans: list[Span] = []
    for at, move in enumerate(frame.moves):
        text = tree.name(frame.node, move)
        if at < len(frame.found):
            spans.append(Span(f"{text} {worth(frame.found[at])}", role(frame.found[at].value)))
        elif move == below:
            spans.append(Span(text, "strong selected"))
        elif frame.cut:
            spans.append(Span(f"{text} ╳", "lose"))
        else:
            spans.append(Span(text, "dim"))
        spans.append(Span("  "))
    return spans


def _wrapped(spans: list[Span], indent: int, width: int) -> list[Row]:
    """Branches in as many rows as they need."""
    rows: list[list[Span]] = [[Span(" " * indent)]]
    for span in spans:
        if width_of(rows[-1]) + len(span.text) > width and span.text.strip():
            rows.append([Span(" " * indent)])
        rows[-1].append(span)
    return list(rows)


def names(tree: SearchableTree, frame: Frame, most: int) -> str:
    """The branches of a node that are left, the first of them by name."""
    left = [tree.name(frame.node, move) for move in frame.left]
    return ", ".join(left[:most]) + (" …" if len(left) > most else "")
