"""The analysis panel: the sentence, the bar, every move with its mark, the line to expect, the game so far, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from core.analysis import Analysis, Line
from core.game import Move
from core.position import Position
from core.score import Score, Verdict
from tui.drawing.canvas import Canvas, Row, Span, fit, spread, with_role
from tui.drawing.frame import Section, frame, section
from tui.text import words
from tui.text.catalogue import _, ngettext
from tui.text.fit import clipped, cut, shorten
from tui.text.keys import bindings
from tui.text.wrap import wrapped
from tui.widgets.end_card import EndView, end_sections
from tui.widgets.graph import NO_CURVE, Curve, graph
from tui.widgets.list_canvas import NumberedRows

_PV_COLUMN = 22
_SECOND_COLUMN = 15
"""Columns of what a second engine says of a move."""
_MIN_LINE = 8
"""Fewer columns beside those are left empty."""
_TOLD_ROWS = 4
"""Most rows for a hint or a reason: they are told nowhere else."""


class PanelMove(NamedTuple):
    """A move of the game so far: its ply from 1, the player's mark, its notation, the glyph or mark of its judgement, the
    role of that, and a note."""

    ply: int
    player: str
    move: str
    sign: str
    role: str
    note: str


class Second(NamedTuple):
    """What a second engine says of the position."""

    engine: str
    """Its title."""
    state: str
    """How far it is."""
    analysis: Analysis | None = None
    """What it knows by now."""
    agreement: str = ""
    """Where the two agree and where not, in a sentence."""
    marks: Mapping[Move, str] = {}
    """A mark of that for each move that both know."""
    fault: bool = False
    """Whether they contradict each other."""
    before: int | None = None
    """How many questions of others are put before its own; None: it thinks."""
    proven_by: str = ""
    """The title of the first engine, where that alone has proven what the position is worth."""


class QuietView(NamedTuple):
    """What the panel tells while it shows no values."""

    opponent: str
    """The name of the opponent, empty where two people play."""
    level: str = ""
    """How strong an opponent plays who goes by the player."""
    rating: str = ""
    """The player's own strength, where it is known."""
    last: tuple[PanelMove, str] | None = None
    """One's own last move that was answered, and what other moves would have led to."""
    hint: str = ""
    """What a hint does, as long as none was asked for."""


LOW = 14
"""A panel of fewer rows has the sentence and the moves alone."""


@dataclass(frozen=True)
class PanelView:
    """Everything a panel shows, as plain values."""

    engine: str
    """The title of the one that analyses."""
    state: str
    """How far it is."""
    analysis: Analysis | None = None
    """What is known; None: nothing yet, or the game is over."""
    stale: bool = False
    """Whether that belongs to the position before."""
    message: str = ""
    """What stands in its place."""
    goal: str = ""
    """What decides the game, where the frame of the board has no room for it."""
    study: bool = True
    """Whether values are shown."""
    score: Score | None = None
    """What the course of the game proves of the position, where that is more than the analysis has by now."""
    carried: Position | None = None
    """The position of which the score is, where nothing but the course of the game proves it as yet."""
    own: bool = True
    """Whether it is this engine that has proven the score, if that is proven."""
    proven_by: str = ""
    """Who else has proven the score, where this engine only guesses."""
    column: tuple[str, Mapping[Move, str]] | None = None
    """A heading and a text for each move, which the list shows instead of the play to expect."""
    cursor: Move | None = None
    """The move under the board's cursor."""
    signs: tuple[str, str] = ("", "")
    """What stands around the board's cursor and around the last move, empty for what needs no words."""
    played: Sequence[PanelMove] = ()
    """The last moves of the game so far."""
    values: Curve = NO_CURVE
    """What the last positions were worth."""
    players: tuple[str, str] = ("", "")
    """The names of both seats' marks."""
    why: str = ""
    """A reason for the move at the cursor."""
    notes: tuple[str, Sequence[str]] | None = None
    """A title and rows of what theory sees."""
    hint: str = ""
    """The rung of the ladder of hints that was climbed last."""
    second: Second | None = None
    """What a second engine says; None where one is asked."""
    company: Sequence[tuple[str, str]] = ()
    """Rows that tell who is at the table, with their roles."""
    quiet: bool = False
    """Whether nothing can be asked for."""
    quiet_view: QuietView | None = None
    """What the quiet panel has in place of values."""
    end: EndView | None = None
    """What is told of the end of the game, in place of values."""


class Panel(Canvas):
    """Shows a PanelView; a click on a move of the list points at it."""

    def __init__(self, view: PanelView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view

    def show(self, view: PanelView) -> None:
        """Show other values."""
        if view != self.view:
            self.view = view
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame and its sections."""
        view = self.view
        if not view.study:
            return frame(width, height, _quiet(view, width - 4))
        inner = width - 4
        if height < LOW and view.analysis and view.analysis.lines:
            sentence, moves = verdict_rows(view, inner)[:1], moves_section(view, view.analysis)
            sentence += agreement_rows(view.second, inner, 1) if view.second else []
            top = section(view.engine, sentence, len(sentence), view.state)
            return frame(width, height, [top, moves._replace(least=3)])
        room = height > 26
        least = 2 if view.second and not room else 3
        goal = _padded([Span(line, "dim")] for line in clipped(view.goal, inner, 1)) if view.goal else []
        verdict = [*goal, *verdict_rows(view, inner)[:least]]
        parts = [section(view.engine, verdict, least + len(goal), view.state)]
        if view.second:
            parts.append(second_section(view.second, inner, 3 if room else 2))
        told = max(2, min(_TOLD_ROWS, len(wrapped(view.hint or view.why, inner))))
        listed = bool(view.analysis and view.analysis.lines)
        fewest = max(3, min(8 - told - len(goal), height - 6)) if listed else 0
        if view.notes:
            title, rows = view.notes
            noted = section(title, _padded([Span(row)] for row in rows), min(len(rows), 5))
            if sum(part.least + 1 for part in (*parts, noted)) + fewest + 2 <= height:  # else the moves take its place
                parts.append(noted)
        before_history = 1
        if view.analysis and listed:
            parts.append(moves_section(view, view.analysis, fewest))
            before_history = len(parts)
            if view.analysis.lines[0].score.verdict is Verdict.ENDLESS and (room or not view.second):
                parts.append(section(_("Endless is not a draw"), endless_rows(), 3))
        if room and view.analysis and view.analysis.best:
            parts.append(_text(_("Best line"), best_line(view.analysis)))
        if room and len(view.values.scores) > 1:
            parts.append(graph(view.values, view.players))
        if view.hint:
            parts.append(_text(_("Hint"), view.hint, told))
        elif view.why:
            parts.append(_text(_("Why"), view.why, told))
        if room:
            marks = legend(view.signs)
            parts += company_section(view) or [section(_("Legend"), marks, len(marks))]
        history = _history(view)
        with_history = sum(part.least + 1 for part in (*parts, history)) + 1
        if listed:  # the game makes room where the list is then whole
            lacking = with_history + parts[before_history - 1].wanted - fewest - height
            history = history._replace(least=history.least - lacking if 0 < lacking < history.least else history.least)
        if with_history <= height or not view.notes:
            parts.insert(before_history, history)
        # A hint is told nowhere else, so what stands before it makes room.
        while view.hint and len(parts) > 2 and sum(part.least + 1 for part in parts) + 1 > height:
            del parts[-2]
        return frame(width, height, parts)


class EndCard(NumberedRows, Panel, can_focus=True):
    """Shows the end of a game in place of the panel, with a list of what can be done now."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(hidden=("up", "down", "choose")))

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame and its sections."""
        end = self.view.end
        return frame(width, height, _ended(self.view, end._replace(at=self.chosen), width, height)) if end else ()

    def begin(self) -> None:
        """Put the cursor on the first choice."""
        self._at = 0

    @property
    def names(self) -> Sequence[int]:
        """The choices by their numbers."""
        return range(len(self.view.end.choices) if self.view.end else 0)

    async def action_choose(self) -> None:
        """Do the one at the cursor."""
        if self.view.end and self.view.end.choices:
            await self.screen.run_action(self.view.end.choices[self.chosen].action)


def verdict_rows(view: PanelView, width: int) -> list[Row]:
    """The sentence, the bar and the counts."""
    analysis = view.analysis if view.analysis and view.analysis.lines else None
    here = view.carried or (analysis.position if analysis else None)
    score = view.score or (analysis.lines[0].score if analysis else None)
    if here is None or score is None:
        return _padded([Span(part)] for part in clipped(view.message, width, 3))
    of_here = analysis if analysis and analysis.position == here else None
    whole = view.score or (of_here.score if of_here else None)
    proven_by = view.proven_by if of_here else ""
    rows: list[Row] = [
        guess_row(proven_by, width) if proven_by else verdict_row(here, whole, width, before=view.carried is not None),
        bar(view, here, score, width),
        counts("" if proven_by else _method(view, score), visited(of_here) if of_here else [view.message], width),
    ]
    # What the moves before have proven of this position is news, also while the list below is that of the last one.
    return [with_role(row, "stale") if view.stale and of_here else row for row in _padded(rows)]


def verdict_row(position: Position, score: Score | None, width: int, before: bool = False) -> Row:
    """``X to move: DRAW in 6   exact``; ``before`` where the moves that led there have proven it."""
    text, sure = words.sentence(position, score, before=before)
    if len(text) + len(sure) >= width:
        text, sure = words.sentence(position, score, brief=True, before=before)
    if before and len(text) + len(sure) >= width:
        sure = _("proven")
    return spread([Span(text, "strong")], [Span(sure, words.role(score) if score else "")], width)


def guess_row(proven_by: str, width: int) -> Row:
    """``Proven by X Best   ~``, in place of a guess of what another has proven: that is told in one place."""
    text = _("Proven by {engine}").format(engine=proven_by)
    return spread([Span(shorten(text, width - 2), "dim")], [Span("~", "guess")], width)


def _method(view: PanelView, score: Score) -> str:
    """What proved a score: the engine's own method, or that of a value which is known without it; empty for a guess."""
    if not score.proven:
        return ""
    return words.method(score) if view.own else _("known by {method}").format(method=words.method(score))


def second_section(second: Second, width: int, rows: int) -> Section:
    """What the second engine makes of the position, and in so many rows whether the two agree."""
    shown = _padded([Span(line, "dim")] for line in clipped(words.thinking(second.before), width, rows + 1))
    if second.analysis and second.analysis.lines:
        known = second.analysis
        verdict = (
            guess_row(second.proven_by, width) if second.proven_by else verdict_row(known.position, known.score, width)
        )
        shown = [*_padded([verdict]), *agreement_rows(second, width, rows)]
    return section(second.engine, shown + [()] * (rows + 1 - len(shown)), rows + 1, second.state)


def agreement_rows(second: Second, width: int, rows: int) -> list[Row]:
    """Whether the two agree; nothing where that is not known."""
    lines = clipped(second.agreement, width, rows) if second.agreement else []
    return _padded([Span(line, "lose" if second.fault else "")] for line in lines)


def bar(view: PanelView, position: Position, score: Score, width: int) -> Row:
    """A marker between the two players, nearer to the one who stands better."""
    left, right = _players(view)
    value = score.value if position.turn == 0 else -score.value
    length = max(1, width - len(left) - len(right) - 2)
    at = min(length - 1, max(0, round((1 - value) / 2 * (length - 1))))
    return [
        Span(f"{left} ", "first"),
        Span("━" * at, "frame"),
        Span("◆", words.role(score)),
        Span("━" * (length - at - 1), "frame"),
        Span(f" {right}", "second"),
    ]


def counts(method: str, facts: Iterable[str], width: int) -> Row:
    """How the position, or its best move, was proven, if it is; then as many facts as there is room for."""
    text = method
    for fact in facts:
        longer = f"{text}  {fact}" if text else fact
        if len(longer) <= width:
            text = longer
    return [Span(text, "dim")]


def visited(analysis: Analysis) -> list[str]:
    """The nodes, depth and speed of a search, or of a game solved as a whole its positions."""
    found = analysis.counters
    if "states" in found:
        return [
            ngettext("{number} state", "{number} states", found["states"], words.thousands(found["states"])),
            _("{count} endless").format(count=words.thousands(found["endless"])),
        ]
    facts = [words.nodes(analysis.nodes), _("depth {depth}").format(depth=analysis.depth)]
    speed = round(analysis.nps / 1000) if analysis.seconds > 0.001 else 0
    return [*facts, _("{speed} kn/s").format(speed=speed)] if speed else facts


def moves_section(view: PanelView, analysis: Analysis, least: int = 6) -> Section:
    """The list of moves from the best on. When there are more than fit, moves equal by symmetry share a row; the last row is
    then that of the move under the cursor, if it stands further down."""

    def draw(width: int, height: int) -> list[Row]:
        line = view.column[0] if view.column else _("line")
        if view.second:
            line = line if width >= _PV_COLUMN + _SECOND_COLUMN + _MIN_LINE else ""
            line = f"   {shorten(view.second.engine, _SECOND_COLUMN - 4):<{_SECOND_COLUMN - 2}}{line}"
        heading = _("move  value   in  {line}").format(line=line)
        header = Span("   " + heading, "dim")
        note = _symmetry_note(view, analysis)
        rows = height - 2
        lines: Sequence[Line] = analysis.lines
        if len(lines) > rows:
            lines = _one_of_each(analysis, view.cursor)
            if not note and len(lines) < len(analysis.lines):
                note = _("moves equal by symmetry share a row")
        listed, hidden = with_chosen(lines, view.cursor, rows)
        shown = [move_row(view, analysis, line, width) for line in listed]
        if hidden or analysis.omitted:
            verdicts = {line.score.verdict if line.score.proven else None for line in hidden}
            verdicts |= {analysis.omitted_verdict} if analysis.omitted else set()
            count = len(hidden) + analysis.omitted
            note = words.and_more(count, lose=verdicts == {Verdict.LOSE})
        return [[header], *shown, [Span(" " + cut(note, width - 1), "dim")]]

    wanted = len(analysis.lines) + 2
    return Section(_("Moves, best first"), draw, wanted, min(wanted, least))


def with_chosen(lines: Sequence[Line], chosen: Move | None, rows: int) -> tuple[list[Line], list[Line]]:
    """The first so many lines, the last of them that of the chosen move if it stands further down; and the other lines."""
    listed, hidden = list(lines[:rows]), list(lines[rows:])
    here = next((line for line in hidden if line.move == chosen), None)
    if here and listed:
        hidden = [listed.pop(), *(line for line in hidden if line is not here)]
        listed.append(here)
    return listed, hidden


def move_row(view: PanelView, analysis: Analysis, line: Line, width: int) -> Row:
    """``▸ b1    = draw    6  b1 b3 a3 c1``."""
    position, score = analysis.position, line.score
    here = line.move == view.cursor
    role, (mark, word) = words.role(score), words.mark_and_word(score, position.game.id)
    row: list[Span] = [
        Span(" ▸ " if here else "   ", "cursor"),
        Span(f"{position.name(line.move):<5}", "selected" if here else "strong"),
        Span(f" {mark} {word:<7}", role),
        Span(f"{words.distance(score):>2}  "[: 11 - max(7, len(word))], role),
    ]
    room = width - _PV_COLUMN - 1
    if view.second:
        row += second_value(view.second, analysis, line.move)
        room -= _SECOND_COLUMN
    fits = room >= _MIN_LINE - 1 or not view.second
    names = view.column[1][line.move] if view.column and fits else ""
    for i, move in enumerate(line.pv if fits and not view.column else ()):
        name = position.name(move)
        if len(names) + len(name) > room:
            break
        names += name + " "
        if i < len(line.pv) - 1:
            position = position.play(move)
    row.append(Span(names.rstrip(), "dim"))
    action = f"screen.point_at({line.move})"
    clickable = [span._replace(action=action) for span in fit(row, width)]
    return with_role(clickable, "stale") if view.stale else clickable


def second_value(second: Second, analysis: Analysis, move: Move) -> Row:
    """``≡ = draw    6``: how what the second engine says of a move agrees with what the first does, and what it says."""
    known = second.analysis if second.analysis and second.analysis.position == analysis.position else None
    line = known.line(move) if known else None
    if line is None:
        return [Span(" " * _SECOND_COLUMN)]
    role = words.role(line.score)
    mark, word = words.mark_and_word(line.score, analysis.position.game.id)
    value = f"{mark} {word:<7}{words.distance(line.score):>2}"
    return [
        Span(f"{second.marks.get(move, ' ')} ", "lose" if second.fault else "dim"),
        Span(f"{value:<{_SECOND_COLUMN - 2}}"[: _SECOND_COLUMN - 2], role),
    ]


def endless_rows() -> list[Row]:
    """What endless means."""
    return _padded(
        [
            [Span(f"{_('draw'):<9}", "tie"), Span(_("the game ended level"))],
            [Span(f"{_('endless'):<9}", "endless"), Span(_("best play never ends it"))],
            [Span(_("Third repeat: a draw by house rule"), "dim")],
        ]
    )


def best_line(analysis: Analysis) -> str:
    """The expected play with the players' marks: ``X b2  O a1``."""
    position, said = analysis.position, []
    for move in analysis.lines[0].pv[:24]:
        said.append(f"{words.players(position.game)[position.turn]} {position.name(move)}")
        position = position.play(move)
    return "  ".join(said) + (" …" if words.goes_on(analysis.lines[0], len(said)) else "")


def history_rows(played: Sequence[PanelMove], width: int, height: int) -> list[Row]:
    """The last moves that fit."""
    shown = played[-height:] if height else []
    column = max([5, *(len(move.move) + 1 for move in shown)])
    return [played_row(move, width, column) for move in shown]


def _history(view: PanelView) -> Section:
    """The game so far, three moves of it at least."""
    return Section(
        _("Game"), lambda w, h: history_rows(view.played, w, h), len(view.played), max(1, min(3, len(view.played)))
    )


def played_row(move: PanelMove, width: int, column: int = 5) -> Row:
    """``3 X c3   =  sets a trap``, the move in so many columns."""
    return fit(
        [
            Span(f"{move.ply:>2} ", "dim"),
            Span(f"{move.player} ", "strong"),
            Span(f"{move.move:<{column}}"),
            Span(f"{move.sign:<2} ", move.role),
            Span(clipped(move.note, width - column - len(move.player) - 7, 1)[0], "dim"),
        ],
        width,
    )


def legend(signs: tuple[str, str]) -> list[Row]:
    """What the marks mean; ``signs`` are those of the cursor and of the last move on the board."""
    named = zip(signs, ("cursor", "last"), (_("cursor"), _("last move")), strict=True)
    on_board = [span for sign, role, word in named if sign for span in (Span(sign, role), Span(f" {word}   "))]
    return _padded(
        [
            [
                Span("+", "win"),
                Span(" " + _("win") + "  "),
                Span("=", "tie"),
                Span(" " + _("draw") + "  "),
                Span("-", "lose"),
                Span(" " + _("lose") + "  "),
                Span("∞", "endless"),
                Span(" " + _("endless")),
            ],
            [
                Span("~", "guess"),
                Span(" " + _("a guess") + "   "),
                Span(_("in"), "dim"),
                Span(" " + _("plies to the end")),
            ],
            *([on_board] if on_board else []),
        ]
    )


def _quiet(view: PanelView, width: int) -> list[Section]:
    """The sections of the quiet panel: the goal, one's own last move, the hint that was asked for, and the game."""
    quiet = view.quiet_view or QuietView("")
    title, mode = quiet.opponent or _("Play"), _("quiet")
    dial = [quiet.level, quiet.rating]
    if quiet.rating and len(quiet.level) + len(quiet.rating) < width:
        dial = [f"{quiet.level}{quiet.rating:>{width - len(quiet.level)}}"]
    lines = [line for part in (view.goal, *dial, view.message) if part for line in wrapped(part, width)]
    top = section(title, _padded([Span(line)] for line in lines), min(3, len(lines)), mode)
    parts = [top] if lines else []
    if quiet.last:
        parts.append(_last_move(*quiet.last, width))
    if not view.quiet:
        hint = view.hint or quiet.hint
        parts.append(_text(_("Hint"), hint, min(_TOLD_ROWS, len(wrapped(hint, width)))))
    parts += company_section(view)
    parts.append(_history(view))
    return parts if lines else [parts[0]._replace(note=mode), *parts[1:]]


def _last_move(move: PanelMove, others: str, width: int) -> Section:
    """``b1  = one of the best 4``, and below it what other moves would have led to."""
    lines = wrapped(f"{move.move}  {move.sign} {move.note}".rstrip(), width)
    first = [
        Span(f"{move.move}  "),
        Span(f"{move.sign} ", move.role),
        Span(lines[0][len(move.move) + len(move.sign) + 3 :]),
    ]
    rows = [first, *([Span(line)] for line in lines[1:]), *([Span(line, "dim")] for line in wrapped(others, width))]
    return section(_("Your last move"), _padded(rows), min(len(rows), 3))


def _ended(view: PanelView, end: EndView, width: int, height: int) -> list[Section]:
    """The sections of a game that is over: the card, what can be done, who is there, the moves, and where there is room the
    course of the game."""
    parts = [*end_sections(end, width - 2), *company_section(view)]
    if height > 26 and len(view.values.scores) > 1:
        parts.append(graph(view.values, view.players))
    return [*parts, _history(view)._replace(least=1)]


def company_section(view: PanelView) -> list[Section]:
    """Who is at the table; none where nobody plays from afar."""
    rows = [[Span(" " + text, role)] for text, role in view.company]
    return [section(_("At the table"), rows, len(rows))] if rows else []


def _players(view: PanelView) -> tuple[str, str]:
    return words.players(view.analysis.position.game) if view.analysis else ("", "")


def _one_of_each(analysis: Analysis, cursor: Move | None) -> list[Line]:
    """One line for each class of moves equal by symmetry: the one under the cursor, or the best."""
    shown: list[Line] = []
    seen: dict[tuple[Move, ...], int] = {}
    for line in analysis.lines:
        orbit = analysis.position.orbit(line.move)
        if orbit not in seen:
            seen[orbit] = len(shown)
            shown.append(line)
        elif line.move == cursor:
            shown[seen[orbit]] = line
    return shown


def _symmetry_note(view: PanelView, analysis: Analysis) -> str:
    move = view.cursor if view.cursor is not None and analysis.line(view.cursor) else analysis.lines[0].move
    orbit = analysis.position.orbit(move)
    if len(orbit) < 2:
        return ""
    names = [analysis.position.name(equal) for equal in orbit]
    text = " ".join(names) if len(names) <= 6 else " ".join(names[:5]) + " …"
    return _("{moves} equal by symmetry").format(moves=text)


def _padded(rows: Iterable[Row]) -> list[Row]:
    return [[Span(" "), *row] for row in rows]


def _text(title: str, text: str, rows: int = 2) -> Section:
    """A section of running text, with a sign where there is more of it than fits."""
    return Section(title, lambda w, h: _padded([Span(part)] for part in clipped(text, w - 2, h)), rows, rows)
