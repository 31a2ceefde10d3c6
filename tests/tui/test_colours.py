"""Colours are seen where they are meant: each player has one, and so has each value, what is won and what is said."""

from __future__ import annotations

import pytest

from tests.tui.colours import LETTERS, colour_letters
from tests.tui.goldens import NARROW, check_golden, check_parts
from tests.tui.hall import FULL, Door, Visit
from tui.drawing.canvas import ROLES

pytestmark = pytest.mark.usefixtures("canned")

PEOPLE = ("human", "human")
ROLE_COLOURS = {
    "frame": "faint",
    "title": "foreground",
    "dim": "dim",
    "win": "win",
    "tie": "tie",
    "lose": "lose",
    "endless": "endless",
    "guess": "guess",
    "first": "first",
    "second": "second",
    "cursor": "foreground",
    "last": "soft",
    "won": "won",
    "stale": "faint",
    "key": "foreground",
    "hint": "foreground",
    "grid": "grid",
    "faded-first": "faded-first",
    "faded-second": "faded-second",
    **{f"shade-{step}": "ink" for step in range(1, 8)},
}
"""The variable of the theme that colours each role; what is strong or selected, or has but a ground,
keeps the colour that it has."""
WON_BOARD = "5.5 5.1 1.5 5.2 2.5 5.3 3.9 9.1 1.1 1.9 9.2 2.1 1.3 3.1 1.2"
"""Ultimate tic-tac-toe: O has board 5."""


@pytest.mark.parametrize("theme", ["triqui", "triqui-clear", "textual-light", "nord"])
async def test_every_role_has_the_colour_that_the_theme_gives_to_its_name(hall: Door, theme: str) -> None:
    grounds = {role for role in ROLES if role.startswith(("on-", "turn-"))}
    assert {*ROLE_COLOURS, *grounds, "strong", "selected"} == set(ROLES)
    hall.furnish(theme=theme)
    async with hall() as visit:
        app, variables = visit.app, visit.app.get_css_variables()
        for role, variable in ROLE_COLOURS.items():
            seen = app.get_component_styles(f"role--{role}").color
            expected = variables[variable]
            assert seen.hex6 == type(seen).parse(expected).hex6, role
        reversed_roles = {
            role for role in ROLES if app.get_component_styles(f"role--{role}").partial_rich_style.reverse
        }
        assert reversed_roles == {"selected", "won"}


def letters_of(visit: Visit) -> str:
    """The colours of a screen; each has a name."""
    letters = colour_letters(visit.app)
    assert "?" not in letters, letters
    assert set(letters.splitlines()[-1]) == {"-", " "}, "keys have the colour of all text"
    return letters


async def see(visit: Visit, name: str) -> None:
    """Compare the colours of the parts of a screen with the picture of that name."""
    letters_of(visit)
    await check_parts(f"colours-{name}", visit, colour_letters)


async def test_colours_of_play_with_proven_values(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), NARROW) as visit:
        await see(visit, "play")


async def test_colours_of_a_light_theme_are_those_of_the_same_names(hall: Door) -> None:
    hall.furnish(panel="live", marks=True, theme="textual-light")
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), NARROW) as visit:
        await see(visit, "play")


async def test_colours_of_a_game_that_is_won(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 a2 c3 a3", PEOPLE, NARROW) as visit:
        await see(visit, "won")


async def test_colours_of_guesses(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("gomoku", "h8 h9", PEOPLE, NARROW) as visit:
        await see(visit, "guesses")


@pytest.mark.parametrize("size", [NARROW, (79, 40)])
async def test_colours_of_a_board_that_o_has_won_and_of_the_board_to_play_in(hall: Door, size: tuple[int, int]) -> None:
    async with hall("ultimate", WON_BOARD, PEOPLE, size) as visit:
        await see(visit, f"ultimate-{size[0]}x{size[1]}")


async def test_colours_of_a_review(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 a2 c3 a3", PEOPLE, NARROW) as visit:
        await visit.do("review")
        await see(visit, "review")


async def test_colours_of_endless_play(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("pong-hau-ki", "", PEOPLE, NARROW) as visit:
        await see(visit, "endless")


async def test_colours_of_home(hall: Door) -> None:
    async with hall() as visit:
        check_golden("colours-home", letters_of(visit), (80, 24))


@pytest.mark.parametrize(("moves", "letter"), [("a1 b2", "x"), ("a1 b2 c3", "o")])
async def test_the_status_line_has_the_colour_of_whoever_is_to_move(hall: Door, moves: str, letter: str) -> None:
    async with hall("tictactoe", moves, PEOPLE) as visit:
        assert set(letters_of(visit).splitlines()[-2]) == {letter, " "}


def test_no_two_names_have_one_letter() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
