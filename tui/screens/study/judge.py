"""JudgeScreen: a Python player judged against the truth, with the board of each position in which it went wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis
from core.engines.dialects import PYTHON
from core.errors import CoreError
from core.game import Move
from core.games import get
from core.judge.judging import USUAL_GAME, Assignment
from core.judge.report import Fault
from core.play.match import Match
from core.play.seats import Setup, programs
from core.play.source import Archive
from core.players.opponents import HUMAN, STRONGEST, parse
from core.position import Position
from tui.boards.base import BoardView
from tui.drawing.canvas import Span
from tui.drawing.cell import CellMark
from tui.drawing.line import LineOfText, plain_row
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.game.variations import Ply
from tui.screens.base.game import GameScreen
from tui.screens.base.story import cell_marks
from tui.screens.study.judge_side import BLUNDER, JudgeSide, JudgeView, printed_view, result_view
from tui.screens.study.judged_file import AGAIN, JudgedFile
from tui.screens.study.tasks import state_of
from tui.text import judged, words
from tui.text.catalogue import _, say
from tui.text.judged import Counterexample
from tui.text.keys import bindings

LOOK_SECONDS = 0.5
"""Seconds between two checks whether the file was saved."""
_HELD = {
    Fault.WIN_LOST: CellMark("+", "+", "win", "on-win"),
    Fault.DRAW_LOST: CellMark("=", "=", "tie", "on-tie"),
    Fault.GOES_ROUND: CellMark("+", "+", "win", "on-win"),
}
"""Marks of the moves that hold, until an engine knows their values."""


class JudgeScreen(GameScreen):
    """Judges a file, and again whenever it is saved. The board shows one counterexample after another."""

    takes_back = True

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("next_fault", "play_here", "watch", "back", "step", "panel", "help", "leave"),
            hidden=("previous_fault", "printed", "marks", "go_first", "go_last", "edit_here", "learn", "rules"),
            in_menu=("settings", "theme"),
        )
    )

    def __init__(self, assignment: Assignment) -> None:
        try:
            game = get(assignment.game or USUAL_GAME)
        except CoreError:  # which is said as soon as it is judged
            game = get(USUAL_GAME)
        super().__init__(Archive(state_of(game)))
        self._path = Path(assignment.file).expanduser().absolute()
        self.judged = JudgedFile(self, assignment._replace(file=self._path), self._hear)
        self._chosen: tuple[str, Position] | None = None
        """The counterexample that was chosen, None until one was: then it is the first."""
        self._shows_printed = False
        self._analyst = Analyst(
            lambda analysis: self.show_report(),
            lambda error: self.say(say(error)),
            self.hall.surroundings.report_interval,
            self.hall.worker,
        )

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(JudgeSide(), id="side"))

    def on_mount(self) -> None:
        """Judge, and look whether the file is saved."""
        self.judged.begin()
        self.repeat_work(LOOK_SECONDS, self.judged.look)
        self.refresh_all()

    async def on_unmount(self) -> None:
        """End what judges, with the player, and the engine."""
        await self.judged.close()
        await self._analyst.close()

    # What is known.

    def _hear(self) -> None:
        """More is known of the file."""
        if self.is_attached:
            self._shows_printed = self._shows_printed and self.judged.report is not None
            self._stand()
            self.show_report()

    @property
    def _at(self) -> int:
        """The number of the counterexample on the board, from 0: the chosen one, or the first."""
        keys = [each.key for each in self.judged.examples]
        return keys.index(self._chosen) if self._chosen in keys else 0

    @property
    def _example(self) -> Counterexample | None:
        """The counterexample on the board."""
        return self.judged.examples[self._at] if self.judged.examples else None

    @property
    def _known(self) -> Analysis | None:
        """What an engine knows of the position of the counterexample."""
        return self._analyst.known(self._example.position) if self._example else None

    @property
    def known_here(self) -> Analysis | None:
        """What is known of the position on the board."""
        return self._analyst.known(self.ply.position)

    @property
    def described(self) -> str:
        """What the screen is for."""
        return _(
            "The program gets every position of a small game, or a sample of those of a large one, and each of its "
            "moves is compared with the proven values. A move is wrong if it makes the result worse. The file is "
            "judged again when you save it."
        )

    def _stand(self) -> None:
        """Put the board before the counterexample, and ask an engine about it."""
        example = self._example
        game = get(self.judged.report.game) if self.judged.report else self.game
        moves = example.line if example else ()
        match = self.state.match
        if (match.game, tuple(match.moves)) != (game, moves):
            self.source = Archive(state_of(game, " ".join(Position.start(game).names(moves))))
            self.ply = Ply(self.source)
        if example and example.finding:
            self._analyst.ask(example.position, REVIEW_LIMIT)
        else:
            self._analyst.rest()

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        if not self.has_board_of_game():
            return
        report, failure = self.judged.report, self.judged.failure
        told, role = judged.state(report) if report else (_("not judged") if failure else _("judging"), "dim")
        left = [Span(_("JUDGE") + "  ", "title"), Span(words.name(self.game))]
        file = plain_row(self._path.name, "strong")
        self.query_one("#header", LineOfText).show(left, file, plain_row(told, role))
        self.board.can_focus = False
        self.board.show(self._board())
        self.query_one(JudgeSide).show(self._side())
        self.show_status(self._status, self.notice or failure)

    def _board(self) -> BoardView:
        example, at = self._example, self.ply.at
        title = _("After move {ply}").format(ply=at) if at else _("Start")
        if example is None or at < len(example.line):
            return BoardView(self.ply.position, self.ply.last, title, active=False)
        note = f"{example.answer} {BLUNDER}" if example.finding else example.answer
        marks = _marks(example, self._known, live=self.hall.marks.shown("live"))
        return BoardView(self.ply.position, self.ply.last, title, note, False, marks)

    def _side(self) -> JudgeView:
        name, report, failure = self._path.name, self.judged.report, self.judged.failure
        if report is None:
            return JudgeView(name, [(failure, "lose") if failure else (_("The file is loading."), "dim")])
        if self._shows_printed:
            return printed_view(report, self.size.height)
        return result_view(name, report, self.judged.examples, self._at, self._known)

    @property
    def _status(self) -> str:
        report, example = self.judged.report, self._example
        if report is None:
            return _("The file is loading.")
        if not report.final:
            return judged.progress(report)
        if example and self.has_class("-narrow"):
            return judged.example(example, None)[0][0]
        return f"{judged.headline(report)} {_(AGAIN.template)}"

    @property
    def footer(self) -> Sequence[str]:
        """What applies now."""
        return [action for action in super().footer if self.check_action(action, ())]

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the keys do here."""
        said = {"play_here": _("play it from here"), "watch": _("watch it play")}
        return said | ({"printed": _("the result")} if self._shows_printed else {})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a next counterexample where there are several, and something to read where the file printed it."""
        match action:
            case "next_fault" | "previous_fault":
                return len(self.judged.examples) > 1
            case "back" | "step":
                return len(self.state.match.moves) > 0
            case "play_here":
                return self.judged.report is not None and not self.ply.position.outcome
            case "watch":
                return self.judged.report is not None
            case "printed":
                return bool(self.judged.report and self.judged.report.printed)
        return super().check_action(action, parameters)

    def step_back(self) -> bool:
        """Then back from what was printed to the result."""
        if super().step_back():
            return True
        if not self._shows_printed:
            return False
        self.action_printed()
        return True

    # Actions.

    def action_go_to(self, number: int) -> None:
        """To a counterexample."""
        self._chosen = self.judged.examples[number].key
        self.notice = ""
        self._shows_printed = False
        self._stand()
        self.ply.look(len(self.state.match.moves))
        self.show_keys()
        self.refresh_all()

    def action_next_fault(self) -> None:
        """To the next counterexample, and from the last to the first."""
        self.action_go_to((self._at + 1) % len(self.judged.examples))

    def action_previous_fault(self) -> None:
        """To the counterexample before."""
        self.action_go_to((self._at - 1) % len(self.judged.examples))

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        shown = not self.hall.marks.shown("live")
        self.hall.marks.show("live", shown)
        self.say(words.marks_words(shown))

    def action_printed(self) -> None:
        """Show the end of what the file has printed, or the result again."""
        self._shows_printed = not self._shows_printed
        self.show_keys()
        self.refresh_all()

    def action_play_here(self) -> None:
        """Play from the position on the board. The program has the side with which it went wrong, else the second."""
        example = self._example
        seat = example.position.turn if example and not example.position.outcome else 1
        player = self._player
        match = Match(self.game, (player, HUMAN) if seat == 0 else (HUMAN, player), lesson=True, retried=True)
        for move in self.state.match.moves[: self.ply.at]:
            match = match.play(move)
        self._open(Setup(match.players), match)

    def action_watch(self) -> None:
        """Watch the program against the best engine, once on each side."""
        self._open(Setup((self._player, STRONGEST), length=2, all_games=True))

    @property
    def _player(self) -> str:
        """The program as a player."""
        named = parse(f"{PYTHON}:{self._path}")
        assert named
        return named.text

    def _open(self, setup: Setup, match: Match | None = None) -> None:
        self.hall.trusted.update(programs([self._player]))
        try:
            self.hall.open_game(self.game, setup, match)
        except CoreError as error:
            self.say(say(error))

    def action_leave(self) -> None:
        """Back to where it was opened, or home."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.hall.go_home()


def _marks(example: Counterexample, known: Analysis | None, *, live: bool) -> Mapping[Move, CellMark]:
    """The values of the moves as in a review, if they are ``live``; always the wrong move, and those that hold."""
    finding = example.finding
    if finding is None:
        return {}
    marks = dict(cell_marks(known, example.position)) if live else {}
    for move in finding.holding:
        if finding.fault in _HELD:
            marks.setdefault(move, _HELD[finding.fault])
    if finding.move is not None:
        line = known.line(finding.move) if known else None
        sign = words.mark(line.score) if line and line.score.proven else "-"
        marks[finding.move] = CellMark(sign, BLUNDER, "lose", "on-lose")
    return marks
