"""The menu has all that can be done on a screen, in groups, and does what is chosen."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.tui.hall import Door, Visit, top, with_keys
from tui.household.surroundings import Surroundings
from tui.screens.base.help import Help
from tui.screens.base.menu import NOT_LISTED, Menu, named_bindings
from tui.screens.base.picker import Picker
from tui.screens.base.terms import MatchDialog
from tui.screens.play.screen import PlayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.study.learn import LearnScreen
from tui.text.keys import GROUPS, KEYS, ActiveKeys

PEOPLE = ("human", "human")


def listed(visit: Visit) -> list[str]:
    """The actions of the menu, column by column."""
    assert isinstance(visit.app.screen, Menu)
    return list(visit.app.screen.listed.names)


def test_every_action_stands_in_one_group() -> None:
    assert Counter(action for _name, group in GROUPS for action in group) == Counter(KEYS.keys())


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_it_lists_every_action_that_applies_but_itself(hall: Door, size: tuple[int, int]) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE, size) as visit:
        expected = set(named_bindings(visit.play)) - {*NOT_LISTED}
        await visit.do("menu")
        assert sorted(listed(visit)) == sorted(expected)


async def test_a_menu_of_few_actions_says_all_its_keys(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("edit")
        await visit.do("menu")
        assert "Enter do it   Esc close" in visit.text


async def test_the_arrows_and_enter_do_what_is_chosen(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu")
        at = listed(visit).index("undo")
        await visit.press(*["down"] * at, "enter")
        assert isinstance(visit.app.screen, PlayScreen)
        assert visit.moves == "a1"


async def test_what_is_done_most_comes_first_and_what_moves_the_cursor_last(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        await visit.do("menu")
        found = listed(visit)
        often = ["hint", "undo", "marks", "seat_second", "settings", "rules"]
        assert [action for action in found if action in often] == often
        assert set(found[-4:]) <= {"step", "back", "go_first", "go_last"}


@pytest.mark.parametrize("action", ["rules", "theme", "clock", "settings"])
async def test_rules_theme_clock_and_settings_are_reached_from_a_game(hall: Door, action: str) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        await visit.do("menu")
        at = listed(visit).index(action)
        await visit.press(*["down"] * at, "enter")
        opened = {"rules": Help, "theme": Picker, "clock": MatchDialog, "settings": SettingsScreen}
        await visit.until(lambda: isinstance(visit.app.screen, opened[action]))


async def test_the_rules_open_at_their_page(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        await visit.do("rules")
        await visit.until(lambda: "three" in visit.text.lower() and "Marks" in visit.text)
        assert top(visit.app, Help).page == "rules"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_it_shows_every_action_at_once_where_the_window_allows(hall: Door, size: tuple[int, int]) -> None:
    async with hall("tictactoe", "a1 b2", size=size) as visit:
        named = named_bindings(visit.play)
        await visit.do("menu")
        assert "more below" not in visit.text
        assert all(binding.description in visit.text for name, binding in named.items() if name not in NOT_LISTED)


async def test_it_does_what_has_no_key(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.do("menu")
        at = listed(visit).index("blind")
        await visit.press(*["down"] * at, "enter")
        assert visit.play.blind


async def test_its_own_letter_does_the_same_and_right_leads_to_the_other_column(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu", "undo")
        assert visit.moves == "a1"
        await visit.press("f2")
        first = visit.app.screen
        assert isinstance(first, Menu)
        before = first.listed.chosen
        await visit.press("right")
        beside = first.listed.chosen
        await visit.press("left")
        assert first.listed.chosen == before != beside


async def test_a_click_does_it_too(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("menu")
        await visit.click("  learn")
        await visit.until(lambda: isinstance(visit.app.screen, LearnScreen))


@pytest.mark.parametrize("key", [KEYS["menu"].keys.split(",")[0], "f2", "escape"])
async def test_it_closes_and_changes_nothing(hall: Door, key: str) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        await visit.do("menu")
        await visit.press(key)
        assert isinstance(visit.app.screen, PlayScreen)
        assert visit.moves == "a1"


async def test_on_a_board_with_a_column_m_the_letter_types_and_another_key_opens_it_at_once(hall: Door) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        await visit.press("m", "8", "enter")
        assert visit.moves == "m8"
        await visit.press("f2")
        assert isinstance(visit.app.screen, Menu)


@pytest.mark.parametrize(
    ("moves", "done", "offered"),
    [
        ("a1 b2", (), "choose hint undo marks panel menu help leave"),
        ("a1 b2", ("undo",), "choose hint redo marks panel menu help leave"),
        ("a1 b2", ("back",), "choose back step go_last panel menu help leave"),
        ("a1 b1 a2 b2 a3", (), "again swap review retry_turn menu help leave"),
    ],
)
async def test_the_footer_shows_what_works_at_each_stage(
    hall: Door, moves: str, done: tuple[str, ...], offered: str
) -> None:
    async with hall("tictactoe", moves, PEOPLE) as visit:
        await visit.rest()
        await visit.do(*done)
        assert [shown.split()[0] for shown in visit.footer.strip().split("  ")] == list(
            map(ActiveKeys(), offered.split())
        )


async def test_a_letter_is_the_same_key_in_spanish(hall: Door) -> None:
    """The L of a lost position is translated, and the key L is not."""
    hall.surroundings = Surroundings(language="es")
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu")
        assert re.search(rf"\b{KEYS['learn'].keys} +aprender", visit.text)
        assert "FRECUENTES" in visit.text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "{key:leave} leaves this screen; Ctrl+Q ends triqui."),
        ("es", "{key:leave} sale de esta pantalla; Ctrl+Q cierra triqui."),
    ],
)
async def test_ctrl_c_says_how_to_leave_in_the_words_of_the_hall(hall: Door, language: str, said: str) -> None:
    hall.surroundings = Surroundings(language=language)
    async with hall("tictactoe", "a1") as visit:
        await visit.press("ctrl+c")
        assert visit.status.strip() == with_keys(said)
        assert visit.notices == []


async def test_the_help_names_the_key_that_searches_all_commands(hall: Door) -> None:
    async with hall("tictactoe", "a1") as visit:
        await visit.do("help")
        assert "Ctrl+P search all commands" in visit.text


async def test_the_help_of_a_small_window_still_names_the_keys_that_turn_its_pages(hall: Door) -> None:
    async with hall("tictactoe", "a1", size=(40, 12)) as visit:
        await visit.do("help")
        assert "◂▸ turn the page   Esc close" in visit.text


async def test_the_palette_says_what_only_the_menu_has(hall: Door) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        found = {each.title: each.help for each in visit.app.get_system_commands(visit.app.screen)}
        assert found["Hide the pieces"] == "in the menu"
