"""Rows of threats in certificates on cubes, where brute force takes long."""

from __future__ import annotations

import pytest

from tests.core import second_checker
from tests.core.certificate_rows_cases import holds, withstanding
from tests.core.certifying import checked, lines_of, proof

FORCED = "1d1 2d2 1a4 3a1"
"""Qubic: the first player wins, with more than fours."""


@pytest.mark.parametrize("id", ["tictactoe3d", "qubic"])
def test_a_row_of_threats_wins_after_every_reply_that_it_is_said_to_withstand(id: str) -> None:
    assert withstanding(id, 40) > 15


def test_a_win_of_no_known_length_is_proven_by_rows_of_threats_and_holds_for_both_checkers() -> None:
    data = proof("qubic", FORCED, "win")
    assert checked(data).claim == "win"
    assert second_checker.check(data) == f"qubic {FORCED} win"
    assert any(">" in line for line in lines_of(data))


def test_without_rows_or_with_shorter_ones_it_is_missed() -> None:
    lines = lines_of(proof("qubic", FORCED, "win"))
    begin = lines.index("part first wins") + 1
    words = " ".join(lines[begin:-1]).split()
    rows = [word for word in words if ">" in word]
    for lost in (rows, rows[: len(rows) // 2]):
        for left in (0, -2):
            changed = [">".join(word.split(">")[:left]) if word in lost else word for word in words]
            assert not holds([*lines[:begin], " ".join(filter(None, changed)), "end"])
