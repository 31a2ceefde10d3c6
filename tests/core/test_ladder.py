"""The ladder of hints: each says more, the last can be heard again, and a move is pointed at once it is named."""

from __future__ import annotations

import pytest

from core.analysis import Analysis
from core.explain import Rung, hint
from core.play.coach import HintLadder
from tests.core.watching import ask, at


@pytest.fixture(scope="module")
def known() -> Analysis:
    """A position in which c1 wins."""
    return ask("alphabeta", at("tictactoe", "XX./OO./..."))


def test_a_ladder_says_the_number_of_each_hint(known: Analysis) -> None:
    ladder = HintLadder()
    assert [str(ladder.climb(known)) for _ in Rung] == [
        f"Hint {number} of 4: {hint(known, rung)}" for number, rung in enumerate(Rung, 1)
    ]


def test_at_the_top_the_last_hint_is_given_again_from_what_is_known_by_then(known: Analysis) -> None:
    ladder = HintLadder((Rung.STAKES,))
    partly = Analysis(known.position, known.lines[:1], 1, 1, 0.0, False)
    ladder.climb(partly)
    assert ladder.at_top
    assert str(ladder.climb(known)) == "Hint 1 of 1: Winning moves: 1, drawing: 1, losing: 3."
    assert len(ladder.hints) == 1


def test_a_ladder_points_at_a_move_once_a_hint_has_named_it(known: Analysis) -> None:
    ladder = HintLadder()
    pointed = []
    for _ in Rung:
        ladder.climb(known)
        pointed.append(ladder.move)
    best = known.position.parse("c1")
    assert pointed == [None, None, best, best]


def test_a_ladder_may_leave_rungs_out(known: Analysis) -> None:
    ladder = HintLadder((Rung.WHERE, Rung.WHY))
    said = [str(ladder.climb(known)) for _ in ladder.rungs]
    assert said == [f"Hint 1 of 2: {hint(known, Rung.WHERE)}", f"Hint 2 of 2: {hint(known, Rung.WHY)}"]
