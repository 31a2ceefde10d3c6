"""The graph of a game: its boards, the moves between them, and what can be forced; as a map, as tables and for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.game import Game
from core.games import family_of
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.study.graphs.atlas import MAX_NODES, Atlas, Chart, MapNode, atlas, chart_of
from core.study.graphs.judge import judged
from core.study.sources import OURS
from core.study.study import (
    Cell,
    Marked,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Topic,
    called,
)

USUAL = "pong-hau-ki"
KINDS = ("SLIDES", "HEAPS")
"""The kinds of games whose positions come with an offer of this topic; it answers about others too."""


class GraphShown(NamedTuple):
    """A graph as it is seen from a position."""

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
        parts = (_map(told, position), *pages, _boards(told, game, chart), _edges(told, game))
        study = Study(question, name, parts, sources, nodes=nodes, data=told)
        yield study if last else study.unfinished()


def extent(found: Atlas, position: Position) -> Sentence:
    """How much of the game is there, in a sentence."""
    boards, edges = len(found.nodes), len(found.edges)
    if found.whole:
        return fact("graph.extent.whole", boards=figure(boards), edges=figure(edges))
    if found.depth is None:
        return fact("graph.extent.rest", boards=boards, edges=edges)
    return fact("graph.extent.part", most=MAX_NODES, boards=boards, depth=found.depth)


def _map(found: Atlas, position: Position) -> StudyPicture:
    return StudyPicture("graph.map", GraphShown(found, position), (extent(found, position),))


def _boards(found: Atlas, game: Game, chart: Chart | None) -> StudyTable:
    first, second = called(game)
    either = not any(None in node.texts for node in found.nodes)
    alike = either and all(node.scores[0] == node.scores[1] for node in found.nodes)
    worth = (
        (TableColumn("to_move"),)
        if alike
        else (
            TableColumn("first", fact("graph.boards.heads.first", player=first)),
            TableColumn("second", fact("graph.boards.heads.second", player=second)),
        )
    )
    rows = tuple(
        (
            node.number,
            Marked(node.code, "", _link(game, node)),
            *(chart.cells(node.code) if chart else ()),
            *_worth(node, alike),
        )
        for node in found.nodes
    )
    columns = (
        TableColumn("number", "#", True),
        TableColumn("code"),
        *(chart.columns if chart else ()),
        *worth,
    )
    return StudyTable("graph.boards", rows, (fact("graph.boards.note"),), columns=columns)


def _worth(node: MapNode, alike: bool) -> tuple[Cell, ...]:
    scores = (node.scores[0],) if alike else node.scores
    return tuple(_BLOCKED if score and score.plies == 0 else score for score in scores)


_BLOCKED = Marked(fact("graph.boards.over"), "lose")


def _link(game: Game, node: MapNode) -> StudyQuestion:
    text = next(text for text in node.texts if text is not None)
    return StudyQuestion("graph", (game.id,), "", text)


def _edges(found: Atlas, game: Game) -> StudyTable:
    both = fact("graph.edges.either")
    rows = []
    for at, edge in enumerate(found.edges, 1):
        start, end = found.nodes[edge.start], found.nodes[edge.end]
        who: Sentence | str = both if all(edge.players) else called(game)[0 if edge.players[0] else 1]
        mark = "" if all(edge.players) else "first" if edge.players[0] else "second"
        rows.append((at, start.number, start.code, "-" if edge.back else ">", end.number, end.code, Marked(who, mark)))
    count = [sum(edge.players[player] for edge in found.edges) for player in (0, 1)]
    columns = (
        *(
            TableColumn("edge", right=True),
            TableColumn("from", "#", True),
            TableColumn("from_code"),
        ),
        *(
            TableColumn("way", ""),
            TableColumn("to", "#", True),
            TableColumn("to_code"),
            TableColumn("by"),
        ),
    )
    first, second = called(game)
    said = fact("graph.edges.note", first=first, second=second, one=count[0], other=count[1])
    return StudyTable("graph.edges", tuple(rows), (said,), columns=columns)


def about(position: Position) -> StudyQuestion | None:
    """The graph around a position of a sliding or a heap game, where at least its own moves fit."""
    if family_of(position.game).kind not in KINDS or len(position.moves) >= MAX_NODES:
        return None
    return StudyQuestion("graph", (position.game.id,), "", position.text)


TOPIC = Topic(
    "graph",
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
