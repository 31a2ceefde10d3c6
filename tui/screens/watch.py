"""WatchScreen: two engines play; you hold the clock. Both say what they think of every position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer

from core.analysis import Analysis
from core.errors import CoreError, EngineForfeits
from core.game import Move
from core.match import Match
from core.opponents import Choice, Opponent, parse
from core.position import Position, other
from core.series import Series
from tui import words
from tui.analyst import Analyst
from tui.keys import bindings
from tui.screens.game import SOON, GameScreen
from tui.seats import player_name
from tui.texts import _, say
from tui.widgets.canvas import Canvas, Row, Span
from tui.widgets.frame import Section, frame, section
from tui.widgets.line import LineOfText, plain_row
from tui.widgets.panel import PanelView, graph, moves_section, verdict_rows

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Moves a second."""
BETWEEN_GAMES = 3.0
"""Moves' worth of time before the next game begins."""


class WatchSide(Canvas):
    """The right side: what each engine thinks, and the score of the series."""

    def __init__(self) -> None:
        super().__init__(id="panels")
        self.views: tuple[PanelView, ...] = ()
        self.score: list[Row] = []

    def show(self, views: tuple[PanelView, ...], score: list[Row]) -> None:
        """Show other values."""
        self.views, self.score = views, score
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """Three frames, one below the other."""
        last = len(self.score) + 2
        each = (height - last) // 2
        rows: list[Row] = []
        for i, view in enumerate(self.views):
            size = each if i == 0 else height - last - each
            thoughts = Section(view.engine, partial(engine_rows, view), size - 2, 1, view.state)
            rows += frame(width, size, [thoughts])
        return rows + frame(width, last, [section(_("Series"), self.score)])


def engine_rows(view: PanelView, width: int, height: int) -> list[Row]:
    """The sentence, the bar where there is room for it, the counts, and the best moves."""
    rows = verdict_rows(view, width - 2)
    if view.analysis is None or not view.analysis.lines:
        return rows
    if height < 9:
        rows = [rows[0], rows[2]]
    return [*rows, *moves_section(view, view.analysis).draw(width, height - len(rows))]


class WatchScreen(GameScreen):
    """Engines against each other, with pause, steps, speed, and a look back at any ply."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("run", "back", "step", "slower", "faster", "review", "help", "leave"),
            hidden=("go_first", "go_last", "panel"),
        )
    )

    def __init__(self, match: Match, series: Series) -> None:
        super().__init__(match)
        self.series = series
        self.running = True
        self.speed = SPEEDS.index(1.0)
        self.random = Random()
        self._at: int | None = None
        self._one_step = False
        self._next: Choice | None = None
        self._timer: Timer | None = None
        self._analysts: dict[str, Analyst] = {}

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(WatchSide(), id="side"))

    def on_mount(self) -> None:
        """Begin."""
        self.board.can_focus = False
        self.refresh_all()
        self.call_after_refresh(self.begin_turn)

    # The course of the game.

    def _engine(self, seat: int) -> Opponent:
        opponent = parse(self.match.players[seat])
        assert opponent is not None, "a person sits at a board that is only watched"
        return opponent

    def _analyst_of(self, seat: int) -> Analyst:
        name = f"{self.match.players[seat]} {seat if self.match.players[0] == self.match.players[1] else ''}"
        if name not in self._analysts:
            trouble = partial(self._trouble_of, self.match.players[seat], seat)
            self._analysts[name] = Analyst(self._hear, trouble, self.hall.report_interval, self.hall.worker)
        return self._analysts[name]

    def begin_turn(self) -> None:
        """Let both engines think about the position, unless one has nothing to say while it is not its turn."""
        self._next = None
        for seat in (0, 1):
            engine = self._engine(seat)
            if seat == self.match.position.turn or engine.thinks:
                self._analyst_of(seat).ask(self.match.position, engine.level, engine.engine)
        self._go_on()

    def _hear(self, analysis: Analysis) -> None:
        self._go_on()

    def on_trouble(self, error: CoreError) -> None:
        """An engine gave up: wait for the user."""
        self.running = False
        self.say(say(error) + " " + _("Space tries again."))

    def _trouble_of(self, player: str, seat: int, error: CoreError) -> None:
        """A program from elsewhere that fails loses the game, wherever it sits by now; the series goes on."""
        if not isinstance(error, EngineForfeits):
            self.on_trouble(error)
        elif not self.match.outcome:
            now = self.match.players
            self.match.resign(0 if now[0] == player and (now[1] != player or seat == 0) else 1)
            self.hall.keep(self.match)
            if self.match.outcome:
                self.series = self.series.after(self.match.outcome)
            self._stop_timer()
            self.say(say(error))
            self._go_on()

    def _go_on(self) -> None:
        """Draw the move as soon as it is known, and make it when its time has come."""
        self.refresh_all()
        if self.match.outcome:
            if self.running and self._timer is None and not self.series.over:
                self._timer = self.set_timer(BETWEEN_GAMES / SPEEDS[self.speed], self._next_game)
            return
        turn = self.match.position.turn
        known = self._analyst_of(turn).known(self.match.position)
        if known and known.final and self._next is None:
            self._next = self._engine(turn).choose(known, self.random)
            self.refresh_all()
        if self._next is not None and self._timer is None and (self.running or self._one_step):
            self._timer = self.set_timer(SOON if self._one_step else 1 / SPEEDS[self.speed], self._make_move)

    def _make_move(self) -> None:
        self._timer = None
        if self._next is None or self.match.outcome or not (self.running or self._one_step):
            return
        self._one_step = False
        self.match.play(self._next.move)
        self.hall.keep(self.match)
        if self.match.outcome:
            self.series = self.series.after(self.match.outcome)
        self.begin_turn()

    def _next_game(self) -> None:
        self._timer = None
        if self.running and not self.series.over:
            self.match = Match(self.match.game, self.series.seats)
            self._at = None
            self.begin_turn()

    # What is shown.

    @property
    def at(self) -> int:
        """The ply on the board."""
        return len(self.match.moves) if self._at is None else self._at

    @property
    def shown(self) -> Position:
        """The position of that ply."""
        return self.match.positions[self.at]

    @property
    def last_move(self) -> Move | None:
        """The move that led there."""
        return self.match.moves[self.at - 1] if self.at else None

    def known(self, position: Position) -> Analysis | None:
        """What an engine has proven of a position, or else thinks of it, the one to move before the other."""
        found = []
        for seat in (position.turn, other(position.turn)):
            analysis = self._analyst_of(seat).known(position)
            if analysis and analysis.best and self._engine(seat).thinks:
                found.append(analysis)
        return next((analysis for analysis in found if analysis.lines[0].score.proven), found[0] if found else None)

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        match, shown = self.match, self.shown
        self._show_header()
        board = self.board
        width = board.size.width - 4
        course = section(_("Value after each move"), graph(self.values(), width, match.game.players), 3)
        board.below = [] if self.has_class("-low") else [course]
        count = len(match.moves)
        note = _("move {ply} of {count}").format(ply=self.at, count=count) if self._at is not None else ""
        player = match.game.players[shown.turn]
        board.show(shown, self.last_move, _("Board"), note or f"{_('move')} {count + 1}, {player}", active=False)
        self.query_one(WatchSide).show((self._view(0), self._view(1)), self._score(self.board.size.width))
        self.show_status(self._status(), self.notice)

    def _show_header(self) -> None:
        match, series = self.match, self.series
        number = len(series.results) + (0 if match.outcome else 1)
        seats: list[Span] = []
        for seat, role in ((0, "first"), (1, "second")):
            points = series.wins[seat if series.first_of(number) == 0 else 1 - seat]
            name = f"{match.game.players[seat]} {player_name(match.players[seat], full=True)} {points}  "
            seats.append(Span(name, role))
        right = f"{_('game')} {number}" + (f"/{series.length}" if series.length else "")
        left = [Span(_("WATCH") + "  ", "title"), Span(words.name(match.game))]
        self.query_one("#header", LineOfText).show(left, seats, plain_row(right, "dim"))

    def _view(self, seat: int) -> PanelView:
        shown = self.shown
        known = self._analyst_of(seat).known(shown)
        mine = shown.turn == seat and not shown.outcome
        if shown.outcome:
            state, message = "", words.result(self.match.game, shown.outcome)
        elif not self._engine(seat).thinks:
            known, state, message = None, "", _("It has no opinion of its moves.")
        elif known is None:
            state, message = _("thinking"), _("Thinking ...")
        else:
            state, message = self.panel_state(known), ""
        if mine and known and not known.final:
            state = _("thinking")
        name = f"{self.match.game.players[seat]}  {player_name(self.match.players[seat], full=True)}"
        cursor = self._next.move if self._next and mine and self._at is None else None
        return PanelView(name, state, None if shown.outcome else known, message=message, cursor=cursor)

    def _score(self, width: int) -> list[Row]:
        series = self.series
        rows: list[Row] = []
        for player in (0, 1):
            marks = "".join("=" if winner is None else "10"[winner != player] for winner in series.results[-16:])
            points = series.wins[player] + series.draws / 2
            name = player_name(series.players[player], full=True)[:16]
            rows.append([Span(f" {name:<17}"), Span(f"{marks:<12}", "dim"), Span(f"{points:g}", "strong")])
        return rows

    def _status(self) -> str:
        match = self.match
        if self._at is not None:
            return _("After move {ply} of {count}. End goes back to the game.").format(
                ply=self._at, count=len(match.moves)
            )
        if match.outcome:
            text = words.result(match.game, match.outcome)
            if self.series.over:
                return text + " " + _("The series is over; v reviews the moves, q goes home.")
            return text + " " + (_("The next game follows.") if self.running else _("Space goes on."))
        name = player_name(match.players[match.position.turn])
        if self.running:
            speed = SPEEDS[self.speed]
            return _("{name} to move. {speed:g} moves a second. Space pauses.").format(name=name, speed=speed)
        number = len(match.moves) + 1
        if self._next is None:
            return _("Paused before move {number}; {name} is thinking.").format(number=number, name=name)
        text = _("Paused before move {number}. {name} will play {move}: {reason}")
        move = match.position.name(self._next.move)
        return text.format(number=number, name=name, move=move, reason=say(self._next.reason))

    # Actions.

    def action_run(self) -> None:
        """Pause or go on."""
        self.notice = ""
        self.running = not self.running or self._at is not None
        self._at = None
        self._stop_timer()
        self.begin_turn() if self._next is None and not self.match.outcome else self._go_on()

    def action_step(self) -> None:
        """Forward one ply: along the moves made, then one move more."""
        if self._at is not None:
            self._look_at(self._at + 1)
            return
        self.running = False
        self._stop_timer()
        self._one_step = not self.match.outcome
        self._go_on()

    def action_back(self) -> None:
        """Back one ply; the game pauses."""
        self._look_at(self.at - 1)

    def action_go_first(self) -> None:
        """To the start."""
        self._look_at(0)

    def action_go_last(self) -> None:
        """Back to the game."""
        self._look_at(len(self.match.moves))

    def _look_at(self, ply: int) -> None:
        self.running = False
        self._stop_timer()
        ply = max(0, min(ply, len(self.match.moves)))
        self._at = None if ply == len(self.match.moves) else ply
        self.notice = ""
        self.refresh_all()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    def action_slower(self) -> None:
        """Fewer moves a second."""
        self._set_speed(self.speed - 1)

    def action_faster(self) -> None:
        """More moves a second."""
        self._set_speed(self.speed + 1)

    def _set_speed(self, speed: int) -> None:
        self.speed = max(0, min(speed, len(SPEEDS) - 1))
        self._stop_timer()
        self._go_on()

    def action_review(self) -> None:
        """Look at the game move by move."""
        self.running = False
        self._stop_timer()
        self.hall.review(self.match)

    def action_leave(self) -> None:
        """Go home; the game is found again under Continue."""
        self.hall.go_home()

    async def on_unmount(self) -> None:
        """End the engines' processes."""
        for analyst in self._analysts.values():
            await analyst.close()
