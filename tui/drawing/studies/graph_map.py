"""A graph drawn by characters: on a chart all edges, else the boards in columns and the edges of one of them.

Edges of the first player are single lines, those of the second double ones, so that they differ without colours. On a chart a
line leaves a board sideways and bends once, up or down into the other; where that would cross a line it leaves the other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from core.game import Player
from core.phrase import fact
from core.score import Score, Verdict
from core.study.graphs.atlas import Atlas, Edge, MapNode, code_of
from core.study.graphs.graph import GraphShown
from core.study.study import called
from tui.drawing.studies.picture import Drawn

SIGNS = {Verdict.WIN: "+", Verdict.TIE: "=", Verdict.LOSE: "-", Verdict.ENDLESS: ""}
_LINES = (tuple("─│╭╮╰╯"), tuple("═║╔╗╚╝"))
_PITCH = 12
"""Columns between two columns of a chart from which on codes stand beside the numbers."""

MAX_COLUMNS, MAX_ROWS = 100, 60
"""Columns and rows of the map as text; a larger graph shows what is around the position."""

MapPlace = tuple[int, int]


class Glyph(NamedTuple):
    """A character and its role."""

    char: str
    role: str


class Label(NamedTuple):
    """Where a board stands: its row, and its columns from the first to past the last."""

    node: int
    y: int
    left: int
    right: int


class Sketch(NamedTuple):
    """What is drawn, by column and row, and where the boards stand."""

    glyphs: dict[MapPlace, Glyph]
    labels: list[Label]

    def at(self, x: int, y: int) -> int | None:
        """The board drawn at a place."""
        return next((label.node for label in self.labels if label.y == y and label.left <= x < label.right), None)

    def lines(self) -> tuple[str, ...]:
        """The drawing as text, without roles."""
        rows = 1 + max(y for _x, y in self.glyphs)
        columns = 1 + max(x for x, _y in self.glyphs)
        blank = Glyph(" ", "")
        drawn = ("".join(self.glyphs.get((x, y), blank).char for x in range(columns)).rstrip() for y in range(rows))
        return tuple(drawn)


def won_by(node: MapNode) -> Player | None:
    """Who has won on a board, None where nobody has, or who is not to move."""
    over = [bool(score and score.plies == 0 and score.verdict is Verdict.LOSE) for score in node.scores]
    return (1 if over[0] else 0) if over[0] != over[1] else None


def sign(node: MapNode, turn: Player, players: tuple[str, str]) -> str:
    """What stands behind a board: who has won there, or whether the player to move wins or loses, or nothing."""
    winner, score = won_by(node), node.score(turn)
    if winner is not None:
        return players[winner]
    return SIGNS[score.verdict] if score and score.verdict else ""


def role(node: MapNode, turn: Player) -> str:
    """The role that colours a board."""
    score: Score | None = node.score(turn)
    return score.verdict.value if score and score.verdict else "guess"


def sketch(
    atlas: Atlas, width: int, height: int, here: int, turn: Player, layers: tuple[bool, bool] = (True, True)
) -> Sketch:
    """The graph in so many columns and rows, with a player to move on the board ``here``; of a graph that is larger, the part
    around it. On a chart the edges of each player are one of the ``layers``, drawn or not."""
    drawn = _charted(atlas, width, height) if atlas.charted else _columns(atlas, width, height, here)
    glyphs: dict[MapPlace, Glyph] = {}
    lit = set(atlas.neighbours(here, turn))
    if atlas.charted:
        for edge, places in _routes(atlas, drawn).items():
            if not any(layer and moves for layer, moves in zip(layers, edge.players, strict=True)):
                continue
            bright = here in edge[:2] and edge.players[turn]
            player = 0 if edge.players[0] else 1
            for place, char in _line(places, _LINES[player]):
                glyphs[place] = Glyph(
                    char, ("first", "second")[player] + (" strong" if bright else " dim" if lit else "")
                )
    for label in drawn:
        node = atlas.nodes[label.node]
        if label.left < 0 or label.right > width or not 0 <= label.y < height:
            continue
        text = _text(node, turn, atlas.players, atlas.charted and label.right - label.left > 5)
        look = "selected" if label.node == here else role(node, turn) + (" strong" if label.node in lit else "")
        before = "▸" if label.node in lit and not atlas.charted else " "
        text = f"[{text}]" if label.node == here else f"{before}{text} "
        left = (label.left + label.right + 1 - len(text)) // 2
        for i, char in enumerate(text):
            glyphs[left + i, label.y] = Glyph(char, look if char != " " or 0 < i < len(text) - 1 else "")
    return Sketch(glyphs, drawn)


def _text(node: MapNode, turn: Player, players: tuple[str, str], wide: bool) -> str:
    name = node.name + sign(node, turn, players)
    return f"{name} {node.code}" if wide else name


def size(atlas: Atlas) -> MapPlace:
    """Columns and rows in which the whole graph can be drawn."""
    across, down = _extent(atlas)
    return (8 * across + 5, 19) if atlas.charted else ((_wide(atlas) + 1) * (across + 1), down // 2 + 1)


def _extent(atlas: Atlas) -> MapPlace:
    """Steps from the first to the last place, to the right and downwards."""
    xs, ys = ([node.x for node in atlas.nodes], [node.y for node in atlas.nodes])
    return max(xs) - min(xs), max(ys) - min(ys)


def _wide(atlas: Atlas) -> int:
    return max(len(node.name) for node in atlas.nodes) + 3


def _charted(atlas: Atlas, width: int, height: int) -> list[Label]:
    """The boards at their places, spread over the room."""
    across, down = _extent(atlas)
    step = max(5, min((width - 5) // across, 16))
    if step >= _PITCH:
        step = min(step, (width - 11) // across)
    wide = 11 if step >= _PITCH else 5
    half = (min(height, 4 * down + 3) - 1) // 2
    labels = []
    for i, node in enumerate(atlas.nodes):
        below = 2 * node.y - down
        y = half + (abs(below) * half // down) * (1 if below > 0 else -1)
        left = node.x * step
        labels.append(Label(i, y, left, left + wide))
    return labels


def _columns(atlas: Atlas, width: int, height: int, here: int) -> list[Label]:
    """The boards in columns, one row each, moved so that the one in question is seen, and the whole graph where it fits."""
    wide = _wide(atlas)
    across, down = _extent(atlas)
    pitch = wide + 1
    tall = 2 if down + 1 <= height else 1
    left = _window(atlas.nodes[here].x * pitch, width, pitch * (across + 1) - 1, wide)
    top = min(node.y for node in atlas.nodes)
    rows = [(node.y - top) * tall // 2 for node in atlas.nodes]
    first = _window(rows[here], height, max(rows) + 1, 1) or -max(0, (height - max(rows) - 1) // 2)
    lefts = [node.x * pitch - left for node in atlas.nodes]
    return [Label(i, row - first, x, x + wide) for i, (row, x) in enumerate(zip(rows, lefts, strict=True))]


def _window(at: int, room: int, length: int, wide: int) -> int:
    """Where a window into so much begins that has what is at a place near its middle."""
    return 0 if length <= room else max(0, min(at + wide // 2 - room // 2, length - room))


def _routes(atlas: Atlas, labels: Sequence[Label]) -> dict[Edge, list[MapPlace]]:
    """The corners of every edge: two where it is straight, three where it bends."""
    taken: set[MapPlace] = set()
    under = {(x, label.y) for label in labels for x in range(label.left, label.right)}
    middle = (min(label.y for label in labels) + max(label.y for label in labels)) // 2
    routes: dict[Edge, list[MapPlace]] = {}
    straight = [edge for edge in atlas.edges if _straight(atlas, edge)]
    for edge in [*straight, *(edge for edge in atlas.edges if edge not in straight)]:
        ways = list(_ways(labels[edge.start], labels[edge.end], middle))
        drawn = [{place for place, _char in _line(way, _LINES[0])} - under for way in ways]
        route = next((way for way, places in zip(ways, drawn, strict=True) if not places & taken), ways[0])
        taken |= drawn[ways.index(route)]
        routes[edge] = route
    return routes


def _straight(atlas: Atlas, edge: Edge) -> bool:
    start, end = atlas.nodes[edge.start], atlas.nodes[edge.end]
    return start.x == end.x or start.y == end.y


def _ways(one: Label, other: Label, middle: int) -> Iterator[list[MapPlace]]:
    """The ways to draw an edge, by its corners, the ends included. One that bends is level at the end further from the
    ``middle`` row, if it can be, so that both sides of it look alike. What lies under a label is written over."""
    one_x, other_x = (one.left + one.right) // 2, (other.left + other.right) // 2
    if one.y == other.y:
        yield [(one_x, one.y), (other_x, one.y)]
        return
    if one_x == other_x:
        down = 1 if other.y > one.y else -1
        yield [(one_x, one.y + down), (one_x, other.y - down)]
        return
    outer, inner = sorted((one, other), key=lambda label: -abs(label.y - middle))
    for start, end in ((outer, inner), (inner, outer)):
        start_x, end_x = (start.left + start.right) // 2, (end.left + end.right) // 2
        corner = end_x - (1 if end_x > start_x else -1)
        yield [(start_x, start.y), (corner, start.y), (corner, end.y - (1 if end.y > start.y else -1))]


def _line(places: Sequence[MapPlace], chars: Sequence[str]) -> Iterator[tuple[MapPlace, str]]:
    """The characters along a way."""
    across, upright, right_down, left_down, right_up, left_up = chars
    for (x0, y0), (x1, y1) in pairwise(places):
        if x0 == x1:
            for y in range(min(y0, y1), max(y0, y1) + 1):
                yield (x0, y), upright
        else:
            for x in range(min(x0, x1), max(x0, x1) + 1):
                yield (x, y0), across
    if len(places) == 3:
        (x0, _y0), (x, y), (_x1, y1) = places
        yield (x, y), (right_down if y1 > y else right_up) if x0 > x else (left_down if y1 > y else left_up)


def draw(shown: GraphShown) -> Drawn:
    """The graph around a position, whole where it has room."""
    atlas, position = shown
    columns, rows = size(atlas)
    sketched = sketch(
        atlas, min(columns, MAX_COLUMNS), min(rows, MAX_ROWS), atlas.index[code_of(position)], position.turn
    )
    first, second = called(position.game)
    legend = [fact("graph.map.note", first=first, second=second, player=called(position.game)[position.turn])]
    if atlas.charted:
        legend.append(fact("graph.map.chart", first=first, second=second))
    else:
        legend.append(fact("graph.map.columns") if atlas.two_way else fact("graph.map.ahead"))
    return Drawn.plain(sketched.lines(), tuple(legend))
