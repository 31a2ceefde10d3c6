"""Fernández's two programs play, move for move, what his text says: held against that text, written down a second time. It
takes 10 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.study.search.minimax_tables import MAX_PROGRAM_NODES
from tests.core.fernandez_cases import asked, with_empty
from tests.core.plain_minimax import Matlab
from tests.core.watching import at


@pytest.mark.parametrize(
    ("name", "id", "empty"), [("m-minimax", "mnk:4,4,4", 9), ("m-poda", "mnk:4,4,4", 11), ("m-poda", "mnk:5,5,5", 10)]
)
def test_what_lies_beyond_the_horizon_counts_nothing_as_in_the_text(name: str, id: str, empty: int) -> None:
    position = with_empty(id, empty, Random(name))
    move, points = Matlab(position.text.replace("/", ""), name == "m-poda").mov_optimo()
    _program, choice, counted = asked(name, position)
    assert (choice.move, counted) == (move, points), position.text


def test_on_the_empty_5x5_no_first_move_is_left_out_for_want_of_nodes() -> None:
    # Nobody has five marks within 8 plies, so every move counts 0, and the first of the list is played.
    position = at("mnk:5,5,5")
    limit = Limit(nodes=MAX_PROGRAM_NODES)
    analysis = engines.get("m-poda").analyse(Watch(position, limit, lambda: 0.0))
    assert (analysis.depth, analysis.nodes < MAX_PROGRAM_NODES) == (8, True)
    assert asked("m-poda", position)[1].move == 0
