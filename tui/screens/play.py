"""PlayScreen: a game between two seats, each a person or an engine, with the panel beside the board."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key
from textual.timer import Timer

from core import engines
from core.analysis import Analysis, Limit
from core.errors import CoreError, EngineForfeits
from core.explain import RUNGS, hint
from core.game import Move, Player
from core.match import Match
from core.opponents import Choice, Opponent
from core.series import Series
from tui.boards.base import Board
from tui.keys import bindings
from tui.screens.game import PANEL_LIMIT, SOON
from tui.screens.play_picture import PlayPicture
from tui.seats import next_level, next_seat, person, player_name
from tui.setup import Setup
from tui.texts import _, say
from tui.widgets.panel import Panel, PanelView

if TYPE_CHECKING:
    from core.worker import Worker

HISTORY_LIMIT = Limit(seconds=3.0)
"""How long the panel's engine looks back at a position that nobody waits for."""
HELD_SECONDS = 0.1
"""How long the panel keeps the values of the position before undimmed."""
_WHILE_PLAYING = {"choose", "type_move", "hint", "marks", "redo", "resign", "new", "seat_first", "seat_second", "level"}
_WHEN_OVER = {"again", "swap", "review"}


class PlayScreen(PlayPicture):
    """Play, with undo and redo, hints, and every switch there is."""

    FOCUS = "board"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("choose", "hint", "marks", "undo", "redo", "panel", "new", "again", "swap", "review", "help", "leave"),
            hidden=(
                "seat_first",
                "seat_second",
                "level",
                "first",
                "engine",
                "resign",
                "type_move",
                "proof",
                "list_up",
                "list_down",
            ),
        )
    )

    def __init__(self, match: Match, setup: Setup, series: Series) -> None:
        super().__init__(match, series)
        self.setup = setup
        self.random = Random()
        self.rung = 0
        self._mover: Worker | None = None
        self._held: Timer | None = None
        self._footer_says_over = False
        self._thinking: Opponent | None = None
        self._pause: Timer | None = None
        self._marks_timer: Timer | None = None

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(Panel(PanelView("", ""), id="panel"), id="side"))

    def on_mount(self) -> None:
        """Begin."""
        self.keep_focus()
        self.refresh_all()
        self.call_after_refresh(self.begin_turn)

    # The course of the game.

    def begin_turn(self, explained: str = "") -> None:
        """Let whoever is to move think: the panel's engine, and the opponent's."""
        self._cancel_opponent()
        self.explained = explained
        self.rung, self.hint_text, self.notice = 0, "", ""
        self._hold_panel()
        self._delay_marks()
        self.analyst.ask(self.match.position, PANEL_LIMIT, self.hall.settings.engine or None)
        if self.match.position.outcome:
            self.analyst.ask_first_unknown(reversed(self.match.positions), HISTORY_LIMIT)
        opponent = self.opponent
        if opponent:
            from core.worker import Request

            self._thinking = opponent
            if self._mover is None:
                self._mover = self.hall.worker(self._hear_opponent, self._opponent_lost)
            self._mover.ask(Request(self.match.position, opponent.engine, opponent.level))
        self.refresh_all()
        over = self.match.outcome is not None
        if over != self._footer_says_over:
            self._footer_says_over = over
            self.refresh_bindings()  # paints the whole screen, so not with every ply

    def play(self, move: Move, explained: str = "") -> None:
        """Make a legal move, for which its player may have given a reason, keep it, and go on."""
        self.match.play(move)
        self.hall.keep(self.match)
        if self.match.outcome:
            self.series = self.series.after(self.match.outcome)
        self.begin_turn(explained)

    def _hear_opponent(self, ticket: int, analysis: Analysis) -> None:
        opponent = self._thinking
        if opponent and analysis.final:
            choice = opponent.choose(analysis, self.random)
            pause = max(SOON, self.hall.pace - analysis.seconds)
            self._pause = self.set_timer(pause, lambda: self._opponent_plays(choice))

    def _opponent_plays(self, choice: Choice) -> None:
        self._pause = self._thinking = None
        if self.opponent:
            position = self.match.position
            player, name = position.game.players[position.turn], position.name(choice.move)
            self.play(choice.move, f"{player} {name}: {say(choice.reason)}")

    def _opponent_lost(self, error: CoreError) -> None:
        if isinstance(error, EngineForfeits):
            self._resign(self.match.position.turn)
            self.say(say(error) + " " + _("u takes the game up again, and it is asked once more."))
        else:
            self.say(say(error) + " " + _("u takes back your move; x and o choose another player."))

    def _cancel_opponent(self) -> None:
        self._thinking = None
        if self._pause:
            self._pause.stop()
            self._pause = None
        if self._mover:
            self._mover.drop()

    def _delay_marks(self) -> None:
        delay = self.hall.settings.marks_delay
        if self._marks_timer:
            self._marks_timer.stop()
            self._marks_timer = None
        self.marks_due = delay == 0
        if delay:
            self._marks_timer = self.set_timer(delay, self._marks_now)

    def _hold_panel(self) -> None:
        """Leave the panel as it is for a moment: most answers come at once, and to dim it first would cost bytes."""
        if self._held:
            self._held.stop()
        self._held = self.set_timer(HELD_SECONDS, self._release_panel)
        self.panel_held = True

    def _release_panel(self) -> None:
        if self._held:
            self._held.stop()
            self._held = None
            self.panel_held = False
            self.refresh_all()

    def _marks_now(self) -> None:
        self.marks_due = True
        self.refresh_all()

    def on_analysis(self, analysis: Analysis) -> None:
        """Once the position on the board is known, look at earlier ones that are not: the history tells of them."""
        if self._held:
            self._release_panel()
        else:
            super().on_analysis(analysis)
        current = self.analyst.known(self.match.position)
        if analysis.final and (self.match.outcome or (current and current.final)):
            self.analyst.ask_first_unknown(reversed(self.match.positions), HISTORY_LIMIT)

    # Moves.

    def on_board_move_chosen(self, message: Board.MoveChosen) -> None:
        """A place was clicked."""
        self._choose(message.moves)

    def on_board_cursor_moved(self, message: Board.CursorMoved) -> None:
        """The list and the status follow the cursor."""
        self.notice = self.explained = ""
        self.refresh_all()

    def action_choose(self) -> None:
        """Play the move under the cursor."""
        self.board.choose()

    def _choose(self, moves: tuple[Move, ...]) -> None:
        self.typed = None
        if self.opponent or self.match.outcome:
            self.say(_("It is not your turn.") if self.opponent else _("The game is over; n plays again."))
        elif not moves:
            self.say(self.board.refusal)
        elif len(moves) == 1:
            self.play(moves[0])
        else:
            self._ask_which(moves)

    @work
    async def _ask_which(self, moves: tuple[Move, ...]) -> None:
        position = self.match.position
        chosen = await self.choose(_("Which move?"), [position.name(move) for move in moves])
        if chosen is not None and position == self.match.position:
            self.play(moves[chosen])

    def action_point_at(self, move: Move) -> None:
        """Put the cursor on a move of the list."""
        if move in self.match.position.moves:
            self.board.point_at(move)
            self.notice = ""
            self.refresh_all()

    def action_list_up(self) -> None:
        """Point at the next better move."""
        self._step_list(-1)

    def action_list_down(self) -> None:
        """Point at the next worse move."""
        self._step_list(1)

    def _step_list(self, step: int) -> None:
        analysis = self.analyst.known(self.match.position)
        if not analysis or not analysis.lines:
            return
        cursor = self.cursor_move
        at = next((i for i, line in enumerate(analysis.lines) if line.move == cursor), None)
        following = 0 if at is None else (at + step) % len(analysis.lines)
        self.action_point_at(analysis.lines[following].move)

    # Typed moves.

    def on_key(self, event: Key) -> None:
        """Letters and digits that no action uses begin a typed move; until Enter or Escape every key belongs to it."""
        character = event.character if event.is_printable and event.character else ""
        bound = self.active_bindings.get(event.key)
        if self.typed is None and bound and bound.binding.action == "type_move":
            self._type("")  # here and not as an action, which would come after keys that follow fast
        elif self.typed is None and ((event.key == "escape" and self.board.put_down()) or self.board.press(character)):
            pass
        elif self.typed is None and (bound or not character.isalnum()):
            return
        elif event.key == "enter":
            self._play_typed(self.typed or "")
        elif event.key == "escape":
            self._type(None)
        else:
            typed = self.typed or ""
            self._type(typed[:-1] if event.key == "backspace" else typed + character)
        event.stop()

    def action_type_move(self) -> None:
        """Begin to type a move."""
        self._type("")

    def _type(self, text: str | None) -> None:
        """Show what is typed, None for nothing, and point at the move as soon as it is one."""
        self.typed, self.notice, self.explained = text, "", ""
        with suppress(CoreError):
            self.board.point_at(self.match.position.parse(text or ""))
        self.refresh_all()

    def _play_typed(self, text: str) -> None:
        self._type(None)
        if not text.strip():
            return
        try:
            move = self.match.position.parse(text)
        except CoreError as error:
            self.say(say(error))
        else:
            self._choose((move,))

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now."""
        over = self.match.outcome is not None
        if action in _WHILE_PLAYING and over:
            return False
        return over or action not in _WHEN_OVER

    def action_hint(self) -> None:
        """Climb one rung of the ladder of hints."""
        analysis = self.analyst.known(self.match.position)
        if self.opponent:
            self.say(_("It is not your turn; hints are for your own moves."))
        elif analysis is None or not analysis.lines:
            self.say(_("The engine has not answered yet; ask again in a moment."))
        else:
            if self.rung < RUNGS:
                self.rung += 1
                self.match.hints += 1
            text = say(hint(analysis, self.rung))
            self.hint_text = f"{self.rung}/{RUNGS} {text}"
            if self.rung >= 3:
                self.board.point_at(analysis.lines[0].move)
            self.say(_("Hint {rung} of {rungs}: {text}").format(rung=self.rung, rungs=RUNGS, text=text))

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        if self.marks_on and not self.marks_due:
            self._marks_now()
            return
        self.hall.marks[self.hall.settings.panel] = not (self.marks_on and self.marks_due)
        self.marks_due = True
        self.hall.change_settings(marks=self.hall.marks["study"])
        self.refresh_all()

    def action_panel(self) -> None:
        """Change between the quiet panel and the one with values; in a narrow window show or hide it."""
        if self.has_class("-narrow"):
            super().action_panel()
        else:
            self.hall.change_settings(panel="play" if self.study else "study")
        self.refresh_all()

    def action_undo(self) -> None:
        """Take back your move and the engine's answer; while it is still thinking, only yours."""
        match = self.match
        if not match.moves and not match.outcome:
            self.say(_("There is nothing to take back."))
            return
        if match.outcome and self.series.results:
            self.series = Series(self.series.players, self.series.length, self.series.results[:-1])
        waiting = self.opponent is not None
        count = len(match.moves)
        match.undo()
        if not waiting and len(match.moves) < count and person(match.players) is not None:
            while match.moves and self.opponent:
                match.undo()
        self.hall.keep(match)
        self.begin_turn()

    def action_redo(self) -> None:
        """Make the undone moves again."""
        if not self.match.redo():
            self.say(_("There is nothing to make again."))
            return
        if person(self.match.players) is not None:
            while self.match.can_redo and self.opponent:
                self.match.redo()
        if self.match.outcome:
            self.series = self.series.after(self.match.outcome)
        self.hall.keep(self.match)
        self.begin_turn()

    @work
    async def action_new(self) -> None:
        """Begin another game; the one going on stays under Continue."""
        question = _("Begin a new game? This one stays under Continue.")
        if not self.match.moves or await self.confirm(question, _("Yes, a new game")):
            self._restart(self._next_series())

    def action_again(self) -> None:
        """Play the next game."""
        self._restart(self._next_series())

    def _next_series(self) -> Series:
        """The standing before the next game, with the seats as they are set up unless a planned series goes on."""
        series = self.series
        if series.over:
            series = Series(series.players, series.length)
        if series.length and series.results:
            return series
        seats = self.setup.series(self.random).seats
        return series if series.seats == seats else series.swapped()

    @work
    async def action_swap(self) -> None:
        """Begin a game with the seats exchanged."""
        question = _("Swap sides and begin a new game? This one stays under Continue.")
        going_on = self.match.moves and not self.match.outcome
        if not going_on or await self.confirm(question, _("Yes, swap")):
            series = Series(self.series.players) if self.series.length else self.series
            series = series.swapped()
            self.setup = Setup(series.seats, length=series.length)
            self._restart(series)

    def _restart(self, series: Series) -> None:
        self.series = series
        self.match = Match(self.match.game, series.seats, self.match.start)
        self.begin_turn()

    @work
    async def action_resign(self) -> None:
        """Give the game up, after a question."""
        seat = person(self.match.players)
        loser = self.match.position.turn if seat is None else seat
        question = _("Resign as {player}?").format(player=self.match.game.players[loser])
        if await self.confirm(question, _("Yes, resign")) and not self.match.outcome:
            self._resign(loser)

    def _resign(self, loser: Player) -> None:
        self.match.resign(loser)
        self.hall.keep(self.match)
        if self.match.outcome:
            self.series = self.series.after(self.match.outcome)
        self.begin_turn()

    @work
    async def action_leave(self) -> None:
        """Go home; a game going on is found again under Continue."""
        question = _("Leave this game? You find it again under Continue.")
        going_on = self.match.moves and not self.match.outcome
        if not going_on or await self.confirm(question, _("Yes, leave")):
            self.hall.go_home()

    def action_review(self) -> None:
        """Look at the finished game move by move."""
        self.hall.review(self.match)

    def action_seat_first(self) -> None:
        """Another player for the first seat, from now on."""
        self._sit((next_seat(self.match.players[0], self.match.game), self.match.players[1]))

    def action_seat_second(self) -> None:
        """Another player for the second seat, from now on."""
        self._sit((self.match.players[0], next_seat(self.match.players[1], self.match.game)))

    def action_level(self) -> None:
        """Make the engines a level stronger."""
        first, second = self.match.players
        self._sit((next_level(first, self.match.game), next_level(second, self.match.game)))

    def _sit(self, seats: tuple[str, str]) -> None:
        self.match.players = seats
        players = seats if self.series.first == 0 else (seats[1], seats[0])
        self.series = Series(players, self.series.length, self.series.results)
        self.setup = Setup(seats, self.setup.lot, self.setup.length)
        self.hall.remember_setup(self.setup)
        self.hall.keep(self.match)
        if not self.match.outcome:
            self.begin_turn()
        names = "  ".join(
            f"{mark} {player_name(seat, full=True)}" for mark, seat in zip(self.match.game.players, seats, strict=True)
        )
        self.say(names)

    def action_first(self) -> None:
        """Who starts the next game: you, the AI, or by lot."""
        self.setup = self.setup.with_next_first()
        self.hall.remember_setup(self.setup)
        if not self.match.moves:
            self._restart(self._next_series())
        self.say(_("Next game: {first} starts.").format(first=self.setup.first_words))

    def action_engine(self) -> None:
        """Another engine for the panel."""
        names = ["", *(name for name in engines.of(self.match.game) if engines.get(name).thinks)]
        current = self.hall.settings.engine
        name = names[(names.index(current) + 1) % len(names)] if current in names else ""
        self.hall.change_settings(engine=name)
        self.analyst.forget()
        self.analyst.ask(self.match.position, PANEL_LIMIT, name or None)
        self.say(_("Engine of the panel: {name}").format(name=name or _("the best")))

    async def on_unmount(self) -> None:
        """End the engines' processes."""
        if self._mover:
            await self._mover.close()
