"""Positions and outcomes: checked, immutable, and saying why they refuse."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

from core.errors import BadNotation, IllegalMove
from core.game import Reason
from core.games import get
from core.kits import KITS
from core.position import Outcome, Position, other, play_all
from tests.core.watching import at


@pytest.mark.parametrize("id", KITS)
def test_a_position_is_pickled_by_its_game_and_state_even_after_its_symmetries_are_known(id: str) -> None:
    start = Position.start(get(KITS[id].presets.split()[0]))
    position = start.play(start.moves[-1])
    position.orbit(position.moves[0])
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.game.id == position.game.id


def test_a_position_begins_empty_with_x_to_move() -> None:
    position = at("tictactoe")
    assert position.text == ".../.../..."
    assert position.turn == 0
    assert position.moves == tuple(range(9))
    assert position.outcome is None


def test_a_move_gives_a_new_position_and_leaves_the_old() -> None:
    before = at("tictactoe")
    after = before.play(before.parse("b2"))
    assert after.text == ".../.X./..."
    assert before.text == ".../.../..."
    assert after.turn == 1


def test_positions_are_equal_when_game_and_state_are() -> None:
    assert at("tictactoe", "X../.O./...") == at("tictactoe", "X../.O./...")
    assert at("tictactoe") != at("tictactoe/misere")
    assert len({at("tictactoe"), at("tictactoe")}) == 1


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        at("tictactoe").state = (1, 1)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("id", "text", "winner", "cells"),
    [
        ("tictactoe", "XXX/OO./...", 0, (0, 1, 2)),
        ("tictactoe", "XX./OOO/X..", 1, (3, 4, 5)),
        ("tictactoe", "XXX/XOO/XOO", 0, (0, 1, 2, 3, 6)),
        ("tictactoe/misere", "XXX/OO./...", 1, (0, 1, 2)),
        ("tictactoe/wild", "X../.X./..X", 0, (0, 4, 8)),
        ("tictactoe/toroidal", "XO./O.X/.X.", 0, (0, 5, 7)),
        ("mnk:4,4,3", "XXXX/OOO./..../....", None, None),
    ],
)
def test_the_outcome_names_winner_and_cells(
    id: str, text: str, winner: int | None, cells: tuple[int, ...] | None
) -> None:
    if cells is None:
        with pytest.raises(BadNotation):
            at(id, text)
        return
    assert at(id, text).outcome == Outcome(winner, Reason.LINE, cells)  # type: ignore[arg-type]


def test_a_full_board_without_a_line_is_drawn() -> None:
    assert at("tictactoe", "XOX/XOO/OXX").outcome == Outcome(None, Reason.FULL)


def test_a_line_on_the_last_square_wins_and_is_no_draw() -> None:
    position = at("tictactoe", "XOX/OXO/OX.").play(8)
    assert position.outcome == Outcome(0, Reason.LINE, (0, 4, 8))


def test_a_taken_square_is_refused_by_name() -> None:
    with pytest.raises(IllegalMove, match="a1 is taken"):
        at("tictactoe").play(0).parse("a1")


@pytest.mark.parametrize("move", [-1, 9, 1000])
def test_a_number_that_is_no_move_is_refused(move: int) -> None:
    with pytest.raises(IllegalMove, match="no move number"):
        at("tictactoe").play(move)


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    with pytest.raises(IllegalMove, match="over"):
        at("tictactoe", "XXX/OO./...").play(8)


@pytest.mark.parametrize(
    "text", ["XX./.../...", "O../.../...", "XXX/OOO/...", "XXX/OO./O..", "X./../..", "", "ABC/.../..."]
)
def test_a_position_that_no_game_reaches_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        at("tictactoe", text)


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("tictactoe/wild", "XXX/OOO/..."),
        ("tictactoe/wild", "XXX/OO./XXX"),
        ("tictactoe/misere/wild", "XO./XO./XO."),
        ("mnk:3,5,3", "XXX/OO./XXX/OO./O.."),
        ("tictactoe3d", "XXX/OO./.../XXX/OO./.../O../.../..."),
    ],
)
def test_two_lines_that_share_no_mark_cannot_both_arise(id: str, text: str) -> None:
    with pytest.raises(BadNotation, match="cannot both be there; remove one of them"):
        at(id, text)


@pytest.mark.parametrize(("id", "text"), [("tictactoe/wild", "XXX/XOO/X.O"), ("tictactoe", "XXX/OXO/OOX")])
def test_two_lines_that_one_mark_has_made_may_stand(id: str, text: str) -> None:
    assert at(id, text).outcome


def test_lower_case_is_read_as_upper_case() -> None:
    assert at("tictactoe", "xo./.../...") == at("tictactoe", "XO./.../...")


def test_moves_may_be_written_with_blanks_or_commas_between() -> None:
    for text in ("b2 a1 c3", "b2,a1,c3", " b2,  a1 c3 "):
        moves, position = play_all(get("tictactoe"), text)
        assert moves == [4, 0, 8]
        assert position.text == "O../.X./..X"


def test_moves_may_begin_at_a_position() -> None:
    assert play_all(get("tictactoe"), "c1", "XX./OO./...")[1].outcome == Outcome(0, Reason.LINE, (0, 1, 2))


@pytest.mark.parametrize(("text", "error"), [("b2 b2", IllegalMove), ("b2 z9", BadNotation)])
def test_a_bad_move_is_named_by_its_ply(text: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="Move 2: "):
        play_all(get("tictactoe"), text)


def test_the_opponent_of_the_opponent_is_oneself() -> None:
    assert (other(0), other(1)) == (1, 0)


def test_a_game_from_its_start_is_a_position() -> None:
    game = get("mnk:4,4,3")
    assert Position.start(game) == Position(game, game.start())


def test_a_line_of_moves_is_named_as_it_is_parsed() -> None:
    text = "b2 a1 c3 a3"
    moves, _position = play_all(get("tictactoe"), text)
    assert Position.start(get("tictactoe")).names(moves) == text.split()
