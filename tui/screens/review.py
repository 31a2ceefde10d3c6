"""ReviewScreen: a game move by move, who stood better when, and where it turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis, Limit, Score, Verdict
from core.game import Move
from core.match import Match
from core.opponents import HUMAN
from core.position import Position
from core.review import MISTAKES, Judgement, Tally, tally
from tui import words
from tui.keys import bindings
from tui.screens.game import GameScreen
from tui.seats import player_name, seat_name
from tui.texts import _, ngettext, say
from tui.widgets.canvas import Canvas, Row, Span
from tui.widgets.frame import Section, frame, section
from tui.widgets.line import LineOfText, plain_row

REVIEW_LIMIT = Limit(seconds=10.0)
"""How long each position is looked at; small games are proven long before."""
_HALF = 10
"""Columns from the middle of a bar to its end."""


class ReviewView(NamedTuple):
    """What the right side shows: ply on the board, for each ply the move in words with its glyph, and the score of the
    position after it for the first player; the turning point in two lines; each player's name, tally and hints."""

    at: int
    moves: list[tuple[str, str]]
    scores: list[Score | None]
    players: tuple[str, str]
    turning: tuple[str, ...]
    names: tuple[str, str]
    tallies: tuple[Tally, Tally]
    hints: tuple[str, str]


class ReviewSide(Canvas):
    """The right side: a bar for each ply, the turning point, the summary."""

    def __init__(self) -> None:
        super().__init__(id="review")
        self.view: ReviewView | None = None

    def show(self, view: ReviewView) -> None:
        """Show other values."""
        self.view = view
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """Two frames."""
        view = self.view
        if view is None:
            return ()
        summary = _summary(view)
        last = len(summary) + 2
        turning = [[Span(" " + text)] for text in view.turning] or [[Span(" " + _("No turning point."), "dim")]]
        upper = [
            Section(_("Who is winning"), lambda w, h: _bars(view, h), len(view.moves) + 2, 4),
            section("", turning, len(turning)),
        ]
        if height - last < 9:
            return frame(width, height, upper)
        return frame(width, height - last, upper) + frame(width, last, [section(_("Summary"), summary)])


class ReviewScreen(GameScreen):
    """A match, finished or not, from its first ply to its last."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("back", "step", "next_mistake", "retry", "marks", "help", "leave"),
            hidden=("go_first", "go_last", "previous_mistake", "panel"),
        )
    )

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.at = len(match.moves)

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(ReviewSide(), id="side"))

    def on_mount(self) -> None:
        """Begin to look at every position."""
        self.board.can_focus = False
        self.call_after_refresh(self._look_further)

    @property
    def shown(self) -> Position:
        """The position after ``at`` plies."""
        return self.match.positions[self.at]

    @property
    def last_move(self) -> Move | None:
        """The move that led there."""
        return self.match.moves[self.at - 1] if self.at else None

    def on_analysis(self, analysis: Analysis) -> None:
        """When one position is done, look at the next."""
        if analysis.final:
            self._look_further()
        else:
            self.refresh_all()

    def _look_further(self) -> None:
        """Ask about the position on the board if need be, else about the latest that is not known."""
        self.analyst.ask_first_unknown([self.shown, *reversed(self.match.positions)], REVIEW_LIMIT)
        self.refresh_all()

    def _judgements(self) -> dict[int, Judgement]:
        judged = ((ply, self.judgement(ply)) for ply in range(len(self.match.moves)))
        return {ply: judgement for ply, judgement in judged if judgement}

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        match = self.match
        judgements = self._judgements()
        header = [Span(seat_name(match.game, 0, match.players), "first"), Span(f"  {self._result()}  ", "strong")]
        header.append(Span(seat_name(match.game, 1, match.players), "second"))
        right = ngettext("{number} move", "{number} moves", len(match.moves))
        left = [Span(_("REVIEW") + "  ", "title"), Span(words.name(match.game))]
        self.query_one("#header", LineOfText).show(left, header, plain_row(right, "dim"))
        note = self._move_text(self.at - 1, judgements) if self.at else ""
        title = _("After move {ply}").format(ply=self.at) if self.at else _("Start")
        self.board.show(self.shown, self.last_move, title, note, active=False)
        marks = self.hall.marks["study"] and not self.shown.outcome
        self.board.show_marks(self.cell_marks(self.known(self.shown)) if marks else {})
        self.query_one(ReviewSide).show(
            ReviewView(
                self.at,
                [self._row_text(ply, judgements) for ply in range(len(match.moves))],
                [self._score(position) for position in match.positions],
                match.game.players,
                self._turning(judgements),
                (player_name(match.players[0]), player_name(match.players[1])),
                (tally(judgements, match.positions, 0), tally(judgements, match.positions, 1)),
                self._hints(),
            )
        )
        self.show_status(self._status(judgements), self.notice)

    def _hints(self) -> tuple[str, str]:
        """How many hints each player asked for; two people at one board asked together."""
        first, second = (str(self.match.hints) if seat == HUMAN else "-" for seat in self.match.players)
        return first, "" if self.match.players == (HUMAN, HUMAN) else second

    def _result(self) -> str:
        outcome = self.match.outcome
        if outcome is None:
            return "-"
        return "½-½" if outcome.winner is None else "1-0" if outcome.winner == 0 else "0-1"

    def _score(self, position: Position) -> Score | None:
        """What is known of a position, for the first player."""
        outcome = position.outcome
        if outcome:
            verdict = Verdict.TIE if outcome.winner is None else Verdict.WIN if outcome.winner == 0 else Verdict.LOSE
            return Score.exact(verdict, 0)
        known = self.known(position)
        if known is None or known.best is None:
            return None
        return known.best.score if position.turn == 0 else -known.best.score

    def _move_text(self, ply: int, judgements: Mapping[int, Judgement]) -> str:
        player = self.match.game.players[self.match.positions[ply].turn]
        glyph = judgements[ply].glyph if ply in judgements else ""
        return f"{player} {self.match.names[ply]} {glyph}".rstrip()

    def _row_text(self, ply: int, judgements: Mapping[int, Judgement]) -> tuple[str, str]:
        return f"{ply + 1} {self._move_text(ply, {})}", judgements[ply].glyph if ply in judgements else ""

    def _turning(self, judgements: Mapping[int, Judgement]) -> tuple[str, ...]:
        """The last move that gave away the class of the value."""
        plies = [ply for ply, judgement in judgements.items() if judgement.glyph == "??"]
        if not plies:
            return ()
        ply = max(plies)
        before = self.known(self.match.positions[ply])
        if before is None or before.best is None:
            return ()
        text = _("Turning point: move {number}, {move}").format(number=ply + 1, move=self._move_text(ply, {}))
        return text, f"{self._worth(before.best.score)}  ->  {self._worth(judgements[ply].score)}"

    def _worth(self, score: Score) -> str:
        word = words.value_word(score)
        distance = words.distance(score)
        return _("{value} in {plies}").format(value=word, plies=distance) if distance else word

    def _status(self, judgements: Mapping[int, Judgement]) -> str:
        if not self.at:
            return _("The start. Right goes on, End goes to the end.")
        ply = self.at - 1
        text = _("Move {number}, {move}: ").format(number=self.at, move=self._move_text(ply, {}))
        judgement = judgements.get(ply)
        if judgement is None:
            return text + _("not looked at yet ...")
        analysis = self.known(self.match.positions[ply])
        said = say(judgement.note) + "."
        if judgement.glyph in MISTAKES and analysis and analysis.best:
            best = analysis.best.score
            held = [line.move for line in analysis.lines if line.score.proven and line.score.verdict is best.verdict]
            names = " ".join(analysis.position.name(move) for move in held[:6])
            if names:
                said = _("{before} thrown away; {moves} held it.").format(before=words.value_word(best), moves=names)
        return text + said + " " + _("Enter tries again here.")

    # Actions.

    def action_back(self) -> None:
        """Back one ply."""
        self._look_at(self.at - 1)

    def action_step(self) -> None:
        """Forward one ply."""
        self._look_at(self.at + 1)

    def action_go_first(self) -> None:
        """To the start."""
        self._look_at(0)

    def action_go_last(self) -> None:
        """To the end."""
        self._look_at(len(self.match.moves))

    def action_look_at(self, ply: int) -> None:
        """To a ply, by the mouse."""
        self._look_at(ply)

    def action_next_mistake(self) -> None:
        """To the next mistake."""
        self._to_mistake(
            [ply + 1 for ply, said in self._judgements().items() if said.glyph in MISTAKES and ply >= self.at][:1]
        )

    def action_previous_mistake(self) -> None:
        """To the mistake before."""
        found = [ply + 1 for ply, said in self._judgements().items() if said.glyph in MISTAKES and ply + 1 < self.at]
        self._to_mistake(found[-1:])

    def _to_mistake(self, plies: list[int]) -> None:
        if plies:
            self._look_at(plies[0])
        else:
            self.say(_("No further mistake."))

    def _look_at(self, ply: int) -> None:
        self.at = max(0, min(ply, len(self.match.moves)))
        self.notice = ""
        self._look_further()

    def action_retry(self) -> None:
        """Play on from before the move on the board, as a new game."""
        players = self.match.players if HUMAN in self.match.players else (HUMAN, self.hall.settings.opponent)
        match = Match(self.match.game, players, self.match.start)
        for move in self.match.moves[: max(0, self.at - 1)]:
            match.play(move)
        self.hall.go_home()
        self.hall.open_match(match)

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        self.hall.marks["study"] = not self.hall.marks["study"]
        self.refresh_all()

    def action_leave(self) -> None:
        """Back to where the review was asked for."""
        self.app.pop_screen()


def _bars(view: ReviewView, height: int) -> list[Row]:
    """The heads of the columns and a bar for every ply that fits around the one on the board."""
    first, second = view.players
    heads = f"{_('{player} wins').format(player=first):<10}=" + f"{_('{player} wins').format(player=second):>10}"
    rows: list[Row] = [
        [Span(" " * 12 + heads, "dim")],
        [Span(" " * 12 + "0...4....   ....4...0", "dim")],
    ]
    room = height - len(rows)
    top = max(0, min(view.at - 1 - room // 2, len(view.moves) - room))
    for ply in range(top, min(len(view.moves), top + room)):
        text, glyph = view.moves[ply]
        score = view.scores[ply + 1]
        here = view.at == ply + 1
        row: list[Span] = [
            Span(" ▸" if here else "  ", "cursor"),
            Span(f"{text:<7}", "selected" if here else "strong"),
            Span(f"{glyph:<2}", "lose"),
            *_bar(score),
        ]
        action = f"screen.look_at({ply + 1})"
        rows.append([span._replace(action=action) for span in row])
    return rows


def _bar(score: Score | None) -> list[Span]:
    if score is None:
        return [Span("|" + "·".center(2 * _HALF + 1) + "|", "dim")]
    at = _HALF - round(score.value * (_HALF - 1))
    if score.proven and score.verdict in (Verdict.WIN, Verdict.LOSE):
        distance = min(_HALF - 1, 4 if score.plies is None else score.plies)
        at = distance if score.verdict is Verdict.WIN else 2 * _HALF - distance
    marker = Span("◆" if score.proven else "◇", words.role(score))
    cells = [Span(" ")] * (2 * _HALF + 1)
    cells[_HALF] = Span("┊", "dim")
    cells[at] = marker
    return [Span("|", "frame"), *cells, Span("|", "frame")]


def _summary(view: ReviewView) -> list[Row]:
    """How both played."""
    first, second = view.tallies

    def row(name: str, values: Iterable[str]) -> Row:
        left, right = values
        return [Span(f" {name:<12}", "dim"), Span(f"{left:<12}"), Span(f"{right:<11}")]

    def share(count: Tally) -> str:
        return _("{kept} of {judged}").format(kept=count.kept, judged=count.judged)

    heads = [f"{mark} {name}"[:11] for mark, name in zip(view.players, view.names, strict=True)]
    return [
        row("", heads),
        row(_("kept value"), map(share, view.tallies)),
        row(_("gave away"), (str(first.mistakes), str(second.mistakes))),
        row(_("accuracy"), ("-" if tally.accuracy is None else f"{tally.accuracy}%" for tally in view.tallies)),
        row(_("hints used"), view.hints),
    ]
