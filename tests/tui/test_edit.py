"""A position is set up by keys and by the mouse, judged, analysed, and played from."""

from __future__ import annotations

import pytest

from core import games
from core.game import Game
from core.kinds.drafts import DrawnGame
from core.position import Position
from tests.core.own_cases import NAMED as OWN
from tests.tui.hall import Door, Visit, with_keys
from tests.tui.pasting import paste
from tests.tui.told import DRAW, worth
from tui.screens.base.box import LineInput
from tui.screens.base.edit import EditScreen, beyond
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen


def editor(visit: Visit) -> EditScreen:
    """The screen on top."""
    screen = visit.app.screen
    assert isinstance(screen, EditScreen)
    return screen


async def edit(visit: Visit, game: str = "tictactoe") -> EditScreen:
    """Open the editor from home."""
    visit.home.shelf.take(games.get(game))
    await visit.do("edit")
    await visit.until(lambda: isinstance(visit.app.screen, EditScreen))
    await visit.rest()
    return editor(visit)


async def test_keys_set_marks_and_the_panel_says_what_they_are_worth(hall: Door) -> None:
    async with hall() as visit:
        screen = await edit(visit)
        await visit.press("enter", "left", "up", "space", "space")
        await visit.rest()
        assert screen.text == "O../.X./..."
        assert visit.status == with_keys("Legal, X to move. {key:play_here} plays from here.")
        assert worth("X", DRAW, 7) in visit.text
        await visit.do("back_here")
        assert screen.text == "X../.X./..."
        assert screen.position is None
        assert "There are 2 X and 0 O on the board" in visit.status
        assert "Not a position of this game." in visit.text
        assert "DRAW" not in visit.text, "of what is not a position nothing is said"


async def test_a_click_goes_to_a_place_and_another_changes_it(hall: Door) -> None:
    async with hall() as visit:
        screen = await edit(visit)
        row = next(y for y, line in enumerate(visit.text.splitlines()) if "[·]" in line)
        x = visit.text.splitlines()[row].index("[·]") + 1
        await visit.pilot.click(offset=(x, row))
        await visit.settle()
        assert screen.text == ".../.X./..."
        await visit.pilot.click(offset=(x - 4, row))
        await visit.settle()
        assert (screen.text, screen.cursor) == (".../.X./...", 3)
        await visit.pilot.click(offset=(x - 4, row))
        await visit.settle()
        assert screen.text == ".../XX./..."


async def test_the_position_is_played_from(hall: Door) -> None:
    async with hall() as visit:
        await edit(visit)
        await visit.press("enter")
        await visit.do("play_here")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.play.state.match.start == ".../.X./..."
        assert len(visit.play.state.match.moves) == 1, "O is to move there, and the engine has"


async def test_what_is_no_position_or_over_is_not_played(hall: Door) -> None:
    async with hall() as visit:
        screen = await edit(visit)
        await visit.do("back_here", "play_here")
        assert visit.status.startswith("This cannot be played: There are 0 X and 1 O on the board")
        await visit.press("colon")
        await visit.press(*["backspace"] * 11)
        await visit.write("XXX/OO./...")
        await visit.press("enter")
        await visit.settle()
        assert screen.position
        assert visit.status == "Legal, and the game is over: X wins."
        await visit.do("play_here")
        assert visit.status.startswith("The game is already over in this position")
        assert visit.app.screen is screen


async def test_a_text_that_is_no_position_says_why_and_stays_in_the_box(hall: Door) -> None:
    async with hall(notices=True) as visit:
        screen = await edit(visit)
        await visit.press("colon")
        await visit.write("X")
        await visit.press("enter")
        await visit.until(lambda: bool(visit.notices))
        assert "is not a position of this game; write the board of 3x3 in X, O and dots" in visit.notices[0]
        assert screen.has_class("-typing")
        await visit.press("escape")
        assert screen.text == ".../.../..."


async def test_heaps_grow_and_shrink_and_the_side_to_move_is_chosen(hall: Door) -> None:
    async with hall() as visit:
        screen = await edit(visit, "nim:3,4,5")
        await visit.do("back_here")
        await visit.press("right")
        await visit.do("back_here", "back_here")
        await visit.press("down", "enter")
        assert screen.text == "3-3-3 2nd"
        await visit.do("restart")
        assert screen.text == "3-4-5 1st"
        await visit.do("restart")
        assert visit.status == "This is the start of the game."


async def test_a_position_of_a_game_or_of_its_review_is_set_up_anew_and_left_as_it_was(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", players=("human", "human")) as visit:
        await visit.press("less_than_sign")
        await visit.do("edit_here")
        await visit.until(lambda: isinstance(visit.app.screen, EditScreen))
        assert editor(visit).text == "X../.O./..."
        await visit.do("leave")
        assert visit.play.state.match.names == ("a1", "b2", "c3")
        visit.app.review(visit.play.source.archive)
        await visit.settle()
        await visit.press("end")
        await visit.do("edit_here")
        await visit.until(lambda: isinstance(visit.app.screen, EditScreen))
        assert editor(visit).text == "X../.O./..X"
        await visit.do("play_here")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.play.state.match.start == "X../.O./..X"


async def test_leaving_goes_home(hall: Door) -> None:
    async with hall() as visit:
        await edit(visit)
        await visit.do("leave")
        assert isinstance(visit.app.screen, HomeScreen)


@pytest.mark.parametrize("keys", [(), ("colon",)], ids=["board", "box"])
async def test_a_pasted_position_takes_the_place_of_the_draft_however_it_is_written(
    hall: Door, keys: tuple[str, ...]
) -> None:
    async with hall() as visit:
        screen = await edit(visit)
        for text in ("X.O/.X./..O", "x-o\r-x-\r--o", "x1o/1x1/2o", "x-o_x___o"):
            await visit.do("restart")
            await visit.press(*keys)
            await paste(visit, text)
            assert screen.text == "X.O/.X./..O"
            assert not screen.has_class("-typing")
            assert visit.status.startswith("Legal, X to move.")


async def test_a_pasted_text_that_is_no_position_says_why_and_waits_in_the_box(hall: Door) -> None:
    async with hall(notices=True) as visit:
        screen = await edit(visit)
        await paste(visit, "X.O/\nhello")
        assert "is not a position of this game" in visit.notices[0]
        assert screen.query_one(LineInput).value == "X.O/ hello"
        await visit.press("escape")
        assert screen.text == ".../.../..."


BOARDS = {
    "tictactoe": ("a b c", "1 · · ·", "2 · [·] ·"),
    "connect-four": ("1 2 3 4 5 6 7",),
    "gomoku": ("a b c d e f g h i j k l m n o", "15 · · ·"),
    "nim:3,4,5": ("A B C", "3 [4] 5"),
    "kayles:7,3": ("1 2 3 4 5 6 7", "A x x", "B x x x"),
    "pong-hau-ki": ("● ───── ●", "│ ╲ ╱ │", "│ [·] │", "to move ●"),
    "morris": ("· ─ · ─ ·", "│ │ │", "to move ●"),
}


@pytest.mark.parametrize("game", BOARDS)
async def test_it_draws_the_board_with_the_signs_and_names_of_the_game(hall: Door, game: str) -> None:
    async with hall() as visit:
        await edit(visit, game)
        rows = [" ".join(row.split("│", 1)[-1].split()) for row in visit.text.splitlines()]
        for expected in BOARDS[game]:
            assert any(expected in row for row in rows), expected


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("connect-four", "There are 0 ● and 1 ○ on the board; ● begins"),
        ("gomoku", "There are 0 ● and 1 ○ on the board; ● begins"),
        ("tictactoe", "There are 0 X and 1 O on the board; X begins"),
        ("morris", "There are 0 ● and 1 ○ with ● to move; ● begins"),
        ("pong-hau-ki", "There are 3 ● and 1 ○ with ● to move; ● begins"),
    ],
)
async def test_what_is_wrong_is_said_in_the_words_of_the_game(hall: Door, game: str, said: str) -> None:
    async with hall() as visit:
        screen = await edit(visit, game)
        screen.cursor = max(at for at, part in enumerate(screen.draft) if part.label is None)  # the lowest place
        await visit.do("back_here")
        assert visit.status.startswith(said)


async def test_where_a_number_stands_the_keys_say_one_more_and_one_less(hall: Door) -> None:
    async with hall() as visit:
        await edit(visit, "nim:3,4,5")
        assert "Enter one more  - one less" in visit.footer
        await visit.press("down")
        assert "Enter change it  - back" in visit.footer


@pytest.mark.parametrize("game", [*games.presets(), *map(games.get, OWN)], ids=lambda game: str(game.id))
def test_the_arrows_reach_every_part_of_every_game(game: Game) -> None:
    assert isinstance(game, DrawnGame)
    draft = game.draft(Position.start(game).text)
    reached, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            other = beyond(draft, at, dx, dy)
            if other is not None and other not in reached:
                reached.add(other)
                waiting.append(other)
    assert reached == set(range(len(draft)))
