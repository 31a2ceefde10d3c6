"""The screen of the settings: every one of them, each choice with effect at once and in the file."""

from __future__ import annotations

from dataclasses import replace
from inspect import isawaitable
from pathlib import Path

import pytest

from tests.tui.goldens import check_golden
from tests.tui.hall import FULL, Door, Visit, top
from tests.tui.languages import Locale
from tests.tui.settings_screen_cases import kept, open_settings
from tui.household.settings import SETTINGS, Settings
from tui.household.settings_file import FILE, load
from tui.household.surroundings import Surroundings
from tui.locale import codes
from tui.screens.base.dialogs import PressKey
from tui.screens.base.picker import QuestionDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.settings import SettingsScreen
from tui.text.keys import KEYS

PEOPLE = ("human", "human")
PATH = Path("/home/ana/.config/triqui") / FILE


async def test_the_screen_looks_as_it_was_designed(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.hall.chosen.ChosenApp.settings_path", PATH)
    hall.newcomer = True
    async with hall() as visit:
        await open_settings(visit)
        check_golden("settings", visit.text, (80, 24))
    async with hall(size=(40, 12)) as visit:
        await open_settings(visit, "mouse")
        check_golden("settings-40x12", visit.text, (40, 12))


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_the_list_keeps_its_rows_while_one_moves_through_it(hall: Door, size: tuple[int, int]) -> None:
    async with hall(size=size) as visit:
        await visit.do("settings")
        ends = set()
        for _ in SETTINGS:
            ends.add(next(at for at, line in enumerate(visit.text.splitlines()) if line.startswith("├")))
            await visit.press("down")
        assert len(ends) == 1


async def test_no_text_of_a_setting_is_cut_in_either_language(
    hall: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    monkeypatch.setattr("tui.hall.chosen.ChosenApp.settings_path", PATH)
    hall.newcomer = True
    for language in codes():
        hall.surroundings = Surroundings(language=language)
        async with hall() as visit:
            await visit.do("settings")
            for name in SETTINGS:
                assert "…" not in "".join(visit.text.splitlines()[1:]), name
                await visit.press("down")
            if language == "es":
                check_golden("settings-spanish", visit.text, (80, 24))


async def test_values_go_round_in_both_directions(hall: Door) -> None:
    async with hall() as visit:
        screen = await open_settings(visit, "panel")
        seen = []
        for key in ("right", "right", "left", "enter", "space"):
            await visit.press(key)
            seen.append(screen.value("panel"))
    assert seen == ["quiet", "live", "quiet", "live", "quiet"]


async def test_many_values_are_listed_with_the_cursor_on_the_one_that_holds(hall: Door) -> None:
    hall.furnish(theme="nord")
    async with hall() as visit:
        screen = await open_settings(visit)
        offered = screen.offered(screen.setting)
        await visit.press("enter")
        question = top(visit.app, QuestionDialog).listed
        assert question.chosen == offered.index("nord")
        await visit.press("down", "enter")
        assert visit.app.theme == offered[offered.index("nord") + 1] == kept(hall)["theme"]
        await visit.press("enter", "escape")
        assert visit.app.theme == kept(hall)["theme"]


async def test_a_number_of_ones_own_is_among_the_values(hall: Door) -> None:
    hall.furnish(marks_delay=7)
    async with hall() as visit:
        screen = await open_settings(visit, "marks_delay")
        assert screen.offered(screen.setting) == [0, 5, 15, "never", 7]
        await visit.press("left")
        assert kept(hall)["marks_delay"] == "never"
        assert visit.app.settings.marks_delay is None


async def test_characters_language_and_keys_change_on_the_screens_below_at_once(
    hall: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        visit.app.call_later(visit.play.action_settings)
        await visit.settle()
        screen = top(visit.app, SettingsScreen)
        for name, value in (("glyphs", "ascii"), ("language", "es"), ("cursor", "hjkl"), ("keys", {"undo": "z"})):
            visit.app.choose(name, value)
            await visit.settle()
        assert visit.text.isascii()
        assert "AJUSTES" in visit.text
        await visit.press("j")
        await visit.do("leave")
        assert screen.chosen == screen.names[1]
        top(visit.app, PlayScreen)
        await visit.settle()
        assert visit.text.isascii()
        assert "pista" in visit.footer
        before = visit.board.cursor
        await visit.press("l", "j")
        assert visit.board.cursor != before
        await visit.press("z")
        assert visit.moves == ""


async def test_the_settings_of_the_panel_are_seen_when_one_comes_back(hall: Door) -> None:
    hall.furnish(marks=True)
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        assert visit.play.panel.switches.on_cells
        visit.app.call_later(visit.play.action_settings)
        await visit.settle()
        visit.app.choose("marks", False)
        await visit.do("leave")
        assert not visit.play.panel.switches.on_cells


async def test_an_opponent_is_offered_by_the_home_screen_at_once(hall: Door) -> None:
    async with hall() as visit:
        await open_settings(visit, "opponent")
        visit.app.choose("opponent", "random")
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)
        assert visit.home.setup.seats == ("human", "random")


async def test_motion_stops_and_comes_back(hall: Door) -> None:
    async with hall() as visit:
        for wanted, level in (("full", "full"), ("off", "none")):
            visit.app.choose("motion", wanted)
            assert visit.app.animation_level == level


async def test_nothing_moves_over_ssh_whatever_is_chosen(hall: Door) -> None:
    hall.surroundings = Surroundings(ssh=True)
    async with hall() as visit:
        visit.app.choose("motion", "full")
        assert not visit.app.moving


async def test_nothing_moves_where_textual_is_told_so(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
    async with hall() as visit:
        visit.app.choose("motion", "full")
        assert not visit.app.moving


@pytest.mark.parametrize(("former", "motion"), [("true", "full"), ("false", "off")])
def test_a_file_that_calls_motion_animation_is_read(tmp_path: Path, former: str, motion: str) -> None:
    (tmp_path / FILE).write_text(f"animation = {former}\n")
    assert load(tmp_path) == (Settings(motion=motion), None)  # type: ignore[arg-type]


class Driver:
    """What a terminal's driver is asked about its mouse."""

    def __init__(self) -> None:
        self._mouse = True
        self.asked: list[tuple[str, bool]] = []

    def _enable_mouse_support(self) -> None:
        self.asked.append(("on", self._mouse))

    def _disable_mouse_support(self) -> None:
        self.asked.append(("off", self._mouse))


async def test_the_mouse_is_left_to_the_terminal_and_taken_back(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as visit:
        screen = await open_settings(visit, "mouse")
        assert {"reset", "stty", "sane,"} <= set(visit.text.split())
        own, driver = visit.app._driver, Driver()
        monkeypatch.setattr(visit.app, "_driver", driver)
        for _ in range(2):
            screen.action_change()
        monkeypatch.setattr(visit.app, "_driver", own)
        # Textual's driver does nothing of this while it is told that there is no mouse.
        assert driver.asked == [("off", True), ("on", True)]
        assert driver._mouse


async def test_whoever_is_served_writes_no_file_and_sees_no_path(hall: Door) -> None:
    hall.surroundings = Surroundings(served=True)
    async with hall() as visit:
        screen = await open_settings(visit, "panel")
        await visit.press("enter")
        assert screen.value("panel") == "quiet"
        assert str(hall.folder) not in visit.text
        await visit.press("down")
        assert "Changes last until you leave the hall." in visit.status
    assert not (hall.folder / FILE).exists()


async def test_without_colours_a_theme_is_kept_for_other_terminals(hall: Door) -> None:
    hall.surroundings = Surroundings(colours=False)
    async with hall() as visit:
        visit.app.choose("theme", "nord")
        assert visit.app.theme == "ansi-dark"
    assert kept(hall)["theme"] == "nord"


async def test_tables_say_where_they_are_written_and_are_emptied(hall: Door) -> None:
    hall.furnish(keys={"hint": "f3"}, engines={"gomoku": "mcts"})
    async with hall() as visit:
        await open_settings(visit, "engines")
        assert "gomoku mcts" in visit.text
        await visit.press("enter")
        assert "triqui config engines.gomoku VALUE" in visit.status
        await visit.do("usual")
        assert visit.app.settings.engines == {}
    async with hall() as visit:
        await open_settings(visit, "keys")
        assert "hint f3" in visit.text
        await visit.do("usual")
        assert visit.app.settings.keys == {}
        assert "hint f3" not in visit.text


async def give_key(visit: Visit, action: str, key: str) -> None:
    """Choose an action in the list of keys, and press a key for it."""
    await visit.press("enter")
    top(visit.app, QuestionDialog).listed.point(list(KEYS).index(action))
    await visit.press("enter")
    top(visit.app, PressKey)
    await visit.press(key)
    await visit.settle()


@pytest.mark.parametrize("key", ["f3", "tab", "q", "ctrl+t", "enter", "K"])
async def test_the_key_of_an_action_is_pressed(hall: Door, key: str) -> None:
    async with hall() as visit:
        await open_settings(visit, "keys")
        # q leaves every screen, Tab is the panel's and Enter plays, so these are refused with the reason.
        await give_key(visit, "hint", key)
        if key in ("f3", "ctrl+t", "K"):
            assert visit.app.settings.keys == {"hint": key}
            assert f"hint {key}" in visit.text
            await give_key(visit, "hint", KEYS["hint"].keys)
        else:
            assert f"The key {key} is bound twice" in visit.status
        assert visit.app.settings.keys == {}


async def test_escape_leaves_a_key_as_it_is(hall: Door) -> None:
    async with hall() as visit:
        screen = await open_settings(visit, "keys")
        await give_key(visit, "hint", "escape")
        assert visit.app.screen is screen
        assert visit.app.settings.keys == {}


async def test_the_mouse_alone_chooses_and_changes(hall: Door) -> None:
    async with hall() as visit:
        await visit.click("settings", row=0)
        await visit.settle()
        screen = top(visit.app, SettingsScreen)
        await visit.click("Teacher")
        await visit.settle()
        assert screen.setting.name == "teacher"
        await visit.click("Teacher")
        await visit.settle()
        assert screen.value("teacher") is True
        await visit.click("leave")
        await visit.settle()
        assert isinstance(visit.app.screen, HomeScreen)


async def test_the_palette_opens_the_settings_from_a_game(hall: Door) -> None:
    async with hall("tictactoe", players=("human", FULL)) as visit:
        commands = {command.title: command for command in visit.app.get_system_commands(visit.play)}
        opened = commands["Settings"].callback()
        assert isawaitable(opened)
        await opened
        await visit.settle()
        screen = top(visit.app, SettingsScreen)
        assert "Settings" not in [command.title for command in visit.app.get_system_commands(screen)]
    async with hall() as visit:
        titles = [command.title for command in visit.app.get_system_commands(visit.home)]
        assert titles.count("Settings") == 1


async def test_what_another_program_has_written_since_stays(hall: Door) -> None:
    async with hall() as visit:
        (hall.folder / FILE).write_text('sound = "bell"\n')
        visit.app.choose("mouse", False)
        await visit.settle()
        assert (kept(hall)["sound"], kept(hall)["mouse"]) == ("bell", False)


async def test_a_file_that_cannot_be_written_is_told_and_the_choice_holds(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    async with hall(notices=True) as visit:
        screen = await open_settings(visit, "panel")
        monkeypatch.setattr("os.fsync", full)
        await visit.press("enter")
        assert screen.value("panel") == "quiet"
        assert "No space left on device" in visit.notices[0]


async def test_a_value_goes_to_the_setting_that_was_asked_about_wherever_the_cursor_is_by_then(hall: Door) -> None:
    async with hall() as visit:
        screen = await open_settings(visit)
        before = visit.app.settings
        await visit.do("values")
        screen.point(screen.names[1])
        await visit.press("home", "enter")
        name = next(iter(SETTINGS))
        assert screen.setting.name != name
        assert visit.app.settings == replace(before, **{name: screen.offered(SETTINGS[name])[0]})
