"""Whoever sits at the terminal is spoken to in the language asked for, and can ask for another one at any time."""

from __future__ import annotations

from contextvars import copy_context
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from tests.tui.hall import FULL, Door, Visit
from tests.tui.languages import Locale
from tui.command.cli import main
from tui.household.settings import Settings
from tui.household.settings_file import change, load, read
from tui.household.surroundings import Surroundings

CODES = ("vv", "ww", "xx", "yy", "zz")


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Locale:
    """Languages with a few words each."""
    languages = Locale(tmp_path / "locale", monkeypatch)
    for code in CODES:
        languages.write(code, {text: f"{code}-{text}" for text in ("Play a game.", "English", "hint")})
    return languages


@pytest.fixture
def run(locale: Locale, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(home, monkeypatch, capsys)


class Run:
    """A command line in an environment."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._home, self._monkeypatch, self._capsys = home, monkeypatch, capsys

    def __call__(self, line: str, setting: str = "", **environment: str) -> tuple[int, str, str]:
        """The exit code, what is printed and what is said beside it."""
        change(self._home, read(self._home)[0], Settings(language=setting))
        for name, value in environment.items():
            self._monkeypatch.setenv(name, value)
        code = copy_context().run(main, line.split())
        return code, *self._capsys.readouterr()


def test_the_option_goes_before_the_variable_of_the_program_before_the_setting_before_the_system(run: Run) -> None:
    environment = {"LANG": "vv_VV.UTF-8", "LC_MESSAGES": "ww", "LANGUAGE": "", "TRIQUI_LANG": ""}
    assert "ww-Play" in run("play --help", **environment)[1]
    assert "xx-Play" in run("play --help", "xx", **environment)[1]
    assert "yy-Play" in run("play --help", "xx", **{**environment, "TRIQUI_LANG": "yy_YY.UTF-8"})[1]
    for line in ("--language zz play --help", "play --language=zz --help", "play --help --language zz"):
        assert "zz-Play" in run(line, "xx")[1]
    assert "\n  Play a game." in run("play --help --language en", "xx")[1]


ASKED = (
    ("--language", "ww"),
    ("TRIQUI_LANG", "ww_WW.UTF-8"),
    ("language", "ww"),
    ("LANGUAGE", "aa:ww:vv"),
    ("LC_ALL", "ww_WW.UTF-8"),
    ("LC_MESSAGES", "ww"),
    ("LANG", "ww_WW"),
)
"""Where a language is asked for: an option, a variable or the setting, the first before the others."""


@pytest.mark.parametrize("at", range(len(ASKED)))
def test_whoever_asks_first_is_heard_and_all_who_come_after_are_not(run: Run, at: int) -> None:
    """Before the one who asks stand empty texts, after it others that ask for another language."""
    asked = {
        name: "" if i < at else code if i == at else code.replace("ww", "zz") for i, (name, code) in enumerate(ASKED)
    }
    option, setting = asked.pop("--language"), asked.pop("language")
    line = f"--language {option} play --help" if option else "play --help"
    assert "ww-Play" in run(line, setting, **asked)[1]


@pytest.mark.parametrize("line", ["--language fr games", "games --language=fr", "games --language fr"])
def test_a_language_that_is_not_there_gets_one_sentence_with_those_that_are(run: Run, line: str) -> None:
    known = "en (English), " + ", ".join(f"{code} ({code}-English)" for code in CODES)
    sentence = "There is no language 'fr', which {} asks for; the languages are {}.\n"
    assert run(line) == (2, "", sentence.format("--language", known))
    assert run("games", TRIQUI_LANG="fr") == (2, "", sentence.format("TRIQUI_LANG", known))


def test_a_language_option_without_a_language_is_told_so(run: Run) -> None:
    assert run("games --language")[0] == 2


@pytest.mark.parametrize("code", ["fr_FR.UTF-8", "C", "POSIX", "en_GB.UTF-8", "en:xx", "de:fr"])
def test_a_system_in_a_language_that_is_not_there_or_in_english_first_is_spoken_to_in_english(
    run: Run, code: str
) -> None:
    answer = run("play --help", LANGUAGE=code)
    assert answer[0] == 0
    assert "\n  Play a game." in answer[1]


def test_a_setting_that_names_no_language_is_told_and_the_usual_one_holds(run: Run, home: Path) -> None:
    answer = run("games", "tlh")
    assert answer[0] == 0
    assert 'language must be an available language, such as "en" or "es"' in answer[2]
    assert load(home)[0] == Settings()


async def test_the_palette_changes_the_language_of_every_open_screen_at_once_and_for_good(
    hall: Door, locale: Locale
) -> None:
    async with hall("tictactoe", "a1", ("human", "human")) as visit:
        assert f"{visit.app.active_keys('hint')} hint" in visit.footer
        await choose(visit, "Language: xx-English")
        assert f"{visit.app.active_keys('hint')} xx-hint" in visit.footer
        assert visit.app.settings.language == "xx"
    async with hall("tictactoe", "a1", ("human", "human")) as visit:
        assert f"{visit.app.active_keys('hint')} xx-hint" in visit.footer
        await choose(visit, "Language: English")
        assert f"{visit.app.active_keys('hint')} hint" in visit.footer


async def test_the_graph_of_a_watched_game_changes_its_language_too(hall: Door, locale: Locale) -> None:
    locale.write("qq", {"Value by move, {player} up, {sign} proven": "qq-Value"})
    async with hall("tictactoe", "a1 b2", ("random", "random"), (120, 40)) as visit:
        await visit.press("space")
        visit.app.choose("language", "qq")
        await visit.settle()
        assert "qq-Value" in visit.text


async def choose(visit: Visit, title: str) -> None:
    """Run a command of the palette, as the app does."""
    commands = {command.title: command.callback for command in visit.app.get_system_commands(visit.play)}
    visit.app.call_later(commands[title])
    await visit.settle()


async def test_the_language_asked_for_on_the_command_line_goes_before_the_setting(hall: Door, locale: Locale) -> None:
    hall.furnish(language="xx")
    hall.surroundings = Surroundings(language="ww", asked="yy")
    async with hall("tictactoe", "a1 b2", (FULL, "human")) as visit:
        assert f"{visit.app.active_keys('hint')} yy-hint" in visit.footer


async def test_the_palette_asks_in_the_readers_language(hall: Door, tmp_path: Path, locale: Locale) -> None:
    locale.write("qq", {"Search for commands…": "qq-Search"})
    hall.surroundings = Surroundings(language="qq")
    async with hall() as visit:
        await visit.press("ctrl+p")
        await visit.until(lambda: isinstance(visit.app.screen, CommandPalette))
        assert visit.app.screen.query_one(Input).placeholder == "qq-Search"
