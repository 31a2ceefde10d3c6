"""Minimax made visible: the tree of a position, the cuts of alpha-beta with their reasons, and four searches side by side.

The examples are those of Fernández, chapter 3: the tree of figures 3.1 to 3.5 and 3.8 to 3.11, and a tic-tac-toe position whose
tree has the values of figures 3.6 and 3.7.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from time import monotonic
from typing import NamedTuple

from core import own
from core.errors import quoted
from core.game import Game, State
from core.games import get
from core.kits import OWN_TREE, family
from core.phrase import Sentence, fact, figure
from core.position import Position, play_all
from core.study.search.four_searches import four
from core.study.search.game_tree import ExampleTree, GameTree, SearchableTree, WrittenTree
from core.study.search.minimax_tables import (
    FIGURES,
    cuts_table,
    figures_table,
    moves_table,
    programs_table,
    searches_table,
    steps_table,
    tree_part,
    written_parts,
)
from core.study.search.seen import SMALL_TREE, Seen, seen, size
from core.study.search.trace import Trace
from core.study.sources import MINIMAX, OURS
from core.study.study import PagePart, Study, StudyQuestion, Text, Topic, Unstudied

USUAL = "tictactoe"
MAX_NODES = 1_000_000
"""Maximum number of nodes of a tree that minimax walks whole."""
MAX_POSITIONS = 20_000
"""Maximum number of positions looked at to count the nodes."""
MAX_PLIES = 100
"""Maximum length of a line: scores of 100 less the plies have to keep their sign."""
CYCLE_PLIES = 6
"""The default horizon of games that may never end."""
FAR = MAX_NODES
"""More steps than any tree that is drawn whole."""
OFFERED = (CYCLE_PLIES, 5, 4, 3, 2)
"""The horizons offered for a tree that is too large to walk whole."""
OFFERED_NODES = 100_000
"""Maximum number of nodes within such a horizon."""
BETWEEN = 0.2
"""Seconds between two reports."""
FIGURE_POSITION = ".../OOX/XOX"
"""X moves in one of three squares: the tree has the values of figure 3.7 from left to right, -99 and 0, 98 and 0, 100."""
OF_TICTACTOE = ("3.6", "3.7")
PRUNED = ("3.8", "3.9", "3.10", "3.11")
"""Figures that show alpha-beta, not minimax."""
ENDS = 3
"""The row of the ends in the figures, the root being row 0."""
ROW_BY_ROW: Mapping[str, int] = {"3.1": ENDS + 1, "3.2": ENDS, "3.3": 2, "3.4": 1, "3.6": ENDS + 1}
"""The first row with values, in figures that show no step of a search."""
_FIGURE = re.compile(r"figure-(3\.[0-9]+)")
_DEPTH = re.compile(r"depth=([0-9]+)")


class Subject(NamedTuple):
    """The subject of a question: a search at the step that is shown first. ``position`` is None for the example of the figures
    and for written trees; ``known`` are the values of a figure that shows no step of a search."""

    trace: Trace
    title: Sentence
    position: Position | None = None
    known: Seen | None = None


def subject(question: StudyQuestion) -> Subject:
    """The subject of a question; its tree may be too large. Raises Unstudied or another CoreError."""
    names, depths, figures, scores = [], [], [], False
    order: tuple[str, ...] = ()
    for word in question.arguments:
        if word.startswith("order="):
            order = tuple(filter(None, word.removeprefix("order=").split(",")))
        elif word == "scores":
            scores = True
        elif depth := _DEPTH.fullmatch(word):
            depths.append(int(depth[1]))
        elif number := _FIGURE.fullmatch(word):
            figures.append(number[1])
        else:
            names.append(word)
    if len(names) + len(figures) > 1 or len(depths) > 1 or depths == [0]:
        raise Unstudied(
            "{command:minimax is about one board, as in 'triqui study minimax {usual} scores depth=4', or one figure, "
            "as in 'triqui study minimax figure-3.5'; give each thing once, and a depth of at least 1}{screen:This is "
            "about one board, as in '{usual} depth=4', or one figure, as in 'figure-3.5'}.",
            usual=USUAL,
        )
    if figures:
        return _figure(question, figures[0])
    if names and family(names[0]) == OWN_TREE:
        if scores or depths or question.moves or question.position is not None:
            raise Unstudied("A tree takes no other arguments; leave out all but its file, and order=NAME,NAME,... .")
        definition = own.find(names[0])
        return Subject(Trace(WrittenTree(definition, order), True), fact("minimax.study_tree", name=definition.title))
    if order:
        raise Unstudied(
            "Only a tree of your own has an order; leave out {word}.", word=quoted(f"order={','.join(order)}")
        )
    game, horizon = get(names[0] if names else USUAL), depths[0] if depths else None
    position = play_all(game, question.moves, question.position)[1]
    if position.outcome:
        raise Unstudied(
            "The game is over in {position}; choose a position with a move to make.", position=position.text
        )
    if not game.finite and horizon is None:
        horizon = CYCLE_PLIES
    tree = GameTree(game, position.state, horizon, scores)
    title = (
        fact("minimax.study", game=game.name)
        if horizon is None
        else fact("minimax.study_deep", game=game.name, depth=horizon)
    )
    return Subject(Trace(tree, True), title, position)


def _figure(question: StudyQuestion, name: str) -> Subject:
    if name not in FIGURES:
        raise Unstudied("There is no figure {name} of a tree; the figures are 3.1 to 3.11.", name=name)
    if question.moves or question.position is not None or len(question.arguments) > 1:
        raise Unstudied("A figure takes no other arguments; leave out all but figure-{name}.", name=name)
    title = fact("minimax.study_figure", name=name, shows=FIGURES[name])
    position = Position.from_text(get(USUAL), FIGURE_POSITION) if name in OF_TICTACTOE else None
    tree = GameTree(position.game, position.state, None, True) if position else ExampleTree()
    return Subject(_stands(tree, name), title, position, _row_by_row(tree, name))


def _stands(tree: SearchableTree, name: str) -> Trace:
    """The search of a figure's tree at the step that the figure shows: its end in 3.5, 3.7 and 3.11, and its start in figures
    that show no step of a search."""
    trace = Trace(tree, name in PRUNED)
    reached = _REACHED.get(name)
    if name not in ROW_BY_ROW:
        while not (reached and reached(trace)) and trace.forward():
            pass
    return trace


def _row_by_row(tree: SearchableTree, name: str) -> Seen | None:
    """The values of figures that are filled row by row from below; None for other figures."""
    least = ROW_BY_ROW.get(name)
    if least is None:
        return None
    whole = Trace(tree, False)
    whole.go(FAR)
    found = {path: worth for path, worth in seen(whole).found.items() if len(path) >= least}
    return Seen(found if least < ENDS else {}, ends=least <= ENDS)


_REACHED: Mapping[str, Callable[[Trace], bool]] = {
    "3.8": lambda trace: trace.top.best == 6 and len(trace.top.found) == 1,
    "3.9": lambda trace: trace.cuts == 1,
    "3.10": lambda trace: trace.top.best == -4 and len(trace.path) == 2,
}
"""The conditions that end the search in figures of a search under way."""


class _Size:
    """Counts the nodes of a tree, each position once for all ways to it."""

    def __init__(self, tree: GameTree, most: int = MAX_NODES) -> None:
        self._tree, self._most = tree, most
        self._known: dict[tuple[State, int], int] = {}

    def count(self, s: State, ply: int = 0) -> int:
        """The number of nodes from a position on. Raises Unstudied if there are too many."""
        game, horizon = self._tree.game, self._tree.horizon
        if game.value(s) is not None or ply == horizon:
            return 1
        if horizon is not None and ply + 1 == horizon:
            return 1 + len(game.moves(s))
        key = (s, ply if horizon is not None else 0)
        if key not in self._known:
            moves = game.moves(s)
            if len(self._known) == MAX_POSITIONS or ply == MAX_PLIES or len(moves) > self._most:
                raise _too_large(game)
            total = 1
            for move in moves:
                total += self.count(game.play(s, move), ply + 1)
                if total > self._most:
                    raise _too_large(game)
            self._known[key] = total
        return self._known[key]


def _too_large(game: Game) -> Unstudied:
    return Unstudied(
        "The tree of {game} from here is too large: minimax visits at most {nodes} nodes, {plies} plies deep; choose a "
        "smaller board, a later position, or a depth, as in 'depth=2'.",
        game=game.id,
        nodes=figure(MAX_NODES),
        plies=MAX_PLIES,
    )


def study(question: StudyQuestion) -> Iterator[Study]:
    """The tree, four searches of it, and Fernández's programs on the position."""
    trace, title, position, shown = subject(question)
    tree = trace.tree
    if isinstance(tree, WrittenTree):
        trace.go(FAR)
        whole = (
            tree_part(trace),
            *written_parts(tree),
            steps_table(tree),
            cuts_table(tree),
            Text("minimax.explanation"),
        )
        yield Study(question, title, _there(*whole), (OURS,), nodes=trace.nodes)
        return
    if position is None:
        known = (
            tree_part(trace, known=shown),
            steps_table(tree),
            cuts_table(tree),
            figures_table(),
            Text("minimax.explanation"),
        )
        yield Study(question, title, _there(*known), (MINIMAX, OURS), nodes=trace.nodes)
        return
    assert isinstance(tree, GameTree)
    nodes = _Size(tree).count(position.state)
    searches = four(tree)

    def said(*more: PagePart | None) -> Study:
        parts = _there(
            tree_part(_walked(trace), searches[0], nodes, shown),
            searches_table(searches, tree.horizon),
            moves_table(position, searches, question),
            *more,
            figures_table(),
            Text("minimax.explanation"),
        )
        return Study(question, title, parts, (MINIMAX, OURS), nodes=sum(search.nodes for search in searches))

    told = monotonic()
    yield said().unfinished()
    for _turns in zip_longest(*(search.run() for search in searches)):
        if monotonic() - told >= BETWEEN:
            yield said().unfinished()
            told = monotonic()
    programs = programs_table(position)
    yield said(
        steps_table(tree),
        cuts_table(tree),
        programs,
        Text("minimax.printed") if programs else None,
    )


def _walked(trace: Trace) -> Trace:
    """The search of a small tree, moved to its end if it has not begun."""
    if trace.step == 0 and size(trace.tree, SMALL_TREE) < SMALL_TREE:
        trace.go(FAR)
    return trace


def _there(*parts: PagePart | None) -> tuple[PagePart, ...]:
    return tuple(part for part in parts if part is not None)


def about(position: Position) -> StudyQuestion | None:
    """The whole tree of a position if it is small, else its first plies. Its size is counted only if the first plies are few;
    otherwise counting would take too long."""
    if position.outcome:
        return None
    game, state = position.game, position.state
    whole = StudyQuestion("minimax", (game.id,), position=position.text)
    depth = next((depth for depth in OFFERED if _fits(GameTree(game, state, depth), OFFERED_NODES)), None)
    if depth is None:
        return None
    if depth == OFFERED[0] and (not game.finite or _fits(GameTree(game, state), MAX_NODES)):
        return whole
    return replace(whole, arguments=(game.id, f"depth={depth}"))


def _fits(tree: GameTree, most: int) -> bool:
    try:
        _Size(tree, most).count(tree.root)
    except Unstudied:
        return False
    return True


TOPIC = Topic(
    "minimax",
    "[GAME | figure-3.N | FILE.toml] [scores] [depth=N] [order=NAMES]",
    study,
    about,
)
