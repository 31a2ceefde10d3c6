"""How two machines fare, game after game: a point for each block of games, the share of the points upwards.

100 %│
     │            ●●●●
 50 %│     ●●●●●●●  ○○
     │○○●○○○○○○○○○○○
  0 %│●
     └────────────────
      0           2000
"""

from __future__ import annotations

from core.phrase import fact
from core.study.search.learning import LearningCurve
from tui.drawing.canvas import Row, Span
from tui.drawing.studies.picture import Drawn
from tui.text.catalogue import figures

_TALL = 10
"""Rows of the curve, less the one of 0 %."""
_WIDE = 50
"""Columns of the whole curve."""
MENACE, Q, BOTH = "●", "○", "◆"


def draw(curve: LearningCurve) -> Drawn:
    """The curve as far as it has come."""
    cells: dict[tuple[int, int], Span] = {}
    for point in curve.points:
        column = max(0, round(point.games / curve.most * _WIDE) - 1)
        ours, theirs = round(point.menace * _TALL), round(point.q * _TALL)
        cells[column, theirs] = Span(Q, "second")
        cells[column, ours] = Span(BOTH, "strong") if ours == theirs else Span(MENACE, "first")
    told = _told(curve)
    rows: list[Row] = []
    for height in range(_TALL, -1, -1):
        share = f"{100 * height // _TALL:>4} %" if height % 5 == 0 else " " * 6
        row = [Span(share + " │", "dim")]
        row += [cells.get((column, height), Span(" ")) for column in range(_WIDE)]
        rows.append(row + told.get(height, []))
    last = figures(f"{curve.most:,}")
    rows.append([Span(" " * 7 + "└" + "─" * _WIDE, "dim")])
    rows.append([Span(" " * 8 + "0" + last.rjust(_WIDE - 1), "dim")])
    return Drawn(rows, (fact("learning.curve.legend", menace=MENACE, q=Q, both=BOTH),))


def _told(curve: LearningCurve) -> dict[int, list[Span]]:
    """The last point in figures, beside the rows at the top."""
    if not curve.points:
        return {}
    point = curve.points[-1]
    machines = ((MENACE, "first", point.menace, point.menace_right), (Q, "second", point.q, point.q_right))
    told: dict[int, list[Span]] = {}
    for height, (mark, role, points, right) in zip((_TALL, _TALL - 1), machines, strict=True):
        share = "" if right is None else f" {100 * right:.0f} %"
        told[height] = [Span(f"  {mark}", role), Span(figures(f" {100 * points:.0f} %{share}"))]
    return told
