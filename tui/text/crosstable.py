"""What stands in the cells of a crosstable."""

from __future__ import annotations

from core.tally import Tally
from core.tournament.ratings import Strength
from core.tournament.table import HeadToHead
from tui.text.catalogue import _, figures


def decimal(points: float) -> str:
    """Points, of which a draw brings half of one."""
    return figures(f"{points:g}" if points < 100_000 else f"{points:.1f}")


def cell(score: Tally | None) -> str:
    """What one player has made against another: points of games."""
    return "" if score is None else f"{decimal(score.points)}/{score.games}"


def interval(strength: Strength | None) -> tuple[str, str]:
    """Elo, and half the width of its interval."""
    return ("-", "") if strength is None else (f"{strength.elo:+.0f}", f"{strength.width:.0f}")


def verdict(standing: HeadToHead) -> str:
    """What the test says of the first."""
    ratio = figures(f"{standing.ratio:+.2f}")
    match standing.verdict:
        case "stronger":
            return _("stronger ({ratio})").format(ratio=ratio)
        case "weaker":
            return _("not stronger ({ratio})").format(ratio=ratio)
        case _:
            return _("undecided ({ratio})").format(ratio=ratio)
