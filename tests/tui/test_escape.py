"""Escape goes back one step on every screen, and leaves it with the last."""

from __future__ import annotations

from string import ascii_uppercase

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key

from core.players.opponents import HUMAN
from tests.tui.hall import Door, Engines
from tests.tui.leaving import leave
from tui.boards.graph import GraphBoard
from tui.household.surroundings import Surroundings
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.text.keys import KEYS

PEOPLE = (HUMAN, HUMAN)
ENDED = "a1 b1 a2 b2 a3"


async def test_it_closes_the_box_first_and_then_leaves(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("colon", "b", "escape")
        assert visit.play.typing.typed is None
        assert visit.app.screen is visit.play
        await visit.press("escape")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


async def test_it_puts_down_a_stone_first(hall: Door) -> None:
    async with hall("morris", "a1 b1 b2 b3 c1 a3", PEOPLE) as visit:
        board = visit.play.query_one(GraphBoard)
        while board.picked is None:
            await visit.press("enter", "right")
        await visit.press("escape")
        assert board.picked is None
        assert visit.app.screen is visit.play


async def test_it_shuts_the_panel_over_the_board_first(hall: Door) -> None:
    async with hall("tictactoe", "a1", PEOPLE, size=(60, 20)) as visit:
        await visit.do("panel")
        await visit.press("escape")
        assert isinstance(visit.app.screen, PlayScreen)
        assert not visit.play.has_class("-overlay")


async def test_it_comes_back_from_an_earlier_ply_first(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("go_first")
        await visit.press("escape")
        assert visit.play.ply.at == 3
        assert visit.app.screen is visit.play


async def test_it_puts_the_card_of_the_end_away_first(hall: Door) -> None:
    async with hall("tictactoe", ENDED, PEOPLE) as visit:
        assert "What now" in visit.text
        await visit.press("escape")
        assert "What now" not in visit.text
        assert isinstance(visit.app.screen, PlayScreen)


@pytest.mark.parametrize("name", ["settings", "home, help", "tournament, new", "editor"])
async def test_it_leads_from_a_screen_to_home(hall: Door, name: str, engines: Engines) -> None:
    await leave(hall, name, engines)


@pytest.mark.parametrize(("ssh", "keys"), [(True, ["up"]), (False, ["escape", "left_square_bracket", "A"])])
async def test_an_arrow_that_a_slow_line_splits_is_an_arrow_over_ssh(
    hall: Door, monkeypatch: pytest.MonkeyPatch, ssh: bool, keys: list[str]
) -> None:
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 0.1)
    now = 0.0
    monkeypatch.setattr("textual._parser.get_time", lambda: now)
    hall.surroundings = Surroundings(ssh=ssh)
    async with hall():
        parser = XTermParser()
        seen = list(parser.feed("\x1b"))
        now = 0.3
        seen += [*parser.tick(), *parser.feed("[A")]
    assert [event.key for event in seen if isinstance(event, Key)] == keys


async def test_at_home_it_quits_nothing(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("slash", "escape", "escape", "escape")
        assert isinstance(visit.app.screen, HomeScreen)
        assert not visit.app._exit


async def test_a_capital_without_a_meaning_asks_about_caps_lock(hall: Door) -> None:
    given = {key for action in KEYS.values() for key in action.keys.split(",")}
    async with hall("tictactoe", players=PEOPLE) as visit:
        letter = next(letter for letter in ascii_uppercase[4:] if letter not in given)
        await visit.press(letter)
        assert visit.status == f"{letter} does nothing here; is Caps Lock on?"


async def test_a_letter_of_another_script_is_named(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("\u0430")
        assert visit.status == "\u0430 is a letter of another script (Cyrillic)."


async def test_keys_typed_for_a_game_that_is_over_do_nothing(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.play.end.FRESH_SECONDS", 3600.0)
    async with hall("tictactoe", "a1 b1 a2 b2", PEOPLE) as visit:
        await visit.move("a3")
        await visit.press("n", "enter", "s")
        assert visit.moves == "a1 b1 a2 b2 a3"


async def test_it_shuts_the_side_over_a_watched_board_first(hall: Door) -> None:
    async with hall("tictactoe", "a1", ("random", "random"), size=(60, 20)) as visit:
        await visit.do("run", "panel")
        watched = visit.app.screen
        await visit.press("escape")
        assert visit.app.screen is watched
        assert not watched.has_class("-overlay")
