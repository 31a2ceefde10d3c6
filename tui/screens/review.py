"""ReviewScreen: a game move by move, who stood better when, and where it turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.analysis import Analysis, Limit, Score, Verdict
from core.errors import CoreError
from core.game import Player, Reason, Remark
from core.match import Match
from core.opponents import HUMAN
from core.position import Position, other
from core.review import FAULTS, MISTAKES, Accuracy, Judgement, accuracy, given_up
from core.rows import Marks
from core.seats import Setup
from core.source import Source
from tui.analyst import Analyst
from tui.boards.base import BoardView
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import LineOfText, plain_row
from tui.screens.game import GameScreen
from tui.screens.story import Known, cell_marks, judgements, result_mark, scores
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.fit import cut, shorten
from tui.text.keys import bindings
from tui.text.seats import player_names, seat_name

REVIEW_LIMIT = Limit(seconds=10.0)
"""How long each position is looked at; small games are proven long before."""
_HALF, _LEAST_HALF = 10, 6
"""Columns from the middle of a bar to its end, where there is room for them and where moves are long."""
_LOST = Score.exact(Verdict.LOSE)


class ReviewView(NamedTuple):
    """What the right side shows: ply on the board, for each ply the move in words with its glyph, and the score of the
    position after it for the first player; the turning point in two lines; each player's name, tally and hints. ``tallies`` are
    None as long as not every position has been looked at; ``cautions``: moves that the teacher has stopped, None
    where there are none."""

    at: int
    moves: list[tuple[str, str]]
    scores: list[Score | None]
    players: tuple[str, str]
    turning: tuple[str, ...]
    names: tuple[str, str]
    tallies: tuple[Accuracy, Accuracy] | None
    hints: tuple[str, str]
    cautions: tuple[str, str] | None = None


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
        turning = [[Span(" " + cut(text, width - 3))] for text in view.turning]
        upper = [
            Section(_("Who is winning"), lambda w, h: _bars(view, w, h), len(view.moves) + 2, 4),
            section("", turning, len(turning)),
        ]
        if height - last < 9:
            return frame(width, height, upper)
        return frame(width, height - last, upper) + frame(width, last, [section(_("Summary"), summary)])


class ReviewScreen(GameScreen):
    """A match, finished or not, from its first ply to its last. It begins with what is ``known`` of its positions, and
    shows the turning point, if there is one, as soon as all have been looked at, unless the reader has gone elsewhere."""

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("back", "step", "previous_mistake", "next_mistake", "retry", "marks", "panel", "help", "leave"),
            hidden=("go_first", "go_last", "edit_here", "learn"),
        )
    )

    def __init__(self, source: Source, known: Known = lambda position: None) -> None:
        super().__init__(source)
        self._analyst = Analyst(self._hear, self._trouble, self.hall.surroundings.report_interval, self.hall.worker)
        for analysis in filter(None, map(known, self.state.positions)):
            self._analyst.learn(analysis)
        self._to_turn = True
        """Whether to show the turning point once it is known."""
        self._kept: Marks = ()
        """The marks that are kept of this game."""
        self._show_turn()

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
        self._show_turn()
        if not self._unseen:
            self._keep_marks()
        self.refresh_all()

    def _keep_marks(self) -> None:
        """Keep what is known of the moves, so that nobody has to find it out again to count it: only what was looked at to
        the end."""
        judged = judgements(self.state, self._looked_at)
        marks = tuple(judged[ply].glyph if ply in judged else None for ply in range(len(self.state.moves)))
        if judged and marks != self._kept:
            self._kept = marks
            self.hall.keeper.mark(self.state.id, " ".join(self.state.names), marks, self.hall.warn)

    def _looked_at(self, position: Position) -> Analysis | None:
        analysis = self._known(position)
        return analysis if analysis and analysis.final else None

    def _show_turn(self) -> None:
        if self._to_turn and not self._unseen:
            self._to_turn = False
            turn = self._turn(self._judgements())
            if turn:
                self.ply.look(turn)

    @property
    def _unseen(self) -> list[Position]:
        """The positions that have not been looked at to the end."""
        known = ((position, self._known(position)) for position in self.state.positions if not position.outcome)
        return [position for position, analysis in known if not (analysis and analysis.final)]

    def looked(self) -> None:
        """Another ply is looked at."""
        self._to_turn = False
        self._look_further()

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        state, at, position = self.state, self.ply.at, self.ply.position
        judged = self._judgements()
        header = [
            Span(seat_name(state.game, 0, state.seats), "first"),
            Span(f"  {result_mark(state.outcome)}  ", "strong"),
        ]
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
                scores(state, self._known),
                words.players(state.game),
                self._turning(judged),
                player_names(state.seats),
                None if self._unseen else (accuracy(judged, state.positions, 0), accuracy(judged, state.positions, 1)),
                self._counted(self.state.hints),
                self._counted(self.state.cautions) if self.state.cautions else None,
            )
        )
        self.show_status(self._status(judged), self.notice)

    def _known(self, position: Position) -> Analysis | None:
        return self._analyst.known(position)

    def _judgements(self) -> dict[int, Judgement]:
        return judgements(self.state, self._known)

    def _counted(self, count: int) -> tuple[str, str]:
        """What people had of hints or cautions, for each player; two people at one board had them together."""
        first, second = (str(count) if seat == HUMAN else "-" for seat in self.state.seats)
        return first, "" if self.state.seats == (HUMAN, HUMAN) else second

    def _move_text(self, ply: int, judged: Mapping[int, Judgement]) -> str:
        player = words.players(self.game)[self.state.positions[ply].turn]
        glyph = judged[ply].glyph if ply in judged else ""
        return f"{player} {self.state.names[ply]} {glyph}".rstrip()

    def _row_text(self, ply: int, judged: Mapping[int, Judgement]) -> tuple[str, str]:
        return f"{ply + 1} {self._move_text(ply, {})}", judged[ply].glyph if ply in judged else ""

    @property
    def _loser(self) -> Player | None:
        """Who resigned, None where nobody did."""
        outcome = self.state.outcome
        if outcome is None or outcome.reason is not Reason.RESIGNED or outcome.winner is None:
            return None
        return other(outcome.winner)

    @property
    def _given_up(self) -> Score | None:
        """What was given up by resigning."""
        known = self._known(self.state.position)
        return given_up(known, self._loser) if known and self._loser is not None else None

    def _turn(self, judged: Mapping[int, Judgement]) -> int:
        """The ply at which the game turned: where it was given up for more than a loss, else after the last move that gave
        away the class of the value; 0 where there is none."""
        if self._given_up:
            return len(self.state.moves)
        return max((ply + 1 for ply, judgement in judged.items() if judgement.glyph == "??"), default=0)

    def _turning(self, judged: Mapping[int, Judgement]) -> tuple[str, ...]:
        """The turning point in two lines, or how many positions have been looked at while some have not."""
        unseen, turn, given = len(self._unseen), self._turn(judged), self._given_up
        if unseen:
            count = sum(not position.outcome for position in self.state.positions)
            return (_("Positions looked at: {number} of {count}.").format(number=count - unseen, count=count),)
        if not turn:
            return (_("No turning point."),)
        if given and self._loser is not None:
            text = _("Turning point: {loser} resigned").format(loser=words.players(self.game)[self._loser])
            return text, f"{self._worth(given)}  ->  {self._worth(_LOST)}"
        before = self._known(self.state.positions[turn - 1])
        assert before
        assert before.best, "a move is judged by the best one"
        text = _("Turning point: move {number}, {move}").format(number=turn, move=self._move_text(turn - 1, {}))
        return text, f"{self._worth(before.best.score)}  ->  {self._worth(judged[turn - 1].score)}"

    def _worth(self, score: Score) -> str:
        word = words.value_word(score)
        distance = words.distance(score)
        return _("{value} in {plies}").format(value=word, plies=distance) if distance else word

    def _status(self, judged: Mapping[int, Judgement]) -> str:
        at = self.ply.at
        if not at:
            cut_short = [str(ply) for ply, remark in self.state.remarks.items() if remark is Remark.CUT]
            hurried = " " + _("Cut short by time: {moves}.").format(moves=", ".join(cut_short)) if cut_short else ""
            return _("The start. Right goes on, End goes to the end.") + hurried
        ply = at - 1
        text = _("Move {number}, {move}: ").format(number=at, move=self._move_text(ply, {}))
        judgement = judged.get(ply)
        if judgement is None:
            return self._resignation() + text + _("not looked at yet ...")
        analysis = self._known(self.state.positions[ply])
        said = say(judgement.note) + "."
        if judgement.glyph in MISTAKES and analysis and analysis.best:
            best = analysis.best.score
            held = [line.move for line in analysis.lines if line.score.proven and line.score.verdict is best.verdict]
            names = " ".join(analysis.position.name(move) for move in held[:6]) + (" …" if len(held) > 6 else "")
            if names:
                said = _("{before} thrown away; {moves} held it.").format(before=words.value_word(best), moves=names)
        if self.state.remarks.get(at) is Remark.CUT:
            said += " " + _("Its search was cut short by time.")
        return f"{self._resignation()}{text}{said} {_('Enter tries again here.')}"

    def _resignation(self) -> str:
        """How the game was given up, where the board shows that; else empty."""
        if self._loser is None or self.ply.back:
            return ""
        loser, given = words.players(self.game)[self._loser], self._given_up
        if given:
            return (
                _("{loser} resigned here; the value was {worth}.").format(loser=loser, worth=self._worth(given)) + " "
            )
        return _("{loser} resigned here.").format(loser=loser) + " "

    # Actions.

    def action_next_mistake(self) -> None:
        """To the next mistake."""
        self._to_mistake([ply for ply in self._mistakes() if ply > self.ply.at][:1])

    def action_previous_mistake(self) -> None:
        """To the mistake before."""
        self._to_mistake([ply for ply in self._mistakes() if ply < self.ply.at][-1:])

    def _mistakes(self) -> list[int]:
        """The plies after which a mistake stands on the board."""
        plies = {ply + 1 for ply, judgement in self._judgements().items() if judgement.glyph in MISTAKES}
        return sorted(plies | {len(self.state.moves)} if self._given_up else plies)

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
        try:
            self.hall.open_game(state.game, Setup(players), match.record)
        except CoreError as error:
            self.hall.warn(error)

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        shown = not self.hall.marks.shown("study")
        self.hall.marks.show("study", shown)
        self.say(words.marks_words(shown))

    def action_leave(self) -> None:
        """Back to where the review was asked for."""
        self.app.pop_screen()

    async def on_unmount(self) -> None:
        """Keep what was found out, and end the engine's process."""
        self._keep_marks()
        await self._analyst.close()


def _bars(view: ReviewView, width: int, height: int) -> list[Row]:
    """The heads of the columns and a bar for every ply that fits around the one on the board; where moves are long, the bars
    are shorter."""
    column = max([7, *(len(text) for text, _glyph in view.moves)])
    half = max(_LEAST_HALF, min(_HALF, (width - column - 7) // 2))
    column = max(0, min(column, width - 2 * half - 7))
    left, right = (shorten(_("{player} wins").format(player=player), half) for player in view.players)
    scale = "0...4...."[: half - 1]
    rows: list[Row] = [
        [Span(" " * (column + 5) + f"{left:<{half}}={right:>{half}}", "dim")],
        [Span(" " * (column + 5) + f"{scale}   {scale[::-1]}", "dim")],
    ]
    room = height - len(rows)
    top = max(0, min(view.at - 1 - room // 2, len(view.moves) - room))
    for ply in range(top, min(len(view.moves), top + room)):
        text, glyph = view.moves[ply]
        score = view.scores[ply + 1]
        here = view.at == ply + 1
        row: list[Span] = [
            Span(" ▸" if here else "  ", "cursor"),
            Span(f"{shorten(text, column):<{column}}", "selected" if here else "strong"),
            Span(f"{glyph:<2}", "lose"),
            *_bar(score, half),
        ]
        action = f"screen.look_at({ply + 1})"
        rows.append([span._replace(action=action) for span in row])
    return rows


def _bar(score: Score | None, half: int) -> list[Span]:
    if score is None:
        return [Span("|" + "·".center(2 * half + 1) + "|", "dim")]
    at = half - round(score.value * (half - 1))
    if score.proven and score.verdict in (Verdict.WIN, Verdict.LOSE):
        distance = min(half - 1, 4 if score.plies is None else score.plies)
        at = distance if score.verdict is Verdict.WIN else 2 * half - distance
    marker = Span("◆" if score.proven else "◇", words.role(score))
    cells = [Span(" ")] * (2 * half + 1)
    cells[half] = Span("┊", "dim")
    cells[at] = marker
    return [Span("|", "frame"), *cells, Span("|", "frame")]


def _summary(view: ReviewView) -> list[Row]:
    """How both played."""

    def row(name: str, values: Iterable[str]) -> Row:
        left, right = values
        return [Span(f" {name:<12}", "dim"), Span(f"{left:<12}"), Span(f"{right:<11}")]

    def each(say: Callable[[Accuracy], str]) -> Iterable[str]:
        return map(say, view.tallies) if view.tallies else ("…", "…")

    def share(count: Accuracy) -> str:
        return _("{kept} of {judged}").format(kept=count.kept, judged=count.judged)

    def lost(count: Accuracy) -> str:
        faults = (f"{number} {glyph}" for number, glyph in zip(count.faults, FAULTS, strict=True) if number)
        return shorten(" ".join(faults) or "0", 11)

    heads = [shorten(f"{mark} {name}", 11) for mark, name in zip(view.players, view.names, strict=True)]
    stopped = [row(_("stopped"), view.cautions)] if view.cautions else []
    return [
        row("", heads),
        row(_("kept value"), each(share)),
        row(_("gave away"), each(lost)),
        row(_("accuracy"), each(lambda count: "-" if count.percent is None else f"{count.percent}%")),
        row(_("hints used"), view.hints),
        *stopped,
    ]
