"""Reasons in the terms of each game, on positions set up by hand: rows, zugzwang, lines of boards, sums, forced wins."""

from __future__ import annotations

import re

import pytest

from core.analysis import Analysis, Line
from core.explain import Rung, hint, own_words, why
from core.games import get
from core.position import Position, play_all
from core.score import Score, Verdict
from tests.core.watching import ask, at


def said(position: Position, move: str) -> str:
    """What the game itself says of a move."""
    return str(own_words(position, position.parse(move)))


def after(id: str, moves: str) -> Position:
    return play_all(get(id), moves)[1]


# Five in a row.


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("h8 a1 i8 c1", "j8", "An open three: next an open four at g8 k8."),
        ("h8 a1 i8 c1", "k8", "An open three: next an open four at j8."),
        ("h8 a1 i8 c1 j8 e1", "k8", "An open four: g8 l8 both complete the line."),
        ("h8 g8 i8 c1 j8 e1", "k8", "A four: the opponent has to block l8."),
        ("h8 a1 i8 c3 j9 e1 j10 o15", "j8", "Two open threes: next an open four at j7 g8 k8 j11."),
        (
            "h8 g8 i8 c1 j8 e1 k9 a3 k10 c3",
            "k8",
            "A four: the opponent has to block l8. After the block, k7 makes two threats and wins.",
        ),
        # White's stones at l7 l6 l5 make the block a four, so that nothing is won by then.
        ("h8 g8 i8 l7 j8 l6 k9 l5 k10 c3", "k8", "A four: the opponent has to block l8."),
    ],
)
def test_rows_of_three_and_four_are_called_by_their_names(moves: str, move: str, reason: str) -> None:
    assert said(after("gomoku", moves), move) == reason


def test_a_row_that_would_become_too_long_is_no_four_where_exactly_five_win() -> None:
    moves = "g8 a1 h8 c1 i8 e1 l8 g1"
    assert said(after("gomoku", moves), "j8") == "An open four: f8 k8 both complete the line."
    assert said(after("gomoku/exact", moves), "j8") == "A four: the opponent has to block f8."


def test_two_gaps_between_marks_open_nothing() -> None:
    # X . X . X on the whole width: a mark in either gap wins in the other one alone.
    assert "open" not in said(after("mnk:5,5,4", "a3 a1 e3 e1"), "c3")
    assert said(after("mnk:7,5,4", "b3 a1 d3 g1"), "c3") == "An open three: a3 e3 both complete the line."
    assert said(after("mnk:7,5,4", "c3 a1 f5 g1"), "d3") == "An open two: next an open three at b3 e3."


def test_where_lines_lose_the_answers_that_make_none_are_counted() -> None:
    # O has a1 and b1, X a2, c3 and, by this move, b3: of the four cells left only c1 completes a line of O.
    assert said(at("tictactoe/misere", "OO./X../..X"), "b3") == "Answers that complete no line: 3 of 4."
    assert said(at("tictactoe/misere", "OO./.../.XX"), "a3") == "It completes a line, and loses."


def test_in_wild_play_either_mark_ends_the_game() -> None:
    assert said(at("tictactoe/wild", ".../XX./..."), "Oa1") == "It leaves Xc2 to the opponent, who wins there."


# Connect Four.


def test_a_threat_higher_up_is_told_with_its_row_and_with_who_comes_below_it_in_the_end() -> None:
    # After it 27 of 42 places are free, four of them that of the threat and those above it: the other plays the 23rd.
    position = at("connect-four", "......./......./......./OXX..../XOOX..X/OOXOO.X")
    first = "It makes a threat on an odd row, 3 in column 5."
    assert said(position, "4") == f"{first} ○ must not play below it, but has to once the rest is full."


def test_who_has_only_columns_left_in_which_he_lets_the_other_win_is_in_zugzwang() -> None:
    position = at("connect-four:4,4,4", "O.O./XXX./OXO./XOXO")
    assert said(position, "2") == "Zugzwang: answering right above wins in column 4."


def test_a_threat_above_the_block_of_another_wins() -> None:
    # Column 4 is empty; with 3 on the upper of two rows X has c1 to c3 on both.
    position = at("connect-four", "......./......./O....../O....../XX..O../XXX.OO.")
    assert said(position, "3") == "It threatens column 4 twice: above the block it wins."


# Ultimate.


def test_a_board_won_opens_a_line_of_boards_or_closes_one() -> None:
    empty = "........."
    boards = ["XXXOO....", "XX.O.....", "O........", empty, "O........", *[empty] * 4]
    position = at("ultimate", "/".join([*boards, "X........", "2"]))
    opened = "It wins board 2. Board 3 alone would now win the game. It sends O to board 3."
    assert said(position, "2.3") == opened
    boards = ["X........", "X........", "OOO......", "X........", "OOO......", "X........", "XX.......", empty, empty]
    position = at("ultimate", "/".join([*boards, "..O.O....", "7"]))
    assert said(position, "7.3") == "It wins board 7. It blocks O's line 3 5 7. It gives O a free choice."


def test_no_more_than_three_sentences_are_told() -> None:
    empty = "........."
    boards = ["XXXOO....", "XX.O.....", "O........", empty, "O........", *[empty] * 4]
    position = at("ultimate", "/".join([*boards, "X........", "2"]))
    line = Line(position.parse("2.3"), Score.exact(Verdict.WIN, 9), (position.parse("2.3"),))
    said = "It wins board 2. Board 3 alone would now win the game. Move 1 of a forced win of 9."
    assert str(why(position, line, [])) == said


def test_where_five_boards_win_they_are_counted() -> None:
    boards = ["XXXOO....", "XX.O.....", "O........", ".........", "O........", *["........."] * 4]
    position = at("ultimate/tic-tac-ku", "/".join([*boards, "X........", "2"]))
    assert said(position, "2.3") == "It wins board 2. That makes 2 of the five boards that win. It sends O to board 3."


# Heaps.


@pytest.mark.parametrize(
    ("id", "move", "reason"),
    [
        ("nim:1,2,4", "C1", "It leaves nim-sum 0, 3 = 1 + 2, as you can do every time."),
        ("nim:3,5,7", "C1", "It leaves nim-sum 0, 3 xor 5 xor 6 = 0, as you can do every time."),
        ("nim:3,4,5", "A1", "It leaves nim-sum 3 = 2 xor 4 xor 5; the answer A1 makes it 0."),
        ("nim:9", "A1", "It leaves nim-sum 8; the answer A8 makes it 0."),
        (
            "nim:2,3/misere",
            "B1",
            "It leaves nim-sum 0, 2 = 2, as you can do while two heaps are higher than 1.",
        ),
        ("subtraction:21:1,2,3", "A2", "It leaves 19, not a multiple of 4: the answer A3 leaves one."),
        (
            "subtraction:12:1,2,3/misere",
            "A1",
            "It leaves 11, not one more than a multiple of 4: the answer A2 makes it so.",
        ),
        # In a heap from which 1, 3 or 4 may be taken, 5 has the value 3 and 6 has 2: Grundy rows 0 1 0 1 2 3 2.
        ("subtraction:5,7:1,3,4", "B1", "It leaves Grundy value 1 = 2 xor 3; the answer A1 makes it 0."),
    ],
)
def test_what_is_left_is_shown_with_its_numbers(id: str, move: str, reason: str) -> None:
    assert said(at(id), move) == reason


# Forced wins.

TRAP = "a1 b1 a3 a2"
"""O has answered the corner on an edge: X wins in 5, by a3, which O has to answer on a2, and c3, with two threats."""


def game_so_far(moves: str) -> tuple[Position, list[Analysis]]:
    """The position after some moves, and all that is to be known of those before it, the latest first."""
    names, known = moves.split(), list[Analysis]()
    for ply in range(len(names)):
        known.insert(0, ask("alphabeta", after("tictactoe", " ".join(names[:ply]))))
    return after("tictactoe", moves), known


def told(moves: str, move: str, *unknown: int) -> str:
    """What is said of a move in a game, of which some positions before are not known, counted back from 0."""
    position, known = game_so_far(moves)
    before = [None if i in unknown else each for i, each in enumerate(known)]
    line = ask("alphabeta", position).line(position.parse(move))
    assert line
    return str(why(position, line, before))


def test_a_move_is_told_by_its_number_in_the_forced_win_it_belongs_to() -> None:
    assert told("a1 b1", "a3").endswith(" Move 1 of a forced win of 5.")
    assert told("a1 b1 a3", "a2").endswith(" Move 2 of X's forced win of 5.")
    assert told(TRAP, "c3").endswith(" Move 3 of a forced win of 5.")


def forced(sentences: object) -> tuple[int, ...]:
    """Which move of a forced win of how many moves the last of some sentences tells of."""
    *_before, last, end = str(sentences).split(".")
    assert not end
    return tuple(map(int, re.findall(r"\d+", last)))


def test_a_forced_win_begins_no_earlier_than_is_known() -> None:
    assert forced(told(TRAP, "c3", 0)) == (1, 3)
    assert forced(told(TRAP, "c3", 2)) == (3, 5)
    assert forced(told(TRAP, "c3", 1)) == (2, 4)


def test_a_mistake_is_no_part_of_the_win_that_it_allows() -> None:
    assert "forced" not in told("a1", "b1")
    assert told("a1 b1 a3", "b2", 0) == "It leaves a2 to the opponent, who wins there."


def test_a_mistake_is_no_part_of_a_win_that_was_let_go_before_it() -> None:
    # O's a2 lost, X's c2 let that win go, and b2 would lose anew.
    assert "forced" not in told("a3 a2 c2", "b2")


def test_who_could_have_held_out_longer_begins_another_forced_win() -> None:
    # O lets a2 be, so X wins at once, where it would have taken three more moves.
    assert told("a1 b1 a3 c1", "a2") == "It completes the line and wins."
    position, known = game_so_far("a1 b1 a3 c1")
    slow = Line(position.parse("b2"), Score.exact(Verdict.WIN, 3), (position.parse("b2"),))
    assert forced(why(position, slow, known)) == (3, 5)


def test_a_bound_on_the_length_is_told_as_one() -> None:
    position = after("tictactoe", TRAP)
    line = Line(position.parse("c3"), Score.exact(Verdict.WIN, most=7), (position.parse("c3"),))
    assert str(why(position, line, [])).endswith(" Move 1 of a forced win of at most 7.")


def test_no_part_of_a_win_is_told_where_the_game_so_far_is_not_asked_for_or_nothing_is_won() -> None:
    position, known = game_so_far(TRAP)
    line = ask("alphabeta", position).line(position.parse("c3"))
    assert line
    assert "forced" not in str(why(position, line))
    assert "forced" not in told("a1", "b2")
    assert "forced" not in str(why(position, Line(line.move, Score.estimate(0.9), line.pv), known))


def test_a_line_in_which_every_answer_is_forced_is_told_whole() -> None:
    position = after("tictactoe", "a1 b1")
    pv = tuple(position.game.parse_move(position.state, name) for name in ["a3", "a2", "c3", "b3", "b2"])
    line = Line(pv[0], Score.exact(Verdict.WIN, 5), pv)
    assert str(why(position, line)) == "Every answer is forced: a3 a2 c3 b3 b2."
    # b2 threatens c3, where O does not answer.
    free = tuple(position.game.parse_move(position.state, name) for name in ["b2", "a3", "a2", "c2", "c3"])
    assert "forced" not in str(why(position, Line(free[0], Score.exact(Verdict.WIN, 5), free)))


def test_the_last_hint_tells_where_in_a_forced_win_its_move_stands() -> None:
    position, known = game_so_far(TRAP)
    assert forced(hint(ask("alphabeta", position), Rung.WHY, known)) == (3, 5)
