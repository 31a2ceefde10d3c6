"""No key is dead: each that a footer or a help page shows changes what is seen or says a sentence, in whatever state. It
takes 90 seconds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from textual.screen import Screen

from core.games import get
from core.play.clock import TimeControl
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.position import Position, play_all
from core.store.store import open_store
from tests.tui.every_screen import ONE_OF_EACH
from tests.tui.hall import FULL, Door, Visit
from tests.tui.pressing import NARROW, USUAL, keys, picture, press_all
from tui.household.surroundings import STORE_FILE
from tui.screens.base.edit import EditScreen
from tui.screens.base.help import Help
from tui.screens.base.picker import QuestionDialog
from tui.screens.base.screen import HallScreen
from tui.screens.base.terms import MatchDialog
from tui.screens.home.finished import Finished
from tui.screens.home.screen import HomeScreen
from tui.screens.home.stats import Stats
from tui.screens.home.variant import Variant
from tui.screens.play.screen import PlayScreen
from tui.screens.settings import SettingsScreen

PEOPLE = ("human", "human")
ALONE = ("human", FULL)
ENGINES = (FULL, "mcts:2")
WON = "a1 b1 a2 b2 a3"


def a_game(
    visit: Visit, moves: str, players: tuple[str, str], id: str = "tictactoe", setup: Setup | None = None
) -> Callable[[], HallScreen]:
    """Opens a game after some moves, as it is set up or between two players."""

    def stage() -> HallScreen:
        game, chosen = get(id), setup or Setup(players)
        visit.app.open_game(game, chosen, chosen.begun(game, Random(1), play_all(game, moves)[0]))
        assert isinstance(visit.app.screen, HallScreen)
        return visit.app.screen

    return stage


def a_review(visit: Visit) -> Callable[[], HallScreen]:
    """Opens a review."""

    def stage() -> HallScreen:
        match = Match(get("tictactoe"), PEOPLE)
        for name in WON.split():
            match = match.play(match.position.parse(name))
        visit.app.review(Archive(Snapshot(Course(match, Setup(PEOPLE)))))
        assert isinstance(visit.app.screen, HallScreen)
        return visit.app.screen

    return stage


@pytest.mark.parametrize(("size", "prepared"), [(USUAL, ()), (NARROW, ("end",))])
async def test_on_the_home_screen(hall: Door, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with hall(size=size) as visit:

        def home() -> HallScreen:
            assert isinstance(visit.app.screen, HomeScreen)
            return visit.app.screen

        await press_all(visit, home, *prepared)


@pytest.mark.parametrize(
    ("moves", "players", "prepared", "size"),
    [
        ("", PEOPLE, (), USUAL),
        ("a1 b2", ALONE, (), NARROW),
        ("a1 b2", ALONE, ("left",), USUAL),
        (WON, PEOPLE, (), USUAL),
        (WON, PEOPLE, ("home",), USUAL),
    ],
)
async def test_on_the_play_screen(
    hall: Door, moves: str, players: tuple[str, str], prepared: tuple[str, ...], size: tuple[int, int]
) -> None:
    async with hall(size=size) as visit:
        await press_all(visit, a_game(visit, moves, players), *prepared)


TYPED = ("colon", "a", "3", "enter")
"""The move that wins after all others of ``WON``."""
BACK = ("less_than_sign", "colon", "c", "1", "enter")


@pytest.mark.parametrize(
    ("setup", "moves", "prepared"),
    [
        (Setup(PEOPLE), "a1 b2 c3", BACK),
        (Setup(PEOPLE), "a1 b2 c3", (*BACK, "less_than_sign")),
        (Setup(PEOPLE), WON, BACK),
        (Setup(PEOPLE), "a1 b2 c3", ("w",)),
        (Setup(PEOPLE), "a1 b2 c3", ("t",)),
        (Setup(PEOPLE), "a1 b2 c3", ("menu_blind",)),
        (Setup(ALONE), "a1 b2", ("tab", "G", "down", "enter")),
        (Setup(ALONE), "a1 b2", ("T",)),
        (Setup(ALONE, control=TimeControl(20)), "a1 b2", ()),
        (Setup(ALONE, hints=0), "a1 b2", ()),
        (Setup(PEOPLE, length=3, all_games=True), "a1", ()),
        (Setup(PEOPLE, length=3, all_games=True), WON[:-3], (*TYPED, "down", "enter")),
        (Setup(PEOPLE, length=1, all_games=True), WON[:-3], (*TYPED, "down", "enter")),
    ],
    ids=[
        *("variation", "back in a variation", "variation of a game that is over", "line", "threat", "blind"),
        *("two engines", "teacher", "clock", "no hints", "match", "game of a match over", "match over"),
    ],
)
async def test_in_every_state_of_play(hall: Door, setup: Setup, moves: str, prepared: tuple[str, ...]) -> None:
    async with hall() as visit:
        await press_all(visit, a_game(visit, moves, setup.seats, setup=setup), *prepared)


@pytest.mark.parametrize("prepared", [(), ("tab", "home")])
async def test_with_letters_for_the_cursor(hall: Door, prepared: tuple[str, ...]) -> None:
    hall.furnish(cursor="hjkl")
    async with hall() as visit:
        await press_all(visit, a_game(visit, "a1 b2", ALONE), *prepared)
        await press_all(visit, lambda: visit.home)


async def test_while_an_engine_thinks(hall: Door) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await press_all(visit, a_game(visit, "a1 b2 c3", ALONE))


async def test_where_letters_are_columns_and_commands(hall: Door) -> None:
    async with hall() as visit:
        await press_all(visit, a_game(visit, "h8 h9", PEOPLE, "gomoku"))


@pytest.mark.parametrize(
    ("moves", "prepared", "size"),
    [("", (), USUAL), ("a1 b2 c3", ("home",), USUAL), (WON, ("space",), USUAL), ("a1 b2 c3", ("space",), NARROW)],
)
async def test_on_the_watch_screen(hall: Door, moves: str, prepared: tuple[str, ...], size: tuple[int, int]) -> None:
    hall.engines.hold()
    async with hall(size=size) as visit:
        await press_all(visit, a_game(visit, moves, ENGINES), *prepared)


@pytest.mark.parametrize(("size", "prepared"), [(USUAL, ()), (NARROW, ("home",))])
async def test_on_the_review_screen(hall: Door, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with hall(size=size) as visit:
        await press_all(visit, a_review(visit), *prepared)


async def test_on_the_line_that_was_better_in_a_review(hall: Door) -> None:
    async with hall() as visit:
        visit.engines.hasty = False
        await press_all(visit, a_review(visit), "home", "n", "b", "right")


@pytest.mark.parametrize(("size", "prepared"), [(USUAL, ()), (USUAL, ("s",)), (NARROW, ())])
async def test_where_mistakes_are_tried_again(hall: Door, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with hall(size=size) as visit:
        visit.engines.hasty = False

        def stage() -> HallScreen:
            a_review(visit)()
            return visit.review

        await press_all(visit, stage, "r", *prepared)


async def test_in_the_help(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        listed = keys(visit.play)
        await visit.do("help")
        await visit.press("down", "down")
        above = visit.app.screen
        assert isinstance(above, Help)
        dead = []
        for key in (
            key
            for key in listed
            if key in above.active_bindings and key not in ("enter", "escape", "q", "question_mark", "f1", "tab")
        ):
            seen = picture(visit)
            await visit.press(key)
            if picture(visit) == seen:
                dead.append(key)
        assert dead == []
        await visit.press("q")
        for action, done in (("undo", "a1"), ("redo", "a1 b2"), ("hint", "a1 b2")):
            await visit.do("help", action)
            await visit.until(lambda done=done: isinstance(visit.app.screen, PlayScreen) and visit.moves == done)  # type: ignore[misc]
        assert visit.play.state.match.hints == 1


TABLE = ("down",) * 7
"""To a setting that is a table."""


@pytest.mark.parametrize(
    ("size", "prepared"), [(USUAL, ("down", "right")), (NARROW, ("down", "right")), (USUAL, ("end",)), (USUAL, TABLE)]
)
async def test_on_the_settings_screen(hall: Door, size: tuple[int, int], prepared: tuple[str, ...]) -> None:
    async with hall(size=size) as visit:

        def settings() -> HallScreen:
            visit.app.screen.action_settings()  # type: ignore[attr-defined]
            assert isinstance(visit.app.screen, SettingsScreen)
            return visit.app.screen

        await press_all(visit, settings, *prepared)


@pytest.mark.parametrize("size", [USUAL, NARROW])
@pytest.mark.parametrize("id", ONE_OF_EACH)
async def test_in_the_position_editor(hall: Door, id: str, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:

        def editor() -> HallScreen:
            screen = EditScreen(Position.start(get(id)))
            visit.app.push_screen(screen)
            return screen

        await press_all(visit, editor)


async def test_the_help_of_the_position_editor_does_what_it_lists(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("edit", "help")
        assert isinstance(visit.app.screen, Help)
        await visit.press("plus")
        await visit.until(lambda: isinstance(visit.app.screen, EditScreen))
        await visit.settle()
        assert ".../.X./..." in visit.text


@pytest.mark.parametrize(
    ("opened", "kind"),
    [
        (("r",), Stats),
        (("v",), Finished),
        (("M",), MatchDialog),
        (("k",), MatchDialog),
        (("h", "down"), MatchDialog),
        (("g",), Variant),
    ],
)
async def test_in_a_dialog_every_key_that_it_binds_closes_it_or_changes_it(
    hall: Door, opened: tuple[str, ...], kind: type[Screen[object]]
) -> None:
    store = open_store(hall.folder / STORE_FILE)[0]
    for players in (ALONE, ("best:2", "random")):
        match = Match(get("tictactoe"), players)
        for name in WON.split():
            match = match.play(match.position.parse(name))
        store.save(match)
    store.close()
    async with hall() as visit:
        bound = [key for binding in kind.BINDINGS for key in binding.key.split(",")]  # type: ignore[union-attr]
        for key in bound:
            await visit.press(*opened)
            await visit.until(lambda: isinstance(visit.app.screen, kind))
            await visit.settle()
            seen = picture(visit)
            await visit.press(key)
            await visit.until(lambda seen=seen: picture(visit) != seen)  # type: ignore[misc]
            if not isinstance(visit.app.screen, HomeScreen):
                await visit.press("escape")
            assert isinstance(visit.app.screen, HomeScreen)


async def test_in_a_question(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        for keys, played in (
            (("escape",), ""),
            (("down", "enter"), "Ob2"),
            (("o",), "Ob2"),
            (("home", "enter"), "Xb2"),
        ):
            if visit.moves:
                await visit.do("undo", "down")
            await visit.press("enter")
            await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog))
            await visit.settle()
            assert "Enter choose   Esc cancel" in visit.text
            await visit.press(*keys)
            await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
            assert visit.moves == played


async def test_in_the_form_for_variants(hall: Door) -> None:
    async with hall() as visit:
        for key, id in (("escape", "mnk:4,4,3"), ("f2", "mnk:4,4,3/misere"), ("enter", "mnk:4,4,3")):
            visit.home.shelf.take(get("mnk:4,4,3"))
            await visit.do("variant")
            await visit.until(lambda: isinstance(visit.app.screen, Variant))
            await visit.settle()
            assert "Enter accept   Esc cancel" in visit.text
            if key == "f2":
                await visit.press("tab", "enter")
                assert "[x] misere" in visit.text
            await visit.press(key)
            await visit.until(lambda: visit.app.screen is visit.app.screen_stack[1])
            await visit.settle()
            assert visit.home.game.id == id
