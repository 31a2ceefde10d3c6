"""GameScreen: a board with a panel beside it, fed by an analyst; the parent of playing, watching and reviewing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.game import Game, Move
from core.match import Match
from core.position import Position
from core.review import Judgement, judge
from tui import words
from tui.analyst import Analyst
from tui.boards import board_for
from tui.boards.base import Board, CellMark
from tui.screens.base import HallScreen
from tui.texts import _, say
from tui.widgets.line import LineOfText
from tui.widgets.panel import Played

PANEL_LIMIT = Limit(seconds=30.0)
"""How long the panel's engine thinks about a position nobody touches; the fan should come to rest some time."""

SOON = 0.001
"""The shortest time a timer can be set to."""
MANY, MARKED_GUESSES = 40, 12
"""Where there are many moves, only so many of the best cells show a guess: hundreds of ``~`` would hide the board."""


class GameScreen(HallScreen):
    """Owns a match and the analyst of its panel. Whoever inherits says what is shown, in :meth:`refresh_all`."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.notice = ""
        self._analyst: Analyst | None = None

    def compose_game(self, side: Horizontal) -> ComposeResult:
        """Header, board and side, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield board_for(self.shown, "board")
            yield side
        yield LineOfText(id="status")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def analyst(self) -> Analyst:
        """The analyst of the panel; its process starts with the first question."""
        if self._analyst is None:
            self._analyst = Analyst(self.on_analysis, self.on_trouble, self.hall.report_interval, self.hall.worker)
        return self._analyst

    @property
    def shown(self) -> Position:
        """The position on the board."""
        return self.match.position

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position on the board."""
        ply = self.match.positions.index(self.shown)
        return self.match.moves[ply - 1] if ply else None

    def on_analysis(self, analysis: Analysis) -> None:
        """An answer of the panel's engine has come."""
        self.refresh_all()

    def on_trouble(self, error: CoreError) -> None:
        """The panel's engine gave up; the game goes on without it."""
        self.say(say(error))

    def say(self, text: str) -> None:
        """Show a sentence in the status line until something happens."""
        self.notice = text
        self.refresh_all()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    def cell_marks(self, analysis: Analysis | None) -> dict[Move, CellMark]:
        """The marks for the board's cells, best move first."""
        if analysis is None or analysis.position != self.shown:
            return {}
        return {
            line.move: CellMark(words.mark(line.score), words.short_value(line.score), words.role(line.score))
            for i, line in enumerate(analysis.lines)
            if line.score.proven or i < MARKED_GUESSES or len(analysis.lines) <= MANY
        }

    def known(self, position: Position) -> Analysis | None:
        """What is known of a position."""
        return self.analyst.known(position)

    def judgement(self, ply: int) -> Judgement | None:
        """The judgement of the move made in the position of a ply, from 0; None while nothing is known of it."""
        analysis = self.known(self.match.positions[ply])
        return judge(analysis, self.match.moves[ply]) if analysis else None

    def played(self) -> list[Played]:
        """The moves so far with what is known of them."""
        rows = []
        for ply, name in enumerate(self.match.names):
            judgement = self.judgement(ply)
            player = self.match.game.players[self.match.positions[ply].turn]
            if judgement is None:
                rows.append(Played(ply + 1, player, name, "", "dim", ""))
                continue
            sign = judgement.glyph or words.mark(judgement.score)
            rows.append(Played(ply + 1, player, name, sign, words.role(judgement.score), say(judgement.note)))
        return rows

    def values(self) -> list[float | None]:
        """What is known of every position, for the first player."""
        return [self.value_of(position) for position in self.match.positions]

    def value_of(self, position: Position) -> float | None:
        """The worth of a position for the first player, None where nothing is known."""
        outcome = position.outcome
        if outcome:
            return 0.0 if outcome.winner is None else 1.0 if outcome.winner == 0 else -1.0
        known = self.known(position)
        if known is None or known.best is None:
            return None
        return known.best.score.value if position.turn == 0 else -known.best.score.value

    def panel_state(self, analysis: Analysis | None) -> str:
        """How far the panel's engine is, in a word."""
        if analysis is None:
            return ""
        if analysis.lines and analysis.settled:
            return _("exact")
        return _("done") if analysis.final else _("live")

    def action_panel(self) -> None:
        """Show or hide the panel in a narrow window; in others it is always there."""
        self.set_class(self.has_class("-narrow") and not self.has_class("-overlay"), "-overlay")
        self.call_after_refresh(self.keep_focus)

    async def on_unmount(self) -> None:
        """End the engine's process."""
        if self._analyst:
            await self._analyst.close()
