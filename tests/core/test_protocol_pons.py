"""Pons's line form: a game of Connect Four in, the same and its exact score out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.protocols.pons import AFTER_SECONDS, serve
from tests.core.talking import Await, talk
from tests.core.watching import Clock


def test_the_start_scores_as_in_the_literature() -> None:
    # Pons's table: columns from the left, the best of them the score of the game.
    assert talk(serve, "connect-four", "") == [" 1"]
    assert talk(serve, "connect-four", "", every=True) == [" -2 -1 0 1 0 -1 -2"]


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("121212", 18),  # a disc on top of three wins with the seventh of the game: (42 + 2 - 7) // 2
        ("44335", -18),  # three in the lowest row, open at both ends, win with the seventh too, whatever comes between
    ],
)
def test_a_win_counts_the_discs_that_are_left(line: str, score: int) -> None:
    assert talk(serve, "connect-four", line) == [f"{line} {score}"]
    (every,) = talk(serve, "connect-four", line, every=True)
    assert every.split()[0] == line
    assert max(map(int, every.split()[1:])) == score


@pytest.mark.parametrize(("line", "score"), [("121212 18", 18), ("121212\t18", 18), (" 1", 1)])
def test_a_score_behind_a_game_is_compared_and_not_played(line: str, score: int) -> None:
    assert talk(serve, "connect-four", line) == [f"{line.split()[0] if line[0] != ' ' else ''} {score}"]


def test_the_scores_of_all_columns_behind_a_game_are_compared() -> None:
    line = " -2 -1 0 1 0 -1 -2"
    assert talk(serve, "connect-four", line, every=True) == [line]


def test_a_full_column_has_no_score() -> None:
    (every,) = talk(serve, "connect-four:5,4,4", "3333", every=True)
    assert every.split()[3] == "-1000"
    assert len(every.split()) == 6


def test_the_columns_of_a_small_board_score_as_exhaustive_search_has_them() -> None:
    # 5x4: the outer columns lose at ply 20, the last disc of the board, and the rest is a tie.
    assert talk(serve, "connect-four:5,4,4", "", every=True) == [" -1 0 0 0 -1"]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("8", "Line 1: Move 1: '8' is not a column"),
        ("1x", "Line 1: Move 2: 'x' is not a column"),
        ("1111111", "Line 1: Move 7: Column 1 is full"),
        ("1212121", "Line 1: The game is over"),
        ("12121212", "Line 1: Move 8: The game is over"),
        ("44 1 2", "Line 1: A game is written without spaces, and only its score may follow; leave out '1 2'."),
        ("44 x", "Line 1: A game is written without spaces, and only its score may follow; leave out 'x'."),
        ("121212 17", "Line 1: After '121212' the score is 18, not 17."),
        (" 2", "Line 1: After '' the score is 1, not 2."),
    ],
)
def test_a_line_that_is_no_game_is_told_in_a_sentence_and_the_next_is_answered(line: str, part: str) -> None:
    first, second = talk(serve, "connect-four", line, "121212")
    assert first.startswith(part)
    assert second == "121212 18"


def test_a_line_that_takes_long_is_given_up_once_the_input_has_ended_and_not_before() -> None:
    clock = Clock(AFTER_SECONDS / 2)
    answers = talk(serve, "connect-four:7,6,5", "", "1", clock=clock)
    sentence = "The input has ended, but this takes more than 10 s; keep the input open to wait."
    assert answers == [f"Line 1: {sentence}", f"Line 2: {sentence}"]


def test_a_line_that_takes_long_is_answered_while_the_input_is_open() -> None:
    clock = Clock(AFTER_SECONDS)
    assert talk(serve, "connect-four", "121212", Await("121212"), clock=clock) == ["121212 18"]


@given(st.lists(st.text("12345678 x\x1b\u0663", max_size=9), max_size=4))
@settings(max_examples=25)
def test_no_input_at_all_breaks_it(lines: list[str]) -> None:
    assert len(talk(serve, "connect-four:3,3,3", *lines)) == len(lines)
