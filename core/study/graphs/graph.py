"""The graph of a game: its boards, the moves between them, and their values; as a map, as tables and for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.game import Game
from core.kits import kit_of
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.score import Score
from core.study.graphs.atlas import MAX_NODES, Atlas, Chart, MapNode, atlas, chart_of
from core.study.graphs.judge import judged
from core.study.sources import OURS
from core.study.study import (
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Topic,
    called,
)

USUAL = "pong-hau-ki"
KINDS = ("SLIDES", "HEAPS")
"""The kinds of games for which this topic is offered; it answers about others too."""


class GraphShown(NamedTuple):
    """A graph as seen from a position."""

    atlas: Atlas
    position: Position


def study(question: StudyQuestion) -> Iterator[Study]:
    """The graph around a position."""
    position = question.at(USUAL)
    game = position.game
    found = atlas(position)
    chart = chart_of(game) if found.charted else None
    sources = (chart.source, OURS) if chart else (OURS,)
    name = fact("graph.study", game=game.name)
    for each, nodes, last in judged(found, game):
        told = replace(each, stories=chart.stories(each)) if chart and last else each
        pages = chart.parts(told) if chart and last else ()
        shown = StudyPicture("graph.map", GraphShown(told, position), (extent(told),))
        parts = (shown, *pages, _boards(told, game, chart), _edges(told, game))
        study = Study(question, name, parts, sources, nodes=nodes, data=told)
        yield study if last else study.unfinished()


def extent(found: Atlas) -> Sentence:
    """A sentence on how much of the game the graph shows."""
    boards, edges = len(found.nodes), len(found.edges)
    if found.whole:
        return fact("graph.extent.whole", boards=figure(boards), edges=figure(edges))
    if found.depth is None:
        return fact("graph.extent.rest", boards=boards, edges=edges)
    return fact("graph.extent.part", most=MAX_NODES, boards=boards, depth=found.depth)


class _Board(NamedTuple):
    """A board: its partners in a chart, and its value, the same for both players or for each."""

    board: MapNode
    mirror: int | None
    exchanged: int | None
    to_move: Score | Sentence | None
    first: Score | Sentence | None
    second: Score | Sentence | None
    study: StudyQuestion


def _boards(found: Atlas, game: Game, chart: Chart | None) -> StudyTable:
    first, second = called(game)
    either = not any(None in node.texts for node in found.nodes)
    alike = either and all(node.scores[0] == node.scores[1] for node in found.nodes)
    rows = []
    for node in found.nodes:
        mirror, exchanged = chart.partners(node.code) if chart else (None, None)
        one, other = (_BLOCKED if score and score.plies == 0 else score for score in node.scores)
        rows.append(_Board(node, mirror, exchanged, one, one, other, _link(game, node)))
    without = (*(() if chart else ("mirror", "exchanged")), *(("first", "second") if alike else ("to_move",)))
    values = {"first": first, "second": second}
    return StudyTable("graph.boards", tuple(rows), (fact("graph.boards.note"),), values=values, without=without)


_BLOCKED = fact("graph.boards.over")


def _link(game: Game, node: MapNode) -> StudyQuestion:
    text = next(text for text in node.texts if text is not None)
    return StudyQuestion("graph", (game.id,), "", text)


class _EdgeRow(NamedTuple):
    """An edge: its two boards, whether it goes both ways, and who moves along it."""

    edge: int
    start: MapNode
    way: str
    end: MapNode
    by: Sentence
    look: str


def _edges(found: Atlas, game: Game) -> StudyTable:
    first, second = called(game)
    rows = []
    for at, edge in enumerate(found.edges, 1):
        start, end = found.nodes[edge.start], found.nodes[edge.end]
        by: tuple[Sentence, str] = (first, "first") if edge.players[0] else (second, "second")
        if all(edge.players):
            by = fact("graph.edges.either"), ""
        rows.append(_EdgeRow(at, start, "-" if edge.back else ">", end, *by))
    one, other = (sum(edge.players[player] for edge in found.edges) for player in (0, 1))
    note = fact("graph.edges.note", first=first, second=second, one=one, other=other)
    return StudyTable("graph.edges", tuple(rows), (note,))


def about(position: Position) -> StudyQuestion | None:
    """The graph around a position of a sliding or heap game, if at least its own moves fit."""
    if kit_of(position.game.id).kind not in KINDS or len(position.moves) >= MAX_NODES:
        return None
    return StudyQuestion("graph", (position.game.id,), "", position.text)


TOPIC = Topic(
    "graph",
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
