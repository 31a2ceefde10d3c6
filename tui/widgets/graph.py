"""The graph of a game: what every position was worth, to both sides of a middle line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.score import Score
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame
from tui.text import words
from tui.text.catalogue import _

UP, DOWN = "▁▄█", "▔▀█"
"""Bars that stand on the middle line and that hang from it, from the smallest to a whole row."""
PROVEN, GUESSED, UNKNOWN = "━─·"
"""The middle line at a ply."""
_MAX_PLY_COLUMNS = 4
"""Columns that a ply takes in the wide graph."""
_MIN_MARGIN = 4
"""Columns at each end, with the numbers of the first and of the last ply beside the middle line, where these are short."""


class Curve(NamedTuple):
    """What the positions of a game are worth for the first player, from the ``first`` ply on; None where nothing is known."""

    scores: Sequence[Score | None] = ()
    first: int = 0

    @classmethod
    def last(cls, scores: Sequence[Score | None], most: int) -> Curve:
        """The last of all plies, as many as may be shown."""
        return cls(tuple(scores[-most:]), max(0, len(scores) - most))


NO_CURVE = Curve()


def graph(curve: Curve, players: tuple[str, str], widest: int = 1, at: int | None = None) -> Section:
    """A section with a column for every ply, or with as many as there is room for up to ``widest``; the last plies when there
    are too many. The bars of the first player point up. Each row begins with the mark of the player who is better there; the
    middle one has the numbers of the first ply and of the last, and shows the ply ``at`` which the board stands."""
    scores = curve.scores
    last = f" {curve.first + len(scores) - 1}"
    margin = max(_MIN_MARGIN, len(last))

    def beginning(text: str, role: str) -> list[Span]:
        return [Span(f"{text:>{margin - 1}} ", role)]

    def draw(width: int, height: int) -> list[Row]:
        room = max(1, width - 2 * margin)
        first = max(0, len(scores) - room)
        wide = max(1, min(widest, room // max(1, len(scores))))
        each = max(1, (height - 1) // 2)
        ups = [beginning("", "") for _ in range(each - 1)] + [beginning(players[0][:3], "first")]
        downs = [beginning(players[1][:3], "second"), *(beginning("", "") for _ in range(each - 1))]
        line = beginning(f"{curve.first + first}", "dim")
        for ply, score in enumerate(scores[first:], curve.first + first):
            role, value = words.leader(score) if score else "dim", score.value if score else 0.0
            for from_line, (up, down) in enumerate(zip(reversed(ups), downs, strict=True)):
                up.append(Span(_bar(UP, value, each, from_line) * wide, role))
                down.append(Span(_bar(DOWN, -value, each, from_line) * wide, role))
            sign = (PROVEN if score.proven else GUESSED) if score else UNKNOWN
            line.append(Span(sign * wide, f"{role} selected" if ply == at else role))
        line.append(Span(last, "dim"))
        return [*ups, line, *downs]

    title = _("Value by move, {player} up, {sign} proven").format(player=players[0], sign=PROVEN)
    return Section(title, draw, 3, 3)


def _bar(bars: str, value: float, rows: int, from_line: int) -> str:
    """What a row so far from the line shows of the bar for a value from 0 to 1, which may be so many rows high; none where the
    value is on the other side."""
    height = round(value * len(bars) * rows) - from_line * len(bars)
    return bars[min(height, len(bars)) - 1] if height > 0 else " "


class WideGraph(Canvas):
    """The graph below both columns of a screen, seen where the window has room for it."""

    def __init__(self) -> None:
        super().__init__(id="course")
        self._shown: tuple[Curve, tuple[str, str], int | None, str] | None = None

    def show(self, curve: Curve, players: tuple[str, str], at: int | None = None, note: str = "") -> None:
        """Show another game, or more of it, and the ply ``at`` which the board stands; ``note`` says how much is known."""
        if (curve, players, at, note) != self._shown:
            self._shown = curve, players, at, note
            self.redraw()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        if self._shown is None:
            return ()
        curve, players, at, note = self._shown
        drawn = graph(curve, players, _MAX_PLY_COLUMNS, at)
        return frame(width, height, [drawn._replace(note=note, wanted=height - 2)])
