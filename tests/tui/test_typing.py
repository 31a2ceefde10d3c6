"""Moves are typed as they are written, also where their letters are commands, and nowhere where nothing can be played."""

from __future__ import annotations

import pytest

from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door, with_keys
from tui.screens.base.edit import EditScreen
from tui.text.keys import KEYS

PEOPLE = (HUMAN, HUMAN)

ALONE = ("human", FULL)


@pytest.fixture
def column(hall: Door) -> str:
    """The letter of a column of gomoku, which the hint has for its key."""
    hall.furnish(keys={"hint": "h"})
    return "h"


async def test_a_move_that_its_first_key_makes_is_made_once_however_much_of_it_is_typed(hall: Door) -> None:
    async with hall("pong-hau-ki", players=("human", "random")) as visit:
        for _ply in range(4):
            count = len(visit.moves.split())
            name = visit.play.state.match.position.name(visit.play.state.match.position.moves[-1])
            await visit.press(*name, "enter")
            await visit.rest()
            assert visit.moves.split()[count] == name
            assert len(visit.moves.split()) == count + 2


async def test_a_letter_that_is_a_column_and_a_command_waits_for_a_digit(hall: Door, column: str) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press(column)
        assert visit.status.startswith("Type a move, for example a1: h_")
        assert visit.play.state.match.hints == 0
        await visit.press("1", "0", "enter")
        assert visit.moves == "h10"
        assert visit.play.state.match.hints == 0


async def test_a_letter_that_no_digit_follows_is_the_command(hall: Door, column: str) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press(column)
        await visit.wait_for_no_digit()
        assert visit.panel.hint.startswith("1/4")
        assert visit.play.typing.typed is None


async def test_the_wait_ends_by_itself(hall: Door, column: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.base.keyboard.WAIT_SECONDS", 0.001)
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press(column)
        await visit.until(lambda: visit.panel.hint.startswith("1/4"))


@pytest.mark.parametrize(("key", "moves"), [(KEYS["undo"].keys, "h8"), ("enter", "h8 h9 h7"), ("left", "h8 h9")])
async def test_anything_but_a_digit_makes_it_the_command_and_is_itself_too(
    hall: Door, column: str, key: str, moves: str
) -> None:
    async with hall("gomoku", "h8 h9", PEOPLE) as visit:
        visit.board.point_at(visit.board.position.parse("h7"))
        await visit.press(column, key)
        assert visit.play.state.match.hints == 1
        assert visit.play.typing.typed is None
        assert visit.moves == moves


@pytest.mark.parametrize("key", ["escape", "backspace"])
async def test_a_letter_that_waits_is_taken_back(hall: Door, column: str, key: str) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press(column, key)
        assert visit.play.typing.typed is None
        assert visit.play.state.match.hints == 0


async def test_a_letter_that_is_no_column_is_the_command_at_once(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.do("hint")
        assert visit.play.state.match.hints == 1


async def test_a_small_x_or_o_begins_a_wild_move_and_changes_no_seat(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        await visit.press(*"oa1", "enter", *"xb3", "enter")
        assert visit.moves == "Oa1 Xb3"
        assert visit.play.state.match.players == PEOPLE


@pytest.mark.parametrize("move", ["A2", "B3", "C5", "D7"])
async def test_a_move_of_nim_typed_as_it_is_printed_hides_no_heap(hall: Door, move: str) -> None:
    async with hall("nim:3,4,5,7", players=PEOPLE) as visit:
        await visit.press(*move, "enter")
        assert (visit.moves, visit.play.blind) == (move, False)


@pytest.mark.parametrize(
    ("id", "move"), [("nim:2,2,2,2,3", "E1"), ("tictactoe/wild", "Ob2"), ("tictactoe/wild", "Xa1")]
)
async def test_a_capital_that_begins_a_printed_move_waits_for_the_rest(hall: Door, id: str, move: str) -> None:
    async with hall(id, players=PEOPLE) as visit:
        await visit.press(*move, "enter")
        assert visit.moves == move


async def test_a_capital_that_begins_a_printed_move_is_the_command_where_nothing_follows(hall: Door) -> None:
    letter = KEYS["edit_here"].keys
    heaps = "2," * (ord(letter) - ord("A")) + "2"  # the last one has that letter
    async with hall(f"nim:{heaps}", players=PEOPLE) as visit:
        await visit.press(letter)
        await visit.wait_for_no_digit()
        assert isinstance(visit.app.screen, EditScreen)


async def test_the_letters_of_a_move_that_waits_are_forgotten_when_another_screen_comes(
    hall: Door, column: str
) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press(column)
        visit.play.action_help()
        await visit.settle()
        play = visit.app.screen_stack[-2]
        await visit.press("escape")
        await visit.until(lambda: visit.app.screen is play)
        await visit.wait_for_no_digit()
        assert visit.play.typing.typed is None


# Where a move can be typed, and what the footer says then.


async def test_in_the_box_the_footer_has_enter_and_escape(hall: Door) -> None:
    async with hall("tictactoe", "a1", players=PEOPLE) as visit:
        usual = visit.footer
        await visit.press("b")
        assert visit.footer.split() == ["Enter", "play", "Esc", "close"]
        await visit.click("close")
        await visit.settle()
        assert (visit.play.typing.typed, visit.footer) == (None, usual)
        await visit.press("b", "2")
        await visit.click("Enter")
        await visit.settle()
        assert (visit.moves, visit.footer) == ("a1 b2", usual)


@pytest.mark.parametrize(
    ("moves", "players", "keys", "said"),
    [
        ("a1 b1 a2 b2 a3", PEOPLE, (), "The game is over; {key:again} plays another."),
        ("a1 b2", PEOPLE, (KEYS["threat"].keys,), "This is what the other side threatens; End goes back to the game."),
    ],
)
async def test_no_box_opens_where_nothing_can_be_played(
    hall: Door, moves: str, players: tuple[str, str], keys: tuple[str, ...], said: str
) -> None:
    async with hall("tictactoe", moves, players) as visit:
        await visit.press(*keys)
        for key in ("b", "5", "colon", "k"):
            await visit.press(key)
            assert (visit.play.typing.typed, visit.status) == (None, with_keys(said))


async def test_a_box_that_is_open_closes_when_the_game_ends(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2", PEOPLE) as visit:
        await visit.press("c", "1")
        await visit.click_cell("a3")
        await visit.rest()
        assert visit.play.state.match.outcome
        assert visit.play.typing.typed is None
        await visit.do("again")
        assert visit.moves == ""


async def test_a_move_is_typed_ahead_while_the_opponent_thinks(hall: Door) -> None:
    async with hall("tictactoe", "a1", ALONE) as visit:
        visit.engines.hold()
        await visit.do("undo")
        await visit.move_unheard("a1")
        await visit.press("c")
        visit.engines.release()
        await visit.until(lambda: len(visit.play.state.match.moves) == 2)
        assert visit.play.typing.typed == "c"
        await visit.press("2", "enter")
        assert visit.moves.split()[2] == "c2"


@pytest.mark.parametrize("id", ["tictactoe", "vanishing", "notakto:1", "mnk:3,3,3/misere"])
async def test_on_nine_squares_a_digit_is_a_move_at_once(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for number, name in (("5", "b2"), ("1", "a1"), ("6", "c2"), ("7", "a3")):
            await visit.press(number)
            assert visit.moves.split()[-1] == name


async def test_enter_after_a_digit_that_has_played_plays_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("5", "enter")
        assert visit.moves == "b2"


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("tictactoe/wild", "1st to move. Enter asks which: Xb2, Ob2; or type one: _"),
        ("numerical", "Odd to move. Enter asks which: 1b2, 3b2, 5b2, 7b2, 9b2; or type one: _"),
    ],
)
async def test_where_enter_asks_which_move_the_status_says_so(hall: Door, id: str, said: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        assert visit.status == said
        await visit.press("enter")
        await visit.until(lambda: "Which move?" in visit.text)


# Choices without places.


@pytest.mark.parametrize(("digit", "word"), [("1", "white"), ("2", "black"), ("3", "two")])
async def test_a_digit_makes_the_choice_of_that_number_where_no_place_can_be_played(
    hall: Door, digit: str, word: str
) -> None:
    hall.engines.hold()
    async with hall("gomoku/swap2", "a1 b1 c1", PEOPLE) as visit:
        assert f"{digit} {word}" in visit.text
        await visit.press(digit)
        assert visit.moves == f"a1 b1 c1 {word}"


async def test_the_list_of_marks_has_digits(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        await visit.press("enter")
        assert "1  Xb2" in visit.text
        await visit.press("2")
        await visit.settle()
        assert visit.moves == "Ob2"


async def test_a_list_of_moves_that_begin_with_digits_has_no_others(hall: Door) -> None:
    async with hall("numerical", players=PEOPLE) as visit:
        last = visit.play.state.match.position.name(visit.board.chosen[-1])
        await visit.press("enter", last[0])
        await visit.settle()
        assert visit.moves == last


# The cursor of the box.


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (("left",), "h_8"),
        (("left", "left", "left"), "_h8"),
        (("left", "right", "right"), "h8_"),
        (("home",), "_h8"),
        (("home", "end"), "h8_"),
        (("left", "1"), "h1_8"),
        (("left", "backspace"), "_8"),
        (("left", "delete"), "h_"),
        (("home", "backspace"), "_h8"),
        (("up", "down"), "h8_"),
    ],
)
async def test_the_arrows_move_the_cursor_of_the_box_and_not_that_of_the_board(
    hall: Door, keys: tuple[str, ...], shown: str
) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press("colon", "h", "8", *keys)
        assert f": {shown}" in visit.status or f" {shown}  " in visit.status
        assert visit.play.typing.typed == shown.replace("_", "")
