"""GameScreen: a board with a side, over a source of the game; what playing, watching and reviewing have in common."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game
from core.games import get
from core.play import events
from core.play.actions import ActionKind
from core.play.events import Event
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot, Source
from core.players.opponents import HUMAN, from_afar
from core.position import Passed, Position, play_all
from core.study.study import PlayLink
from tui.boards import board_for
from tui.boards.base import Board
from tui.drawing.line import KeyLine, LineOfText
from tui.game.variations import Ply
from tui.screens.base.certificate import ask_and_certify
from tui.screens.base.copying import copy_moves, copy_position
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import _, say
from tui.text.seats import so_far

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort


COPIES = {"copy_moves": "copy('moves')", "copy_position": "copy('position')"}
"""The actions that copy, and what each runs."""


class GameSource(Source, Protocol):
    """A game that is under way: a source with a course, whether it runs here or at a table far away."""

    @property
    def takes(self) -> Container[ActionKind]:
        """What can be done in it now."""

    @property
    def archive(self) -> Archive:
        """The game as it stands, to be looked at."""

    def begin(self) -> None:
        """Let it begin, now that it can be seen."""

    async def close(self) -> None:
        """Let go of it."""
        ...


class GameScreen(HallScreen):
    """Shows one ply of the source that it holds. A subclass says what is shown, in :meth:`refresh_all`, and what else
    happens when another ply is looked at, in :meth:`looked`."""

    CSS_PATH = Path(__file__).with_name("game.tcss")  # the screens that descend from it lie in other folders

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.ply = Ply(source)
        self._is_changing = False
        """Whether the board of another game is on its way."""

    @property
    def state(self) -> Snapshot:
        """The game as it stands."""
        return self.source.state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.match.game

    @property
    def on_board(self) -> Position:
        """The position shown."""
        return self.ply.position

    @property
    def studied(self) -> Position:
        """The same: it is what there may be something to study of."""
        return self.on_board

    @property
    def valued(self) -> Sequence[Game]:
        """The game that is played."""
        return (self.game,)

    @property
    def known_here(self) -> Analysis | None:
        """What is known of the position that the panel looks at."""
        return None

    @property
    def is_ready(self) -> bool:
        """Also the board and what is beside it, which come after what they stand in."""
        side = self.query_one_optional("#side")
        return super().is_ready and self.query_one_optional("#board") is not None and bool(side and side.children)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    def compose_game(self, side: Horizontal, *below: Widget) -> ComposeResult:
        """Header, board and side, what is below both, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield board_for(self.ply.position, "board")
            yield side
        yield from below
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    async def change_board(self) -> None:
        """Put the board of another game where that of the last one stands."""
        await self.board.remove()
        await self.query_one("#middle").mount(board_for(self.ply.position, "board"), before=0)
        if self.focused and not self.focused.is_attached:  # the old board got the keys while it was being removed
            self.set_focus(None)
        self.keep_focus()

    def has_board_of_game(self) -> bool:
        """Whether the board is that of the game. If not, the right one takes its place, and everything is shown anew."""
        if self.board.position.game == self.game:
            return True
        if not self._is_changing:
            self._is_changing = True
            self._renew_board()
        return False

    @work
    async def _renew_board(self) -> None:
        await self.change_board()
        self._is_changing = False
        self.show_keys()
        self.refresh_all()

    def tell(self, event: Event) -> None:
        """Do what every screen does about an event; a subclass begins with what is its own."""
        match event:
            case events.Refused(error):
                self.notice = say(error)
            case events.Unsaved(error):
                self.hall.warn(error)
            case events.Signal.LEFT:
                below, said = self.app.screen_stack[-2], so_far(self.state.match.standing)
                if isinstance(below, HallScreen) and below.takes_back:
                    self.app.pop_screen()
                else:
                    said = " ".join(filter(None, (said, self._kept_words())))
                    self.hall.go_home()
                if isinstance(self.app.screen, HallScreen):
                    self.app.screen.say(said)

    def _kept_words(self) -> str:
        """That a game which is left is found again, where it goes on at this board."""
        going_on = self.state.match.moves and not self.state.ended and self.state.company is None
        return _("The game is saved; {key:continue_game} continues it.") if going_on else ""

    def look(self, ply: int) -> None:
        """Look at a ply."""
        before = self.ply.at
        self.ply.look(ply)
        self.notice = ""
        if self.ply.at == before:
            self.notice = _("This is the start of the game.") if ply <= 0 else _("This is the last move.")
        self.looked()

    def looked(self) -> None:
        """Another ply is looked at."""
        self.refresh_all()

    def action_back(self) -> None:
        """Back one ply."""
        self.look(self.ply.at - 1)

    def action_step(self) -> None:
        """Forward one ply."""
        self.look(self.ply.at + 1)

    def action_go_first(self) -> None:
        """To the start."""
        self.look(0)

    def action_go_last(self) -> None:
        """To the last ply."""
        self.look(len(self.state.match.moves))

    def action_look_at(self, ply: int) -> None:
        """To a ply, by the mouse."""
        self.look(ply)

    @work
    async def action_certificate(self) -> None:
        """Write why the value of the position is exact to a file that is asked for."""
        await ask_and_certify(self, self.ply.state, self.ply.at, self.known_here)

    def action_edit_here(self) -> None:
        """Set up a position that begins as the one on the board."""
        from tui.screens.base.edit import EditScreen

        self.app.push_screen(EditScreen(self.ply.position))

    def action_copy(self, what: str) -> None:
        """Copy the moves of the game, or of the line beside it that is looked at; or the position on the board."""
        match, position = self._shown_match, self.on_board
        if what == "moves":
            self.say(copy_moves(self, match))
        else:
            self.say(copy_position(self, match.position if isinstance(position, Passed) else position))

    @property
    def _shown_match(self) -> Match:
        """The game, or the line beside it that is looked at; a threat is none, as it leaves out a move."""
        shown = self.ply.state.match
        return self.state.match if isinstance(shown.position, Passed) else shown

    def step_back(self) -> bool:
        """Put down a stone that is picked up, or shut the side over the board."""
        if self.board.put_down():
            return True
        if self.has_class("-narrow") and self.has_class("-overlay"):
            self.action_panel()
            return True
        return False

    def say_if_it_waits(self) -> None:
        """Tell the player who leaves why the screen is still there."""
        if self.is_current:
            self.say(_("The move is still being saved; you will leave the game when it is."))


def play_on(hall: HallPort, state: Snapshot, ply: int) -> None:
    """Play on from a ply of a game that was played, as a new game."""
    usual = hall.settings.opponent
    first, second = (usual if from_afar(seat) is not None else seat for seat in state.match.players)
    players = (first, second) if HUMAN in state.match.players else (HUMAN, usual)
    match = Match(state.match.game, players, state.match.start, lesson=True, retried=True)  # it measures nothing
    for move in state.match.moves[:ply]:
        match = match.play(move)
    hall.go_home()
    try:
        hall.open_game(state.match.game, Setup(players), match)
    except CoreError as error:
        hall.warn(error)


def play_from(hall: HallPort, link: PlayLink) -> str:
    """Play from a position, against the usual opponent; what is said where that cannot be."""
    game = get(link.game)
    setup: Setup = hall.setup.fitting(game)
    try:
        moves, _position = play_all(game, link.moves, link.position)
        hall.open_game(game, setup, setup.begun(game, Random(), moves, link.position))
    except CoreError as error:
        return say(error)
    return ""
