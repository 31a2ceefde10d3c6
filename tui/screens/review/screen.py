"""ReviewScreen: a game move by move, who stood better when, where it turned, what was better, and the mistakes tried again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Remark
from core.play import actions, events
from core.play.events import Event
from core.play.source import Snapshot, Source
from core.players.opponents import HUMAN
from core.position import Position
from core.review.account import Account, Lookup
from core.store.rows import ReviewMarks
from tui.boards.base import BoardView
from tui.drawing.canvas import Span
from tui.drawing.line import LineOfText, plain_row
from tui.game.reviewer import QUICK_LIMIT, Reviewer
from tui.screens.base.game import COPIES, GameScreen, play_on
from tui.screens.base.story import cell_marks, thinks_on_words
from tui.screens.review.better import BetterLine
from tui.screens.review.retry import Mistakes
from tui.screens.review.side import MAX_COSTS, MoveTexts, ReviewSide, ReviewView, Told, cost_row
from tui.screens.study.exercise import ExerciseScreen
from tui.text import reviewed, words
from tui.text.catalogue import _, ngettext, say
from tui.text.kept import result_mark
from tui.text.keys import bindings
from tui.text.seats import player_names, seat_name
from tui.widgets.graph import Curve, WideGraph


class ReviewScreen(GameScreen):
    """A match, finished or not, from its first ply to its last. It begins with what is ``known`` of its positions and with what
    earlier reviews have kept of them, and shows the turning point, if there is one, as soon as all have been looked at, unless
    the reader has gone elsewhere."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *(
                "back",
                "step",
                "next_mistake",
                "better",
                "retry_mistakes",
                "retry",
                "think_on",
                "panel",
                "help",
                "leave",
            ),
            hidden=(
                *("previous_mistake", "marks", "go_first", "go_last", "edit_here", "learn", "certificate", "rules"),
                *("copy_moves", "copy_position"),
            ),
            in_menu=("settings", "theme"),
            runs={"next_mistake": "mistake(1)", "previous_mistake": "mistake(-1)", **COPIES},
        )
    )

    def __init__(self, source: Source, known: Lookup = lambda position: None) -> None:
        super().__init__(source)
        self._reviewer = Reviewer(
            self.state,
            self._hear,
            self.say_error,
            self.hall.surroundings.report_interval,
            self.hall.worker,
            quick=QUICK_LIMIT,
        )
        self._reviewer.learn(filter(None, map(known, self.state.match.positions)))
        self._opening = True
        """Whether the move that cost most is still to be shown: only until somebody looks elsewhere."""
        self._kept: ReviewMarks = ()
        """The marks that are kept of this game."""
        self._first: list[Position] = []
        """The positions that are looked at before all others."""
        self._retry: Mistakes | None = None
        self._texts: dict[tuple[str, str], MoveTexts] = {}
        """By how the players are called."""
        self._better = BetterLine(self, lambda: self.account, self._reviewer.known)
        self._show_costliest()

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(ReviewSide(), id="side"), WideGraph())

    def on_mount(self) -> None:
        """Begin to look at every position that no earlier review has looked at."""
        self.board.can_focus = False
        self.source.listen(self._hear_others)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        unseen = self._reviewer.unseen
        if unseen:
            self.hall.keeper.look(lambda store: store.found(unseen), self._remember, self._cannot_remember)
        else:
            self._look_further()

    def _hear_others(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        """Look where another looks who reviews the same game."""
        for event in told:
            if isinstance(event, events.Looked):
                self._leave_aside()
                self.look(event.ply)
                self.say(_("The other player is looking at move {ply}.").format(ply=event.ply))

    # What is known.

    @property
    def known_here(self) -> Analysis | None:
        """What is known of the position on the board."""
        return self._reviewer.known(self.ply.position)

    @property
    def account(self) -> Account:
        """The game with what is known of it now."""
        return self._reviewer.account

    def _remember(self, found: Sequence[Analysis]) -> None:
        self._reviewer.learn(found)
        self._show_costliest()
        self._look_further()

    def _cannot_remember(self, error: CoreError) -> None:
        self.hall.warn(error)
        self._look_further()

    def _hear(self, analysis: Analysis) -> None:
        """When one position is done, look at the next."""
        if analysis.final:
            self._look_further()
        else:
            self.show_report()

    def _look_further(self) -> None:
        """Ask about what is wanted first and the position on the board if need be, else about the latest that is not known."""
        if self._opening and not self.account.unknown:
            self._show_costliest()
            self._opening = bool(self.account.unseen)
        self._reviewer.look([*self._first, self.ply.position])
        if not self.account.unseen:
            self._keep()
        self.show_report()

    def _keep(self) -> None:
        """Keep what was found out, so that nobody has to find it out again."""
        news = self._reviewer.news()
        if news:
            self.hall.keeper.read(lambda store: store.learn(news), lambda nothing: None, self.hall.warn)
        elif self._kept:
            return
        marks = self._reviewer.marks
        if marks and marks != self._kept:
            self._kept = marks
            self.hall.keeper.mark(self.state.match.id, " ".join(self.state.match.names), marks, self.hall.warn)

    def _show_costliest(self) -> None:
        """Begin at the move that cost most, as far as is known by now, else at the end."""
        told = self.account
        costs = told.costs
        if self._opening and (told.turn or costs):
            self.ply.look(told.turn or costs[0] + 1)

    # What is shown.

    def looked(self) -> None:
        """Another ply is looked at."""
        self._opening = False
        if self.is_mounted and not self.ply.aside:
            self.source.do(actions.Look(self.ply.at))
        self._look_further()

    def show_report(self) -> None:
        """Show an engine's report, also on the retry above this screen."""
        if self._retry:
            self._retry.changed()
        super().show_report()

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        state, at, told = self.state, self._at, self.account
        header = [
            Span(seat_name(state.match.game, 0, state.match.players), "first"),
            Span(f"  {result_mark(state.match.outcome)}  ", "strong"),
        ]
        header.append(Span(seat_name(state.match.game, 1, state.match.players), "second"))
        right = ngettext("{number} move", "{number} moves", len(state.match.moves))
        left = [Span(_("REVIEW") + "  ", "title"), Span(words.name(state.match.game))]
        self.query_one("#header", LineOfText).show(left, header, plain_row(right, "dim"))
        self.board.show(self._board(told))
        note = _("{number} of {count} proven").format(number=told.proven, count=len(told.scores))
        course = Curve.last(told.first_scores, self.size.width)
        self.query_one(WideGraph).show(course, words.players(state.match.game), at, note)
        self.query_one(ReviewSide).show(
            ReviewView(
                at,
                self._moves,
                partial(reviewed.glyph, told),
                told.first_scores,
                told.alternatives,
                words.players(state.match.game),
                self._better.told if self.ply.aside else self._told(told),
                player_names(state.match.players),
                None if told.unseen else (told.accuracy(0), told.accuracy(1)),
                self._counted(self.state.match.hints),
                self._counted(self.state.match.cautions) if self.state.match.cautions else None,
            )
        )
        self.show_status(self._better.status if self.ply.aside else self._status(told), self.notice)

    @property
    def _at(self) -> int:
        """The ply of the game on the board, or the one beside which a line is."""
        return self.ply.aside.root + 1 if self.ply.aside else self.ply.at

    def _board(self, told: Account) -> BoardView:
        at, position = self.ply.at, self.ply.position
        known = self._reviewer.known(position) if self.ply.aside else told.analyses[at]
        marks = cell_marks(known, position) if self.hall.marks.shown("live") and not position.outcome else {}
        if self.ply.aside:
            title, note = _("Better"), self._better.note
        else:
            title = _("After move {ply}").format(ply=at) if at else _("Start")
            note = f"{reviewed.move_text(told, at - 1)} {reviewed.glyph(told, at - 1)}".rstrip() if at else ""
        return BoardView(position, self.ply.last, title, note, False, marks)

    @property
    def _moves(self) -> MoveTexts:
        """The moves in words, put together once for each language."""
        players = words.players(self.game)
        if players not in self._texts:
            plies = range(len(self.state.match.moves))
            self._texts[players] = MoveTexts.of(f"{ply + 1} {reviewed.move_text(self.account, ply)}" for ply in plies)
        return self._texts[players]

    def _told(self, told: Account) -> Told:
        """What cost most, and who messed up or how many positions have been looked at while some have not."""
        costs = [cost_row(told, ply, here=ply + 1 == self._at) for ply in told.costs[:MAX_COSTS]]
        if told.blame is None:
            quick = self._reviewer.quick
            more = " " + _("Quick values: {number}.").format(number=quick) if quick else ""
            return Told(_("What cost most so far") if costs else "", "", costs, reviewed.looked_at(told) + more)
        if told.given_up:
            return Told(
                _("Turning point"),
                reviewed.turned_by(told),
                [[Span(" " + reviewed.turned(told))], *costs],
                say(told.blame),
            )
        note = _("turned at {number}").format(number=told.turn) if told.turn else ""
        return Told(_("What cost most") if costs else _("No turning point"), note, costs, say(told.blame))

    def _counted(self, count: int) -> tuple[str, str]:
        """What people had of hints or cautions, for each player; two people at one board had them together."""
        first, second = (str(count) if seat == HUMAN else "-" for seat in self.state.match.players)
        return first, "" if self.state.match.players == (HUMAN, HUMAN) else second

    def _status(self, told: Account) -> str:
        at = self.ply.at
        if not at:
            cut_short = [str(ply) for ply, remark in self.state.match.remarks if remark is Remark.CUT]
            hurried = (
                " " + _("Cut short by the time limit: {moves}.").format(moves=", ".join(cut_short)) if cut_short else ""
            )
            return _("The start. {key:step} goes forward, {key:go_last} goes to the end.") + hurried
        ply = at - 1
        text = _("Move {number}, {move}: ").format(number=at, move=reviewed.move_text(told, ply))
        said = reviewed.said(told, ply)
        if not said:
            return self._resignation(told) + text + _("not analysed yet ...")
        if self.state.match.remark(at) is Remark.CUT:
            said += " " + _("The time limit cut its search short.")
        mistaken = ply in reviewed.own_mistakes(self.state, told)
        more = (
            _("{key:better} shows why, {key:retry_mistakes} retries.")
            if mistaken
            else _("{key:retry} tries another move.")
        )
        return f"{self._resignation(told)}{text}{said} {more}"

    def _resignation(self, told: Account) -> str:
        """How the game was given up, where the board shows that; else empty."""
        if told.loser is None or self.ply.back:
            return ""
        loser, given = words.players(self.game)[told.loser], told.given_up
        if given:
            text = _("{loser} resigned here; the value was {worth}.")
            return text.format(loser=loser, worth=reviewed.worth(given, self.state.match.position)) + " "
        return _("{loser} resigned here.").format(loser=loser) + " "

    # Where one looks.

    def look(self, ply: int) -> None:
        """Look at a ply of the game, or of the line beside it."""
        if self.ply.aside:
            self._better.look(ply)
        else:
            super().look(ply)

    def action_better(self) -> None:
        """Play on the board what was better than the move made, or go back to the game; at the start, best play."""
        self._better.toggle()

    def step_back(self) -> bool:
        """Then back from a line to the game."""
        if super().step_back():
            return True
        if not self.ply.aside:
            return False
        self._better.leave()
        return True

    def action_go_first(self) -> None:
        """To the start, or to where the line begins."""
        self.look(self.ply.aside.root if self.ply.aside else 0)

    def action_go_last(self) -> None:
        """To the end."""
        self.look(len(self.ply.state.match.moves))

    def action_look_at(self, ply: int) -> None:
        """To a ply of the game, by the mouse."""
        self._leave_aside()
        self.look(ply)

    def _leave_aside(self) -> None:
        if self.ply.aside:
            self.ply.leave()

    @property
    def footer(self) -> Sequence[str]:
        """Mistakes are gone to and tried again as long as there are any, or may be."""
        told = self.account
        nothing = set() if self.check_action("think_on", ()) else {"think_on"}
        if not told.unseen:
            nothing |= {
                *(() if self._mistakes() else ("next_mistake",)),
                *(() if reviewed.own_mistakes(self.state, told) else ("retry_mistakes",)),
            }
        return [action for action in super().footer if action not in nothing]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now."""
        if action == "think_on":
            return not self.hall.surroundings.served and self._reviewer.thinks_on(self.ply.position)
        return super().check_action(action, parameters)

    # Actions.

    def action_mistake(self, step: int) -> None:
        """To the next mistake, or to the one before."""
        if further := [ply for ply in self._mistakes()[::step] if (ply - self._at) * step > 0]:
            self._leave_aside()
            self.look(further[0])
        else:
            self.say(_("No more mistakes."))

    def _mistakes(self) -> list[int]:
        """The plies after which a mistake stands on the board."""
        told = self.account
        plies = {ply + 1 for ply in told.mistakes}
        return sorted(plies | {len(self.state.match.moves)} if told.given_up else plies)

    def action_retry_mistakes(self) -> None:
        """Try to do better at each mistake in turn."""
        told = self.account
        if not reviewed.own_mistakes(self.state, told):
            self.say(
                _("There is no mistake to retry.")
                if not told.unseen
                else _("No mistakes are known yet; ask again in a moment.")
            )
            return
        self._retry = Mistakes(self.state, lambda: self.account, self._reviewer.known, self._look_first)
        self.app.push_screen(ExerciseScreen(self._retry))

    def _look_first(self, positions: list[Position]) -> None:
        """Look at these before all others; at none, when they are known."""
        self._first = positions
        self._look_further()

    def action_think_on(self) -> None:
        """Look longer at the position on the board."""
        self.say(thinks_on_words(self._reviewer.think_on(self.ply.position)))

    def action_retry(self) -> None:
        """Play on from before the move on the board, as a new game."""
        play_on(self.hall, self.state, max(0, self._at - 1))

    async def on_unmount(self) -> None:
        """Keep what was found out, and end the engine's process."""
        self._keep()
        await self._reviewer.close()
