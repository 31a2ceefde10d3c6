"""The map of a game's boards: one stands on a board, walks along edges by keys and mouse, and begins a game from there."""

from __future__ import annotations

import pytest

from core.study.study import StudyQuestion
from tests.tui.goldens import check_golden
from tests.tui.hall import Door, Visit
from tui.screens.play.screen import PlayScreen
from tui.screens.study.graph import GraphMap, GraphScreen

PEOPLE = ("human", "human")


async def opened(visit: Visit, *arguments: str, position: str | None = None) -> GraphScreen:
    """The graph of a game, once it is there."""
    visit.app.study(StudyQuestion("graph", arguments, "", position))
    await visit.until(lambda: isinstance(visit.app.screen, GraphScreen) and visit.app.screen.study)
    await visit.settle()
    return on_top(visit)


def on_top(visit: Visit) -> GraphScreen:
    screen = visit.app.screen
    assert isinstance(screen, GraphScreen), screen
    return screen


async def test_from_a_game_the_map_opens_where_the_game_stands(hall: Door) -> None:
    async with hall("pong-hau-ki", "4-3 5-4", PEOPLE) as visit:
        assert "3: raaro" in visit.text
        await visit.do("learn")
        await visit.click("The graph of a game")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, GraphScreen) and visit.app.screen.study)
        await visit.settle()
        assert on_top(visit).position.text == "raaro a"
        assert "Board 3 of 30" in visit.text
        assert "[3]" in visit.text
        await visit.do("leave", "leave")
        assert isinstance(visit.app.screen, PlayScreen)


async def test_a_move_on_the_board_is_a_step_on_the_map_and_undo_goes_back(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        assert "[1]" in visit.text
        assert "edges 42" in visit.text
        await visit.press("4", "enter")
        assert screen.position.text == "raaor r"
        assert "[2]" in visit.text
        await visit.press("5", "enter")
        assert "[3]" in visit.text
        await visit.do("undo", "undo")
        assert "[1]" in visit.text
        await visit.do("undo")
        assert "The walk began here" in visit.status


async def test_a_click_on_a_board_goes_there_and_on_a_way_makes_the_move(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        on_map = visit.app.screen.query_one(GraphMap)
        sketch = on_map._sketch
        assert sketch
        places = {label.node + 1: (label.left + 3, label.y + 1) for label in sketch.labels}
        await visit.pilot.click(on_map, offset=places[29])
        await visit.settle()
        assert screen.position.text == "roaar r"
        assert screen._board
        assert (screen._board.prompt or f"Enter plays {screen.position.name(screen._board.chosen[0])}") in visit.status
        await visit.pilot.click(on_map, offset=places[13])
        await visit.settle()
        assert screen.position.text == "rraao r"
        assert "cannot move" in visit.text
        await visit.press("1", "enter")
        assert "over here" in visit.status
        await visit.do("restart")
        assert screen.position.text == "raoar a"
        await visit.do("play_here")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))


async def test_a_move_is_typed_on_the_map_and_the_one_of_several_is_asked_for_as_in_a_game(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.write("b2")
        assert "Move: b2_" in visit.status
        await visit.press("enter")
        assert screen.position.text.startswith(".../.X./...")
        screen = await opened(visit, "tictactoe/wild")
        await visit.press("enter")
        await visit.until(lambda: "Which move?" in visit.text)
        await visit.press("enter")
        assert len(screen.way) == 2


async def test_the_map_names_why_no_win_can_be_forced_where_the_study_does(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "pong-hau-ki", position="roara r")
        assert "Do not go to 14" in visit.text


async def test_pages_beside_the_map_are_turned_and_a_board_of_the_table_leads_to_the_map(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit)
        await visit.do("next_part")
        assert "A game ends only when" in visit.text
        await visit.do("next_part")
        assert "5! / (2! 2! 1!) = 30 boards" in visit.text
        await visit.do("next_part", "next_part")
        assert "raaor" in visit.text
        await visit.press("down", "enter")
        await visit.until(lambda: on_top(visit).study and on_top(visit).way)
        await visit.settle()
        assert on_top(visit).position.text == "raaor a"
        assert "[2]" in visit.text


async def test_behind_the_map_are_its_edges_as_a_table_and_the_sources_behind_another_key(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit)
        await visit.do("table")
        assert "2, 29" in visit.text
        await visit.press("escape")
        assert on_top(visit).on_map
        await visit.do("sources")
        assert "Serrano" in visit.text


async def test_beyond_the_edge_of_a_neighbourhood_another_map_is_drawn(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "morris")
        await visit.press("enter", "a", "1")
        first = screen.atlas
        while screen.study is None or screen.atlas is first:
            move = screen.position.moves[0]
            screen.make_move(move)
            await visit.until(lambda: screen.study)
            await visit.settle()
        assert screen.atlas
        assert screen.atlas.position == screen.position.text
        assert len(screen.way) > 1


async def test_another_game_is_asked_for_and_gets_its_own_board(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit)
        await visit.press("colon")
        await visit.write("nim:1,2,3")
        await visit.press("enter")
        await visit.until(lambda: screen.study)
        await visit.settle()
        assert "[1-2-3-]" in visit.text
        assert "Board 1 of 24" in visit.text
        await visit.press("enter")
        assert len(screen.way) == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_map_at_every_size(hall: Door, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:
        await opened(visit, "pong-hau-ki", position="roara r")
        check_golden(f"graph-pong-hau-ki-{size[0]}x{size[1]}", visit.text, size)


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24), (200, 60)])
async def test_no_size_of_window_breaks_the_map(hall: Door, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:
        screen = await opened(visit)
        await visit.press("4", "enter")
        assert screen.position.text == "raaor r"


async def test_a_key_shows_the_boards_alone_then_the_edges_of_each_player_and_then_both(hall: Door) -> None:
    async with hall() as visit:
        await visit.resize(120, 40)
        await opened(visit)
        lines: list[tuple[bool, bool]] = []
        said: list[str] = []
        for _key in range(4):
            await visit.do("layers")
            chart = [line[1:88] for line in visit.text.splitlines()[3:-3]]
            lines.append((any("──" in line for line in chart), any("══" in line for line in chart)))
            said.append(visit.status)
        assert lines == [(False, False), (True, False), (False, True), (True, True)]
        assert "Edges of ●: 21. Boards without such edges: 10, 21." in said[1]
        assert "Edges of ○: 21. Boards without such edges: 13, 18." in said[2]


async def test_a_graph_that_is_no_chart_has_no_layers(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "nim:2,2")
        assert not visit.app.screen.check_action("layers", ())
