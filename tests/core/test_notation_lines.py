"""Openings, lines of digits, moves in the ways that people write them, and positions."""

from __future__ import annotations

import pytest

from core import notation
from core.errors import CoreError
from core.game import Reason
from core.games import get
from core.notation import moves, positions
from core.notation.common import ReadGame
from core.position import Outcome, Position

NOW = 1_800_000_000.0


def found(text: str, game: str | None = None, form: str | None = None) -> list[ReadGame]:
    """The games of a text."""
    return list(notation.read(text, NOW, get(game) if game else None, form))


def made(text: str, game: str | None = None, form: str | None = None) -> list[str]:
    """The moves of the games of a text."""
    return [each.stored.moves for each in found(text, game, form)]


def refusal(text: str, game: str | None = None, form: str | None = None) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(CoreError) as caught:
        found(text, game, form)
    return str(caught.value)


# Openings.


def test_openings_count_from_the_eleventh_of_twenty_points() -> None:
    assert made("0,0, -10,-10, 9,9\n-2,3, 1,-4,\n") == ["k11 a1 t20", "i14 l7"]


@pytest.mark.parametrize(("game", "centre"), [("gomoku", "h8"), ("gomoku/19", "j10"), ("gomoku/20/exact", "k11")])
def test_the_centre_of_an_opening_is_that_of_the_named_board(game: str, centre: str) -> None:
    (opening,) = found("0,0, -1,0", game)
    assert opening.stored.game == game
    assert opening.stored.moves.split()[0] == centre


def test_openings_without_a_minus_sign_are_read_where_they_are_said_to_be_some() -> None:
    assert made("0,0, 1,1", form="openings") == ["k11 l12"]


@pytest.mark.parametrize(
    ("text", "game", "sentence"),
    [
        ("-1,2,3", None, "Line 1: '-1,2,3' is not an opening; write column and row of each stone from the centre"),
        ("-1,2\n\nx,y", None, "Line 3: 'x,y' is not an opening"),
        ("-1,2, -11,0", None, "Line 1: Move 2: Column 0, row 11 is off the board of 20x20 points."),
        ("-1,2, -1,2", None, "Line 1: Move 2: j13 is taken"),
        ("-1,2", "tictactoe", "Line 1: Openings in this form are for gomoku, not for tictactoe."),
    ],
)
def test_what_is_no_opening_is_refused_with_its_line(text: str, game: str | None, sentence: str) -> None:
    assert refusal(text, game).startswith(sentence)


# Connect Four.


@pytest.mark.parametrize(("text", "claim"), [("44", None), ("4433 7", 7), ("7777773 -3", -3), ("44 0\n", 0)])
def test_a_number_behind_the_digits_is_a_score_and_is_not_played(text: str, claim: int | None) -> None:
    (line,) = found(text)
    assert (line.stored.game, line.stored.moves, line.claim) == ("connect-four", " ".join(text.split()[0]), claim)


def test_every_line_of_digits_is_a_position() -> None:
    assert made("4\n44 2\n\n12 -1") == ["4", "4 4", "1 2"]


def test_a_named_board_has_the_columns_that_it_has() -> None:
    assert made("99", "connect-four:9,6,4") == ["9 9"]
    assert "in a known format" in refusal("99")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("44\n4 4 4", "Line 2: '4 4 4' is not a line of Connect Four; write columns from 1 to 7 without spaces"),
        ("44\n18", "Line 2: Move 2: "),
        ("4444444", "Line 1: Move 7: "),
        ("41414141", "Line 1: Move 8: The game is over"),
    ],
)
def test_what_is_no_line_of_connect_four_is_refused_with_its_line(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


# Moves.


@pytest.mark.parametrize(
    "text",
    ["h8h9i9", "h8 h9 i9", "1. h8 h9 2. i9", "1.H8 h9!? 2.i9 *", "h8,h9,i9", "h8-h9-i9", "h8\nh9\ni9", "h8; h9; i9"],
)
def test_moves_are_read_in_the_spellings_of_people(text: str) -> None:
    assert made(text, "gomoku") == ["h8 h9 i9"]


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("5,1,9", "tictactoe", "b2 a1 c3"),
        ("519", "tictactoe", "b2 a1 c3"),
        ("h1h12h10", "gomoku", "h1 h12 h10"),
        ("A1B2", "nim:3,4,5", "A1 B2"),
        ("4 4 3 3 2", "connect-four", "4 4 3 3 2"),
    ],
)
def test_words_are_split_by_the_notation_of_the_game(text: str, game: str, expected: str) -> None:
    assert made(text, game) == [expected]


def test_a_blank_line_or_move_one_begins_another_game() -> None:
    assert made("1. a1 b2\n2. c3\n1. b2\n\na1", "tictactoe") == ["a1 b2 c3", "b2", "a1"]


def test_a_result_says_who_gave_up() -> None:
    assert found("a1 b2 0-1", "tictactoe")[0].stored.outcome == Outcome(1, Reason.RESIGNED)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b2 a1\nz9", "Line 2: Move 3: 'z9' is not a square"),
        ("b2b2", "Line 1: Move 2: b2 is taken"),
        ("b2 1-0 a1", "Line 1: There are moves after the result"),
        ("b2 a1 b1 a2 b3 c3", "Line 1: Move 6: The game is over"),
    ],
)
def test_what_is_no_move_is_refused_with_its_line_and_number(text: str, sentence: str) -> None:
    assert refusal(text, "tictactoe").startswith(sentence)


def test_a_line_of_moves_is_split_for_other_ways_in() -> None:
    assert moves.splits(get("gomoku"), "1. h8h9 2. i9") == "h8 h9 i9"


def test_moves_without_a_game_are_refused_with_the_formats() -> None:
    assert refusal("h8h9").startswith(
        "Line 1: 'h8h9' does not begin a game in a known format (json, text, psq, sgf, digits,"
    )


def test_moves_in_that_format_without_a_game_are_refused() -> None:
    assert refusal("h8h9", form="moves") == "Line 1: Moves alone do not say which game they belong to; name the game."


# Positions.


@pytest.mark.parametrize(
    "text", ["XO./.X./..O", "xo1/1x1/2o", "xo_-x-__o", "xo.\n.x.\n..o", "●○*/*●*/**○", "bw1|1b1|2w"]
)
def test_positions_are_read_in_the_forms_of_people(text: str) -> None:
    assert positions.read(text, get("tictactoe")).text == "XO./.X./..O"


def test_a_number_may_stand_for_more_than_nine_empty_cells() -> None:
    text = "15/" * 7 + "7x7" + "/15" * 7
    assert positions.read(text, get("gomoku")) == Position.start(get("gomoku")).play(7 * 15 + 7)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("xo1/1x1/3", ""),
        ("xx1/3/3", "There are 2 X and 0 O on the board"),
        ("xo1/1x1", "'xo1/1x1' is not a position of this"),
    ],
)
def test_a_position_that_is_none_is_refused_in_the_words_of_the_game(text: str, sentence: str) -> None:
    if not sentence:
        assert positions.read(text, get("tictactoe"))
        return
    with pytest.raises(CoreError) as caught:
        positions.read(text, get("tictactoe"))
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("text", ["1. a1 b2 1-0", "1. a1 b2 0-1", "1. a1 b2 1/2-1/2"])
def test_moves_are_written_with_the_result_that_the_players_agreed(text: str) -> None:
    (game,) = found(text, "tictactoe")
    (again,) = found(notation.written(game.stored, "moves"), "tictactoe")
    assert again.stored.outcome == game.stored.outcome
