"""The right side of a review: for each ply a strip with what it was worth and what else there was, where the game turned and
who messed up, and how well both played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core.review.account import Account
from core.review.verdicts import FAULTS, Accuracy
from core.score import Score, Verdict
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.text import reviewed, words
from tui.text.catalogue import _
from tui.text.fit import clipped, shorten
from tui.widgets.list_canvas import pointed

_HALF, _MIN_HALF = 10, 6
"""Columns from the middle of a strip to its end, where there is room for them and where moves are long."""
MAX_COSTS = 3
"""Moves that are told of those that cost most."""
_MIN_STRIPS = 4
"""Rows that the strips keep at least, with the heads of their columns."""
DOTS = {Verdict.WIN: "•", Verdict.TIE: "•", Verdict.LOSE: "•", Verdict.ENDLESS: "∞", None: "·"}
"""What stands for a move that was not made: proven to lead there, or but guessed."""


class Told(NamedTuple):
    """What is told below the strips: a title with a note, rows of which the first are kept, and a text that is wrapped."""

    title: str
    note: str
    rows: Sequence[Row]
    text: str


def cost_row(account: Account, ply: int, *, here: bool) -> Row:
    """A move that gave something away, and what it was worth before and after; ``here``: it is the one on the board. A click
    looks at it."""
    move, glyph, change = reviewed.cost(account, ply)
    row = [*pointed([Span(f"{move} ", "strong")], here), Span(f"{glyph}  ", words.glyph_role(glyph)), Span(change)]
    return [span._replace(action=f"screen.look_at({ply + 1})") for span in row]


class MoveTexts(NamedTuple):
    """The moves of a game in words, and the columns of the longest."""

    texts: Sequence[str]
    longest: int

    @classmethod
    def of(cls, texts: Iterable[str]) -> MoveTexts:
        """Such moves."""
        listed = tuple(texts)
        return cls(listed, max(map(len, listed), default=0))


class ReviewView(NamedTuple):
    """What the right side of a review shows."""

    at: int
    """The ply on the board."""
    moves: MoveTexts
    """The moves in words."""
    glyph: Callable[[int], str]
    """Gives the glyph of the move at a ply, from 0."""
    scores: Sequence[Score | None]
    """For each ply the worth of the position after it, for the first player."""
    alternatives: Callable[[int], Sequence[Score]]
    """Gives those of the other moves at a ply."""
    players: tuple[str, str]
    """The names of both seats' marks."""
    told: Told
    """What is told of the game."""
    names: tuple[str, str]
    """Who sat there."""
    tallies: tuple[Accuracy, Accuracy] | None
    """How right each one's moves were; None as long as not every position has been looked at."""
    hints: tuple[str, str]
    """How many each has asked for, in words."""
    cautions: tuple[str, str] | None = None
    """Moves that the teacher has stopped, in words; None where there are none."""


class ReviewSide(Canvas):
    """The right side: a strip for each ply, what is told, the summary."""

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
        whole = height - last >= 9
        upper = height - last if whole else height
        told = _told(view.told, width - 3, upper - 3 - _MIN_STRIPS)
        parts = [
            Section(_("Who is winning"), lambda w, h: _strips(view, w, h), len(view.moves.texts) + 2, _MIN_STRIPS),
            section(view.told.title, told, len(told), view.told.note),
        ]
        if not whole:
            return frame(width, height, parts)
        return frame(width, upper, parts) + frame(width, last, [section(_("Summary"), summary)])


def _told(told: Told, width: int, height: int) -> list[Row]:
    """As many rows as leave room for the text, three at most."""
    lines = clipped(told.text, width, max(1, height - min(1, len(told.rows)))) if told.text else []
    shown = told.rows[: max(1, min(MAX_COSTS, height - len(lines)))]
    return [*shown, *([Span(" " + line)] for line in lines)]


def _strips(view: ReviewView, width: int, height: int) -> list[Row]:
    """The heads of the columns and a strip for every ply that fits around the one on the board; where moves are long, the
    strips are shorter."""
    column, count = max(7, view.moves.longest), len(view.moves.texts)
    half = max(_MIN_HALF, min(_HALF, (width - column - 8) // 2))
    column = max(0, min(column, width - 2 * half - 8))
    left, right = (shorten(_("{player} wins").format(player=player), half) for player in view.players)
    scale = "0...4...."[: half - 1]
    rows: list[Row] = [
        [Span(" " * (column + 6) + f"{left:<{half}}={right:>{half}}", "dim")],
        [Span(" " * (column + 6) + f"{scale}   {scale[::-1]}", "dim")],
    ]
    room = height - len(rows)
    top = max(0, min(view.at - 1 - room // 2, count - room))
    for ply in range(top, min(count, top + room)):
        text, glyph = view.moves.texts[ply], view.glyph(ply)
        row: list[Span] = [
            *pointed([Span(f"{shorten(text, column):<{column}}", "strong")], view.at == ply + 1),
            Span(f"{glyph:<2}", words.glyph_role(glyph)),
            *strip(view.scores[ply + 1], view.alternatives(ply), half),
        ]
        action = f"screen.look_at({ply + 1})"
        rows.append([span._replace(action=action) for span in row])
    return rows


def strip(score: Score | None, alternatives: Iterable[Score], half: int) -> list[Span]:
    """What a move was worth and what the others were, all for the first player: at the left edge that one has won, at the right
    the other has, and so many columns from it so many plies are left. Proofs hide guesses, and the move made hides all."""
    cells = [Span(" ")] * (2 * half + 1)
    cells[half] = Span("┊", "dim")
    for other in sorted(alternatives, key=lambda other: other.proven):
        cells[_column(other, half)] = Span(DOTS[other.verdict if other.proven else None], words.leader(other))
    if score is not None:
        cells[_column(score, half)] = Span("◆" if score.proven else "◇", words.leader(score))
    elif cells[half].text == "┊":
        cells[half] = Span("·", "dim")
    return [Span("|", "frame"), *cells, Span("|", "frame")]


def _column(score: Score, half: int) -> int:
    """Where a score stands in a strip."""
    if score.proven and score.verdict in (Verdict.WIN, Verdict.LOSE):
        distance = min(half - 1, 4 if score.plies is None else score.plies)
        return distance if score.verdict is Verdict.WIN else 2 * half - distance
    return half - round(score.value * (half - 1))


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
