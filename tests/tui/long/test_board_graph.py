"""Points and lines: Pong Hau K'i, three men's morris and achi played by keys and by clicks, and drawn at every size. It
takes 20 seconds."""

from __future__ import annotations

import pytest

from core.games import get
from core.position import Position
from tests.tui.goldens import NARROW, check_board
from tests.tui.hall import FULL, Door, Visit
from tui.boards.graph import GraphBoard
from tui.household.surroundings import Surroundings

PEOPLE = ("human", "human")
PONG_WON = "2-3 1-2 3-1 2-3 4-2 3-4 1-3"
MORRIS_WON = "b2 a1 c1 a3 a2 c2 c1-b1 c2-c1 b2-c2 a3-b3 b1-b2"
ACHI_WON = "b2 a1 c1 a3 a2 c2 b1 b3 b2-c3 a1-b2 a2-a1"
WON = {"pong-hau-ki": PONG_WON, "morris": MORRIS_WON, "achi": ACHI_WON}


def board(visit: Visit) -> GraphBoard:
    return visit.app.screen.query_one(GraphBoard)


async def go(visit: Visit, name: str) -> None:
    """Move the cursor to a point by the arrows alone, trying all ways."""
    shown = board(visit)
    ways: dict[int, list[str]] = {shown.cursor: []}
    waiting = [shown.cursor]
    start = shown.cursor
    for point in waiting:
        for key in ("up", "down", "left", "right"):
            shown.cursor = point
            await visit.press(key)
            if shown.cursor not in ways:
                ways[shown.cursor] = [*ways[point], key]
                waiting.append(shown.cursor)
    shown.cursor = start
    target = next(i for i, point in enumerate(shown.game.points) if point.name == name)
    await visit.press(*ways[target])
    assert shown.cursor == target


async def enter(visit: Visit, move: str) -> None:
    """Make a move by arrows and Enter: its stone, and its target where there is a choice."""
    begin, _, end = move.partition("-")
    await go(visit, begin)
    await visit.press("enter")
    if board(visit).picked is not None:
        await go(visit, end)
        await visit.press("enter")


async def click(visit: Visit, name: str) -> None:
    """Click on a point."""
    shown = board(visit)
    target = next(i for i, point in enumerate(shown.game.points) if point.name == name)
    width, height = shown.size
    places = [(x, y) for y in range(height) for x in range(width) if shown.place_at(x, y) == target]
    x, y = places[len(places) // 2]
    await visit.pilot.click(offset=(shown.region.x + x, shown.region.y + y))


@pytest.mark.parametrize("id", WON)
async def test_a_whole_game_is_played_by_arrows_and_enter(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for move in WON[id].split():
            await enter(visit, move)
        assert visit.moves == WON[id]
        assert visit.play.state.match.outcome
        assert visit.status.startswith("● wins")


@pytest.mark.parametrize("id", WON)
async def test_a_whole_game_is_played_by_clicks(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for move in WON[id].split():
            begin, _, end = move.partition("-")
            await click(visit, begin)
            if board(visit).picked is not None:
                await click(visit, end)
        assert visit.moves == WON[id]
        assert visit.play.state.match.outcome


@pytest.mark.parametrize("id", WON)
async def test_a_whole_game_is_typed(hall: Door, id: str) -> None:
    hall.engines.hold()
    async with hall(id, players=PEOPLE) as visit:
        for move in WON[id].split():
            await visit.press("colon", *move, "enter")
        assert visit.moves == WON[id]
        assert visit.play.state.match.outcome


async def test_a_whole_game_of_pong_hau_ki_takes_one_digit_and_enter_a_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        for move in PONG_WON.split():
            await visit.press(move[0], "enter")
        assert visit.moves == PONG_WON
        assert visit.status.startswith("● wins: ○ cannot move.")


async def test_a_digit_of_a_stone_that_cannot_move_plays_nothing(hall: Door) -> None:
    hall.engines.hold()
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        for key in ("1", "3", "9", "5"):
            await visit.press(key, "enter")
            assert visit.moves == ""
            await visit.press("escape")


async def test_on_a_stone_that_cannot_move_it_is_said_which_can(hall: Door) -> None:
    hall.engines.hold()
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        await visit.press("down")
        assert visit.status == "● to move. Pick a stone: 2, 4; or type a move: _"
        await visit.press("enter")
        assert visit.status == "No stone can move from there; pick one of yours beside an empty point."


async def test_a_stone_with_a_choice_is_picked_up_moved_or_put_down(hall: Door) -> None:
    hall.engines.hold()
    async with hall("morris", "b2 a1 c1 a3 a2 c2", PEOPLE) as visit:
        shown = board(visit)
        assert shown.game.points[shown.cursor].name == "b2"
        assert visit.status == "● to move. Pick a stone: c1, b2; or type a move: _"
        for down in ("escape", "enter"):
            await visit.press("enter")
            assert shown.picked == 4
            assert "[●]" in visit.text
            assert visit.status == "● to move. b2 can go to b1 b3; Esc puts it down: _"
            await visit.press(down)
            assert shown.picked is None
            assert visit.moves.split()[6:] == []
        await visit.press("enter", "right", "enter")
        assert visit.status.startswith("That stone cannot go there")
        await visit.press("left", "up")
        assert visit.status.startswith("● to move. Enter plays b2-b1")
        await visit.press("enter")
        assert visit.moves.split()[6:] == ["b2-b1"]


async def test_the_list_and_the_board_point_at_the_same_move(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("morris", "b2 a1 c1 a3 a2 c2", PEOPLE) as visit:
        assert visit.panel.analysis
        for line in visit.panel.analysis.lines:
            visit.play.action_point_at(line.move)
            await visit.settle()
            assert board(visit).chosen == (line.move,)
            assert visit.panel.cursor == line.move
        await visit.press("enter")
        assert visit.play.state.match.moves[-1] == line.move


async def test_a_stone_picked_up_is_put_down_by_undo(hall: Door) -> None:
    hall.engines.hold()
    async with hall("morris", "b2 a1 c1 a3 a2 c2", PEOPLE) as visit:
        await visit.press("enter")
        await visit.do("undo")
        assert board(visit).picked is None


async def test_while_an_engine_is_to_move_nothing_is_picked_up(hall: Door) -> None:
    hall.engines.hold()
    async with hall("morris", "b2 a1 c1 a3 a2 c2", (FULL, "human")) as visit:
        await visit.press("enter")
        assert board(visit).picked is None


async def test_repetition_is_counted_aloud_and_ends_the_match_as_a_draw(hall: Door) -> None:
    hall.engines.hold()
    round_trip = [key for digit in "213213" for key in (digit, "enter")]
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        await visit.press(*round_trip)
        assert "seen 2 times, a draw at 3" in visit.text
        await visit.press(*round_trip)
        assert visit.status.startswith("A draw: the position came up three times.")


async def test_the_panel_says_endless_and_never_a_tie(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        assert "● to move: ENDLESS" in visit.text
        assert "∞ endless" in visit.text
        assert "Endless is not a draw" in visit.text
        assert "retrograde  56 states  44 endless" in visit.text
        assert "DRAW" not in visit.text
        assert "= draw" not in visit.text


@pytest.mark.parametrize("id", ["pong-hau-ki", "morris", "morris/tapatan", "morris/any", "morris/fly", "achi"])
def test_the_home_screen_has_a_picture_of_each_board(id: str) -> None:
    rows = GraphBoard.thumbnail(Position.start(get(id)))
    text = ["".join(span.text for span in row) for row in rows]
    assert {len(row) for row in text} == {9}
    assert len(text) == 5
    expected = {
        "pong-hau-ki": ["●───────●", "│ ╲   ╱ │", "│   ·   │", "│ ╱   ╲ │", "○       ○"],
        "morris": ["·───·───·", "│   │   │", "·───·───·", "│   │   │", "·───·───·"],
        "morris/any": ["·───·───·", "│ ╳ │ ╳ │", "·───·───·", "│ ╳ │ ╳ │", "·───·───·"],
    }
    diagonals = ["·───·───·", "│ ╲ │ ╱ │", "·───·───·", "│ ╱ │ ╲ │", "·───·───·"]
    assert text == expected.get(id, diagonals)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(40, 12), NARROW, (79, 40)])
async def test_pong_hau_ki_in_three_sizes(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("pong-hau-ki", "4-3 5-4 3-5 4-3", PEOPLE, size) as visit:
        check_board(f"pong-hau-ki-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(
    ("id", "moves", "size"),
    [
        ("morris", "b2 a1 c2", NARROW),
        ("morris/any", "b2 a1 c1 a3 a2 c2", NARROW),
        ("morris/any", "b2 a1 c1 a3 a2 c2", (40, 12)),
        ("morris/any", "b2 a1 c1 a3 a2 c2", (79, 40)),
        ("achi", "b2 a1 c1 a3 a2 c2 b1 b3", NARROW),
    ],
)
async def test_morris_and_achi(hall: Door, id: str, moves: str, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall(id, moves, PEOPLE, size) as visit:
        check_board(f"{id.replace('/', '-')}-{size[0]}x{size[1]}", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(("id", "moves"), [("pong-hau-ki", "4-3 5-4 3-5 4-3"), ("morris", "b2 a1 c2")])
async def test_in_ascii(hall: Door, id: str, moves: str) -> None:
    hall.furnish(panel="live", marks=True, glyphs="ascii")
    async with hall(id, moves, PEOPLE, NARROW) as visit:
        assert visit.text.isascii()
        check_board(f"{id}-ascii", visit)


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize(("id", "moves"), [("pong-hau-ki", "4-3 5-4 3-5 4-3"), ("morris", "b2 a1 c2")])
async def test_without_colour_the_text_is_the_same(
    hall: Door, monkeypatch: pytest.MonkeyPatch, id: str, moves: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # which Textual reads too
    hall.surroundings = Surroundings(colours=False)
    hall.furnish(panel="live", marks=True)
    async with hall(id, moves, PEOPLE, NARROW) as visit:
        check_board(f"{id}-42x24", visit)


@pytest.mark.usefixtures("canned")
async def test_a_stone_in_the_hand_and_the_ends_of_games(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("morris/any", "b2 a1 c1 a3 a2 c2", PEOPLE, NARROW) as visit:
        await visit.press("enter")
        check_board("morris-picked", visit)
    for id, moves in WON.items():
        async with hall(id, " ".join(moves.split()[:-1]), PEOPLE, NARROW) as visit:
            await visit.press("colon", *moves.split()[-1], "enter")
            await visit.rest()
            check_board(f"{id}-end", visit)


@pytest.mark.usefixtures("canned")
async def test_two_engines_are_watched(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("pong-hau-ki", "4-3 5-4", ("retrograde:full", "retrograde:full"), NARROW) as visit:
        await visit.do("run")
        await visit.rest()
        check_board("pong-hau-ki-watch", visit)
