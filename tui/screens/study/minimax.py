"""MinimaxScreen: a search walks through the tree of a position, a step at a time, in a run, and back. It opens with a tree
that is drawn whole, and runs on Space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from core.game import Game
from core.games import get
from core.phrase import Phrase, phrase
from core.study.search.game_tree import GameTree
from core.study.search.minimax import subject
from core.study.search.seen import Seen, ShownTree, bound, branches, worth
from core.study.search.trace import Trace, TraceStep
from core.study.study import StudyPicture, StudyQuestion
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import frame, section
from tui.drawing.studies.search_tree import MAX_DRAWN_NODES, drawn_as_boards
from tui.screens.study.document import FIRST_GAME, StudyScreen
from tui.screens.study.running import Running
from tui.text.catalogue import _, figures, ngettext
from tui.text.keys import bindings
from tui.text.wrap import wrapped
from tui.widgets.search_tree import FRAME_COLUMNS, FRAME_ROWS, SearchTree, names
from tui.widgets.sheet import WIDE

SPEEDS = (1, 3, 10, 100, 1000, 20_000)
"""Steps in a second."""
USUAL_SPEED = 1
MIN_SECONDS = 0.1
"""Between two pictures of a run."""
MAX_STEPS = 20_000
"""Steps that a key may make at once."""
_AROUND = 7
"""Rows of a window around the frame of the tree."""
LEGEND_COLUMNS = 44
"""Columns of the legend beside the tree, in a wide window."""
NAMED = 4
"""Branches that are cut and told by name."""
WALKS = (
    *("step", "back", "run", "faster", "slower", "next_cut", "previous_cut"),
    *("pruning", "scores", "go_first", "go_last"),
)
"""What is done on the page of the tree alone."""
FOUR_SQUARES = StudyQuestion("minimax", ("tictactoe",), position="XX./O.O/.X.")
"""O to move wins by one of four squares; alpha-beta makes four cuts. The tree has room in a window of 120x40."""
THREE_SQUARES = StudyQuestion("minimax", ("tictactoe",), position="OX./XX./OO.")
"""X to move wins, draws or loses by one of three squares. The tree has room in a window of 80x24."""
POSITIONS: Sequence[tuple[Phrase, StudyQuestion]] = (
    (phrase("Tic-tac-toe with three squares free"), THREE_SQUARES),
    (phrase("Tic-tac-toe with four squares free"), FOUR_SQUARES),
    (phrase("Tic-tac-toe, the empty board"), StudyQuestion("minimax", ("tictactoe",))),
    (phrase("A tree with eight leaves, from a book"), StudyQuestion("minimax", ("figure-3.1",))),
    (phrase("Nim with heaps of 2 and 2"), StudyQuestion("minimax", ("nim:2,2",))),
    (phrase("Pong Hau K'i, six plies deep"), StudyQuestion("minimax", ("pong-hau-ki", "depth=6"))),
    (phrase("Four in a row on 4x4, two plies deep"), StudyQuestion("minimax", ("mnk:4,4,4", "depth=2"))),
)
"""What can be chosen from a list; any other is typed."""


class Legend(Canvas):
    """The frame beside the tree: the board where the search stands, and how the tree is read."""

    _trace: Trace | None = None

    def show(self, trace: Trace) -> None:
        """Show where a search stands."""
        self._trace = trace
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        trace = self._trace
        if trace is None:
            return []
        tree = trace.tree
        board = tree.game.format_state(trace.top.node).split("/") if isinstance(tree, GameTree) else []
        told = (
            _("[alpha, beta]: what the maximizer and the minimizer are sure of. After them the best value so far."),
            _("≥ and ≤: only a bound is known. ╳: cut."),
        )
        lines = [[Span(f" {line}", "dim")] for text in told for line in (*wrapped(text, width - 4), "")]
        rows = [[Span(f" {' '.join(row)}", "strong")] for row in board] if len(board) > 1 else []
        parts = [section(_("The search is here"), rows, len(rows))] if rows else []
        return frame(width, height, [*parts, section(_("How to read it"), lines, len(lines))])


class MinimaxScreen(StudyScreen, inherit_bindings=False):
    """The first page is the tree, the others are those of every study."""

    CSS_PATH = ["document.tcss", "minimax.tcss"]  # noqa: RUF012, as Textual has it

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("open", "run", "table", "next_part", "sources", "step", "back", "next_cut", "example", "pruning"),
            *("subject", "help", "leave"),
            hidden=("scores", "previous_part", "previous_cut", "faster", "slower", "go_first", "go_last"),
        ),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        if question.words == (question.topic,):
            self.question = FOUR_SQUARES if self._draws_boards(FOUR_SQUARES) else THREE_SQUARES
        self.trace: Trace | None = None
        self._figure: Seen | None = None
        self._walk = Running(
            self,
            SPEEDS,
            USUAL_SPEED,
            self._tick,
            self._moved,
            (phrase("It cannot run faster."), phrase("It cannot run slower.")),
            MIN_SECONDS,
        )

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the key of the run does now."""
        return {**super().verbs, **self._walk.verbs}

    def action_faster(self) -> None:
        """More often."""
        self._walk.faster()

    def action_slower(self) -> None:
        """Less often."""
        self._walk.slower()

    @property
    def game(self) -> Game:
        tree = self.trace.tree if self.trace else None
        return tree.game if isinstance(tree, GameTree) else get(FIRST_GAME)

    @property
    def walking(self) -> bool:
        """Whether the page of the tree is shown."""
        return self.part is not None and self.part.key == "tree" and self.trace is not None

    def compose_page(self) -> ComposeResult:
        """Also the tree."""
        with Vertical(id="walk"):
            yield SearchTree(id="tree")
            yield Static(id="event", markup=False)
        yield Legend()
        yield from super().compose_page()

    def ask(self, question: StudyQuestion) -> None:
        """Ask something else, and walk through another tree once it is known to be small enough."""
        self._walk.stop()
        self.trace = None
        super().ask(question)

    def show_page(self) -> None:
        """The tree, or a page as every study has it."""
        if self.trace is None and self.study is not None:
            asked = subject(self.question)
            self.trace, self._figure = asked.trace, asked.known
            tree = self.trace.tree
            tree.players = _(tree.players[0]), _(tree.players[1])
            self.show_keys()
        self.query_one("#walk").display = self.walking
        self.query_one(Legend).display = self.walking and self._has_legend
        self.sheet.display = not self.walking
        super().show_page()
        if self.walking:
            self.give_keys_to(self.query_one(SearchTree))
            self._show_walk()

    def _draws_boards(self, question: StudyQuestion) -> bool:
        """Whether the tree of a question can be drawn as boards in this window."""
        width, height = self.app.size
        return drawn_as_boards(subject(question).trace.tree, width - FRAME_COLUMNS, height - _AROUND - FRAME_ROWS)

    @property
    def _has_legend(self) -> bool:
        """Whether the window has room for the legend; positions drawn as boards come first."""
        assert self.trace
        tree, width, height = self.trace.tree, self.size.width - FRAME_COLUMNS, self.size.height - _AROUND - FRAME_ROWS
        narrow = width - LEGEND_COLUMNS
        drawn = drawn_as_boards(tree, narrow, height) or not drawn_as_boards(tree, width, height)
        return self.size.width >= WIDE and drawn

    def usual_status(self) -> str:
        """On the page of the tree, how fast a run is."""
        if not self.walking:
            return super().usual_status()
        speed = self._walk.speed
        said = ngettext("{number} step a second", "{number} steps a second", speed, figures(f"{speed:,}"))
        text = (
            _("Running, {speed}; {key:slower} and {key:faster} change it.")
            if self._walk.runs
            else _("{key:run} runs, {speed}; {key:slower} and {key:faster} change it.")
        )
        return text.format(speed=said)

    def _show_walk(self) -> None:
        """Show where the search stands."""
        trace = self.trace
        assert trace
        self.query_one(SearchTree).show(trace, None if trace.step else self._figure)
        self.query_one("#event", Static).update(self._event(trace))
        self.query_one(Legend).show(trace)

    def _event(self, trace: Trace) -> str:
        """What the last step did, and why."""
        tree, top = trace.tree, trace.top
        player, other = tree.players[not top.maximizes], tree.players[top.maximizes]
        here = branches(tree, trace.path) or _("the root")
        if counted := self._counted():
            return counted
        if trace.over:
            value = trace.path[0].best
            return _("The whole tree has been searched: it is worth {value} for {player}.").format(
                value=value, player=tree.players[0]
            )
        if trace.last is TraceStep.CUT:
            reason = trace.reason()
            assert reason
            frame = trace.path[reason.ply]
            return _(
                "Cut at {here}: {player} gets {sign}{best} here, but {other} is sure of {bound} by {move}, and will "
                "not go this way. Alpha {alpha} ≥ beta {beta}: skipped {left}."
            ).format(
                here=here,
                player=player,
                sign="≥" if top.maximizes else "≤",
                best=top.best,
                other=other,
                bound=reason.bound,
                move=f"{branches(tree, trace.path[: reason.ply + 1])} {tree.name(frame.node, reason.move)}".strip(),
                alpha=bound(top.alpha),
                beta=bound(top.beta),
                left=names(tree, top, NAMED),
            )
        if trace.last is TraceStep.LEAF and tree.goes_on(top.node):
            return _("{here}: the game goes on, but is not followed beyond this depth; it counts as 0.").format(
                here=here
            )
        if trace.last is TraceStep.LEAF:
            return _("{here}: the end, worth {value} for {player}.").format(
                here=here, value=tree.said(top.node) or top.best, player=tree.players[0]
            )
        if trace.last is TraceStep.VALUE:
            assert trace.given
            return _("{here}: {move} is worth {value}. Best for {player} so far: {best}.").format(
                here=here,
                move=tree.name(top.node, top.moves[len(top.found) - 1]),
                value=worth(trace.given),
                player=player,
                best=top.best,
            )
        if top.maximizes:
            return _("{here}: {player} is to move, and takes the largest value.").format(here=here, player=player)
        return _("{here}: {player} is to move, and takes the smallest value.").format(here=here, player=player)

    def _counted(self) -> str:
        """Before the first step of a large tree, what is counted in it; else nothing."""
        part = self.part
        shown = part.shown if isinstance(part, StudyPicture) else None
        if not (
            self.trace and self.trace.step == 0 and isinstance(shown, ShownTree) and shown.nodes >= MAX_DRAWN_NODES
        ):
            return ""
        return _("The tree has {nodes} nodes: a position counts once for each order of moves that leads to it.").format(
            nodes=figures(f"{shown.nodes:,}")
        )

    # What is done.

    @work
    async def action_example(self) -> None:
        """Choose another position from a list."""
        questions = [question for _name, question in POSITIONS]
        at = questions.index(self.question) if self.question in questions else 0
        chosen = await self.choose(phrase("Which position?"), [name for name, _question in POSITIONS], at)
        if chosen is not None:
            self.ask(questions[chosen])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The walk goes on the page of the tree alone."""
        if action in WALKS and not self.walking:
            return False
        return super().check_action(action, parameters)

    def _moved(self, said: str = "") -> None:
        """Show the search after steps, and what is to be said."""
        self.notice = said
        self._show_walk()
        self.show_status(self.usual_status(), said)

    def action_step(self) -> None:
        """One step."""
        self._walk.stop()
        assert self.trace
        self._moved("" if self.trace.forward() else _("The whole tree has been searched; {key:back} goes back."))

    def action_back(self) -> None:
        """One step back."""
        self._walk.stop()
        assert self.trace
        if not self.trace.step:
            self._moved(_("This is the first step."))
            return
        self.trace.go(self.trace.step - 1)
        self._moved()

    def action_run(self) -> None:
        """Run, or stop."""
        assert self.trace
        if self._walk.runs:
            self._walk.stop()
        elif self.trace.over:
            self._moved(_("The whole tree has been searched; {key:back} goes back."))
            return
        else:
            self._walk.start()
        self._moved()

    def _tick(self) -> None:
        """The steps of a run until the next picture."""
        if not self.trace or not self._walk.runs:
            return
        self.trace.go(self.trace.step + max(1, round(self._walk.speed * MIN_SECONDS)))
        if self.trace.over:
            self._walk.stop()
        if self.walking:
            self._moved()

    def action_next_cut(self) -> None:
        """To the next cut."""
        self._walk.stop()
        assert self.trace
        if not self.trace.pruning:
            self._moved(_("Minimax never cuts; {key:pruning} switches to alpha-beta."))
        elif self.trace.next_cut(MAX_STEPS):
            self._moved()
        else:
            self._moved(_("There are no more cuts.") if self.trace.over else _("No cut found so far; go on from here."))

    def action_previous_cut(self) -> None:
        """To the cut before."""
        self._walk.stop()
        assert self.trace
        self._moved("" if self.trace.previous_cut() else _("There is no cut before this step."))

    def action_go_first(self) -> None:
        """To the first step."""
        self._walk.stop()
        assert self.trace
        at_first = not self.trace.step
        self.trace.go(0)
        self._moved(_("This is the first step.") if at_first else "")

    def action_go_last(self) -> None:
        """To the end; where it is far, by a run."""
        self._walk.stop()
        assert self.trace
        if self.trace.over:
            self._moved(_("The whole tree has been searched; {key:back} goes back."))
            return
        self.trace.go(self.trace.step + MAX_STEPS // 10)
        if not self.trace.over:
            self._walk.start_fastest()
        self._moved()

    def action_pruning(self) -> None:
        """Walk with alpha-beta or without, from the first step."""
        self._walk.stop()
        assert self.trace
        self.trace, self._figure = Trace(self.trace.tree, not self.trace.pruning), None
        self._moved(_("Alpha-beta, from the first step.") if self.trace.pruning else _("Minimax, from the first step."))

    def action_scores(self) -> None:
        """Count ends as 1, 0 and -1, or as Fernández does."""
        arguments = self.question.arguments
        if any(word.startswith("figure-") for word in arguments):
            self._moved(_("A figure has the scores of its source."))
            return
        scores = ("scores",) if "scores" not in arguments else ()
        self.ask(replace(self.question, arguments=(*(word for word in arguments if word != "scores"), *scores)))
