"""The parts of the study of minimax: the tree, the four searches, the moves, the steps, the cuts, the figures, the programs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from core.analysis import Limit, Watch
from core.phrase import Figures, Phrase, phrase
from core.players.opponents import SourceProgram
from core.position import Position
from core.strategies import fernandez
from core.study.four_searches import Search
from core.study.game_tree import GameTree, SearchableTree
from core.study.study import (
    Cell,
    Marked,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    called,
    figure,
    joined,
)
from core.study.trace import Trace, TraceStep
from core.study.tree_picture import MOST_DRAWN, Piece, Seen, bound, branches, drawn_whole, role, seen, worth

WIDEST = 78
"""Columns of a picture of a whole tree, so that it has room on a screen of 80."""
MOST_ROWS = 30
"""Steps and cuts that a table lists."""
BEATEN = "c1 a1 d1 a2 d2 a3 a4 b2 d4 d3 c4 b4 c2 b1 b3"
"""A game of 4x4, four in a row, that m-minimax loses as second player."""
MOST_PROGRAM_NODES = 1_500_000
"""Nodes that a program may visit for its table."""

FIGURES: dict[str, Phrase] = {
    "3.1": phrase("the tree, before anything has a value"),
    "3.2": phrase("the ends with their values"),
    "3.3": phrase("the maximizer takes the greater of each two"),
    "3.4": phrase("the minimizer takes the lesser of each two"),
    "3.5": phrase("the whole tree with its values"),
    "3.6": phrase("a tree of tic-tac-toe"),
    "3.7": phrase("the same with its scores"),
    "3.8": phrase("an end that need not be looked at"),
    "3.9": phrase("it is cut"),
    "3.10": phrase("a node that need not be looked at, with its two ends"),
    "3.11": phrase("they are cut"),
}
"""What each figure of the source shows."""


def tree_part(trace: Trace, search: Search | None = None, nodes: int = 0, known: Seen | None = None) -> StudyPicture:
    """The tree as far as a search has come or what is ``known`` of it, or of a large one the root and its moves as far as plain
    minimax has come."""
    title, tree = phrase("Tree"), trace.tree
    horizon = tree.horizon if isinstance(tree, GameTree) else None
    beyond = phrase("It stops at depth {depth}: what goes on beyond it counts 0, as a draw does.", depth=horizon)
    stops = () if horizon is None else (beyond,)
    picture = drawn_whole(tree, WIDEST, MOST_DRAWN)
    if picture:
        lines = map(_line, picture.lines(known or seen(trace)))
        notes = (phrase("·: not looked at; ≥ and ≤: no more than a bound is known; ╳: cut."),)
        return StudyPicture("tree", title, tuple(lines), (*notes, *stops))
    assert isinstance(tree, GameTree)
    assert search
    moves = tree.game.moves(tree.root)
    value = "·" if search.value is None else str(search.value)
    lines_of: list[Phrase | str] = [joined((phrase(tree.players[0]), " ", value))]
    for at, move in enumerate(moves, 1):
        worth_of = search.values.get(move)
        joint = "└─" if at == len(moves) else "├─"
        lines_of.append(f"{joint} {tree.name(tree.root, move)} {'·' if worth_of is None else worth_of}")
    note = phrase(
        "The first ply of {nodes} nodes; the screen of this study walks through all of them, step by step.",
        nodes=figure(nodes),
    )
    return StudyPicture("tree", title, tuple(lines_of), (note, *stops))


def _line(pieces: Sequence[Piece]) -> Phrase:
    """A line of the picture; whose turn it is stands first."""
    whose, *rest = (piece.text for piece in pieces)
    text = "".join(rest)
    label = text.strip()
    return Phrase(
        f"{{whose:<{len(whose) + len(text) - len(text.lstrip())}}}{{label}}", {"whose": phrase(whose), "label": label}
    )


def searches_table(searches: Sequence[Search], horizon: int | None) -> StudyTable:
    """The four searches, as far as they have come."""
    beyond = phrase("They stop at depth {depth}: what goes on beyond it counts 0, as a draw does.", depth=horizon)
    return StudyTable(
        "searches",
        phrase("Four searches"),
        (
            TableColumn("search", phrase("search")),
            TableColumn("nodes", phrase("nodes"), True),
            TableColumn("cuts", phrase("cuts"), True),
            TableColumn("hits", phrase("from the table"), True),
            TableColumn("seconds", phrase("seconds"), True),
            TableColumn("value", phrase("value"), True),
        ),
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
            phrase(
                "All four look at the moves in the same order and find the same value. The table remembers positions, with "
                "symmetry one for all its mirror images. The seconds are the processor's."
            ),
            *([] if horizon is None else [beyond]),
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
        "moves",
        phrase("Moves"),
        (
            TableColumn("move", phrase("move")),
            TableColumn("value", phrase("minimax"), True),
            TableColumn("nodes", phrase("nodes"), True),
            TableColumn("alphabeta", phrase("alpha-beta"), True),
            TableColumn("alphabeta_nodes", phrase("nodes"), True),
        ),
        tuple(rows),
        (
            phrase(
                "Values for {player}, who is to move. Once a move is known, alpha-beta asks of the others no more than whether "
                "they are better: ≤ says that they are not.",
                player=called(position.game)[position.turn],
            ),
        ),
    )


def steps_table(tree: SearchableTree) -> StudyTable:
    """The first steps of alpha-beta."""
    trace = Trace(tree, True)
    rows: list[tuple[Cell, ...]] = []
    while len(rows) < MOST_ROWS and trace.forward():
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
    more = phrase("The first {count} steps.", count=MOST_ROWS)
    return StudyTable(
        "steps",
        phrase("Steps"),
        (
            TableColumn("step", phrase("step"), True),
            TableColumn("path", phrase("at")),
            TableColumn("what", phrase("what")),
            TableColumn("value", phrase("value"), True),
            TableColumn("alpha", phrase("alpha"), True),
            TableColumn("beta", phrase("beta"), True),
        ),
        tuple(rows),
        () if trace.over else (more,),
    )


STEPS = {
    TraceStep.ENTER: phrase("enters it"),
    TraceStep.LEAF: phrase("an end"),
    TraceStep.VALUE: phrase("gets a value"),
    TraceStep.CUT: phrase("cuts the rest"),
}
"""What a step does, in a word or two."""
_HORIZON = phrase("not followed")


def cuts_table(tree: SearchableTree) -> StudyTable | None:
    """The first cuts of alpha-beta, each with the bound that makes it; None where nothing is cut."""
    trace = Trace(tree, True)
    rows: list[tuple[Cell, ...]] = []
    while len(rows) < MOST_ROWS and trace.forward():
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
    notes = [
        phrase(
            "Where alpha is beta or more, whoever is sure of the bound, by another move at the ply that is named, will not let "
            "it come to this."
        )
    ]
    if not trace.over:
        notes.append(phrase("The first {count} cuts.", count=MOST_ROWS))
    return StudyTable(
        "cuts",
        phrase("Cuts"),
        (
            TableColumn("step", phrase("step"), True),
            TableColumn("path", phrase("at")),
            TableColumn("player", phrase("to move")),
            TableColumn("value", phrase("worth"), True),
            TableColumn("alpha", phrase("alpha"), True),
            TableColumn("beta", phrase("beta"), True),
            TableColumn("because", phrase("because of")),
            TableColumn("cut", phrase("cut"), True),
        ),
        tuple(rows),
        tuple(notes),
    )


def figures_table() -> StudyTable:
    """The figures of the source, each of which opens."""
    return StudyTable(
        "figures",
        phrase("Figures"),
        (TableColumn("figure", phrase("figure")), TableColumn("shows", phrase("what it shows"))),
        tuple(
            (Marked(name, "", StudyQuestion("minimax", (f"figure-{name}",))), shows) for name, shows in FIGURES.items()
        ),
        (
            phrase(
                "Fernández's trees of chapter 3; Enter walks through them. The fourth and the eighth end of the example are "
                "not legible in the source and stand as ?: by its text they are worth 6 and 8 at most, so nothing rests on "
                "them. Figures 3.3 and 3.4 fill row after row, the search goes down first."
            ),
        ),
    )


def programs_table(position: Position) -> StudyTable | None:
    """What Fernández's programs count for each move of a position, and play; None where they do not play."""
    game = position.game
    programs = [SourceProgram(name) for name in fernandez.HORIZONS]
    if not all(program.plays(game) for program in programs):
        return None
    counts: list[dict[int, int]] = []
    chosen: list[int] = []
    notes: list[Phrase] = []
    for program in programs:
        name = program.name
        analysis = program.request(position).chosen.analyse(
            Watch(position, Limit(nodes=MOST_PROGRAM_NODES), lambda: 0.0)
        )
        choice = program.choose(analysis, Random(0))
        counts.append({line.move: fernandez.points(line.score) for line in analysis.lines})
        chosen.append(choice.move)
        if analysis.nodes >= MOST_PROGRAM_NODES:
            notes.append(
                phrase("{program} is cut short after {nodes} nodes.", program=name, nodes=figure(analysis.nodes))
            )
        notes.append(
            phrase(
                "{program} plays {move}. {reason}", program=name, move=position.name(choice.move), reason=choice.reason
            )
        )
    return StudyTable(
        "programs",
        phrase("Two programs"),
        (TableColumn("move", phrase("move")), *(TableColumn(name, name, True) for name in fernandez.HORIZONS)),
        tuple(
            (
                position.name(move),
                *(
                    Marked(count[move], "strong" if move == best else role(count[move]))
                    for count, best in zip(counts, chosen, strict=True)
                ),
            )
            for move in fernandez.listed(game, position.moves)
        ),
        tuple(notes),
    )


def explanation() -> Text:
    """How it is to be read."""
    minimax, poda = fernandez.HORIZONS[fernandez.MINIMAX], fernandez.HORIZONS[fernandez.PODA]
    return Text(
        "explanation",
        phrase("How it works"),
        (
            phrase(
                "Minimax: the player to move is the maximizer and takes the greatest of the values of his moves, the other "
                "one is the minimizer and takes the least. An end counts 1 when the maximizer has won, -1 when he has lost, 0 "
                "for a draw."
            ),
            phrase(
                "Alpha is what the maximizer is sure of on the way here, beta what the minimizer is sure of. Where alpha is "
                "beta or more, one of them has something better before, and will not let it come to this: the other branches "
                "are cut. What a node is worth that was cut is but a bound, ≥ or ≤."
            ),
            phrase(
                "Scores as Fernández writes them: 100 - depth for a win and depth - 100 for a loss, with depth 0 after the "
                "first move. A win in one is worth 100, a loss in two -99, a win in three 98: so a win comes soon and a loss "
                "late."
            ),
            phrase(
                "His programs play as m-minimax and m-poda. Where the whole tree is too much they stop at depth > N. The "
                "source speaks of 4 and 3 plies for minimax on 4x4 and 5x5, 8 and 6 with alpha-beta; since depth begins at 0 "
                "after the first move, it is {a} and {b}, {c} and {d}.",
                a=minimax[4],
                b=minimax[5],
                c=poda[4],
                d=poda[5],
            ),
            phrase(
                "What goes on beyond that counts 0, as a draw does, so that most moves look alike, and they play the first of "
                "them, column by column: these are the strange moves of which the source speaks. Play against them, or see "
                "with 'triqui study minimax mnk:4,4,4 depth=4' what they count."
            ),
            phrase(
                "The source calls its programs unbeatable; on 4x4 m-minimax is not. As second player it loses this game, since "
                "what threatens lies beyond its {plies} plies until it is too late: {moves}.",
                plies=minimax[4],
                moves=BEATEN,
            ),
        ),
    )
