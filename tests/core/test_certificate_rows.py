"""Rows of threats in certificates: they win whatever is replied, as brute force sees, and prove wins that have no distance."""

from __future__ import annotations

import pytest

from core.games import get
from core.position import Position
from core.proofs.certificate import withstood
from tests.core import second_checker
from tests.core.certificate_rows_cases import holds, wins, withstanding
from tests.core.certifying import both_refuse, checked, packed, proof
from tests.core.plain import plain


@pytest.mark.parametrize("id", ["mnk:4,4,3", "mnk:5,5,4", "mnk:6,4,4"])
def test_a_row_of_threats_wins_after_every_reply_that_it_is_said_to_withstand(id: str) -> None:
    assert withstanding(id, 40) > 15


def test_the_row_that_the_docstring_draws_wins() -> None:
    position, row = Position.start(get("tictactoe")), ["a3", "a2", "c3", "b3", "b2"]
    pos = plain("tictactoe").start
    for name in ("a1", "b1"):
        position, pos = position.play(position.parse(name)), plain("tictactoe").replies(pos)[name]
    assert withstood(position.game, position.state, 0, [position.parse(name) for name in row]) == -1
    assert wins(plain("tictactoe"), pos, 0, row)


@pytest.mark.parametrize("id", ["tictactoe/misere", "mnk:5,5,4/misere", "gomoku/exact", "connect-four"])
def test_where_a_line_does_not_win_or_stones_fall_no_row_withstands_anything(id: str) -> None:
    game = get(id)
    assert withstood(game, game.start(), 0, [0]) == withstood(game, game.start(), 1, [0, 1, 2]) == 0


OVERLINE = "c8 a9 d8 i9 g8 o9 h8 i2 a1 o2 a2 i4 a3 o4 e8 o6"
"""With f8 the first player has six in a row, before which a4 threatens and a5 stops it."""


@pytest.mark.parametrize(("id", "wins"), [("gomoku", True), ("gomoku/exact", False)])
def test_a_row_of_threats_that_ends_with_six_in_a_row_wins_where_six_do(id: str, wins: bool) -> None:
    part = ["part first wins 3", "a4>a5>f8", "end"]
    assert holds(["triqui certificate 3", f"game {id}", f"moves {OVERLINE}", "claim win within 3", *part]) == wins


@pytest.mark.parametrize(
    ("id", "claim"),
    [
        *(("mnk:4,4,3", "win"), ("mnk:6,5,4", "win"), ("tictactoe/wild", "win"), ("tictactoe3d", "win")),
        *(("nim:1,3,5,7/misere", "lose"), ("chomp:3,4", "win"), ("connect-four:4,4,3", "win")),
    ],
)
def test_every_game_that_ends_has_wins_without_a_number(id: str, claim: str) -> None:
    data = proof(id, claim=claim)
    assert checked(data).claim == claim
    assert second_checker.check(data) == f"{id} {claim}"


@pytest.mark.parametrize("id", ["pong-hau-ki", "morris"])
def test_no_win_of_any_length_is_claimed_of_a_game_that_need_not_end(id: str) -> None:
    lines = [f"game {id}", "claim win", "part first wins", "end"]
    said = both_refuse(packed(["triqui certificate 3", *lines]))
    assert said == f"Line 3: {id} may never end, so a win is proven with its plies; claim 'win within 99'."
