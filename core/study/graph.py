"""The graph of a game: its boards, the moves between them, and what can be forced; as a map, as tables and for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.game import Game
from core.games import family_of
from core.phrase import Phrase, phrase
from core.position import Position
from core.study.atlas import MOST, Atlas, Chart, MapNode, atlas, chart_of, code_of
from core.study.judge import judged
from core.study.map import size, sketch
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
    Unstudied,
    called,
    figure,
)

USUAL = "pong-hau-ki"
LARGEST = 10_000
"""Boards of a graph that is written for Graphviz."""
KINDS = ("SLIDES", "HEAPS")
"""The kinds of games whose positions come with an offer of this topic; it answers about others too."""
_WIDEST, _TALLEST = 100, 60
"""Columns and rows of the map as text; a larger graph shows what is around the position."""


def study(question: StudyQuestion) -> Iterator[Study]:
    """The graph around a position."""
    position = question.at(USUAL)
    game = position.game
    found = atlas(position)
    chart = chart_of(game) if found.charted else None
    sources = (chart.source, OURS) if chart else (OURS,)
    name = phrase("The graph of {game}", game=game.name)
    for each, nodes, last in judged(found, game):
        told = replace(each, stories=chart.stories(each)) if chart and last else each
        pages = chart.parts(told) if chart and last else ()
        parts = (_map(told, position), *pages, _boards(told, game, chart), _edges(told, game))
        study = Study(question, name, parts, sources, nodes=nodes, data=told)
        yield study if last else study.unfinished()


def extent(found: Atlas, position: Position) -> Phrase:
    """How much of the game is there, in a sentence."""
    boards, edges = len(found.nodes), len(found.edges)
    if found.whole:
        return phrase("The whole game: boards {boards}, edges {edges}.", boards=figure(boards), edges=figure(edges))
    if found.depth is None:
        return phrase("All that can follow this position: boards {boards}, edges {edges}.", boards=boards, edges=edges)
    return phrase(
        "The game has more than {most} boards; these {boards} follow this position within {depth} moves.",
        most=MOST,
        boards=boards,
        depth=found.depth,
    )


def _map(found: Atlas, position: Position) -> StudyPicture:
    columns, rows = size(found)
    here = found.index[code_of(position)]
    drawn = sketch(found, min(columns, _WIDEST), min(rows, _TALLEST), here, position.turn)
    first, second = called(position.game)
    notes = [extent(found, position)]
    notes.append(
        phrase(
            "In brackets the board in question, {player} to move. + and - after a board: whoever is to move there (on a board "
            "where both can be, {player}) wins or loses; {first} and {second}: that player has won. No sign: nobody can force "
            "an end, or it is not known.",
            first=first,
            second=second,
            player=called(position.game)[position.turn],
        )
    )
    if found.charted:
        notes.append(
            phrase(
                "{first} goes along single lines, {second} along double ones, in turns. Upside down is the mirror; turned by "
                "half a turn, single and double exchanged, are the colours exchanged.",
                first=first,
                second=second,
            )
        )
    else:
        notes.append(
            phrase("Moves lead to the right; the table of edges has them all.") if not found.two_way else _SLIDES
        )
    return StudyPicture("map", phrase("Map"), drawn.lines(), tuple(notes))


_SLIDES = phrase("Columns to the right are more moves away; the table of edges has all moves.")


def _boards(found: Atlas, game: Game, chart: Chart | None) -> StudyTable:
    first, second = called(game)
    either = not any(None in node.texts for node in found.nodes)
    alike = either and all(node.scores[0] == node.scores[1] for node in found.nodes)
    worth = (
        (TableColumn("to_move", phrase("to move")),)
        if alike
        else (
            TableColumn("first", phrase("{player} to move", player=first)),
            TableColumn("second", phrase("{player} to move", player=second)),
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
        TableColumn("code", phrase("board")),
        *(chart.columns if chart else ()),
        *worth,
    )
    return StudyTable("boards", phrase("Boards"), columns, rows, (phrase("Enter on a board goes there."),))


def _worth(node: MapNode, alike: bool) -> tuple[Cell, ...]:
    scores = (node.scores[0],) if alike else node.scores
    return tuple(_BLOCKED if score and score.plies == 0 else score for score in scores)


_BLOCKED = Marked(phrase("over"), "lose")


def _link(game: Game, node: MapNode) -> StudyQuestion:
    text = next(text for text in node.texts if text is not None)
    return StudyQuestion("graph", (game.id,), "", text)


def _edges(found: Atlas, game: Game) -> StudyTable:
    both = phrase("either")
    rows = []
    for at, edge in enumerate(found.edges, 1):
        start, end = found.nodes[edge.start], found.nodes[edge.end]
        who: Phrase | str = both if all(edge.players) else called(game)[0 if edge.players[0] else 1]
        mark = "" if all(edge.players) else "first" if edge.players[0] else "second"
        rows.append((at, start.number, start.code, "-" if edge.back else ">", end.number, end.code, Marked(who, mark)))
    count = [sum(edge.players[player] for edge in found.edges) for player in (0, 1)]
    columns = (
        *(
            TableColumn("edge", phrase("edge"), True),
            TableColumn("from", "#", True),
            TableColumn("from_code", phrase("board")),
        ),
        *(
            TableColumn("way", ""),
            TableColumn("to", "#", True),
            TableColumn("to_code", phrase("board")),
            TableColumn("by", phrase("moved by")),
        ),
    )
    first, second = called(game)
    said = phrase(
        "{first} can go along {one} of them, {second} along {other}.",
        first=first,
        second=second,
        one=count[0],
        other=count[1],
    )
    return StudyTable("edges", phrase("Edges"), columns, tuple(rows), (said,))


def about(position: Position) -> StudyQuestion | None:
    """The graph around a position of a sliding or a heap game, where at least its own moves fit."""
    if family_of(position.game).kind not in KINDS or len(position.moves) >= MOST:
        return None
    return StudyQuestion("graph", (position.game.id,), "", position.text)


def dot(question: StudyQuestion) -> Iterator[str]:
    """The whole graph for Graphviz: edges of the first player blue, of the second red, of both black, boards on which a
    game can end filled. Raises Unstudied."""
    position = question.at(USUAL)
    start = Position.start(position.game)
    found = atlas(start, LARGEST)
    if not found.whole or found.depth is not None:
        raise Unstudied(
            "{game} has more than {most} boards, too many for one drawing; take a smaller board.",
            game=start.game.id,
            most=figure(LARGEST),
        )
    return _dot(found, position)


def _dot(found: Atlas, position: Position) -> Iterator[str]:
    game, here = position.game, code_of(position)
    arrow = "--" if found.two_way else "->"
    yield f'{"graph" if found.two_way else "digraph"} "{found.game}" {{'
    yield "  node [shape=box];"
    for node in found.nodes:
        over = any(text and Position.from_text(game, text).outcome for text in node.texts)
        looks = [f'label="{node.number}\\n{node.code}"']
        looks += ["style=filled"] if over else []
        looks += ["penwidth=3"] if node.code == here else []
        yield f"  {node.number} [{', '.join(looks)}];"
    for edge in found.edges:
        colour = "black" if all(edge.players) else "blue" if edge.players[0] else "red"
        both_ways = ", dir=both" if edge.back and not found.two_way else ""
        yield f"  {edge.start + 1} {arrow} {edge.end + 1} [color={colour}{both_ways}];"
    yield "}"


TOPIC = Topic(
    "graph",
    phrase("The graph of a game"),
    phrase("The boards and the moves between them, as a map to walk on."),
    "[GAME]",
    study,
    about,
    {"dot": dot},
    usual=USUAL,
)
