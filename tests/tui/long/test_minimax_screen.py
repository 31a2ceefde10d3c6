"""The screen of minimax: a walk by keys and mouse, its cuts told with their bounds, and four searches below it. It takes 7
seconds."""

from __future__ import annotations

import pytest

from core.study.search.trace import Trace
from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tui.screens.study.minimax import MAX_STEPS, SPEEDS, USUAL_SPEED, MinimaxScreen


async def opened(visit: Visit, *arguments: str, position: str | None = None) -> MinimaxScreen:
    visit.app.study(StudyQuestion("minimax", arguments, position=position))
    await visit.until(lambda: isinstance(visit.app.screen, MinimaxScreen) and visit.app.screen.trace)
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, MinimaxScreen)
    return screen


def walk(screen: MinimaxScreen) -> Trace:
    assert screen.trace
    return screen.trace


@pytest.mark.parametrize(("size", "free"), [((80, 24), 3), ((120, 40), 4)])
async def test_it_opens_with_the_whole_tree_of_a_position_drawn_as_boards(
    hall: Door, size: tuple[int, int], free: int
) -> None:
    async with hall(size=size) as visit:
        screen = await opened(visit)
        root = screen.question.position or ""
        assert root.count(".") == free
        assert all(" ".join(row.replace(".", "·")) in visit.text for row in root.split("/"))
        await visit.press("end")
        assert walk(screen).over
        assert "╳" in visit.text


async def test_another_position_is_chosen_from_a_list(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        await visit.do("example")
        await visit.press("home", *["down"] * 4, "enter")
        await visit.until(lambda: screen.trace and screen.game.id == "nim:2,2")


async def test_the_empty_board_says_what_is_counted_and_draws_the_first_two_plies(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.until(lambda: screen.study and screen.study.final)
        await visit.settle()
        assert "The tree has 549,946 nodes" in visit.text
        rows = [row.strip("│ ").split() for row in visit.text.splitlines()]
        assert [
            "O",
            "a1",
            "·",
            "b1",
            "·",
            "c1",
            "·",
            "a2",
            "·",
            "b2",
            "·",
            "c2",
            "·",
            "a3",
            "·",
            "b3",
            "·",
            "c3",
            "·",
        ] in rows
        assert [
            "X",
            "b1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
            "a1",
            "·",
        ] in rows


async def test_a_walk_through_the_figure_cuts_with_the_bounds_of_the_source(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "figure-3.1")
        await visit.do("pruning")  # minimax walks through this figure; alpha-beta does now
        assert walk(screen).pruning
        assert "6    ?" in visit.text
        await visit.do("next_cut")
        assert "max gets ≥6 here, but min is sure of 4" in visit.text
        assert "Alpha 6 ≥ beta 4" in visit.text
        await visit.do("next_cut")
        assert "min gets ≤-4 here, but max is sure of 4" in visit.text
        await visit.do("next_cut")
        assert "There are no more cuts." in visit.status
        assert "it is worth 4 for max" in visit.text


async def test_a_step_back_undoes_a_step(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe", position="X../.O./...")
        await visit.press("less_than_sign")
        assert "first step" in visit.status
        seen = []
        for _ in range(4):
            await visit.press("right")
            seen.append(visit.text)
        assert walk(screen).step == 4
        for text in seen[-2::-1]:
            await visit.press("left")
            assert visit.text == text


async def test_what_is_not_followed_is_no_end(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "mnk:4,4,4", "depth=1")
        assert "to depth 1" in visit.header
        await visit.press("right")
        assert "a1: the game goes on" in visit.text


async def test_the_path_is_shown_with_the_bounds_and_branches_of_each_node(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "tictactoe")
        await visit.do("next_cut")
        rows = visit.text.splitlines()
        assert any("└a1 O [-∞, +∞] ·  b1  c1  a2  b2  c2  a3  b3  c3" in row for row in rows)
        assert any("c3 ╳" in row for row in rows)
        await visit.do("previous_cut")
        assert "no cut before" in visit.status


async def test_the_whole_path_has_room_in_every_window(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        walk(screen).go(11)
        for size in ((80, 24), (120, 40)):
            await visit.resize(*size)
            screen.refresh_all()
            await visit.settle()
            assert "c3 1" in visit.text
            assert "└a1 O" in visit.text


async def test_minimax_walks_without_cuts_and_says_so(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("pruning")
        assert not walk(screen).pruning
        await visit.do("next_cut")
        assert "Minimax never cuts" in visit.status


async def test_a_run_goes_on_by_itself_and_stops_at_the_end(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe", position="XOX/OOX/...")
        await visit.press(*["plus"] * len(SPEEDS))
        assert "faster" in visit.status
        await visit.do("run")
        await visit.until(lambda: walk(screen).over)
        await visit.settle()
        assert "The whole tree has been searched" in visit.text
        await visit.do("run")
        assert "< goes back" in visit.status
        await visit.press("home")
        assert walk(screen).step == 0


async def test_a_step_a_second_is_one_step(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "tictactoe")
        await visit.do(*["slower"] * USUAL_SPEED)
        assert "runs, 1 step a second;" in visit.status


async def test_space_stops_a_run(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("run")
        assert "Running, 3 steps a second" in visit.status
        await visit.do("run")
        at = walk(screen).step
        screen._tick()
        assert walk(screen).step == at


async def test_the_end_of_a_small_tree_is_reached_at_once_and_of_a_large_one_by_a_run(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "figure-3.8")
        await visit.press("end")
        assert walk(screen).over
        await visit.do("leave")
        screen = await opened(visit, "tictactoe")
        await visit.press("end")
        assert not walk(screen).over
        assert walk(screen).step <= MAX_STEPS
        assert "Running" in visit.status


async def test_scores_are_switched_for_the_walk_and_all_pages(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe", position="X.X/.O./..O")
        assert "1 0 -1" in visit.text
        await visit.do("scores")
        await visit.until(lambda: screen.trace and screen.study and screen.study.final)
        await visit.settle()
        assert "scores" in screen.question.arguments
        assert "100 - depth" in visit.text
        await visit.press("end")
        assert "worth 100 for X" in visit.text
        await visit.do("scores")
        await visit.until(lambda: screen.trace and screen.study and screen.study.final)
        assert "scores" not in screen.question.arguments


async def test_a_figure_keeps_its_scores(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "figure-3.7")
        await visit.do("scores")
        assert "scores of its source" in visit.status
        assert screen.question.arguments == ("figure-3.7",)


async def test_the_four_searches_are_the_table_behind_the_tree(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe", position="X../.O./...")
        await visit.do("table")
        rows = [row.strip("│").split() for row in visit.text.splitlines()]
        assert [row[-4:] for row in rows if "search" in row or "symmetry" in row] or "Four searches" in visit.text
        await visit.do("table")
        assert screen.walking


async def test_the_keys_of_the_walk_stay_out_of_the_other_pages(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe", position="X../.O./...")
        await visit.do("next_part", "next_part")
        assert not screen.walking
        assert "step" not in visit.text.splitlines()[-1]
        await visit.press("right", "space", "n")
        assert walk(screen).step == 0
        await visit.do("previous_part", "previous_part")
        assert screen.walking


async def test_a_cell_of_the_figures_opens_the_figure(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "figure-3.1")
        keys = [part.key for part in screen.parts if part]
        await visit.press(*["tab"] * keys.index("figures"), "down", "enter")
        await visit.until(lambda: visit.app.screen is not screen and getattr(visit.app.screen, "trace", None))
        await visit.settle()
        assert "Figure 3.2" in visit.header


async def test_the_mouse_steps_and_switches(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.click("step", row=visit.text.splitlines().index(visit.text.splitlines()[-1]))
        assert walk(screen).step == 1
        await visit.click("alpha-beta")
        assert not walk(screen).pruning


async def test_another_board_is_walked_through_when_it_is_asked_for(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.press("colon")
        screen.query_one("Input").value = "nim:2,3"  # type: ignore[attr-defined]
        await visit.press("enter")
        await visit.until(lambda: screen.trace and screen.game.id == "nim:2,3")
        await visit.settle()
        assert "nim" in visit.header.lower()
        await visit.press("colon")
        screen.query_one("Input").value = "mnk:4,4,4"  # type: ignore[attr-defined]
        await visit.press("enter")
        await visit.settle()
        assert "too large" in visit.status
        await visit.press("right")  # nothing to walk through, and nothing falls over


async def test_a_figure_without_values_has_none_before_the_first_step(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "figure-3.6")
        won = "O O X 100"  # the middle row of the board after c1, and what that is worth
        assert "O O X ·" in visit.text
        assert won not in visit.text
        assert "98" not in visit.text
        await visit.press("greater_than_sign")
        assert won in visit.text
        await visit.press("less_than_sign")
        assert won not in visit.text
