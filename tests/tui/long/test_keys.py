"""The keys: one table, no key with two meanings on a screen, and each action can be given another. It takes 20 seconds."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import pytest
from textual.actions import parse
from textual.binding import Binding
from textual.command import CommandPalette
from textual.screen import Screen

from core.games import get
from core.judge.judging import Assignment
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.study.study import StudyQuestion
from tests.core.played import LOST, played
from tests.tui.hall import FULL, Door, Visit, top
from tests.tui.judging import FIRST, written
from tui.household.settings import SETTINGS
from tui.household.settings_file import FILE
from tui.screens.base.edit import EditScreen
from tui.screens.base.game import GameScreen
from tui.screens.base.help import Help
from tui.screens.base.menu import ActionList, named_bindings
from tui.screens.base.screen import HallScreen
from tui.screens.home.screen import HomeScreen
from tui.screens.home.stats import Stats
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.retry import Mistakes
from tui.screens.review.screen import ReviewScreen
from tui.screens.settings import SettingsScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.judge import JudgeScreen
from tui.screens.study.learn import SCREENS as SCREENS_OF_TOPICS
from tui.screens.study.learn import LearnScreen
from tui.screens.tournament.screen import TournamentScreen
from tui.screens.watch.screen import WatchScreen
from tui.text.keys import ARROWS, KEYS, with_cursor

PEOPLE = ("human", "human")
SCREENS: tuple[type[HallScreen], ...] = (
    *(HomeScreen, PlayScreen, WatchScreen, ReviewScreen),
    *(EditScreen, SettingsScreen, ExerciseScreen, StudyScreen, LearnScreen, JudgeScreen),
)
OF_TOPICS = [SCREENS_OF_TOPICS[topic] for topic in SCREENS_OF_TOPICS]
"""Screens of topics, which have keys of their own."""
EVERYWHERE = re.compile(
    r"[a-zA-Z0-9]|f([1-9]|10)|space|enter|tab|backspace|up|down|left|right|home|end|pageup|pagedown"
    r"|escape|colon|slash|question_mark|plus|minus|equals_sign|less_than_sign|greater_than_sign"
)
"""Keys that arrive in every terminal."""


def of(screen: type[Screen[Any]]) -> list[Binding]:
    """The bindings that a screen declares."""
    return [binding for binding in screen.BINDINGS if isinstance(binding, Binding)]


@pytest.mark.parametrize("screen", [*SCREENS, LobbyScreen])
def test_every_action_of_a_screen_is_in_the_table_and_can_be_done(screen: type[HallScreen]) -> None:
    for binding in of(screen):
        _node, method, _parameters = parse(binding.action)
        assert binding.id in KEYS
        assert binding.description
        assert callable(getattr(screen, f"action_{method}", None))


def test_every_action_of_the_table_belongs_to_a_screen() -> None:
    screens: tuple[type[Screen[Any]], ...] = (*SCREENS, LobbyScreen, TournamentScreen, Stats, *OF_TOPICS)
    assert {binding.id for screen in screens for binding in of(screen) if binding.id} | set(ARROWS) == set(KEYS)


def test_only_keys_that_arrive_everywhere_are_used() -> None:
    for action, key in KEYS.items():
        for name in filter(None, key.keys.split(",")):
            assert EVERYWHERE.fullmatch(name), (action, name)


def mistakes() -> ExerciseScreen:
    """The mistakes of a game, tried again."""
    told, match = played(LOST), Match(get("tictactoe"), PEOPLE)
    for name in LOST.split():
        match = match.play(match.position.parse(name))
    state = Snapshot(Course(match, Setup(PEOPLE)))
    return ExerciseScreen(Mistakes(state, lambda: told, lambda position: None, lambda positions: None))


async def every_screen(visit: Visit, moves: str) -> None:
    """Open each kind of screen on a match, one above the other."""
    for kind in SCREENS[1:]:
        match = Match(get("tictactoe"), (FULL, FULL) if kind is WatchScreen else PEOPLE)
        for name in moves.split():
            match = match.play(match.position.parse(name))
        state = Snapshot(Course(match, Setup(match.players)))
        if kind is SettingsScreen:
            below = visit.app.screen
            assert isinstance(below, HallScreen)
            below.action_settings()
        elif kind is EditScreen:
            visit.app.push_screen(EditScreen(match.position))
        elif kind is ReviewScreen:
            visit.app.review(Archive(state))
        elif kind is StudyScreen:
            visit.app.study(StudyQuestion("games"))
        elif kind is JudgeScreen:
            assert visit.app.players_folder
            file = written(visit.app.players_folder.parent, FIRST)
            screen = JudgeScreen(Assignment(file, "tictactoe"))
            visit.app.push_screen(screen)
            await visit.until(lambda of=screen.judged: of.report and of.report.final)  # type: ignore[misc]
        elif kind is LearnScreen:
            visit.app.push_screen(LearnScreen(match.game))
        elif kind is ExerciseScreen:
            visit.app.push_screen(mistakes())
        else:
            visit.app.open_game(match.game, Setup(match.players), match)
        await visit.until(lambda kind=kind: isinstance(visit.app.screen, kind))  # type: ignore[misc]
        await visit.settle()


@pytest.mark.parametrize("moves", ["", "a1", "a1 b1 a2 b2 a3"])
async def test_no_two_actions_of_a_screen_answer_to_one_key(hall: Door, moves: str) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await every_screen(visit, moves)
        screens = [screen for screen in visit.app.screen_stack if isinstance(screen, HallScreen)]
        assert {type(screen) for screen in screens} == set(SCREENS)
        for screen in screens:
            meanings: dict[str, set[str]] = defaultdict(set)
            for binding in of(type(screen)):
                if screen.hall.does(binding.action, screen):
                    for key in binding.key.split(","):
                        meanings[key].add(binding.action)
            assert {key: actions for key, actions in meanings.items() if len(actions) > 1} == {}, screen


@pytest.mark.parametrize("moves", ["", "a1", "a1 b1 a2 b2 a3"])
async def test_the_footer_of_every_screen_is_read_in_full_at_80_columns(hall: Door, moves: str) -> None:
    hall.engines.hold()
    async with hall() as visit:
        await every_screen(visit, moves)
        while True:
            screen: Screen[object] = visit.app.screen
            if not isinstance(screen, HallScreen):
                break
            shown = [active.binding for active in screen.active_bindings.values() if active.binding.show]
            await visit.until(lambda: visit.footer.strip())
            last = next(binding for binding in reversed(shown) if binding.id in KEYS)
            assert visit.footer.rstrip().endswith(f" {last.description}"), visit.footer
            if isinstance(screen, HomeScreen):
                break
            visit.app.pop_screen()
            await visit.until(lambda below=screen: visit.app.screen is not below)  # type: ignore[misc]
            await visit.settle()


async def test_a_key_from_the_settings_takes_the_place_of_the_usual_one(hall: Door) -> None:
    hall.furnish(keys={"hint": "f3", "undo": "z"})
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.press("f3")
        assert visit.panel.hint.startswith("1/4")
        await visit.press("z")
        assert visit.moves == "a1 b2"
        assert "F3 hint" in visit.footer or "f3 hint" in visit.footer
        await visit.press("h")
        assert visit.play.state.match.hints == 1


async def test_a_letter_given_to_an_action_still_types_once_a_move_is_begun(hall: Door) -> None:
    hall.furnish(keys={"hint": "b"})
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("b")
        await visit.wait_for_no_digit()
        assert visit.panel.hint.startswith("1/4")
        await visit.press("colon", "b", "1", "enter")
        assert visit.moves == "b1"


@pytest.mark.parametrize("keys", [{"no_such_action": "k"}, {"hint": "no such key"}, {"hint": ""}, {"hint": "u"}])
async def test_keys_that_make_no_sense_harm_nothing(hall: Door, keys: dict[str, str]) -> None:
    hall.furnish(keys=keys)
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.move("b2")
        assert visit.moves == "b2"


@pytest.mark.parametrize("moves", ["a1", "a1 b1 a2 b2 a3"])
async def test_help_lists_every_action_that_applies_and_does_the_chosen_one(hall: Door, moves: str) -> None:
    async with hall("tictactoe", moves, PEOPLE) as visit:
        expected = {binding.description for binding in named_bindings(visit.play).values()}
        await visit.do("help")
        await visit.until(lambda: isinstance(visit.app.screen, Help))
        await visit.settle()
        help = top(visit.app, Help).query_one(ActionList)
        assert {binding.description for binding in help.named.values()} == expected
        undo = help.names.index("undo")
        await visit.press(*["down"] * undo, "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen) and visit.moves != moves)
        assert visit.moves == moves.rpartition(" ")[0]


async def test_help_closes_and_changes_nothing(hall: Door) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        for key in ("escape", "q", "question_mark"):
            await visit.do("help")
            await visit.until(lambda: isinstance(visit.app.screen, Help))
            await visit.press(key)
            await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == "a1"


async def test_every_action_is_found_in_the_command_palette(hall: Door) -> None:
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        commands = {command.title for command in visit.app.get_system_commands(visit.play)}
        named = {binding.description.capitalize() for binding in named_bindings(visit.play).values()}
        assert named
        assert named <= commands
        await visit.press("ctrl+p")
        await visit.until(lambda: isinstance(visit.app.screen, CommandPalette))


@pytest.mark.parametrize("width", [40, 57, 79, 80, 120])
async def test_every_footer_ends_with_help_and_the_way_out_at_every_width(hall: Door, width: int) -> None:
    hall.engines.hold()
    async with hall(size=(width, 24)) as visit:
        await every_screen(visit, "a1")
        for out in (*["? help  q leave"] * (len(SCREENS) - 1), "? help  q quit"):
            await visit.until(lambda: visit.footer.strip())
            assert visit.footer.rstrip().endswith(out)
            if "quit" not in out:
                small = width < 80 and isinstance(visit.app.screen, GameScreen | EditScreen)
                assert ("Tab panel" in visit.footer) >= small, "the panel is a key away where it has no room"
                below = visit.app.screen
                visit.app.pop_screen()
                await visit.until(lambda below=below: visit.app.screen is not below)  # type: ignore[misc]
                await visit.settle()


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"hint": "e"}, "The key e is bound twice: hint, marks; give one of them another key."),
        ({"left": "h"}, "The key h is bound twice: hint, left; give one of them another key."),
        ({"hint": "?"}, "The key ? is bound twice: hint, help; give one of them another key."),
        ({"hnt": "f3"}, "[keys] names hnt, but no action has that name; did you mean hint?"),
        ({"hint": "no such key"}, "[keys] gives hint the key 'no such key', which does not exist;"),
        ({"hint": ""}, "[keys] gives hint the key '', which does not exist;"),
    ],
)
async def test_what_is_wrong_with_the_keys_of_the_settings_is_told_in_a_sentence(
    hall: Door, keys: dict[str, str], said: str
) -> None:
    hall.furnish(keys=keys)
    async with hall(notices=True, size=(120, 40)) as visit:
        (told,) = visit.notices
        assert told.startswith(said)
        assert told.endswith(f"({hall.folder / FILE})")
        assert said.split(";")[0][:30] in visit.text, "it is seen, too"


@pytest.mark.parametrize(
    "keys",
    [
        {"left": "h", "down": "j", "up": "k", "right": "l", "hint": "i", "level": "I", "clock": "K"},
        {"new": "k"},
        {"again": "f3"},
        {"left": "left,f4"},
        {"hint": "slash", "find": "f5"},
    ],
)
async def test_keys_that_make_sense_are_taken_without_a_word(hall: Door, keys: dict[str, str]) -> None:
    hall.furnish(keys=keys)
    async with hall() as visit:
        assert visit.notices == []


async def test_the_letters_for_the_cursor_are_in_nobodys_way(hall: Door) -> None:
    hall.furnish(cursor="hjkl")
    async with hall() as visit:
        assert visit.notices == []


async def test_the_cursor_moves_by_the_keys_that_the_settings_give_it(hall: Door) -> None:
    hall.furnish(keys={"left": "h,left", "down": "j", "up": "k", "right": "l", "hint": "i", "level": "I"})
    async with hall("tictactoe", players=PEOPLE) as visit:
        seen = []
        for key in ("h", "k", "l", "j", "left", "i"):
            await visit.press(key)
            seen.append(visit.board.position.name(visit.board.chosen[0]))
        assert seen == ["a2", "a1", "b1", "b2", "a2", "a2"]
        assert visit.play.state.match.hints == 1
        assert visit.play.state.match.players == PEOPLE
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        await visit.press("j", "l", "enter")
        assert visit.moves == "B2"
    async with hall() as visit:
        await visit.press("j")
        assert visit.home.game.id == "ultimate"


@pytest.mark.parametrize("action", ["new", "again"])
async def test_new_game_and_play_again_keep_one_key(hall: Door, action: str) -> None:
    hall.furnish(keys={action: "k"})
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        await visit.press("k")
        assert visit.moves == ""
        await visit.move("a1")
        await visit.press("k")
        await visit.until(lambda: "Start a new game?" in visit.text)


async def test_a_theme_that_there_is_not_is_told_inside_the_hall(hall: Door) -> None:
    hall.furnish(theme="no-such-theme")
    async with hall(notices=True, size=(120, 40)) as visit:
        assert visit.notices == [
            "There is no theme 'no-such-theme', so triqui is used; z on the home screen chooses another. "
            f"({hall.folder / FILE})"
        ]
        assert "no-such-theme" in visit.text


async def test_a_wrong_setting_is_told_inside_the_hall(hall: Door) -> None:
    hall.folder.mkdir(exist_ok=True)
    (hall.folder / FILE).write_text('marks = "yes"\n')
    async with hall(notices=True, size=(120, 40)) as visit:
        assert "marks must be true or false" in visit.notices[0]
        notice = [row.partition("▌")[2].strip(" ─╮╯│") for row in visit.text.splitlines()]
        assert "marks must be true or false" in " ".join(notice)


def test_the_setting_of_the_cursor_names_all_that_gets_another_key() -> None:
    names = {"hint": "hint", "level": "strength", "clock": "clock"}
    named = {action for action, name in names.items() if name in str(SETTINGS["cursor"].what)}
    assert named == set(with_cursor("hjkl", {})) - set(ARROWS)
