"""Minimax as the textbooks have it."""

from __future__ import annotations

from core.analysis import Limit
from core.score import Proof
from tests.core.watching import ask, at


def test_a_board_too_large_to_finish_still_has_an_estimate_for_every_move() -> None:
    analysis = ask("minimax", at("mnk:5,5,5"), Limit(nodes=5000))
    assert {line.score.proof for line in analysis.lines} == {Proof.ESTIMATE}
    assert len({line.score.value for line in analysis.lines}) > 2
    assert analysis.best
    assert analysis.position.name(analysis.best.move) == "c3"


def test_with_a_depth_the_leaves_are_estimates_and_what_rests_on_them_is_one() -> None:
    analysis = ask("minimax", at("mnk:4,4,3"), Limit(depth=3))
    assert {line.score.proof for line in analysis.lines} == {Proof.ESTIMATE}
    assert analysis.depth == 3


def test_nodes_to_a_depth_are_those_of_the_whole_tree() -> None:
    assert ask("minimax", at("mnk:5,5,5"), Limit(depth=3)).nodes == 1 + 25 + 25 * 24 + 25 * 24 * 23
