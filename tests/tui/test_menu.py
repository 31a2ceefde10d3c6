"""The menu has all that can be done on a screen, in groups, and does what is chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tui.hall import Door, Visit
from tui.screens.home import HomeScreen
from tui.screens.menu import KeyList, Menu, named_bindings
from tui.screens.play import PlayScreen
from tui.screens.study.learn import LearnScreen
from tui.surroundings import Surroundings
from tui.text.keys import GROUPS, KEYS

PEOPLE = ("human", "human")


def listed(visit: Visit) -> list[str]:
    """The actions of the menu, column by column."""
    assert isinstance(visit.app.screen, Menu)
    options = (option for each in visit.app.screen.query(KeyList) for option in each.options)
    return [str(option.id) for option in options if not option.disabled]


def test_every_action_stands_in_one_group() -> None:
    assert Counter(action for _name, group in GROUPS for action in group) == Counter(KEYS.keys())


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_it_lists_every_action_that_applies_but_itself(hall: Door, size: tuple[int, int]) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE, size) as visit:
        expected = set(named_bindings(visit.play)) - {"menu"}
        await visit.do("menu")
        assert sorted(listed(visit)) == sorted(expected)


async def test_the_arrows_and_enter_do_what_is_chosen(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu")
        at = listed(visit).index("undo")
        await visit.press(*["down"] * at, "enter")
        assert isinstance(visit.app.screen, PlayScreen)
        assert visit.moves == "a1"


async def test_it_does_what_has_no_key(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.press("m")
        at = listed(visit).index("blind")
        await visit.press(*["down"] * at, "enter")
        assert visit.play.blind


async def test_its_own_letter_does_the_same_and_right_leads_to_the_other_column(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu", "undo")
        assert visit.moves == "a1"
        await visit.press("f2", "right", "left", "right", "end", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


async def test_a_click_does_it_too(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("menu")
        await visit.click("  learn")
        await visit.until(lambda: isinstance(visit.app.screen, LearnScreen))


@pytest.mark.parametrize("key", ["m", "f2", "escape"])
async def test_it_closes_and_changes_nothing(hall: Door, key: str) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        await visit.press("m", key)
        assert isinstance(visit.app.screen, PlayScreen)
        assert visit.moves == "a1"


async def test_on_a_board_with_a_column_m_the_letter_types_and_the_footer_names_the_other_key(hall: Door) -> None:
    async with hall("gomoku", players=PEOPLE) as visit:
        assert "F2 menu" in visit.footer
        await visit.press("m", "8", "enter")
        assert visit.moves == "m8"
        await visit.press("f2")
        assert isinstance(visit.app.screen, Menu)


@pytest.mark.parametrize(
    ("moves", "keys", "said"),
    [
        ("a1 b2", (), "Enter play  h hint  u undo  e evals  Tab panel  m menu  ? help  q leave"),
        ("a1 b2", ("u",), "Enter play  h hint  r redo  e evals  Tab panel  m menu  ? help  q leave"),
        ("a1 b2", ("less_than_sign",), "Enter play  < back  > step  End last  Tab panel  m menu  ? help  q leave"),
        ("a1 b1 a2 b2 a3", (), "n play again  s swap sides  v review  r retry from 2  m menu  ? help  q home"),
    ],
)
async def test_the_footer_shows_what_works_at_each_stage(
    hall: Door, moves: str, keys: tuple[str, ...], said: str
) -> None:
    async with hall("tictactoe", moves, PEOPLE) as visit:
        await visit.rest()
        await visit.press(*keys)
        assert visit.footer.strip() == said


async def test_a_letter_is_the_same_key_in_spanish(hall: Door) -> None:
    """The L of a lost position is translated, and the key L is not."""
    hall.surroundings = Surroundings(language="es")
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("menu")
        assert "     L  aprender" in visit.text
        assert "JUGAR" in visit.text
