"""ReviewScreen: a game move by move, who stood better when, and where it turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis, Limit, Score, Verdict
from core.errors import CoreError
from core.match import Match
from core.opponents import HUMAN
from core.position import Position
from core.review import MISTAKES, Accuracy, Judgement, accuracy
from core.seats import Setup
from core.source import Source
from tui.analyst import Analyst
from tui.boards.base import BoardView
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import LineOfText, plain_row
from tui.screens.game import GameScreen
from tui.screens.story import cell_marks, judgements, score_of
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.keys import bindings
from tui.text.seats import player_name, seat_name

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
    tallies: tuple[Accuracy, Accuracy]
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
            *("back", "step", "next_mistake", "retry", "marks", "panel", "help", "leave"),
            hidden=("go_first", "go_last", "previous_mistake"),
        )
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._analyst = Analyst(self._hear, self._trouble, self.hall.surroundings.report_interval, self.hall.worker)

    def compose_hall(self) -> ComposeResult:
        """The game's widgets."""
        yield from self.compose_game(Horizontal(ReviewSide(), id="side"))

    def on_mount(self) -> None:
        """Begin to look at every position."""
        self.board.can_focus = False
        self.call_after_refresh(self._look_further)

    def _hear(self, analysis: Analysis) -> None:
        """When one position is done, look at the next."""
        if analysis.final:
            self._look_further()
        else:
            self.refresh_all()

    def _trouble(self, error: CoreError) -> None:
        self.say(say(error))

    def _look_further(self) -> None:
        """Ask about the position on the board if need be, else about the latest that is not known."""
        self._analyst.ask_first_unknown([self.ply.position, *reversed(self.state.positions)], REVIEW_LIMIT)
        self.refresh_all()

    def looked(self) -> None:
        """Another ply is looked at."""
        self._look_further()

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        state, at, position = self.state, self.ply.at, self.ply.position
        judged = self._judgements()
        header = [Span(seat_name(state.game, 0, state.seats), "first"), Span(f"  {self._result()}  ", "strong")]
        header.append(Span(seat_name(state.game, 1, state.seats), "second"))
        right = ngettext("{number} move", "{number} moves", len(state.moves))
        left = [Span(_("REVIEW") + "  ", "title"), Span(words.name(state.game))]
        self.query_one("#header", LineOfText).show(left, header, plain_row(right, "dim"))
        note = self._move_text(at - 1, judged) if at else ""
        title = _("After move {ply}").format(ply=at) if at else _("Start")
        shown = self.hall.marks.shown("study") and not position.outcome
        marks = cell_marks(self._known(position), position) if shown else {}
        self.board.show(BoardView(position, self.ply.last, title, note, False, marks))
        self.query_one(ReviewSide).show(
            ReviewView(
                at,
                [self._row_text(ply, judged) for ply in range(len(state.moves))],
                [score_of(position, self._known) for position in state.positions],
                state.game.players,
                self._turning(judged),
                (player_name(state.seats[0]), player_name(state.seats[1])),
                (accuracy(judged, state.positions, 0), accuracy(judged, state.positions, 1)),
                self._hints(),
            )
        )
        self.show_status(self._status(judged), self.notice)

    def _known(self, position: Position) -> Analysis | None:
        return self._analyst.known(position)

    def _judgements(self) -> dict[int, Judgement]:
        return judgements(self.state, self._known)

    def _hints(self) -> tuple[str, str]:
        """How many hints each player asked for; two people at one board asked together."""
        first, second = (str(self.state.hints) if seat == HUMAN else "-" for seat in self.state.seats)
        return first, "" if self.state.seats == (HUMAN, HUMAN) else second

    def _result(self) -> str:
        outcome = self.state.outcome
        if outcome is None:
            return "-"
        return "½-½" if outcome.winner is None else "1-0" if outcome.winner == 0 else "0-1"

    def _move_text(self, ply: int, judged: Mapping[int, Judgement]) -> str:
        player = self.game.players[self.state.positions[ply].turn]
        glyph = judged[ply].glyph if ply in judged else ""
        return f"{player} {self.state.names[ply]} {glyph}".rstrip()

    def _row_text(self, ply: int, judged: Mapping[int, Judgement]) -> tuple[str, str]:
        return f"{ply + 1} {self._move_text(ply, {})}", judged[ply].glyph if ply in judged else ""

    def _turning(self, judged: Mapping[int, Judgement]) -> tuple[str, ...]:
        """The last move that gave away the class of the value."""
        plies = [ply for ply, judgement in judged.items() if judgement.glyph == "??"]
        if not plies:
            return ()
        ply = max(plies)
        before = self._known(self.state.positions[ply])
        if before is None or before.best is None:
            return ()
        text = _("Turning point: move {number}, {move}").format(number=ply + 1, move=self._move_text(ply, {}))
        return text, f"{self._worth(before.best.score)}  ->  {self._worth(judged[ply].score)}"

    def _worth(self, score: Score) -> str:
        word = words.value_word(score)
        distance = words.distance(score)
        return _("{value} in {plies}").format(value=word, plies=distance) if distance else word

    def _status(self, judged: Mapping[int, Judgement]) -> str:
        at = self.ply.at
        if not at:
            return _("The start. Right goes on, End goes to the end.")
        ply = at - 1
        text = _("Move {number}, {move}: ").format(number=at, move=self._move_text(ply, {}))
        judgement = judged.get(ply)
        if judgement is None:
            return text + _("not looked at yet ...")
        analysis = self._known(self.state.positions[ply])
        said = say(judgement.note) + "."
        if judgement.glyph in MISTAKES and analysis and analysis.best:
            best = analysis.best.score
            held = [line.move for line in analysis.lines if line.score.proven and line.score.verdict is best.verdict]
            names = " ".join(analysis.position.name(move) for move in held[:6])
            if names:
                said = _("{before} thrown away; {moves} held it.").format(before=words.value_word(best), moves=names)
        return text + said + " " + _("Enter tries again here.")

    # Actions.

    def action_next_mistake(self) -> None:
        """To the next mistake."""
        self._to_mistake([ply for ply in self._mistakes() if ply > self.ply.at][:1])

    def action_previous_mistake(self) -> None:
        """To the mistake before."""
        self._to_mistake([ply for ply in self._mistakes() if ply < self.ply.at][-1:])

    def _mistakes(self) -> list[int]:
        """The plies after which a mistake stands on the board."""
        return [ply + 1 for ply, judgement in self._judgements().items() if judgement.glyph in MISTAKES]

    def _to_mistake(self, plies: list[int]) -> None:
        if plies:
            self.look(plies[0])
        else:
            self.say(_("No further mistake."))

    def action_retry(self) -> None:
        """Play on from before the move on the board, as a new game."""
        state = self.state
        players = state.seats if HUMAN in state.seats else (HUMAN, self.hall.settings.opponent)
        match = Match(state.game, players, state.start)
        for move in state.moves[: max(0, self.ply.at - 1)]:
            match.play(move)
        self.hall.go_home()
        self.hall.open_game(state.game, Setup(players), match.record)

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        shown = not self.hall.marks.shown("study")
        self.hall.marks.show("study", shown)
        self.say(words.marks_words(shown))

    def action_leave(self) -> None:
        """Back to where the review was asked for."""
        self.app.pop_screen()

    async def on_unmount(self) -> None:
        """End the engine's process."""
        await self._analyst.close()


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

    def share(count: Accuracy) -> str:
        return _("{kept} of {judged}").format(kept=count.kept, judged=count.judged)

    heads = [f"{mark} {name}"[:11] for mark, name in zip(view.players, view.names, strict=True)]
    return [
        row("", heads),
        row(_("kept value"), map(share, view.tallies)),
        row(_("gave away"), (str(first.mistakes), str(second.mistakes))),
        row(_("accuracy"), ("-" if count.percent is None else f"{count.percent}%" for count in view.tallies)),
        row(_("hints used"), view.hints),
    ]
