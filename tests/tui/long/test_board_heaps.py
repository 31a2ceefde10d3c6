"""Heaps, rows of pins and the bar of chocolate: played by keys and by clicks, and drawn at every size. It takes 10
seconds."""

from __future__ import annotations

import pytest

from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import FULL, Door, Visit
from tui.boards.heaps import HeapBoard

PEOPLE = ("human", "human")
SECOND = (FULL, "human")


def board(visit: Visit) -> HeapBoard:
    return visit.app.screen.query_one(HeapBoard)


def cursor(visit: Visit) -> str:
    """The move at the cursor."""
    (move,) = board(visit).chosen
    return visit.play.state.match.position.name(move)


async def click(visit: Visit, heap: int, place: int) -> None:
    """Click on a stick, both counted from 0."""
    shown = board(visit)
    x, y = next(at for at, spot in shown._spots.items() if spot == (heap, place))
    await visit.pilot.click(offset=(shown.region.x + 1 + x, shown.region.y + 1 + y))


async def finish(visit: Visit, *keys: str) -> None:
    """Press the same keys until the game is over."""
    while not visit.play.state.match.outcome:
        await visit.press(*keys)
        await visit.rest()


# Keys.


@pytest.mark.parametrize(
    "id", ["nim:3,4,5", "kayles:7", "subtraction:21:1,2,3", "wythoff:4,6", "fibonacci-nim:20", "chomp:3,4"]
)
async def test_a_game_won_by_theory_is_won_by_hints_and_enter(hall: Door, id: str) -> None:
    async with hall(id) as visit:
        await finish(visit, "h", "h", "h", "enter")
        assert visit.status.startswith("You win as 1st.")


async def test_a_whole_game_of_nim_is_played_by_arrows_and_digits(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.press("right", "enter")
        await visit.press("down", "4", "enter")
        await visit.press("down", "right", "left", "enter")
        await visit.press("1", "enter")
        assert visit.moves == "A2 B4 C1 C1"
        await visit.press("3", "enter", "enter")
        assert visit.moves == "A2 B4 C1 C1 C3 A1"
        assert visit.status.startswith("2nd wins.")


async def test_a_whole_game_is_typed_in_either_case(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:3,4,5/misere", players=PEOPLE) as visit:
        await visit.press("a", "3", "enter", "colon", "B", "4", "enter", "c", "5", "enter")
        assert visit.moves == "A3 B4 C5"
        assert visit.status.startswith("2nd wins.")


async def test_a_whole_game_of_kayles_is_played_by_keys(hall: Door) -> None:
    hall.engines.hold()
    async with hall("kayles:4", players=PEOPLE) as visit:
        await visit.press("right", "right", "right", "enter")
        assert visit.moves == "A2-3"
        await visit.press("enter", "4", "enter")
        assert visit.moves == "A2-3 A1 A4"
        assert visit.status.startswith("1st wins.")


async def test_a_whole_game_of_chomp_is_played_by_keys(hall: Door) -> None:
    hall.engines.hold()
    async with hall("chomp:2,2", players=PEOPLE) as visit:
        await visit.press("enter")
        assert visit.moves == "b2"
        await visit.press("up", "right", "enter", "down", "enter", "enter")
        assert visit.moves == "b2 b1 a2 a1"
        assert visit.status.startswith("1st wins.")


async def test_two_digits_make_one_number_where_there_are_so_many(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:15,4", players=PEOPLE) as visit:
        await visit.press("1", "3")
        assert cursor(visit) == "A13"
        await visit.press("ctrl+u", "9")
        assert cursor(visit) == "A9"
        await visit.press("escape", "down")
        assert cursor(visit) == "B4"
        await visit.press("up")
        assert cursor(visit) == "A4"


async def test_the_arrows_stop_at_the_ends_and_pass_empty_heaps(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:2,2,2", "B2", PEOPLE) as visit:
        await visit.press("left", "up", "up")
        assert cursor(visit) == "A1"
        await visit.press(*["right"] * 5)
        assert cursor(visit) == "A2"
        await visit.press("down")
        assert cursor(visit) == "C2"
        await visit.press("down")
        assert cursor(visit) == "C2"


async def test_what_a_move_leaves_is_said_before_it_is_made(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.press("a", "2")
        assert visit.status == "Your move: a2_  A2 takes 2 from heap A, leaves 1-4-5, nim-sum 0 (wins in 11)"
        assert "3 -> 1" in visit.text
        assert "[ A2_ " in visit.text
        assert visit.moves == ""


async def test_the_quiet_panel_gives_no_theory_away(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("nim:3,4,5") as visit:
        assert visit.status.endswith(": A1 takes 1 from heap A, leaves 2-4-5")
        assert "011" not in visit.text


async def test_more_than_there_is_is_refused_in_words(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.press("a", "4", "enter")
        assert visit.status == "A4 takes more than there is; take fewer, or from another heap."
        assert visit.moves == ""


# The mouse.


async def test_a_whole_game_of_nim_is_played_by_clicks(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        for heap, place, name in ((0, 1, "A2"), (2, 0, "C5"), (1, 0, "B4"), (0, 0, "A1")):
            if cursor(visit) != name:
                await click(visit, heap, place)
            assert cursor(visit) == name
            await click(visit, heap, place)
        assert visit.moves == "A2 C5 B4 A1"
        assert visit.status.startswith("2nd wins.")


async def test_a_click_on_the_move_makes_it(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await click(visit, 2, 2)
        await visit.click("C3_")
        assert visit.moves == "C3"


async def test_a_second_click_on_a_neighbouring_pin_takes_both(hall: Door) -> None:
    hall.engines.hold()
    async with hall("kayles:5", players=PEOPLE) as visit:
        await click(visit, 0, 2)
        assert cursor(visit) == "A3"
        await click(visit, 0, 3)
        assert cursor(visit) == "A3-4"
        await click(visit, 0, 3)
        await click(visit, 0, 4)
        await click(visit, 0, 4)
        await click(visit, 0, 1)
        assert cursor(visit) == "A1-2"
        await click(visit, 0, 1)
        assert visit.moves == "A3-4 A5 A1-2"
        assert visit.status.startswith("1st wins.")


async def test_clicks_on_both_heaps_take_the_same_from_both(hall: Door) -> None:
    hall.engines.hold()
    async with hall("wythoff:3,5", players=PEOPLE) as visit:
        await click(visit, 0, 1)
        assert cursor(visit) == "A2"
        await click(visit, 1, 3)
        assert cursor(visit) == "AB2"
        await click(visit, 1, 3)
        assert visit.moves == "AB2"


async def test_a_whole_game_of_chomp_is_played_by_clicks(hall: Door) -> None:
    hall.engines.hold()
    async with hall("chomp:3,2", players=PEOPLE) as visit:
        for name in ("b1", "a2", "a1"):
            await visit.click_cell(name)
        assert visit.moves == "b1 a2 a1"
        assert visit.status.startswith("2nd wins.")


# Many and high heaps.


async def test_heaps_of_a_million_are_played_against_an_engine_left_and_continued(hall: Door) -> None:
    async with hall("nim:1000000,999999") as visit:
        assert "1,000,000" in visit.text
        assert "and 1,999,998 more, all losing" in visit.text
        await visit.press("colon", *"A1", "enter")
        await visit.rest()
        assert len(visit.moves.split()) == 2
        played = visit.moves
        await visit.do("leave")
        await visit.pilot.pause()
        await visit.do("continue_game")
        await visit.rest()
        assert visit.moves == played


async def test_many_heaps_scroll_with_the_cursor(hall: Door) -> None:
    hall.engines.hold()
    async with hall("nim:" + ",".join(["3"] * 26), players=PEOPLE) as visit:
        assert "   Z   " not in visit.text
        await visit.press(*["down"] * 25)
        assert " ▸ Z   " in visit.text
        assert cursor(visit) == "Z1"


# How it looks.


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(40, 12), NARROW, (79, 40)])
async def test_nim_in_three_sizes(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("nim:3,4,5", players=PEOPLE, size=size) as visit:
        await visit.press("right")
        check_board(f"nim-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
async def test_nim_in_ascii(hall: Door) -> None:
    hall.furnish(glyphs="ascii")
    async with hall("nim:3,4,5", players=PEOPLE, size=NARROW) as visit:
        await visit.press("right")
        assert visit.text.isascii()
        check_board("nim-ascii", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(
    ("id", "moves", "name"),
    [
        ("nim:1000000,999999", "", "nim-million"),
        ("subtraction:21:1,2,3", "A1", "subtraction"),
        ("subtraction:6:1,2,3/misere", "A1 A3", "subtraction-misere"),
        ("kayles:7", "A4", "kayles"),
        ("dawson-kayles:7", "A3-4", "dawson-kayles"),
        ("wythoff:3,5", "B1", "wythoff"),
        ("fibonacci-nim:20", "A2", "fibonacci-nim"),
        ("chomp:3,4", "b3", "chomp"),
    ],
)
async def test_its_kin(hall: Door, id: str, moves: str, name: str) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall(id, moves, PEOPLE, NARROW) as visit:
        check_board(name, visit)


@pytest.mark.usefixtures("canned")
async def test_chomp_in_ascii(hall: Door) -> None:
    hall.furnish(glyphs="ascii")
    async with hall("chomp:3,4", "b3", PEOPLE, NARROW) as visit:
        assert visit.text.isascii()
        check_board("chomp-ascii", visit)


@pytest.mark.usefixtures("canned")
async def test_watching_nim(hall: Door) -> None:
    async with hall("nim:3,4,5", "A2", (FULL, "mcts:2"), NARROW) as visit:
        await visit.do("run")
        await visit.rest()
        check_board("nim-watch", visit)


@pytest.mark.usefixtures("canned")
async def test_the_end_of_nim(hall: Door) -> None:
    async with hall("nim:3,4,5", "A3 B4", PEOPLE, NARROW) as visit:
        await visit.press("5", "enter")
        await visit.rest()
        check_board("nim-end", visit)
