"""A bound on the distance is said as a bound, never as the distance."""

from __future__ import annotations

from core.analysis import Analysis, Line, Score, Verdict
from tests.core.watching import at
from tui import words

WIN = Score.exact(Verdict.WIN, within=43)


def test_a_bound_on_a_proven_win_is_said_to_be_one() -> None:
    position = at("ultimate/open")
    found = Analysis(position, (Line(40, WIN, (40,)),), 0, 0, 0.0, True)
    assert words.sentence(found) == ("X to move: WIN in at most 43", "exact")
    assert words.prospect(WIN) == "wins in at most 43"
    assert words.prospect(-WIN) == "loses in at most 43"


def test_a_bound_fits_where_the_distance_stands() -> None:
    assert words.short_value(WIN) == "+≤43"
    assert words.short_value(-WIN) == "-≤43"
    assert (words.distance(WIN), words.distance(Score.exact(Verdict.WIN, 6)), words.distance(Score.estimate(0))) == (
        "≤43",
        "6",
        "",
    )
