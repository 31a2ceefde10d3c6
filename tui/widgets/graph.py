"""The graph of a game: what every position was worth, to both sides of a middle line."""

from __future__ import annotations

from collections.abc import Sequence

from core.score import Score
from tui.drawing.canvas import Row, Span
from tui.drawing.frame import Section
from tui.text import words
from tui.text.catalogue import _

UP, DOWN = "▁▄█", "▔▀█"
"""Bars that stand on the middle line and that hang from it, from the smallest to a whole row."""
PROVEN, GUESSED, UNKNOWN = "━─·"
"""The middle line at a ply."""
_MARGIN = 4
"""Columns at each end, with the numbers of the first and of the last ply beside the middle line."""


def graph(scores: Sequence[Score | None], players: tuple[str, str]) -> Section:
    """A section with a column for every ply, from the start on; the last ones when there are too many. ``scores`` are for the
    first player, whose bars stand up; None where nothing is known. Each row begins with the mark of the player who is better
    there; the middle one has the numbers of the first ply and of the last."""

    def draw(width: int, height: int) -> list[Row]:
        first = max(0, len(scores) - max(1, width - 2 * _MARGIN))
        up, line, down = _margin(players[0][:3], "first"), _margin(f"{first}", "dim"), _margin(players[1][:3], "second")
        for score in scores[first:]:
            role = words.leader(score) if score else "dim"
            up.append(Span(_bar(UP, score.value if score else 0.0), role))
            line.append(Span((PROVEN if score.proven else GUESSED) if score else UNKNOWN, role))
            down.append(Span(_bar(DOWN, -score.value if score else 0.0), role))
        line.append(Span(f" {len(scores) - 1}", "dim"))
        return [up, line, down]

    title = _("Value by move, {player} up, {sign} proven").format(player=players[0], sign=PROVEN)
    return Section(title, draw, 3, 3)


def _margin(text: str, role: str) -> list[Span]:
    """The beginning of a row."""
    return [Span(f"{text:>{_MARGIN - 1}} ", role)]


def _bar(bars: str, value: float) -> str:
    """The bar for a value from 0 to 1; none on the other side of the line."""
    height = round(value * len(bars))
    return bars[height - 1] if height > 0 else " "
