"""The lists: one cursor goes along each of them by keys, wheel and mouse, and a step of it costs little."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollDown

from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door, top
from tests.tui.lists_cases import LISTS, opened
from tui.screens.base.picker import Picker
from tui.screens.study.learn import LearnScreen
from tui.widgets.list_canvas import ListCanvas


@pytest.mark.parametrize(("screen", "rows"), [("settings", range(2, 15)), ("learn", range(2, 20))])
async def test_a_step_repaints_two_rows_of_a_list(hall: Door, screen: str, rows: range) -> None:
    async with hall() as visit:
        await visit.do(screen)
        before = [line[:38] for line in visit.text.splitlines()]
        await visit.do("down")
        after = [line[:38] for line in visit.text.splitlines()]
        assert sum(before[row] != after[row] for row in rows) == 2


async def test_a_click_moves_the_cursor_of_a_list_and_a_second_one_takes_the_row(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.do("seat_second")
        picker = top(visit.app, Picker).listed
        await visit.click("Newell and Simon")
        await visit.settle()
        assert picker.rows[picker.chosen].name == "Newell and Simon"
        await visit.click("Newell and Simon")
        await visit.settle()
        assert visit.play.state.match.players[1] == "newell-simon"


async def test_the_wheel_moves_along_a_list(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        learn = top(visit.app, LearnScreen)
        await visit.pilot._post_mouse_events([MouseScrollDown], "#topics", (5, 5))
        assert learn.chosen == learn.names[1]


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (200, 60)])
async def test_the_cursor_of_a_list_is_seen_at_its_end_in_every_window(hall: Door, width: int, height: int) -> None:
    async with hall("tictactoe", size=(width, height)) as visit:
        await visit.do("seat_second", "go_last")
        assert "▸ Random" in visit.text


async def test_a_list_is_no_wider_than_what_it_has_to_show(hall: Door) -> None:
    async with hall("tictactoe", size=(200, 60)) as visit:
        await visit.do("first")
        rows = [line for line in visit.text.splitlines() if "▸ You" in line]
        assert rows
        assert all(len(line[line.index("│ ▸") :].split("│")[1]) < 60 for line in rows)


@pytest.mark.parametrize(("level", "offered"), [("full", ["4 medium"]), ("2", ["1 beginner", "4 medium"])])
async def test_the_end_card_offers_the_neighbours_of_the_strength(hall: Door, level: str, offered: list[str]) -> None:
    # Tic-tac-toe tells 1, 2, 4 and full apart.
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", (HUMAN, f"alphabeta:{level}")) as visit:
        await visit.move("a2")
        listed = [choice.label for choice in visit.play._end.view.choices if not choice.key]
        assert listed == [f"{words} instead" for words in offered]


async def test_a_neighbour_of_the_strength_plays_the_next_game(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", (HUMAN, FULL)) as visit:
        await visit.move("a2")
        await visit.click("4 medium instead")
        await visit.rest()
        assert (visit.play.state.match.players, visit.moves) == ((HUMAN, "alphabeta:4"), "")


@pytest.mark.parametrize("name", LISTS)
async def test_every_list_above_a_screen_has_the_cursor_of_the_hall(hall: Door, name: str) -> None:
    async with opened(hall, name) as visit:
        shown = visit.app.screen.query(ListCanvas).results()
        rows = ["".join(span.text for span in row) for each in shown for row in each._rows]
        assert [row for row in rows if "▸ " in row]
