"""PlayPicture: what the play screen shows of a match, its series, the analysis, a hint and a move being typed."""

from __future__ import annotations

from collections.abc import Sequence

from core import engines
from core.analysis import Analysis
from core.errors import CoreError
from core.explain import effect, notes, proof, why
from core.explain.words import Picture
from core.game import Move
from core.match import REPETITIONS, Match
from core.opponents import Opponent, parse
from core.position import Position
from core.series import Series
from tui import words
from tui.boards.base import CellMark
from tui.screens.game import GameScreen
from tui.seats import person, seat_name
from tui.texts import _, ngettext, say
from tui.widgets.canvas import Span
from tui.widgets.line import LineOfText, plain_row
from tui.widgets.panel import Panel, PanelView


class PlayPicture(GameScreen):
    """Draws header, board, panel and status. Whoever inherits changes the attributes and calls ``refresh_all``."""

    def __init__(self, match: Match, series: Series) -> None:
        super().__init__(match)
        self._proof: tuple[Position, Picture] | None = None
        self.series = series
        self.hint_text = ""
        self.explained = ""
        """What the opponent says of its last move, until the player does something."""
        self.typed: str | None = None
        """What is typed of a move so far, None while nothing is."""
        self.marks_due = True
        """Whether values may be shown by now."""
        self.panel_held = False
        """Whether the panel stays as it is for a moment, since the next answer is about to come."""

    @property
    def opponent(self) -> Opponent | None:
        """The engine whose turn it is, None for a person or when the game is over."""
        return None if self.match.outcome else parse(self.match.players[self.match.position.turn])

    @property
    def study(self) -> bool:
        """Whether the panel shows values."""
        return self.hall.settings.panel == "study"

    @property
    def marks_on(self) -> bool:
        """Whether the cells show values: each state of the panel remembers its own answer."""
        return self.hall.marks[self.hall.settings.panel]

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        match, position = self.match, self.match.position
        known = self.analyst.known(position)
        self._show_header()
        over = match.outcome is not None
        number = len(match.moves)
        note = (
            ngettext("{number} move", "{number} moves", number)
            if over
            else _("move {number}").format(number=number + 1)
        )
        if match.repetitions > 1 and not over:
            note = _("seen {count} times, a draw at {limit}").format(count=match.repetitions, limit=REPETITIONS)
        active = not over and self.opponent is None
        self.board.show(position, self.last_move, _("Board"), note, active)
        picture = self._picture if active else None
        if picture:
            self.board.show_marks({move: CellMark(sign, sign, "dim") for move, sign in picture.signs.items()})
        else:
            self.board.show_marks(self.cell_marks(known) if self.marks_on and self.marks_due and active else {})
        if self.panel_held and known is None and not over:
            self.show_status(self._status(known), self.notice)
            return
        stale = known is None and not over and number > 0
        analysis = self.analyst.known(match.positions[-2]) if stale else known
        self.query_one(Panel).show(
            PanelView(
                engine=self._panel_title(known),
                state=self.panel_state(known),
                analysis=None if over or not self.marks_due else analysis,
                stale=stale,
                message=self._message() if self.study or over else "",
                study=self.study,
                cursor=self.cursor_move,
                played=self.played(),
                values=self.values(),
                why=say(picture.text) if picture else self._why(known),
                notes=self._notes(),
                hint=self.hint_text,
            )
        )
        self.show_status(self._status(known), self.notice)

    def _panel_title(self, known: Analysis | None) -> str:
        """The engine, once it has answered: to look the best one up would delay the first frame."""
        if self.analyst.engine:
            return self.analyst.engine.capitalize()
        return engines.best(self.match.position).name.capitalize() if known else _("Analysis")

    def _show_header(self) -> None:
        match, series = self.match, self.series
        number = len(series.results) + (0 if match.outcome else 1)
        wins = series.wins if series.first_of(number) == 0 else series.wins[::-1]
        seats = [
            Span(f"{seat_name(match.game, 0, match.players)} {wins[0]}", "first"),
            Span("  vs  ", "dim"),
            Span(f"{seat_name(match.game, 1, match.players)} {wins[1]}", "second"),
        ]
        planned = f"/{series.length}" if series.length else ""
        right = f"{_('game')} {number}{planned}  ={series.draws}"
        self.query_one("#header", LineOfText).show(
            plain_row(words.heading(match.game), "title"), seats, plain_row(right, "dim")
        )

    @property
    def _picture(self) -> Picture | None:
        """The proof drawn on the board, until another position stands there."""
        return self._proof[1] if self._proof and self._proof[0] == self.match.position else None

    def action_proof(self) -> None:
        """Draw a proof on the board that can be seen there, or take it off."""
        found = None if self._picture else proof(self.match.position, self.cursor_move)
        if found is None and not self._picture:
            self.say(_("No proof that could be drawn is known here."))
            return
        self._proof = (self.match.position, found) if found else None
        read_in_panel = self.study and not self.has_class("-narrow")
        self.say(say(found.text) if found and not read_in_panel else "")

    @property
    def cursor_move(self) -> Move | None:
        """The move under the cursor, the first where there are several."""
        return self.board.chosen[0] if self.board.chosen else None

    def _why(self, analysis: Analysis | None) -> str:
        if analysis is None or analysis.best is None or self.match.outcome:
            return ""
        cursor = self.cursor_move
        line = (analysis.line(cursor) if cursor is not None else None) or analysis.best
        return f"{self.match.position.name(line.move)}: {say(why(self.match.position, line))}"

    def _notes(self) -> tuple[str, Sequence[str]] | None:
        found = notes(self.match.position)
        if found is None:
            return None
        return say(found.title), [row if isinstance(row, str) else say(row) for row in found.rows]

    def _message(self) -> str:
        """What the panel says where it shows no values."""
        if self.match.outcome:
            return self._result()
        return _("Thinking ...") if self.marks_due else _("Think first; e shows the values now.")

    def _result(self) -> str:
        outcome = self.match.outcome
        return words.result(self.match.game, outcome, person(self.match.players)) if outcome else ""

    def _status(self, analysis: Analysis | None) -> str:
        position = self.match.position
        player = position.game.players[position.turn]
        said = self._effect(analysis)
        if self.typed is not None and said and self.typed_move is not None:
            return _("Your move: {typed}_  {effect}").format(typed=self.typed, effect=said)
        if self.typed is not None:
            return _("Your move, as {example}: {typed}_").format(example=self._example(), typed=self.typed)
        if self.match.outcome:
            return self._result() + " " + _("n plays again, s swaps sides, v reviews, q goes home.")
        if self.opponent:
            return _("{player} is thinking ...").format(
                player=seat_name(position.game, position.turn, self.match.players)
            )
        turn = _("Your turn ({player}).") if person(self.match.players) is not None else _("{player} to move.")
        if self.explained:
            return turn.format(player=player) + " " + self.explained
        cursor = self.cursor_move
        if cursor is None or self.board.prompt:
            return turn.format(player=player) + " " + self.board.prompt
        if said:
            turn = (
                _("Your turn: {effect}") if person(self.match.players) is not None else _("{player} to move: {effect}")
            )
            return turn.format(player=player, effect=said)
        name = position.name(cursor)
        line = analysis.line(cursor) if analysis and self.study and self.marks_due else None
        said = f" {name} {words.prospect(line.score)}." if line and line.score.proven else ""
        return turn.format(player=player) + said + " " + _("Enter plays {move}, or type a move: _").format(move=name)

    def _effect(self, analysis: Analysis | None) -> str:
        """What the move at the cursor takes and leaves, in games that count; empty in others."""
        cursor = self.cursor_move
        shows = self.study and self.marks_due
        found = None if cursor is None or self.match.outcome else effect(self.match.position, cursor, shows)
        if found is None:
            return ""
        line = analysis.line(cursor) if analysis and cursor is not None and shows else None
        if line and line.score.proven:
            return f"{say(found)} ({words.prospect(line.score)})"
        return say(found)

    @property
    def typed_move(self) -> Move | None:
        """The legal move that is typed, None as long as it is none."""
        try:
            return self.match.position.parse(self.typed or "")
        except CoreError:
            return None

    def _example(self) -> str:
        moves = self.match.position.moves
        return self.match.position.name(moves[0]) if moves else "a1"
