"""What the watch screen shows: its header, its side and the note on the board, drawn from values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from core.game import PLAYERS, Move, Player
from core.play.source import Snapshot
from core.position import Position, other
from core.review.agreement import shared
from tui.drawing.canvas import Canvas, Row, Span, width_of
from tui.drawing.cell import CellMark
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import plain_row
from tui.screens.base.story import game_of_series, points_text
from tui.text import agreement, words
from tui.text.agreement import Wishes
from tui.text.catalogue import _, ngettext
from tui.text.clocks import clock_text
from tui.text.fit import clipped, shorten
from tui.text.seats import player_name
from tui.widgets.panel import LOW, PanelView, move_row, moves_section, verdict_rows, with_chosen

LETTERS = ("A", "B")
"""What stands on the board for what each side would play."""
_TALL = 30
"""From so many rows on there is room for the whole sentence of whether the two engines agree; elsewhere its title says it."""
_AGREEMENT_ROWS = 3


class WatchSide(Canvas):
    """The right side: what each engine thinks, and the score of the series."""

    def __init__(self) -> None:
        super().__init__(id="panels")
        self.views: tuple[PanelView, ...] = ()
        self.score: list[Row] = []
        self.agreement = self.brief = ""

    def show(self, views: tuple[PanelView, ...], score: list[Row], agreement: tuple[str, str] = ("", "")) -> None:
        """Show other values; ``agreement`` says whether the two engines agree, in a sentence and in a few words."""
        self.views, self.score, (self.agreement, self.brief) = views, score, agreement
        self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """Three frames, one below the other."""
        told = _AGREEMENT_ROWS if height >= _TALL else 0
        last = len(self.score) + told + 3 if height >= LOW else 0
        each = (height - last) // 2
        rows: list[Row] = []
        for i, view in enumerate(self.views):
            size = each if i == 0 else height - last - each
            thoughts = Section(view.engine, partial(engine_rows, view), size - 2, 1, view.state)
            rows += frame(width, size, [thoughts])
        said = clipped(self.agreement, width - 4, told) if self.agreement else []
        agreed = section(
            (not told and self.brief) or _("Do they agree?"), [[Span(f" {line}")] for line in said[:told]], told
        )
        parts = [agreed, section(_("Series"), self.score)]
        return rows + (frame(width, last, parts) if last else [])


def chosen(wishes: Wishes) -> tuple[Move | None, Move | None]:
    """The move that each side would play, of several the one that the other would play too."""
    both = shared(*wishes)
    first, second = (both if both is not None else next(iter(moves), None) for moves in wishes)
    return first, second


def wanted(wishes: Wishes) -> dict[Move, CellMark]:
    """What each side would play on the board: A the first one, B the second, both letters where they agree."""
    moves = chosen(wishes)
    if moves[0] is not None and moves[0] == moves[1]:
        return {moves[0]: CellMark("".join(LETTERS), "".join(LETTERS), "strong")}
    sides = zip(moves, LETTERS, ("first", "second"), strict=True)
    return {move: CellMark(letter, letter, role) for move, letter, role in sides if move is not None}


def title(shown: Position, players: tuple[str, str], marks: Mapping[Move, CellMark]) -> str:
    """What the board is called, and whose letters stand on it."""
    said = "  ".join(f"{letter} {name}" for letter, name in zip(LETTERS, players, strict=True))
    return f"{words.board(shown)}  {said}" if marks else words.board(shown)


def agreement_of(
    state: Snapshot, shown: Position, views: tuple[PanelView, PanelView], wishes: Wishes
) -> tuple[str, str]:
    """Whether the two engines agree on the position shown, in a sentence and in a few words; empty where one of them has said
    nothing of it."""
    one, other = (view.analysis for view in views)
    if one is None or other is None or not one.position == other.position == shown:
        return "", ""
    first, second = (
        f"{mark} {player_name(seat)}"
        for mark, seat in zip(words.players(state.match.game), state.match.players, strict=True)
    )
    wholes = views[0].score, views[1].score
    return agreement.sentence(one, other, (first, second), wishes, wholes), agreement.brief(one, other, wishes)


def engine_rows(view: PanelView, width: int, height: int) -> list[Row]:
    """The sentence, the bar where there is room for it, the counts, and the best moves."""
    rows = verdict_rows(view, width - 2)
    if view.analysis is None or not view.analysis.lines:
        return rows
    if height < 5:
        listed, _hidden = with_chosen(view.analysis.lines, view.cursor, height - 1)
        return [rows[0], *(move_row(view, view.analysis, line, width) for line in listed)]
    if height < 9:
        rows = [rows[0], rows[2]]
    return [*rows, *moves_section(view, view.analysis).draw(width, height - len(rows))]


def header(state: Snapshot, width: int) -> tuple[Row, Row, Row]:
    """The game, the score between the two as the series tells it, and which game it is; short names where room lacks."""
    series = state.match.standing
    left = [Span(_("WATCH") + "  ", "title"), Span(words.name(state.match.game))]
    right = plain_row(game_of_series(state), "dim")
    second: Player = 1 if series.first_of(state.match.number) == 0 else 0
    score = f"  {points_text(series, other(second))} : {points_text(series, second)}  "
    seats: Row = ()
    for full in (True, False):
        first_name, second_name = (
            f"{mark} {player_name(state.match.players[seat], full)} {clock_text(state.match.clock, seat)}".rstrip()
            for seat, mark in zip(PLAYERS, words.players(state.match.game), strict=True)
        )
        seats = [Span(first_name, "first"), Span(score, "strong"), Span(second_name, "second")]
        if width_of(left) + width_of(seats) + width_of(right) + 4 <= width:
            break
    return left, seats, right


def note(state: Snapshot, at: int) -> str:
    """Where in the game the board stands, on which so many moves were made."""
    count = len(state.match.moves)
    if at < count:
        return _("move {ply} of {count}").format(ply=at, count=count)
    if state.match.outcome:
        return ngettext("{number} move", "{number} moves", count)
    return _("move {number}, {player}").format(
        number=count + 1, player=words.players(state.match.game)[state.match.position.turn]
    )


def score_rows(state: Snapshot) -> list[Row]:
    """How the games of the series ended for each of the two, and their points."""
    series = state.match.standing
    rows: list[Row] = []
    names = [player_name(each, full=True) for each in series.players]
    if names[0] == names[1]:
        names = [f"{name} {number}" for number, name in enumerate(names, 1)]
    for player in (0, 1):
        marks = "".join("=" if winner is None else "10"[winner != player] for winner in series.results[-11:])
        name = shorten(names[player], 18)
        made = points_text(series, player)
        rows.append([Span(f" {name:<19}"), Span(f"{marks:<12}", "dim"), Span(made, "strong")])
    return rows
