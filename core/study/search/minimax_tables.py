"""The parts of the study of minimax: the tree, the four searches, the moves, the steps, the cuts, the figures, the programs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

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
    Cell,
    Marked,
    PagePart,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    called,
)

MAX_ROWS = 30
"""Steps and cuts that a table lists."""
BEATEN = "c1 a1 d1 a2 d2 a3 a4 b2 d4 d3 c4 b4 c2 b1 b3"
"""A game of 4x4, four in a row, that m-minimax loses as second player."""
MAX_PROGRAM_NODES = 1_500_000
"""Nodes that a program may visit for its table."""

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
"""What each figure of the source shows."""


def tree_part(trace: Trace, search: Search | None = None, nodes: int = 0, known: Seen | None = None) -> StudyPicture:
    """The tree as far as a search has come or what is ``known`` of it, or of a large one the root and its moves as far as plain
    minimax has come."""
    tree = trace.tree
    if known is None and size(tree, SMALL_TREE) < SMALL_TREE:
        known = seen(trace)
    value, values = (search.value, search.values) if search else (None, {})
    horizon = tree.horizon if isinstance(tree, GameTree) else None
    stops = () if horizon is None else (fact("minimax.tree.stops", depth=horizon),)
    return StudyPicture("minimax.tree", ShownTree(tree, known, value, dict(values), nodes), stops)


def searches_table(searches: Sequence[Search], horizon: int | None) -> StudyTable:
    """The four searches, as far as they have come."""
    beyond = fact("minimax.searches.stop", depth=horizon)
    return StudyTable(
        "minimax.searches",
        tuple(
            (
                search.title,
                search.nodes,
                search.cuts,
                search.hits,
                Figures(f"{search.seconds:.3f}"),
                None if search.value is None else Marked(search.value, role(search.value)),
            )
            for search in searches
        ),
        (
            fact("minimax.searches.note"),
            *([] if horizon is None else [beyond]),
        ),
        columns=(
            TableColumn("search"),
            TableColumn("nodes", right=True),
            TableColumn("cuts", right=True),
            TableColumn("hits", right=True),
            TableColumn("seconds", right=True),
            TableColumn("value", right=True),
        ),
    )


def moves_table(position: Position, searches: Sequence[Search], question: StudyQuestion) -> StudyTable:
    """What minimax and alpha-beta make of each move, and at what cost."""
    plain, pruned, *_tables = searches
    rows: list[tuple[Cell, ...]] = []
    for move in position.game.moves(position.state):
        value, found = plain.values.get(move), pruned.bounds.get(move)
        after = position.play(move)
        link = None
        if not after.outcome:
            words = tuple(word for word in question.arguments if word == "scores" or word.startswith("depth="))
            link = StudyQuestion(question.topic, (position.game.id, *words), position=after.text)
        rows.append(
            (
                Marked(position.name(move), "", link),
                None if value is None else Marked(value, role(value)),
                plain.spent.get(move),
                None if found is None else Marked(worth(found), role(found.value)),
                pruned.spent.get(move),
            )
        )
    return StudyTable(
        "minimax.moves",
        tuple(rows),
        (fact("minimax.moves.note", player=called(position.game)[position.turn]),),
        columns=(
            TableColumn("move"),
            TableColumn("value", right=True),
            TableColumn("nodes", right=True),
            TableColumn("alphabeta", right=True),
            TableColumn("alphabeta_nodes", right=True),
        ),
    )


def written_parts(tree: WrittenTree) -> tuple[PagePart, ...]:
    """What the order of the branches does to a tree that somebody has written, and which of its ends are never looked at."""
    best, value = _by_worth(tree, True), _worth_of(tree, 0)
    rows: list[tuple[Cell, ...]] = []
    ends = [node.name for node in tree.nodes if node.value is not None]
    for key, each in (("given", tree), ("best", best), ("worst", _by_worth(tree, False))):
        seen_ends, cuts = _looked_at(each)
        rows.append((_ORDERS[key], len(seen_ends), len(ends) - len(seen_ends), cuts, Marked(value, role(value))))
    looked, _cuts = _looked_at(tree)
    left = [name for name in ends if name not in looked]
    columns = (
        TableColumn("order"),
        *(TableColumn(key, right=True) for key in ("looked", "left", "cuts", "value")),
    )
    said = (
        fact("minimax.ends.question", count=len(ends)),
        fact("minimax.ends.answer", names=", ".join(left)) if left else fact("minimax.ends.none"),
    )
    return StudyTable("minimax.orders", tuple(rows), (fact("minimax.orders.note"),), columns=columns), Text(
        "minimax.ends", said
    )


_ORDERS = {
    "given": fact("minimax.orders.given"),
    "best": fact("minimax.orders.best"),
    "worst": fact("minimax.orders.worst"),
}


def _looked_at(tree: WrittenTree) -> tuple[set[str], int]:
    """The ends that alpha-beta looks at, by their names, and how often it cuts."""
    trace, found = Trace(tree, True), set[str]()
    while trace.forward():
        if trace.last is TraceStep.LEAF:
            found.add(tree.nodes[trace.top.node].name)
    return found, trace.cuts


def _worth_of(tree: WrittenTree, node: int) -> int:
    """What both reach who play best, from the view of the maximizer."""
    value = tree.nodes[node].value
    if value is not None:
        return value
    best = max if tree.maximizes(node) else min
    return best(_worth_of(tree, child) for child in tree.nodes[node].children)


def _by_worth(tree: WrittenTree, best_first: bool) -> WrittenTree:
    """The tree with the branches of every node in the order of what they are worth to who moves."""
    names: list[str] = []
    for number, node in enumerate(tree.nodes):
        falling = tree.maximizes(number) == best_first
        children = sorted(node.children, key=lambda child: _worth_of(tree, child), reverse=falling)
        names += [tree.nodes[child].name for child in children]
    return WrittenTree(tree.definition, names)


def steps_table(tree: SearchableTree) -> StudyTable:
    """The first steps of alpha-beta."""
    trace = Trace(tree, True)
    rows: list[tuple[Cell, ...]] = []
    while len(rows) < MAX_ROWS and trace.forward():
        top = trace.top
        value, what = trace.given and worth(trace.given), STEPS[trace.last]
        if trace.last is TraceStep.LEAF:
            value = tree.said(top.node) or str(top.best)
            what = _HORIZON if tree.goes_on(top.node) else what
        rows.append(
            (
                trace.step,
                branches(tree, trace.path) or "-",
                Marked(what, "lose" if trace.last is TraceStep.CUT else ""),
                value,
                bound(top.alpha),
                bound(top.beta),
            )
        )
    more = fact("minimax.steps.first", count=MAX_ROWS)
    return StudyTable(
        "minimax.steps",
        tuple(rows),
        () if trace.over else (more,),
        columns=(
            TableColumn("step", right=True),
            TableColumn("path"),
            TableColumn("what"),
            TableColumn("value", right=True),
            TableColumn("alpha", right=True),
            TableColumn("beta", right=True),
        ),
    )


STEPS = {
    TraceStep.ENTER: fact("minimax.steps.enter"),
    TraceStep.LEAF: fact("minimax.steps.leaf"),
    TraceStep.VALUE: fact("minimax.steps.value"),
    TraceStep.CUT: fact("minimax.steps.cut"),
}
"""What a step does, in a word or two."""
_HORIZON = fact("minimax.steps.horizon")


def cuts_table(tree: SearchableTree) -> StudyTable | None:
    """The first cuts of alpha-beta, each with the bound that makes it; None where nothing is cut."""
    trace = Trace(tree, True)
    rows: list[tuple[Cell, ...]] = []
    while len(rows) < MAX_ROWS and trace.forward():
        if trace.last is not TraceStep.CUT:
            continue
        top, reason = trace.top, trace.reason()
        assert reason
        maker = trace.path[reason.ply]
        rows.append(
            (
                trace.step,
                branches(tree, trace.path),
                Phrase(tree.players[not top.maximizes]),
                f"{'≥' if top.maximizes else '≤'}{top.best}",
                bound(top.alpha),
                bound(top.beta),
                f"{reason.ply + 1}. {tree.name(maker.node, reason.move)}",
                len(top.left),
            )
        )
    if not rows:
        return None
    notes = [fact("minimax.cuts.note")]
    if not trace.over:
        notes.append(fact("minimax.cuts.first", count=MAX_ROWS))
    return StudyTable(
        "minimax.cuts",
        tuple(rows),
        tuple(notes),
        columns=(
            TableColumn("step", right=True),
            TableColumn("path"),
            TableColumn("player"),
            TableColumn("value", right=True),
            TableColumn("alpha", right=True),
            TableColumn("beta", right=True),
            TableColumn("because"),
            TableColumn("cut", right=True),
        ),
    )


def figures_table() -> StudyTable:
    """The figures of the source, each of which opens."""
    return StudyTable(
        "minimax.figures",
        tuple(
            (Marked(name, "", StudyQuestion("minimax", (f"figure-{name}",))), shows) for name, shows in FIGURES.items()
        ),
        (fact("minimax.figures.note"),),
        columns=(TableColumn("figure"), TableColumn("shows")),
    )


def programs_table(position: Position) -> StudyTable | None:
    """What Fernández's programs count for each move of a position, and play; None where they do not play."""
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
    return StudyTable(
        "minimax.programs",
        tuple(
            (
                position.name(move),
                *(
                    Marked(count[move], "notable" if move == best else role(count[move]))
                    for count, best in zip(counts, chosen, strict=True)
                ),
            )
            for move in fernandez.listed(game, position.moves)
        ),
        tuple(notes),
        columns=(TableColumn("move"), *(TableColumn(name, name, True) for name in fernandez.HORIZONS)),
    )


def explanation() -> Text:
    """How it is to be read."""
    minimax, poda = fernandez.HORIZONS[fernandez.MINIMAX], fernandez.HORIZONS[fernandez.PODA]
    return Text(
        "minimax.explanation",
        (
            fact(
                "minimax.explanation.text",
                a=minimax[4],
                b=minimax[5],
                c=poda[4],
                d=poda[5],
                plies=minimax[4],
                moves=BEATEN,
            ),
        ),
    )
