"""WatchScreen: two engines play; you hold the clock. Both say what they think of every position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size

from core.analysis import Analysis
from core.game import PLAYERS, Move, Player
from core.play import actions, events
from core.play.events import Event
from core.play.source import Snapshot
from core.players.opponents import Thinker, parse
from core.position import Position, other
from core.review.account import Account
from core.review.memory import Memory
from core.score import Score
from tui.boards.base import BoardView, PlaceBoard
from tui.drawing.frame import Section
from tui.drawing.line import LineOfText
from tui.game.home_game import HomeGame
from tui.screens.base import end_picture
from tui.screens.base.certificate import ask_and_certify
from tui.screens.base.game import COPIES, GameScreen
from tui.screens.base.picture import match_verdict
from tui.screens.base.story import informed, own_proof, passed_on, played, progress
from tui.screens.watch import picture as watch_picture
from tui.screens.watch.picture import WatchSide
from tui.text import words
from tui.text.catalogue import _, figures, ngettext, say
from tui.text.clocks import run_out
from tui.text.explained import column
from tui.text.keys import bindings
from tui.text.seats import player_name
from tui.widgets.end_card import EndChoice
from tui.widgets.graph import Curve, WideGraph, graph
from tui.widgets.panel import EndCard, PanelView

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves a second."""
END_SECONDS = 3.0
"""How long the end of a game is shown before the next game begins."""
SHORT_END_SECONDS = 0.5
"""How long it is shown at the fastest speed."""


class WatchEnd(EndCard, inherit_bindings=False):
    """The end of a watched game. Space is left to the clock, which it pauses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(hidden=("up", "down")),
        Binding("enter", "choose", show=False, id="choose"),
    ]


class WatchScreen(GameScreen):
    """Engines against each other, with pause, steps, speed, and a look back at any ply. The source is a game at home, which
    this screen drives. Each engine is asked for its opinion of every position, also when it is not its turn."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("run", "back", "step", "slower", "faster", "review", "panel", "help", "leave"),
            hidden=("go_first", "go_last", "again", "learn", "certificate", "rules", "copy_moves", "copy_position"),
            in_menu=("settings", "theme"),
            runs={"slower": "change_speed(-1)", "faster": "change_speed(1)", **COPIES},
        )
    )

    source: HomeGame

    def __init__(self, source: HomeGame) -> None:
        super().__init__(source)
        self.speed = SPEEDS.index(1.0)
        self._thoughts: tuple[Memory, Memory] = (Memory(hear=self._learned), Memory(hear=self._learned))
        self._account = self._new_account()
        """The game with what either engine knows of it."""
        source.heard = self._think
        self._told: Position | None = None
        """Of which the player to move has been asked what every move is worth."""
        self._roomy: dict[Size, bool] = {}
        """By the size of the board's widget, whether the graph has room below it."""
        self._spent: tuple[list[float], list[float]] = ([], [])
        """Seconds that each seat has thought about its moves of this game."""
        self._end_closed = False
        """Whether the card of the end was put away."""

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(
            Horizontal(WatchSide(), WatchEnd(PanelView("", ""), id="end"), id="side"), WideGraph()
        )

    def on_mount(self) -> None:
        """Begin."""
        self.board.can_focus = False
        self.source.listen(self._hear)
        self._keep_pace()
        self.refresh_all()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._ask_opinion()
        self.source.begin()

    # The course of the game.

    def _hear(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        if any(event is events.Signal.NEW_GAME for event in told):
            self._account = self._new_account()  # others may sit there now
            self._thoughts = (Memory(), Memory())
            self._spent = ([], [])
            self._end_closed = False
        for event in told:
            match event:
                case events.Moved() | events.Signal.NEW_GAME:
                    self.notice = self.notice if any(isinstance(each, events.TimeUp) for each in told) else ""
                    self._ask_opinion()
                case events.TimeUp(seat):
                    self.notice = "" if state.match.outcome else run_out(state, seat)
                case events.Failed(error):
                    self.notice = f"{say(error)} {_('{key:run} tries again.')}"
                case events.Forfeited(error):
                    self.notice = f"{say(error)} {_('{key:run} resumes.')}"
                case _:
                    self.tell(event)
        self.refresh_all()

    def _ask_opinion(self) -> None:
        """Let the engine think too that is not to move, unless it has nothing to say."""
        position = self.state.match.position
        idle = other(position.turn)
        if not position.outcome and self._thinker(idle):
            self.source.opinion(idle, position)

    def _think(self, seat: Player, analysis: Analysis) -> None:
        self._thoughts[seat].learn(analysis)
        position = self.state.match.position
        if analysis.final and (seat, analysis.position) == (position.turn, position) and self._told != position:
            # It has found its move, and while that waits to be made, tells what the others are worth.
            self._told = position
            self._spent[seat].append(analysis.seconds)
            thinker = self._thinker(seat)
            if thinker and not thinker.request(position).all_moves:
                self.source.opinion(seat, position)
        self.show_report()

    def _thinker(self, seat: Player) -> Thinker | None:
        """The player on a seat, unless it has no opinion of its moves."""
        opponent = parse(self.state.match.players[seat])
        return opponent if isinstance(opponent, Thinker) and opponent.thinks else None

    # What is shown.

    def _settled(self, position: Position) -> Analysis | None:
        """What is known of a position to the end: what else weak engines think of it is no ground for a review."""
        known = self.known(position)
        return known if known and known.settled else None

    def known(self, position: Position) -> Analysis | None:
        """What an engine has proven of a position, or else thinks of it, the one to move before the other."""
        seats = filter(self._thinker, (position.turn, other(position.turn)))
        known = [self._thoughts[seat].known(position) for seat in seats]
        found = [analysis for analysis in known if analysis and analysis.best]
        return next((analysis for analysis in found if analysis.lines[0].score.proven), found[0] if found else None)

    @property
    def known_here(self) -> Analysis | None:
        """What the engines know of the position on the board."""
        return self.known(self.ply.position)

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        state, shown, board = self.state, self.ply.position, self.board
        self.query_one("#header", LineOfText).show(*watch_picture.header(state, self.size.width))
        note = watch_picture.note(state, self.ply.at)
        going_on = shown.outcome is None
        wishes = self._wishes(0), self._wishes(1)
        first, second = watch_picture.chosen(wishes)
        accounts = [
            self._thoughts[seat].account(state.match.positions, state.match.moves, state.match.outcome)
            for seat in PLAYERS
        ]
        views = self._view(0, first, accounts), self._view(1, second, accounts)
        marks = watch_picture.wanted(wishes) if going_on else {}
        title = watch_picture.title(shown, words.players(state.match.game), marks)
        view = BoardView(shown, self.ply.last, title, note, active=False, marks=marks, waiting=going_on, watched=True)
        self._account.follow(state.match.positions, state.match.moves, state.match.outcome)
        course, players = Curve.last(self._account.first_scores, self.size.width), words.players(state.match.game)
        self.query_one(WideGraph).show(course, players, self.ply.at)
        drawn = graph(course, players, at=self.ply.at)
        board.show(view._replace(below=(drawn,)) if self._has_room(view, drawn) else view)
        self.query_one(WatchSide).show(
            views, watch_picture.score_rows(state), watch_picture.agreement_of(state, shown, views, wishes)
        )
        self._show_end()
        self.show_status(self._status(), self.notice)

    @property
    def _end_here(self) -> bool:
        """Whether the end of the game is what is shown beside the board."""
        return self.state.match.outcome is not None and not self.ply.back and not self._end_closed

    def _show_end(self) -> None:
        """Put the card of the end in the place of the engines, or take it away."""
        card, state, told = self.query_one(WatchEnd), self.state, self._account
        if self._end_here:
            keys = {key.binding.id: self.app.get_key_display(key.binding) for key in self.active_bindings.values()}
            labels = {"again": self.verbs["again"], "review": _("review"), "leave": _("home")}
            choices = [EndChoice(action, keys[action], label) for action, label in labels.items() if action in keys]
            rows = played(state, told, self.size.width)
            proven = told.proven == len(told.positions)  # what weak engines guess judges no move
            end = end_picture.view(state, told, rows, None, choices, looking=False, judged=proven)
            card.show(PanelView("", "", played=rows, end=end))
        if self.has_class("-ended") != self._end_here:
            self.set_class(self._end_here, "-ended")
            card.begin()
            self.set_focus(card if self._end_here else None)
            self.keep_focus()

    def step_back(self) -> bool:
        """Then put the card of the end away, which leaves what the engines saw last."""
        if super().step_back():
            return True
        if not self._end_here or not self.query_one(WatchEnd).is_on_screen:
            return False
        self._end_closed = True
        self.refresh_all()
        return True

    def _has_room(self, view: BoardView, course: Section) -> bool:
        """Whether the board keeps all its places when the graph stands below it."""
        board = self.board
        if self.has_class("-low") or self.has_class("-ample"):
            return False
        if board.size not in self._roomy:
            shown = []
            for below in ((), (course,)):
                board.show(view._replace(below=below))
                shown.append(board.shown_places() if isinstance(board, PlaceBoard) else set())
            self._roomy[board.size] = shown[0] == shown[1]
        return self._roomy[board.size]

    def _view(self, seat: Player, chosen: Move | None, accounts: Sequence[Account]) -> PanelView:
        state, shown = self.state, self.ply.position
        thoughts, told = self._thoughts[seat], accounts[seat]
        known = thoughts.known(shown)
        over = state.match.outcome if not self.ply.back else None
        mine = shown.turn == seat and not over
        progressed, message, stale = progress(known), "", False
        if not self._thinker(seat):
            known, progressed, message = None, "", _("It does not evaluate its moves.")
        elif over:
            seen = map(self._thoughts[seat].known, reversed(state.match.positions))
            known, message = next(filter(None, seen), None), words.result(state.match.game, over)
            progressed, stale = _("as last seen"), True
        elif known is None:
            progressed, message = _("thinking"), words.thinking(self.source.before(seat))
        if mine and known and not known.final:
            progressed = _("thinking")
        name = f"{words.players(state.match.game)[seat]}  {player_name(state.match.players[seat], full=True)}"
        idle = other(seat)
        beside = accounts[idle].scores[self.ply.at] if self._thinker(idle) and not over else None
        proven = told.scores[self.ply.at] if self._thinker(seat) and not over else None
        own, known = own_proof(known, shown), informed(known, shown, proven)
        here = shown if proven and told.carried[self.ply.at] else None
        score = proven if here else passed_on(known, proven)
        proven_by = ""
        if beside and beside.proven and not (proven and proven.proven):
            score, proven_by = (
                beside,
                f"{words.players(state.match.game)[idle]} {player_name(state.match.players[idle])}",
            )
        return PanelView(
            name,
            progressed,
            known,
            stale,
            message,
            column=column(known),
            cursor=chosen,
            score=score,
            carried=here,
            own=own,
            proven_by=proven_by,
        )

    def _wishes(self, seat: Player) -> Sequence[Move]:
        """The moves of which a player would play one in the position that is shown, the one alone once it is drawn; none
        where that is not known."""
        state, shown = self.state, self.ply.position
        if state.next and shown.turn == seat and not self.ply.back:
            return (state.next.move,)
        thinker, known = self._thinker(seat), self._thoughts[seat].known(shown)
        return thinker.wishes(known) if thinker and known and known.lines else ()

    def _new_account(self) -> Account:
        state = self.state
        return Account(state.match.positions, state.match.moves, state.match.outcome, self.known, self._proven)

    def _learned(self, position: Position) -> None:
        """One of the engines has found out something about a position."""
        self._account.hear(position)

    def _proven(self, position: Position) -> Score | None:
        """What the course of the game has proven of a position by the answers of either engine."""
        return self._thoughts[0].proven(position) or self._thoughts[1].proven(position)

    def _status(self) -> str:
        state = self.state
        if self.ply.back:
            text = _("After move {ply} of {count}. {key:go_last} goes back to the game.")
            return text.format(ply=self.ply.at, count=len(state.match.moves))
        if state.saving:
            return _("Saving the move ...")
        if state.match.outcome:
            text = words.result(state.match.game, state.match.outcome)
            if state.match.standing.over:
                more = _("{key:again} plays another, {key:review} reviews, {key:leave} goes home.")
                return f"{text} {match_verdict(state)} {more}"
            return (
                text
                + " "
                + (_("The next game follows; {key:choose} starts it.") if state.running else _("{key:run} resumes."))
            )
        name = player_name(state.match.players[state.match.position.turn])
        if state.running:
            spent = self._spent[state.match.position.turn]
            if spent and (usual := mean(spent)) > 1 / SPEEDS[self.speed]:
                text = _("{name} takes about {seconds} s a move. {key:run} pauses.")
                return text.format(name=name, seconds=figures(f"{usual:.0f}"))
            return _("{name} to move. {pace} at most. {key:run} pauses.").format(name=name, pace=self._pace)
        number = len(state.match.moves) + 1
        if state.next is None:
            return _("Paused before move {number}; {name} is thinking.").format(number=number, name=name)
        text = _("Paused before move {number}. {name} will play {move}: {reason}")
        move = state.match.position.name(state.next.move)
        return text.format(number=number, name=name, move=move, reason=say(state.next.reason))

    # Actions.

    def looked(self) -> None:
        """A look back pauses the game."""
        self.source.do(actions.Command.PAUSE)

    @property
    def _runs(self) -> bool:
        """Whether the game goes on by itself, and is looked at where it stands."""
        return self.state.running and not self.ply.back

    def action_run(self) -> None:
        """Pause or go on."""
        run = not self._runs
        self.notice = ""
        self.ply.follow()
        self.source.do(actions.Command.RUN if run else actions.Command.PAUSE)

    def action_step(self) -> None:
        """Forward one ply: along the moves made, then one move more."""
        if self.ply.back:
            self.look(self.ply.at + 1)
            return
        self.source.do(actions.Command.STEP)
        if self.state.match.outcome:
            self.say(_("This is the last move."))
        elif self.state.next is None:
            name = player_name(self.state.match.players[self.state.match.position.turn])
            self.say(_("The move comes as soon as {name} has found it.").format(name=name))

    @property
    def _pace(self) -> str:
        """How fast the game is played, in words."""
        speed = SPEEDS[self.speed]
        number = 1 if speed == 1 else 2  # gettext takes no halves
        return ngettext("{number} move a second", "{number} moves a second", number, figures(f"{speed:g}"))

    def action_change_speed(self, step: int) -> None:
        """Fewer moves a second, or more."""
        speed = self.speed + step
        self.speed = max(0, min(speed, len(SPEEDS) - 1))
        self.notice = "" if self.state.running else f"{self._pace}."
        if speed != self.speed:
            text = _("{pace} is the minimum.") if speed < 0 else _("{pace} is the maximum.")
            self.notice = text.format(pace=self._pace)
        self._keep_pace()

    def _keep_pace(self) -> None:
        fastest = self.speed == len(SPEEDS) - 1
        self.source.do(actions.Pace(1 / SPEEDS[self.speed], SHORT_END_SECONDS if fastest else END_SECONDS))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now."""
        if action == "again":
            return self.state.match.outcome is not None
        if action == "run":
            return not self._match_over
        return super().check_action(action, parameters)

    @property
    def _match_over(self) -> bool:
        return self.state.match.standing.over and self.state.match.outcome is not None

    @property
    def footer(self) -> Sequence[str]:
        """First what goes on with the game, or with another match."""
        return ("again", *super().footer) if self._match_over else super().footer

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the first key of the footer does now."""
        if self._match_over:
            return {"again": _("new match")}
        return {"again": _("next game"), "run": _("pause") if self._runs else _("run")}

    def action_again(self) -> None:
        """The next game at once, or another match."""
        self.source.do(actions.Command.NEW)

    @work
    async def action_certificate(self) -> None:
        """Write a proof as elsewhere; the game waits meanwhile."""
        running = self.state.running
        self.source.do(actions.Command.PAUSE)
        await ask_and_certify(self, self.state, self.ply.at, self.known_here)
        if running:
            self.source.do(actions.Command.RUN)

    def action_review(self) -> None:
        """Look at the game move by move."""
        self.source.do(actions.Command.PAUSE)
        self.hall.review(self.source.archive, self._settled)

    def action_leave(self) -> None:
        """Go home; the game is found again under Continue."""
        self.source.do(actions.Command.LEAVE)
        self.say_if_it_waits()

    async def on_unmount(self) -> None:
        """End the engines' processes."""
        await self.source.close()
