"""The third column of a wide home screen: a living board of the chosen game above the last games."""

from __future__ import annotations

from random import Random

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.timer import Timer

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Move
from core.players.asking import Adviser
from core.players.opponents import Thinker, parse, watched
from core.position import Position
from tui.boards import board_for
from tui.boards.base import Board, BoardView
from tui.drawing.canvas import Canvas
from tui.screens.base.screen import HallScreen
from tui.text import words

_REST_SECONDS, _MOVE_SECONDS = 0.8, 0.7
"""How long the cursor rests on a game before it is played, and a position is seen before the next."""
_CAP_SECONDS = 0.2
"""How long an engine thinks about a move at most, in its own process."""


class LivingColumn(Vertical):
    """Plays one game of two quick engines on its board after another game was chosen, and then rests. Nothing is played where
    nothing may move or the column is not seen."""

    def __init__(self, home: HallScreen, below: Canvas) -> None:
        super().__init__(id="living")
        self._home, self._below = home, below
        self._game: Game | None = None
        self._position: Position | None = None
        self._last: Move | None = None
        self._adviser: Adviser | None = None
        self._timer: Timer | None = None
        self._waits = False
        """Whether the game is to begin, or to go on, as soon as no other screen covers this one."""
        self._random = Random()

    def compose(self) -> ComposeResult:
        """The last games; the board comes above them with the chosen game."""
        yield self._below

    def on_mount(self) -> None:
        """Show the game that is chosen already."""
        self.follow()

    @staticmethod
    def _board(position: Position) -> Board:
        board = board_for(position, "demo")
        board.can_focus, board.disabled = False, True
        return board

    @work(exclusive=True)
    async def follow(self) -> None:
        """Show the chosen game, and play it once the cursor has rested on it. Another choice ends this anywhere."""
        game = self._home.game
        self._below.redraw()
        if game is not self._game:
            self._game, self._position = None, None
            await self.stop()
            await self.query(Board).remove()
            position = Position.start(game)
            await self.mount(self._board(position), before=self._below)
            self._game, self._position, self._last, self._waits = game, position, None, True
            self._show()
        if self._waits and self._home.is_active and getattr(self.app, "moving", False):
            self._waits = False
            self._timer = self.set_timer(_REST_SECONDS, self._think)

    async def on_unmount(self) -> None:
        """End the process of the engines."""
        await self.stop()

    async def stop(self) -> None:
        """Play no further, and end the process of the engines."""
        if self._timer:
            self._timer.stop()
        adviser, self._adviser = self._adviser, None
        if adviser:
            await adviser.close()

    def _show(self) -> None:
        position = self._position
        if position and (board := self.query(Board)):
            view = BoardView(position, self._last, words.name(position.game), active=False, watched=True)
            board.first(Board).show(view)

    def _think(self) -> None:
        position = self._position
        if position is None or position.outcome:
            return
        if not self._home.is_active:
            self._waits = True
            self.run_worker(self.stop())
            return
        player = parse(watched(position.game)[position.turn])
        assert isinstance(player, Thinker)
        self._adviser = self._adviser or self._home.hall.worker()
        request = player.request(position, _CAP_SECONDS)

        def heard(analysis: Analysis) -> None:
            if analysis.final and analysis.lines and self._position is position:
                self._move(position, player.answer(request, analysis, self._random).move)

        self._adviser.ask(request, heard, self._lost)

    def _lost(self, error: CoreError) -> None:
        """A game that is only to be looked at ends without a word where its engine does."""

    def _move(self, position: Position, move: Move) -> None:
        self._position, self._last = position.play(move), move
        self._show()
        if self._position.outcome:
            self.run_worker(self.stop())
        else:
            self._timer = self.set_timer(_MOVE_SECONDS, self._think)
