"""The graph of a game tells who stood better after each move, and how sure that is."""

from __future__ import annotations

import pytest

from core.score import Proof, Score, Verdict
from tui.widgets.graph import Curve, graph

WIN, DRAW, LOSS = (Score.exact(verdict) for verdict in (Verdict.WIN, Verdict.TIE, Verdict.LOSE))


def rows(*scores: Score | None, width: int = 38, players: tuple[str, str] = ("X", "O")) -> list[str]:
    """The rows of the graph, without the blanks at their ends."""
    return ["".join(span.text for span in row).rstrip() for row in graph(Curve(scores), players).draw(width, 3)]


def test_the_first_player_stands_above_the_middle_line_and_the_second_hangs_below() -> None:
    assert rows(DRAW, WIN, LOSS) == [
        "  X  █",
        "  0 ━━━ 2",
        "  O   █",
    ]


def test_what_is_guessed_has_a_thinner_line_and_what_is_unknown_only_dots() -> None:
    bound = Score.bound(Proof.AT_LEAST, 0.4)
    assert rows(None, Score.estimate(0.4), Score.estimate(-0.7), bound, DRAW) == [
        "  X  ▁ ▁",
        "  0 ·───━ 4",
        "  O   ▀",
    ]


@pytest.mark.parametrize(
    ("value", "up", "down"),
    [(0.0, "", ""), (0.1, "", ""), (0.3, "▁", ""), (0.66, "▄", ""), (1.0, "█", ""), (-0.3, "", "▔"), (-1.0, "", "█")],
)
def test_bars_grow_to_both_sides_alike(value: float, up: str, down: str) -> None:
    upper, _line, lower = rows(Score.estimate(value))
    assert (upper.split()[1:], lower.split()[1:]) == ([up] if up else [], [down] if down else [])


def test_a_long_game_shows_its_last_plies_and_says_where_they_begin_and_end() -> None:
    upper, line, lower = rows(*[DRAW] * 100, WIN, width=30)
    assert line == f" 79 {'━' * 22} 100"
    assert upper == "  X " + " " * 21 + "█"
    assert lower == "  O"


def test_numbers_of_four_digits_are_whole_at_both_ends() -> None:
    _upper, line, _lower = rows(*[DRAW] * 1100, WIN, width=30)
    assert line == f"1081 {'━' * 20} 1100"


def test_the_last_plies_of_a_game_are_numbered_as_in_the_game() -> None:
    course = Curve.last([DRAW] * 100 + [WIN], 40)
    shown = ["".join(span.text for span in row).rstrip() for row in graph(course, ("X", "O")).draw(30, 3)]
    assert (shown, len(course.scores)) == (rows(*[DRAW] * 100, WIN, width=30), 40)


def test_the_axis_is_named_and_the_sign_of_proof_explained() -> None:
    assert graph(Curve(), ("1st", "2nd")).title == "Value by move, 1st up, ━ proven"
