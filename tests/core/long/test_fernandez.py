"""Fernández's two programs play, move for move, what his text says: held against that text, written down a second time. It
takes 4 seconds."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.fernandez_cases import asked, with_empty
from tests.core.plain_minimax import Matlab


@pytest.mark.parametrize(("name", "empty"), [("m-minimax", 9), ("m-poda", 11)])
def test_what_lies_beyond_the_horizon_counts_nothing_as_in_the_text(name: str, empty: int) -> None:
    position = with_empty("mnk:4,4,4", empty, Random(name))
    move, points = Matlab(position.text.replace("/", ""), name == "m-poda").mov_optimo()
    _program, choice, counted = asked(name, position)
    assert (choice.move, counted) == (move, points), position.text
