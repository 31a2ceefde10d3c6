"""What a key does in which state, line by line of the table, and how a move is read that is typed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from textual.binding import Binding

from core.errors import CoreError
from core.games import get
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Company, Sitter, Snapshot
from core.players.opponents import HUMAN
from core.position import Position, play_all
from tui.game.home_game import AT_HOME
from tui.screens.base.keyboard import ACTIONS, CHARACTERS, Character, Means, Now, applies, footer, meaning
from tui.screens.play.screen import PlayScreen
from tui.text.typed import begins_printed, foreign, normalised, read_move

PEOPLE = (HUMAN, HUMAN)
ENDED = "a1 b1 a2 b2 a3"


@pytest.mark.parametrize(
    ("known", "line", "means"),
    [
        (Character("h", steers=True, acts=True, begins=True), "moves the cursor", Means.COMMAND),
        (Character("5", plays=True), "digit of a move", Means.PLAY),
        (Character("5"), "any other digit", Means.TYPE),
        (Character("5", acts=True), "any other digit", Means.TYPE),
        (Character("h", acts=True, begins=True), "command that begins a move", Means.WAIT),
        (Character("u", acts=True), "command", Means.COMMAND),
        (Character("?", acts=True), "command", Means.COMMAND),
        (Character("k", begins=True), "begins a move", Means.TYPE),
        (Character("a"), "a to d, never a command", Means.TYPE),
        (Character("D"), "a to d, never a command", Means.TYPE),
        (Character("k"), "any other character", Means.NOTHING),
    ],
)
def test_a_character_means_what_the_first_line_says_that_holds(known: Character, line: str, means: Means) -> None:
    assert next(name for name, holds, _means in CHARACTERS if holds(known)) == line
    assert meaning(known) is means


def test_every_line_of_the_characters_decides_about_one_of_them() -> None:
    assert len(dict.fromkeys(name for name, _holds, _means in CHARACTERS)) == 8


def now(moves: str = "", players: tuple[str, str] = PEOPLE, undone: bool = False, **known: bool) -> Now:
    """A game of tic-tac-toe after some moves, of which the last was taken back if ``undone``."""
    setup, (played, _position) = Setup(players), play_all(get("tictactoe"), moves)
    match = setup.begun(get("tictactoe"), Random(), played)
    return Now(Snapshot(Course(match.undo() if undone else match, setup)), AT_HOME, **known)


@pytest.mark.parametrize(
    ("action", "at", "does"),
    [
        ("choose", now("a1"), True),
        ("choose", now(ENDED), False),
        ("choose", now(ENDED, back=True), True),
        ("undo", now(), True),
        ("undo", now(ENDED), True),
        ("redo", now("a1"), False),
        ("redo", now("a1", undone=True), True),
        ("move_now", now("a1"), False),
        ("move_now", now("a1", (HUMAN, "random")), True),
        ("hint", now("a1"), True),
        ("hint", now(ENDED), False),
        ("panel", now(ENDED), False),
        ("panel", now(ENDED, narrow=True), True),
        ("panel", now(ENDED, back=True), True),
        ("certificate", now("a1"), True),
        ("certificate", now("a1", served=True), False),
        ("resign", now("a1"), True),
        ("resign", now(ENDED), False),
        ("new", now("a1"), True),
        ("new", now(ENDED), False),
        ("again", now("a1"), False),
        ("again", now(ENDED), True),
        ("swap", now(ENDED), True),
        ("review", now("a1"), False),
        ("review", now(ENDED), True),
        ("retry_turn", now(ENDED), False),
        ("retry_turn", now(ENDED, retries=True), True),
        ("level", now(ENDED, plays=False), False),
        ("level", now(ENDED), True),
        ("agree", now("a1"), False),
        ("agree", now("a1", asked=True), True),
        ("claim", now("a1"), False),
        ("leave", now(ENDED), True),
    ],
)
def test_an_action_applies_in_the_states_of_its_line(action: str, at: Now, does: bool) -> None:
    assert applies(action, at) is does


@pytest.mark.parametrize("action", [action for action, line in ACTIONS.items() if line.advises])
def test_nothing_that_advises_applies_where_values_are_for_nobody(action: str) -> None:
    at_table = Snapshot(Course(Match(get("tictactoe"), PEOPLE), Setup(PEOPLE)), quiet=True)
    assert not applies(action, Now(at_table, AT_HOME))


def test_the_table_has_every_action_of_the_play_screen_and_no_other() -> None:
    assert set(ACTIONS) == {binding.id for binding in PlayScreen.BINDINGS if isinstance(binding, Binding)}


@pytest.mark.parametrize(
    ("at", "first"),
    [
        (now("a1", back=True), ("choose", "back")),
        (now(ENDED), ("again", "swap")),
        (now("a1", ("random", "random"), plays=False), ("back", "step")),
        (now("", ("random", HUMAN)), ("move_now", "panel")),
        (now("a1", undone=True), ("choose", "hint", "redo")),
        (now("a1"), ("choose", "hint", "undo")),
    ],
)
def test_the_footer_begins_with_what_the_state_is_for(at: Now, first: tuple[str, ...]) -> None:
    assert tuple(footer(at)[: len(first)]) == first


@pytest.mark.parametrize(
    ("at", "named"),
    [
        (now(), False),
        (now("b2", ("random", HUMAN)), False),
        (now("a1"), True),
        (now("b2 a1 c3", ("random", HUMAN)), True),
    ],
)
def test_the_footer_names_undo_where_a_move_can_be_taken_back(at: Now, named: bool) -> None:
    assert ("undo" in footer(at)) is named


def test_the_footer_at_a_table_offers_a_move_to_nobody_but_who_is_to_move() -> None:
    company = Company("table", (Sitter("ana", "Ana"), Sitter("bob", "Bob")))
    waits, moves = (now(names, (HUMAN, "random")) for names in ("a1", "a1 b2"))
    shown = [footer(at._replace(state=replace(at.state, company=company))) for at in (waits, moves)]
    assert [("choose" in actions, "resign" in actions) for actions in shown] == [(False, True), (True, True)]


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
