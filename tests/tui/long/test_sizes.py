"""The window may have any size and change it at any time; the board keeps its coordinates and no meaning is lost. It takes
50 seconds."""

from __future__ import annotations

import pyte
import pytest
from rich.cells import cell_len
from rich.console import Console
from textual._compositor import ReflowResult
from textual.events import Resize
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from core.games import get
from tests.tui.every_screen import SCREENS, a_finished_game, come_to_rest
from tests.tui.hall import FULL, Door, Visit
from tests.tui.told import DRAW, worth
from tui.boards.grid import _SIZES
from tui.drawing.plain import in_ascii
from tui.household.surroundings import Surroundings
from tui.screens.base.edit import EditScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.settings import SettingsScreen
from tui.screens.watch.screen import WatchScreen

PEOPLE = ("human", "human")
SIZES = [(80, 24), (120, 40), (60, 20), (40, 12), (39, 12), (40, 11), (20, 5), (1, 1), (200, 60), (500, 500), (80, 24)]


async def test_the_window_is_resized_through_all_sizes_while_a_game_is_played(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        for size, name in zip(SIZES, ["a1", "b2", "c3", "", "", "", "", "", "b1", "", ""], strict=True):
            await visit.resize(*size)
            lines = visit.text.splitlines()
            assert (len(lines[0]), len(lines)) == size
            if name:
                await visit.move(name)
        assert visit.moves == "a1 b2 c3 b1"
        before = visit.text
        await visit.resize(120, 40)
        await visit.resize(80, 24)
        assert visit.text == before


@pytest.mark.parametrize(("game", "keys"), [(None, ""), ("tictactoe", ""), ("tictactoe", "q")])
async def test_two_sizes_in_the_queue_at_once_do_not_chase_each_other(hall: Door, game: str | None, keys: str) -> None:
    """Textual tells a screen its own new size after it has laid it out; by then the window may have the next one."""
    async with hall(game, players=PEOPLE) as visit:
        await visit.press(*keys)
        laid_out: list[tuple[int, int]] = []
        screen, reflow = visit.app.screen, visit.app.screen._compositor.reflow

        def count(parent: Widget, size: Size) -> ReflowResult:
            laid_out.append(size)
            assert len(laid_out) < 10
            return reflow(parent, size)

        screen._compositor.reflow = count  # type: ignore[method-assign]
        for size in (Size(100, 30), Size(120, 40)):
            visit.app._size = size
            screen.post_message(Resize(size, size))
            screen.call_later(lambda: None)  # or the next size would take the place of the one that waits
        for _ in range(5):
            await visit.settle()
        assert screen._compositor.size == screen.size == (120, 40)
        assert len(visit.text.splitlines()) == 40


@pytest.mark.parametrize("size", [(39, 12), (40, 11), (20, 5)])
async def test_a_window_too_small_is_told_the_size_it_needs(hall: Door, size: tuple[int, int]) -> None:
    async with hall("tictactoe", players=PEOPLE, size=size) as visit:
        said = " ".join(visit.text.split())
        assert said.startswith(f"This window has {size[0]}x{size[1]} characters; the hall needs 40x12.")
        await visit.press("enter")
        assert visit.moves == "b2", "keys work on"


EVERY_SIZE = [(1, 1), (20, 5), (39, 24), (80, 11), (40, 12), (79, 23), (80, 24), (100, 30), (120, 40), (200, 60)]


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_and_dialog_opens_and_stays_itself_in_every_size(hall: Door, name: str) -> None:
    opened, keys, top = SCREENS[name]
    game, moves, players = opened or (None, "", ("human", FULL))
    hall.furnish(panel="live")
    a_finished_game(hall)
    taken = opened is not None and keys[1:] == ("down", "enter")  # from a list, which a tiny window hides
    async with hall(game, moves, players, (40, 12) if taken else (1, 1)) as visit:
        await come_to_rest(visit)
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        assert isinstance(visit.app.screen, top)
        for width, height in EVERY_SIZE:
            await visit.resize(width, height)
            await come_to_rest(visit)
            text = visit.text
            assert [cell_len(line) for line in text.splitlines()] == [width] * height
            assert in_ascii(text).count("?") == text.count("?"), "every character has a twin in ASCII"
            small = f"This window has {width}x{height}" in text
            assert small == (width < 40 or height < 12) or width == 1
            if not small and width > 1:
                assert visit.app.focused or top in (WatchScreen, ReviewScreen, EditScreen, SettingsScreen)


@pytest.mark.parametrize(("key", "fields"), [("M", 1), ("k", 2), ("h", 1)])
async def test_a_form_is_filled_in_and_taken_in_the_smallest_window(hall: Door, key: str, fields: int) -> None:
    async with hall(size=(40, 12)) as visit:
        before = visit.home.setup
        await visit.press(key, *["down"] * (3 if key == "k" else 1))
        await visit.press("7")
        for part in (" accept", "Esc cancel", "7"):
            assert part in visit.text
        boxes = [box.region for box in visit.app.screen.query(Input) if box.parent and box.parent.display]
        assert [box.bottom <= 11 and box.height == 1 for box in boxes] == [True] * fields
        await visit.click(" accept")
        await visit.settle()
        assert visit.home.setup != before


@pytest.mark.parametrize("name", ["home, variant", "tournament, new"])
async def test_everything_in_a_form_is_seen_in_the_smallest_window(hall: Door, name: str) -> None:
    _opened, keys, top = SCREENS[name]
    async with hall(size=(40, 12)) as visit:
        await visit.press(*keys)
        assert isinstance(visit.app.screen, top)
        fields = visit.app.screen.query("Input, FormList, Label")
        assert [field.region.bottom <= 11 and field.region.area > 0 for field in fields] == [True] * len(fields)
        for part in (" accept", "Esc cancel"):
            assert part in visit.text


async def test_the_panel_of_a_narrow_window_lies_over_the_board_on_tab(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), size=(60, 20)) as visit:
        assert "DRAW" not in visit.text
        await visit.do("panel")
        await visit.until(lambda: worth("O", DRAW, 6) in visit.text)
        assert "Board" not in visit.text
        await visit.do("panel")
        await visit.until(lambda: "Board" in visit.text)
        assert "DRAW" not in visit.text


async def test_the_panel_of_the_smallest_window_has_the_best_move(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), size=(40, 12)) as visit:
        await visit.do("panel")
        assert worth("O", DRAW, 6) in visit.text
        assert "▸ c2    = draw    6  c2 a2 a3 c1" in visit.text
        assert "c1    - lose    4  c1 a3" in visit.text
        assert any(row.startswith("b1 a2 c2 b3 ") for row in visit.side)


@pytest.mark.parametrize("review", [False, True], ids=["watch", "review"])
async def test_a_watched_or_reviewed_game_has_its_panel_on_tab_too(hall: Door, review: bool) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "mcts:2"), size=(60, 20)) as visit:
        await visit.press("space", *(["v"] if review else []))
        panel = "Who is winning" if review else "Mcts, 2 easy"
        assert panel not in visit.text
        await visit.do("panel")
        await visit.until(lambda: panel in visit.text)
        await visit.do("panel")
        await visit.until(lambda: panel not in visit.text)
        await visit.until(lambda: "▀▄ ▄▀" in visit.text)  # the board has the room for large marks


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_a_question_fits_into_every_window(hall: Door, size: tuple[int, int]) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE, size=size) as visit:
        await visit.do("new")
        await visit.until(lambda: "Yes, a new game" in visit.text)
        said = visit.text.replace("│", "")
        assert " ".join(said.split()).count("Start a new game? This one stays under Continue.") == 1
        frame = next(line for line in visit.text.splitlines() if "Yes, a new game" in line)
        assert frame.count("│") >= 2


async def test_the_set_up_is_said_where_its_card_has_no_room(hall: Door) -> None:
    async with hall(size=(60, 20)) as visit:
        await visit.choose("first", "1")
        assert visit.status == "X Best, 2 easy  O You  Starts Best"


async def test_no_notice_covers_the_board_of_a_narrow_window_at_every_turn(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE, size=(40, 12), notices=True) as visit:
        await visit.move("a1", "b2")
        assert visit.notices == []


async def test_an_error_too_long_for_the_line_takes_two_and_is_shown_once(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE, size=(40, 12), notices=True) as visit:
        await visit.press("colon", "z", "9", "enter")
        told = " ".join(line.strip() for line in visit.text.splitlines()[:-1])
        assert told.count("'z9' is not a square") == 1
        assert told.endswith("'z9' is not a square; type a column letter and a row number, a1 to c3.")
        assert visit.notices == []
        await visit.press("escape")
        assert "is not a square" not in visit.text


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (60, 20)])
async def test_a_large_board_scrolls_with_the_cursor_and_keeps_its_coordinates(
    hall: Door, size: tuple[int, int]
) -> None:
    async with hall("mnk:19,19,5", players=PEOPLE, size=size) as visit:
        for corner in ("a1", "s1", "s19", "a19", "j10"):
            await visit.go(corner)
            letters, *rows = [line[1 : visit.board.size.width - 1] for line in visit.text.splitlines()[2:-2]]
            assert corner[0] in letters.split()
            assert corner[1:] in {row.split()[0] for row in rows if row.strip("│ ─┼")}
            here = next(row for row in rows if "[" in row or "▸" in row)
            assert here.split()[0] == corner[1:]
            at = max(here.find("["), here.find("▸"))
            assert abs(letters.index(corner[0]) - at) <= 1, "the letter stands above the cursor"


async def test_a_click_finds_its_cell_on_a_board_that_has_scrolled(hall: Door) -> None:
    async with hall("mnk:19,19,5", players=PEOPLE, size=(40, 12)) as visit:
        await visit.go("s19")
        await visit.click_cell("r18")
        await visit.until(lambda: visit.moves)
        assert visit.moves == "r18"


@pytest.mark.parametrize("game", ["mnk:1,1,1", "mnk:1,18,3", "mnk:18,1,3", "mnk:2,7,2"])
async def test_narrow_and_flat_boards_are_drawn_whole(hall: Door, game: str) -> None:
    async with hall(game, players=PEOPLE) as visit:
        board = visit.board
        found = {board.place_at(x, y) for x in range(board.size.width) for y in range(board.size.height)} - {None}
        assert len(found) == get(game).move_count


def test_cells_are_two_columns_to_a_row_so_that_diagonals_look_diagonal() -> None:
    assert {(size.width + size.gap) / (size.height + size.gap) for size in _SIZES if size.gap} == {2.0}


# Without colour.

TERMS = ("xterm-256color", "xterm-direct", "screen", "tmux-256color", "xterm", "linux", "vt100")


def colours_of(visit: Visit, term: str) -> set[tuple[str, str]]:
    """Front and back of every character that a terminal would show of the picture there is now."""
    columns, rows = visit.app.size
    terminal = pyte.Screen(columns, rows)
    console = Console(force_terminal=True, width=columns, height=rows, legacy_windows=False, _environ={"TERM": term})
    pyte.Stream(terminal).feed(visit.app.screen._compositor.render_full_update().render_segments(console))
    return {(one.fg, one.bg) for row in terminal.buffer.values() for one in row.values() if one.data != " "}


@pytest.mark.parametrize("colours", [True, False])
async def test_no_character_has_the_colour_of_its_ground(
    hall: Door, colours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")  # which Textual reads too
        hall.surroundings = Surroundings(colours=False)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        for key in ("up", "question_mark", "escape", "q", "slash"):
            await visit.press(key)
            for term in TERMS:
                seen = colours_of(visit, term)
                assert all(front != back for front, back in seen - {("default", "default")}), (key, term)
                assert colours or seen == {("default", "default")}


async def test_without_colours_the_answer_that_the_keys_stand_on_is_seen(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    hall.surroundings = Surroundings(colours=False)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        await visit.do("new")
        await visit.until(lambda: "Yes, a new game" in visit.text)
        assert "▸ Yes, a new game" in visit.text


async def test_without_colour_the_same_characters_say_the_same(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        in_colour = visit.text
    monkeypatch.setenv("NO_COLOR", "")  # which Textual reads too
    hall.surroundings = Surroundings(colours=False)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        assert visit.app.theme == "ansi-dark"
        assert visit.text == in_colour
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        assert visit.app.settings.theme == "triqui", "the choice for other terminals is kept"


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_and_dialog_is_drawn_in_plain_ascii(hall: Door, name: str) -> None:
    opened, keys, top = SCREENS[name]
    game, moves, players = opened or (None, "", ("human", FULL))
    hall.furnish(panel="live", glyphs="ascii")
    a_finished_game(hall)
    async with hall(game, moves, players) as visit:
        await come_to_rest(visit)
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        assert isinstance(visit.app.screen, top)
        assert visit.text.isascii(), visit.text


def test_what_has_no_twin_in_ascii_keeps_its_columns() -> None:
    assert in_ascii("año ╭─╮ ● 語") == "ano +-+ @ ??"


async def test_ascii_is_the_same_picture_character_by_character(hall: Door) -> None:
    pictures = []
    for plain in (False, True):
        hall.furnish(glyphs="ascii" if plain else "auto")
        async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
            pictures.append(visit.text)
    fancy, plain_text = pictures
    assert plain_text.isascii()
    assert len(fancy) == len(plain_text)
    kept = {"+", "=", "-", "~", ">", "<"} | set("abcdefghijklmnopqrstuvwxyz0123456789")
    moved = [(a, b) for a, b in zip(fancy, plain_text, strict=True) if a != b and a in kept]
    assert moved == [], "only drawing changes"
