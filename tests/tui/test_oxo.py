"""OXO is played on a tube of dots by the keys 1 to 9 or the mouse, and the machine never loses."""

from __future__ import annotations

from random import Random

from core.games import get
from core.position import Position
from core.study.study import StudyQuestion
from tests.tui.goldens import check_golden
from tests.tui.hall import Door, Visit, with_keys
from tui.screens.study.oxo import HistoryScreen, Tube
from tui.text.keys import KEYS


async def opened(visit: Visit) -> HistoryScreen:
    visit.app.study(StudyQuestion("history"))
    await visit.until(lambda: isinstance(visit.app.screen, HistoryScreen) and visit.app.screen.study)
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, HistoryScreen)
    return screen


def position(screen: HistoryScreen) -> Position:
    return screen.query_one(Tube).position


async def test_a_digit_sets_a_mark_of_dots_and_the_machine_answers(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        assert "You are X: 1 to 9 choose a square." in visit.status
        await visit.press("5")
        assert position(screen).text.count("X") == position(screen).text.count("O") == 1
        await visit.press("5")
        assert "Square 5 is taken." in visit.status
        check_golden("oxo", visit.text, (80, 24))


async def test_the_machine_begins_when_the_sides_are_swapped_and_a_click_chooses_a_square(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        await visit.do("swap")
        assert "You are O" in visit.status
        assert position(screen).text.count("X") == 1
        free = next(move for move in position(screen).moves if position(screen).name(move) == "a1")
        await visit.click("   1 ")
        assert free not in position(screen).moves


async def test_whatever_is_dialled_the_machine_never_loses(hall: Door) -> None:
    random, ends = Random(1952), set[int | None]()
    async with hall() as visit:
        screen = await opened(visit)
        for game in range(12):
            await visit.do("again" if game % 2 else "swap")
            while not position(screen).outcome:
                await visit.press(str(random.choice(position(screen).moves) + 1))
            outcome = position(screen).outcome
            assert outcome
            assert outcome.winner != screen.seat
            ends.add(outcome.winner)
            await visit.press("1")
            assert "The game is over" in visit.status
    assert len(ends) > 1


async def test_on_the_other_pages_digits_play_nothing(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        await visit.do("next_part")
        await visit.press("5", KEYS["again"].keys, KEYS["swap"].keys)
        assert position(screen) == Position.start(get("tictactoe"))


async def test_in_a_small_window_the_text_of_the_tube_is_behind_it_and_escape_comes_back(hall: Door) -> None:
    async with hall(size=(40, 12)) as visit:
        screen = await opened(visit)
        assert with_keys("{key:table} text") in visit.footer
        assert "In 1952" not in visit.text
        await visit.do("table")
        assert "In 1952 A. S. Douglas" in visit.text
        assert with_keys("{key:table} the tube") in visit.footer
        await visit.press("5")
        assert position(screen) == Position.start(get("tictactoe"))
        await visit.press("escape")
        assert "The tube" in visit.text
        assert visit.app.screen is screen


async def test_beside_the_tube_there_is_no_page_behind_it(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit)
        assert "t text" not in visit.footer
