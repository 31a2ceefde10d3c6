"""The parts of the study of minimax: tree, searches, moves, steps, cuts, figures and programs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from core.analysis import Limit, Watch
from core.phrase import Figures, Phrase, Sentence, fact, figure
from core.players.opponents import SourceProgram
from core.position import Position
from core.strategies import fernandez
from core.study.search.four_searches import Search
from core.study.search.game_tree import GameTree, SearchableTree, WrittenTree
from core.study.search.seen import SMALL_TREE, Seen, ShownTree, bound, branches, role, seen, size, worth
from core.study.search.trace import Trace, TraceStep
from core.study.study import (
    PagePart,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    called,
)

MAX_ROWS = 30
"""Maximum number of steps or cuts in a table."""
MAX_PROGRAM_NODES = 1_500_000
"""Maximum number of nodes that a program visits for its table."""

FIGURES: dict[str, Sentence] = {
    "3.1": fact("minimax.figures.bare"),
    "3.2": fact("minimax.figures.ends"),
    "3.3": fact("minimax.figures.maximizer"),
    "3.4": fact("minimax.figures.minimizer"),
    "3.5": fact("minimax.figures.whole"),
    "3.6": fact("minimax.figures.tictactoe"),
    "3.7": fact("minimax.figures.scores"),
    "3.8": fact("minimax.figures.end"),
    "3.9": fact("minimax.figures.end_cut"),
    "3.10": fact("minimax.figures.node"),
    "3.11": fact("minimax.figures.node_cut"),
}
"""The subject of each figure of the source."""


def tree_part(trace: Trace, search: Search | None = None, nodes: int = 0, known: Seen | None = None) -> StudyPicture:
    """The tree as far as it is searched, or as far as it is ``known``. A large tree has values only at the root and its moves,
    from plain minimax."""
    tree = trace.tree
    if known is None and size(tree, SMALL_TREE) < SMALL_TREE:
        known = seen(trace)
    value, values = (search.value, search.values) if search else (None, {})
    horizon = tree.horizon if isinstance(tree, GameTree) else None
    stops = () if horizon is None else (fact("minimax.tree.stops", depth=horizon),)
    return StudyPicture("minimax.tree", ShownTree(tree, known, value, dict(values), nodes), stops)


class _SearchRow(NamedTuple):
    """The progress of a search."""

    search: Sentence
    nodes: int
    cuts: int
    hits: int
    seconds: Figures
    value: int | None


def searches_table(searches: Sequence[Search], horizon: int | None) -> StudyTable:
    """The progress of the four searches."""
    rows = tuple(
        _SearchRow(each.title, each.nodes, each.cuts, each.hits, Figures(f"{each.seconds:.3f}"), each.value)
        for each in searches
    )
    stop = () if horizon is None else (fact("minimax.searches.stop", depth=horizon),)
    return StudyTable("minimax.searches", rows, (fact("minimax.searches.note"), *stop))


class _MoveRow(NamedTuple):
    """The value of a move and the nodes it took, by minimax and by alpha-beta."""

    move: str
    value: int | None
    nodes: int | None
    alphabeta: str | None
    alphabeta_nodes: int | None
    after: StudyQuestion | None
    look: str


def moves_table(position: Position, searches: Sequence[Search], question: StudyQuestion) -> StudyTable:
    """The value of each move by minimax and by alpha-beta, and its cost."""
    plain, pruned, *_tables = searches
    words = tuple(word for word in question.arguments if word == "scores" or word.startswith("depth="))
    rows: list[_MoveRow] = []
    for move in position.game.moves(position.state):
        found, after = pruned.bounds.get(move), position.play(move)
        link = StudyQuestion(question.topic, (position.game.id, *words), position=after.text)
        rows.append(
            _MoveRow(
                position.name(move),
                plain.values.get(move),
                plain.spent.get(move),
                worth(found) if found else None,
                pruned.spent.get(move),
                None if after.outcome else link,
                role(found.value) if found else "",
            )
        )
    note = fact("minimax.moves.note", player=called(position.game)[position.turn])
    return StudyTable("minimax.moves", tuple(rows), (note,))


class _Order(NamedTuple):
    """An order of the branches: the ends that alpha-beta looks at, those left out, the cuts and the value."""

    order: Sentence
    looked: int
    left: int
    cuts: int
    value: int


def written_parts(tree: WrittenTree) -> tuple[PagePart, ...]:
    """How the order of the branches matters in a written tree, and the ends that alpha-beta never looks at."""
    value = _worth_of(tree, 0)
    ends = [node.name for node in tree.nodes if node.value is not None]
    rows: list[_Order] = []
    for key, each in (("given", tree), ("best", _by_worth(tree, True)), ("worst", _by_worth(tree, False))):
        seen_ends, cuts = _looked_at(each)
        rows.append(_Order(_ORDERS[key], len(seen_ends), len(ends) - len(seen_ends), cuts, value))
    looked, _cuts = _looked_at(tree)
    left = [name for name in ends if name not in looked]
    said = (
        fact("minimax.ends.question", count=len(ends)),
        fact("minimax.ends.answer", names=", ".join(left)) if left else fact("minimax.ends.none"),
    )
    table = StudyTable("minimax.orders", tuple(rows), (fact("minimax.orders.note"),))
    return table, Text("minimax.ends", said)


_ORDERS = {
    "given": fact("minimax.orders.given"),
    "best": fact("minimax.orders.best"),
    "worst": fact("minimax.orders.worst"),
}


def _looked_at(tree: WrittenTree) -> tuple[set[str], int]:
    """The names of the ends that alpha-beta looks at, and the number of its cuts."""
    trace, found = Trace(tree, True), set[str]()
    while trace.forward():
        if trace.last is TraceStep.LEAF:
            found.add(tree.nodes[trace.top.node].name)
    return found, trace.cuts


def _worth_of(tree: WrittenTree, node: int) -> int:
    """The value of a node for the maximizer."""
    value = tree.nodes[node].value
    if value is not None:
        return value
    best = max if tree.maximizes(node) else min
    return best(_worth_of(tree, child) for child in tree.nodes[node].children)


def _by_worth(tree: WrittenTree, best_first: bool) -> WrittenTree:
    """The tree with the branches of each node sorted by their value for the player to move."""
    names: list[str] = []
    for number, node in enumerate(tree.nodes):
        falling = tree.maximizes(number) == best_first
        children = sorted(node.children, key=lambda child: _worth_of(tree, child), reverse=falling)
        names += [tree.nodes[child].name for child in children]
    return WrittenTree(tree.definition, names)


class _Step(NamedTuple):
    """A step of alpha-beta."""

    step: int
    path: str
    what: Sentence
    value: str | None
    alpha: str
    beta: str


def steps_table(tree: SearchableTree) -> StudyTable:
    """The first steps of alpha-beta."""
    trace = Trace(tree, True)
    rows: list[_Step] = []
    while len(rows) < MAX_ROWS and trace.forward():
        top = trace.top
        value, what = trace.given and worth(trace.given), STEPS[trace.last]
        if trace.last is TraceStep.LEAF:
            value = tree.said(top.node) or str(top.best)
            what = _HORIZON if tree.goes_on(top.node) else what
        path = branches(tree, trace.path) or "-"
        rows.append(_Step(trace.step, path, what, value, bound(top.alpha), bound(top.beta)))
    more = fact("minimax.steps.first", count=MAX_ROWS)
    return StudyTable("minimax.steps", tuple(rows), () if trace.over else (more,))


STEPS = {
    TraceStep.ENTER: fact("minimax.steps.enter"),
    TraceStep.LEAF: fact("minimax.steps.leaf"),
    TraceStep.VALUE: fact("minimax.steps.value"),
    TraceStep.CUT: fact("minimax.steps.cut"),
}
"""The name of a step."""
_HORIZON = fact("minimax.steps.horizon")


class _Cut(NamedTuple):
    """A cut of alpha-beta, the bound that makes it, and how many branches it leaves out."""

    step: int
    path: str
    player: Phrase
    value: str
    alpha: str
    beta: str
    because: str
    cut: int


def cuts_table(tree: SearchableTree) -> StudyTable | None:
    """The first cuts of alpha-beta; None without any."""
    trace = Trace(tree, True)
    rows: list[_Cut] = []
    while len(rows) < MAX_ROWS and trace.forward():
        if trace.last is not TraceStep.CUT:
            continue
        top, reason = trace.top, trace.reason()
        assert reason
        because = f"{reason.ply + 1}. {tree.name(trace.path[reason.ply].node, reason.move)}"
        rows.append(
            _Cut(
                trace.step,
                branches(tree, trace.path),
                Phrase(tree.players[not top.maximizes]),
                f"{'≥' if top.maximizes else '≤'}{top.best}",
                bound(top.alpha),
                bound(top.beta),
                because,
                len(top.left),
            )
        )
    if not rows:
        return None
    more = () if trace.over else (fact("minimax.cuts.first", count=MAX_ROWS),)
    return StudyTable("minimax.cuts", tuple(rows), (fact("minimax.cuts.note"), *more))


class _FigureRow(NamedTuple):
    """A figure of the source."""

    figure: str
    shows: Sentence

    @property
    def study(self) -> StudyQuestion:
        """The study of the figure."""
        return StudyQuestion("minimax", (f"figure-{self.figure}",))


def figures_table() -> StudyTable:
    """The figures of the source, with links."""
    rows = tuple(_FigureRow(name, shows) for name, shows in FIGURES.items())
    return StudyTable("minimax.figures", rows, (fact("minimax.figures.note"),))


class _ProgramMove(NamedTuple):
    """A move with the points that each program gives it."""

    move: str
    counts: tuple[int, ...]
    looks: tuple[str, ...]


def programs_table(position: Position) -> StudyTable | None:
    """The points that Fernández's programs give each move, and their choices; None if they do not play the game."""
    game = position.game
    programs = [SourceProgram(name) for name in fernandez.HORIZONS]
    if not all(program.plays(game) for program in programs):
        return None
    counts: list[dict[int, int]] = []
    chosen: list[int] = []
    notes: list[Sentence] = []
    for program in programs:
        name = program.name
        analysis = program.request(position).chosen.analyse(
            Watch(position, Limit(nodes=MAX_PROGRAM_NODES), lambda: 0.0)
        )
        choice = program.choose(analysis, Random(0))
        counts.append({line.move: fernandez.points(line.score) for line in analysis.lines})
        chosen.append(choice.move)
        if analysis.nodes >= MAX_PROGRAM_NODES:
            notes.append(fact("minimax.programs.cut_short", program=name, nodes=figure(analysis.nodes)))
        notes.append(
            fact("minimax.programs.plays", program=name, move=position.name(choice.move), reason=choice.reason)
        )
    rows: list[_ProgramMove] = []
    for move in fernandez.listed(game, position.moves):
        points = tuple(count[move] for count in counts)
        looks = ("notable" if move == best else role(count) for count, best in zip(points, chosen, strict=True))
        rows.append(_ProgramMove(position.name(move), points, tuple(looks)))
    return StudyTable("minimax.programs", tuple(rows), tuple(notes), labels={"counts": tuple(fernandez.HORIZONS)})
