"""What the sources count in passing is told on the pages: orders of 27 squares, lines through the centre, letters of a code."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import inf

import pytest

from core.study import answer
from core.study.study import StudyQuestion, Unstudied
from tests import saying
from tests.core.plain_minimax import Matlab, lines
from tests.core.slides import CODES, exchanged


class Printed(Matlab):
    """The program of code 3.5, with its calls counted; ``keeps`` hands the best of the first moves on."""

    def __init__(self, board: str, keeps: bool) -> None:
        super().__init__(board, True)
        self.made, self.keeps = 0, keeps

    def count(self) -> int:
        best = -inf
        for k in self.disponible():
            self.tablero[k] = -1
            best = max(best, self.minimax(0, best if self.keeps else -inf, inf, False))
            self.tablero[k] = 0
        return self.made

    def minimax(self, prof: int, alpha: float, beta: float, is_max: bool) -> float:
        self.made += 1
        return super().minimax(prof, alpha, beta, is_max)


def test_the_page_tells_the_calls_and_the_slips_of_the_printed_programs() -> None:
    said = saying.said(answer(StudyQuestion("minimax", position="X.O/.X./..O")), "printed")
    assert len(said) == 4
    empty = "." * 9
    assert f"calls minimax_poda {Printed(empty, False).count():,} times" in said[0]
    assert f"as alpha there would be {Printed(empty, True).count():,} calls" in said[0]
    assert f"calls minimax {549_946 - 1:,} times" in said[0]
    assert "pulsas2" in said[1]


def test_27_is_written_out() -> None:
    said = " ".join(saying.said(answer(StudyQuestion("games")), "errata"))
    assert "27! = 10,888,869,450,418,352,160,768,000,000," in said


def test_the_centre_takes_4_of_the_8_lines_from_the_other_player() -> None:
    through = [sum(cell in line for line in lines(3)) for cell in (4, 0, 1)]
    assert through == [4, 3, 2]
    notes = " ".join(saying.said(answer(StudyQuestion("games")), "classes"))
    assert "lies on 4 of the 8 lines, a corner on 3 and a side on 2" in notes


def test_there_are_30_boards_of_pong_hau_ki_by_the_letters_of_a_code() -> None:
    orders = list(permutations("raoar"))
    assert (len(orders), len(set(orders))) == (120, 30)
    assert "5! / (2! 2! 1!) = 30 boards" in " ".join(saying.said(answer(StudyQuestion("graph")), "counted"))


def test_the_edges_of_each_number_are_those_that_the_letters_of_its_code_allow() -> None:
    for number, code, *ways in saying.rows(answer(StudyQuestion("graph")), "by_number"):
        assert isinstance(number, int)
        assert code == CODES[number - 1]
        for letter, told in zip("ar", ways, strict=True):
            by_hand = sorted(CODES.index(to) + 1 for to in exchanged(CODES[number - 1], letter))
            assert told == (", ".join(map(str, by_hand)) or "-")


def test_the_exclusive_or_is_true_where_exactly_one_statement_is() -> None:
    rows = saying.rows(answer(StudyQuestion("xor")), "truth")
    words = {True: "true", False: "false"}
    assert [row[:3] for row in rows] == [
        [words[p], words[q], words[(p, q).count(True) == 1]] for p, q in product((True, False), repeat=2)
    ]
    assert [row[3] for row in rows] == ["1 xor 1 = 0", "1 xor 0 = 1", "0 xor 1 = 1", "0 xor 0 = 0"]


def test_two_coins_at_once_are_worth_what_their_lot_is_sure_of() -> None:
    # By the grid of all lots of hundredths: the best of the worst.
    payoffs = ((1, -1), (-1, 1))
    worst = {n: min(a * n + b * (100 - n) for a, b in zip(*payoffs, strict=True)) / 100 for n in range(101)}
    best = max(worst, key=worst.__getitem__)
    half = [best * (a + b) // 100 for a, b in zip(*payoffs, strict=True)]
    study = answer(StudyQuestion("kinds"))
    rows = [[int(cell) for cell in row[1:]] for row in saying.rows(study, "pennies")]
    assert rows == [[*row, min(row)] for row in (*payoffs, half)]
    seen, mixed = saying.said(study, "pennies")
    least, most = max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))
    assert f"sure of {least} only, and the second cannot hold the first below {most:+}." in seen
    assert f"a chance of {Fraction(best, 100)}, is safe on average: that is worth {worst[best]:.0f} " in mixed


def test_the_page_on_kinds_of_games_takes_no_board() -> None:
    study = answer(StudyQuestion("kinds"))
    assert [row[-1] for row in saying.rows(study, "pennies")] == ["-1", "-1", "0"]
    with pytest.raises(Unstudied, match="leave out 'tictactoe'"):
        answer(StudyQuestion("kinds", ("tictactoe",)))
