"""The proof that is drawn on a board: pairs, a letter for each."""

from __future__ import annotations

from collections import defaultdict

import pytest

from core.explain import proof
from tests.core.lanes_brute import rows
from tests.core.watching import at


@pytest.mark.parametrize("id", ["mnk:5,5,5", "mnk:6,6,6", "mnk:7,7,6"])
def test_at_the_start_every_line_holds_two_cells_with_the_same_letter(id: str) -> None:
    picture = proof(at(id), None)
    assert picture
    assert str(picture.text).startswith("O answers in the same pair")
    cells: defaultdict[str, int] = defaultdict(int)
    for cell, sign in picture.signs.items():
        assert len(sign) == 1
        cells[sign] |= 1 << cell
    assert all(pair.bit_count() == 2 for pair in cells.values())
    assert all(any(pair & row == pair for pair in cells.values()) for row in rows(id))


@pytest.mark.parametrize("id", ["mnk:4,4,4", "mnk:6,6,5", "tictactoe/misere", "tictactoe/wild", "nim:3,4,5", "qubic"])
def test_where_no_pairs_are_known_nothing_is_drawn(id: str) -> None:
    assert proof(at(id), None) is None
