"""The book of lines, against proofs anew."""

from __future__ import annotations

from random import Random

from core.analysis import Limit
from core.position import Position
from core.score import Verdict
from tests.core.lines_book_cases import five_by_five, states
from tests.core.watching import ask
from tests.tools.make_lines_book import decided


def test_positions_of_the_book_are_what_it_says_for_whoever_proves_them_again() -> None:
    game = five_by_five()
    for wanted in (Verdict.TIE, Verdict.WIN, Verdict.LOSE):
        for state in Random(14).sample([state for state, known in states(game) if known is wanted], 3):
            assert decided(game, state)[0] is wanted


def test_no_position_of_the_book_is_told_otherwise_by_a_search_of_what_follows() -> None:
    # After each move of a position of the book: what it says is the best of them.
    game = five_by_five()
    state, known = states(game)[-1]
    best = ask("lines", Position(game, state), Limit(nodes=300_000)).best
    assert best
    assert best.score.verdict is known
