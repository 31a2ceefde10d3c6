"""From home every game is found, set up and begun."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets import Input

from core import games
from core.play.seats import Setup
from core.players.opponents import HUMAN, ME
from core.strategies.levels import levels_of
from tests.tui.hall import FULL, Door, with_keys
from tui.screens.home.card import about
from tui.screens.home.list import gallery
from tui.screens.home.screen import HomeScreen
from tui.screens.home.setup import SetupCard
from tui.screens.play.screen import PlayScreen
from tui.screens.watch.screen import WatchScreen
from tui.text import words
from tui.text.catalogue import ENGLISH, Language, speak
from tui.text.keys import KEYS
from tui.text.seats import strength_words


async def test_the_digits_and_the_arrows_pick_games(hall: Door) -> None:
    async with hall() as visit:
        picked = []
        for key in ("1", "2", "3", "4", "down", "up", "1"):
            await visit.press(key)
            picked.append(visit.home.game.id)
        assert picked == [
            *("tictactoe", "ultimate", "pong-hau-ki", "nim:3,4,5"),
            *("mnk:4,4,3", "nim:3,4,5", "tictactoe"),
        ]


async def test_left_and_right_choose_the_kind_of_a_game_and_each_keeps_its_own(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("right")
        assert visit.home.game.id == "tictactoe/misere"
        assert "▸ 1  Misere tic-tac-toe 3x3 ◂ 2/4 ▸" in visit.text
        await visit.press("down", "left")
        assert visit.home.game.id == "ultimate/open", "the list of kinds goes round"
        await visit.press("up")
        assert visit.home.game.id == "tictactoe/misere"
        while visit.home.game.id != "numerical":
            await visit.press("down")
        await visit.press("right")
        assert visit.home.game.id == "numerical"
        assert visit.status == with_keys("This game has only one kind in the list; {key:variant} makes others.")


async def test_every_game_of_the_hall_is_found_by_the_arrows(hall: Door) -> None:
    async with hall() as visit:
        shelf = visit.home.shelf
        everything = [*games.presets(), *gallery()]
        await visit.until(lambda: len(shelf.games) == len(everything))
        assert sorted(index for row in shelf.rows for index in row) == list(range(len(everything)))
        assert [heading for heading, _rows in shelf.groups()] == [
            *("START HERE", "LINES", "SLIDES"),
            *("HEAPS", "CUBES", "GALLERY"),
        ]


async def test_the_gallery_has_no_drawn_trees(hall: Door) -> None:
    async with hall() as visit:
        await visit.until(lambda: visit.home.shelf.groups()[-1][0] == "GALLERY")
        listed = [visit.home.shelf.games[row[0]].id for row in visit.home.shelf.groups()[-1][1]]
        assert listed
        assert not [id for id in listed if "tree" in id]


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("tictactoe", ["draw"]),
        ("connect-four", ["1st wins in 41", "1st wins"]),
        ("pong-hau-ki", ["endless"]),
        ("ultimate", ["unsolved"]),
        ("ultimate/open", ["1st wins in ≤43", "1st wins"]),
        ("notakto:2", ["2nd wins in 11", "2nd wins"]),
        ("gomoku", ["1st wins"]),
        ("nim:3,4,5", ["1st wins in 11", "1st wins"]),
    ],
)
def test_the_list_says_what_is_known_of_the_start(game: str, known: list[str]) -> None:
    assert list(words.known(games.get(game))) == known


@pytest.mark.parametrize("code", ["en", "es"])
def test_what_has_no_room_beside_the_picture_of_a_game_ends_in_the_sign_of_it(code: str) -> None:
    speak(Language(code))
    try:
        for game in games.presets():
            told = " ".join(words.about(game).split())
            for height in (5, 7, 12):
                rows = about(game, 36).draw(38, height)[:height]
                text = " ".join("".join(span.text for span in row[-1:]).strip() for row in rows if row)
                assert " ".join(text.split()) == told or text.endswith(" …")
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_strength_of_every_engine_fits_into_the_set_up_of_80_columns(code: str) -> None:
    speak(Language(code))
    try:
        told = {
            strength_words(Setup((HUMAN, f"best:{level.name}")), game)
            for game in games.presets()
            for level in levels_of(game)
        }
        rows = ["".join(span.text for span in SetupCard._choice(("", words, "l", "level"), 36)) for words in told]
        assert [row for row in rows if "…" in row] == []
    finally:
        speak(ENGLISH)


async def test_the_list_goes_round(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("up")
        assert visit.home.game is visit.home.shelf.games[visit.home.shelf.rows[-1][0]]
        await visit.press("down")
        assert visit.home.game is games.presets()[0]


async def test_pages_and_ends_of_the_list_have_keys_and_stop_there(hall: Door) -> None:
    async with hall() as visit:
        ids = [visit.home.shelf.games[row[0]].id for row in visit.home.shelf.rows]
        picked = []
        for key in ("pagedown", "pagedown", "pageup", "end", "home"):
            await visit.press(key)
            picked.append(ids.index(visit.home.game.id))
        first, second, third, end, begin = picked
        assert 0 < first < second <= end == len(ids) - 1
        assert 0 <= third < second
        assert begin == 0
        await visit.press("pageup")
        assert (visit.home.game.id, visit.status) == ("tictactoe", "That is the first game.")
        await visit.press("end", "pagedown")
        assert (visit.home.game.id, visit.status) == (ids[-1], "That is the last game.")


async def test_what_is_looked_for_is_all_that_the_list_has_and_the_arrows_go_along_it(hall: Door) -> None:
    ids = [game.id for game in games.presets() if "morris" in game.id]
    async with hall() as visit:
        whole = visit.text
        await visit.do("find")
        await visit.write("morris")
        assert [visit.home.shelf.games[index].id for row in visit.home.shelf.rows for index in row] == ids
        assert len(visit.home.shelf.rows) == len(ids) == 3
        assert visit.footer.split() == ["Enter", "accept", "Esc", "close"]
        await visit.press("down")
        assert visit.home.game.id == ids[1]
        await visit.press("down", "down")
        assert visit.home.game.id == ids[0]
        await visit.press("end", "enter")
        assert visit.home.game.id == ids[0], "in the box End belongs to the text"
        await visit.press("1")
        assert visit.text == whole


async def test_the_list_says_that_no_game_matches(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.write("zzz")
        assert "No game matches." in visit.text
        await visit.press("down", "escape")
        assert visit.home.game is games.presets()[0]
        assert "Tic-tac-toe 3x3" in visit.text


async def test_the_wheel_moves_along_the_games(hall: Door) -> None:
    async with hall() as visit:
        await visit.pilot._post_mouse_events([MouseScrollDown], "#games", (5, 5))
        assert visit.home.game.id == "ultimate"
        await visit.pilot._post_mouse_events([MouseScrollUp], "#games", (5, 5))
        assert visit.home.game is games.presets()[0]


async def test_enter_plays_as_set_up(hall: Door) -> None:
    async with hall() as visit:
        await visit.choose("first", "1")
        await visit.choose("level", "4")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players == ("best:4", "human")


async def test_t_seats_two_people_and_w_two_engines(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("two_players")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players == ("human", "human")
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        visit.engines.hold()
        await visit.do("watch")
        await visit.until(lambda: isinstance(visit.app.screen, WatchScreen))
        assert visit.watch.state.match.players == ("best:4", "mcts:4"), "two that differ, of the highest level below 6"


async def test_a_game_is_found_by_a_part_of_its_name(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.write("toroid")
        assert visit.home.game.id == "tictactoe/toroidal"
        await visit.press("enter")
        assert not visit.home.has_class("-typing")
        assert visit.home.game.id == "tictactoe/toroidal"


async def test_a_game_that_the_list_lacks_is_found_by_its_id(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.write("mnk:7,6,4/misere")
        await visit.press("enter", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.game is games.get("mnk:7,6,4/misere")


async def test_a_wrong_id_is_answered_with_how_ids_are_made(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.write("mnk:99,9,4")
        await visit.press("enter")
        assert visit.status.startswith("mnk is written mnk:M,N,K")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_escape_closes_the_search(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.press("t", "escape")
        assert not visit.home.has_class("-typing")
        await visit.press("2")
        assert visit.home.game.id == "ultimate"


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("continue_game", "There is no unfinished game; Enter starts one."),
        ("review", "There is no finished game yet; Enter starts one."),
    ],
)
async def test_what_is_not_there_is_said(hall: Door, action: str, said: str) -> None:
    async with hall() as visit:
        await visit.press(KEYS[action].keys)
        assert visit.status == said


async def test_an_unfinished_game_can_be_dropped(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.move("a1")
    async with hall() as visit:
        await visit.until(lambda: "ply 2" in visit.text)
        await visit.do("forget")
        await visit.until(lambda: "nothing unfinished" in visit.text)
        assert visit.store.unfinished() == []


async def test_your_record_counts_games_against_engines(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL)) as visit:
        await visit.move("a2")
    async with hall() as visit:
        await visit.until(lambda: "1 won  0 drawn  0 lost" in visit.text)


async def test_switches_of_the_panel_are_kept(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("panel", "marks")
        assert "quiet" in visit.text
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        assert not visit.panel.study
        assert not visit.app.marks.shown("live")


async def test_tab_with_play_me_chosen_says_that_the_panel_begins_quiet(hall: Door) -> None:
    hall.furnish(opponent=ME)
    hall.newcomer = True
    async with hall() as visit:
        await visit.press("escape")
        await visit.do("panel")
        assert visit.status == "Games with Play me start quiet. Tab in a game shows the values."
        assert visit.app.settings.panel == "live"


async def test_l_where_there_is_one_strength_says_so(hall: Door) -> None:
    hall.furnish(opponent="random")
    async with hall() as visit:
        await visit.press(KEYS["level"].keys)
        assert visit.status == with_keys(
            "There is no other strength to choose; {key:seat_first} and {key:seat_second} choose other players."
        )


async def test_q_leaves_the_hall(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("quit")
        await visit.until(lambda: not visit.app.is_running)


async def test_the_theme_is_chosen_and_kept(hall: Door) -> None:
    async with hall() as visit:
        visit.app.theme = "nord"
        await visit.pilot.pause()
    async with hall() as visit:
        assert visit.app.theme == "nord"


@pytest.mark.parametrize(
    "name", ["súper tres en raya", "super tres", "meta tres", "(tres en raya)²", "(tic-tac-toe)^2", "definitivo"]
)
async def test_a_game_is_found_by_its_other_names(hall: Door, name: str) -> None:
    async with hall() as visit:
        await visit.do("find")
        visit.home.query_one(Input).value = name
        await visit.settle()
        assert visit.home.game.id == "ultimate"
        assert "Tic-tac-toe 3x3" not in visit.text.partition("Kept")[0]


async def test_the_last_games_say_how_right_your_moves_were_once_they_were_reviewed(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL), size=(100, 30)) as visit:
        await visit.move("a2")
        await visit.rest()
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen) and "─ Last games ─" in visit.text)
        assert "%" not in visit.text.partition("─ Last games ─")[2], "nobody has looked at it yet"
        await visit.do("review")
        await visit.press("enter")
        await visit.rest()
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen) and visit.home.yours.rights)
        await visit.rest()
        assert "1-0  100 %" in visit.text, "the four moves of X kept the draw, and then the win"
