"""Studies written whole for other programs: graphs and trees for Graphviz, and a tree as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.phrase import figure
from core.position import Position
from core.study.graphs import graph
from core.study.graphs.atlas import Atlas, atlas, code_of
from core.study.heaps import nim
from core.study.heaps.tree import PositionTree
from core.study.study import StudyQuestion, Unstudied
from tui.drawing.studies import heap_tree

MAX_LINES = 200_000
"""Lines of the tree as text."""
MAX_BOARDS = 10_000
"""Boards of a graph that is written for Graphviz."""


def _tree_dot(tree: PositionTree) -> Iterator[str]:
    """The positions for Graphviz, each once, in the colour of who wins it; the moves that win are bold."""
    game = tree.root.game
    yield "digraph tree {"
    yield "  node [shape=box, style=filled];"
    for state, node in reversed(list(tree.nodes.items())):
        text = game.format_state(state)
        colour = "lightblue" if tree.winner(state) == game.players[0] else "lightcoral"
        yield f'  "{text}" [label="{text}\\n{node.won}/{node.games}", fillcolor={colour}];'
        winning = tree.winning(state)
        for move, after in node.moves:
            style = ", style=bold" if move in winning else ""
            yield f'  "{text}" -> "{game.format_state(after)}" [label="{game.format_move(state, move)}"{style}];'
    yield "}"


def _tree_text(question: StudyQuestion) -> Iterator[str]:
    tree = nim.asked(question)
    if tree.top.nodes > MAX_LINES:
        raise Unstudied(
            (
                "The tree of {game} has more nodes ({nodes}) than can be written out ({most}); --as dot has each position "
                "once."
            ),
            game=tree.root.game.id,
            nodes=figure(tree.top.nodes),
            most=figure(MAX_LINES),
        )
    yield from heap_tree.lines(tree, tree.top.nodes)


def _graph_dot(question: StudyQuestion) -> Iterator[str]:
    """The whole graph for Graphviz: edges of the first player blue, of the second red, of both black, boards on which a
    game can end filled. Raises Unstudied."""
    position = question.at(graph.USUAL)
    start = Position.start(position.game)
    found = atlas(start, MAX_BOARDS)
    if not found.whole or found.depth is not None:
        raise Unstudied(
            "{game} has more than {most} boards, too many for one drawing; choose a smaller board.",
            game=start.game.id,
            most=figure(MAX_BOARDS),
        )
    return _graph_lines(found, position)


def _graph_lines(found: Atlas, position: Position) -> Iterator[str]:
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


FORMATS: Mapping[str, Mapping[str, Callable[[StudyQuestion], Iterator[str]]]] = {
    "graph": {"dot": _graph_dot},
    "nim": {"dot": lambda question: _tree_dot(nim.asked(question)), "text": _tree_text},
}
"""By topic and by the name of the format; each gives lines, and raises CoreError where it cannot."""
