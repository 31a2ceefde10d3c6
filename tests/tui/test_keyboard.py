"""What a key means on a board, line by line, and how a move is read that is typed."""

from __future__ import annotations

import pytest

from core.errors import CoreError
from core.games import get
from core.position import Position
from tui.screens.keyboard import Character, Means, begins_printed, foreign, meaning, read_move
from tui.text.typed import normalised

CURSOR, QUICK, ACTION, MOVE = (
    Character(steers=True),
    Character(plays=True),
    Character(acts=True),
    Character(begins=True),
)


@pytest.mark.parametrize(
    ("character", "known", "means"),
    [
        ("h", Character(steers=True, acts=True, begins=True), Means.COMMAND),
        ("5", QUICK, Means.PLAY),
        ("5", Character(), Means.TYPE),
        ("a", Character(), Means.TYPE),
        ("D", Character(), Means.TYPE),
        ("h", Character(acts=True, begins=True), Means.WAIT),
        ("u", ACTION, Means.COMMAND),
        ("k", MOVE, Means.TYPE),
        ("k", Character(), Means.NOTHING),
        ("?", ACTION, Means.COMMAND),
    ],
)
def test_a_key_means_what_the_first_rule_says_that_holds(character: str, known: Character, means: Means) -> None:
    assert meaning(character, known) is means


@pytest.mark.parametrize(
    ("character", "name", "begins"),
    [
        ("h", "h8", True),
        ("H", "h8", False),
        ("E", "E1", True),
        ("e", "E1", True),
        ("x", "Xb2", True),
        ("u", "h8", False),
    ],
)
def test_a_capital_begins_only_what_is_printed_with_it(character: str, name: str, begins: bool) -> None:
    assert begins_printed(character, [name]) is begins


@pytest.mark.parametrize(
    ("id", "text", "name"),
    [
        ("gomoku", "h8", "h8"),
        ("gomoku", "8h", "h8"),
        ("gomoku", "10c", "c10"),
        ("nim:3,4,5", "2b", "B2"),
        ("ultimate", "53", "5.3"),
        ("connect-four", "d", "4"),
    ],
)
def test_a_name_of_one_letter_and_a_number_is_read_in_either_order(id: str, text: str, name: str) -> None:
    position = Position.start(get(id))
    assert position.name(read_move(position, text, {})) == name


@pytest.mark.parametrize(("id", "text"), [("tictactoe", "2b"), ("qubic", "2a1"), ("numerical", "b25")])
def test_no_other_name_is_turned_round(id: str, text: str) -> None:
    position = Position.start(get(id))
    if id == "qubic":
        assert position.name(read_move(position, text, position.game.digit_moves)) == text
    else:
        with pytest.raises(CoreError):
            read_move(position, text, position.game.digit_moves)


def test_full_width_letters_and_digits_are_those_of_moves() -> None:
    assert normalised("ｂ２") == "b2"


@pytest.mark.parametrize(("text", "found"), [("а1", ("а", "Cyrillic")), ("a1", None), ("α", ("α", "Greek"))])
def test_a_letter_of_another_script_is_named(text: str, found: tuple[str, str] | None) -> None:
    assert foreign(text) == found


@pytest.mark.parametrize(
    ("id", "digits"),
    [
        ("tictactoe", "123456789"),
        ("tictactoe/misere", "123456789"),
        ("notakto:1", "123456789"),
        ("vanishing", "123456789"),
        ("mnk:4,2,2", "12345678"),
        ("connect-four", "1234567"),
        *(
            (id, "")
            for id in ("numerical", "tictactoe/wild", "chomp:3,3", "morris", "ultimate", "nim:3,4,5", "mnk:4,4,4")
        ),
        *((id, "") for id in ("pong-hau-ki", "notakto:2", "qubic", "gomoku", "kayles:9")),
    ],
)
def test_a_digit_is_a_move_where_every_move_is_one_of_nine_places(id: str, digits: str) -> None:
    assert "".join(get(id).digit_moves) == digits
