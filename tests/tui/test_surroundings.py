"""What an app is told of where it is shown comes from the environment once, and nothing asks the environment again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tui
from tests.tui.hall import Door, top
from tui.command.caller import Caller
from tui.command.cli import main
from tui.household.surroundings import Surroundings
from tui.screens.settings import SettingsScreen

USUAL = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
MAY_ASK = {
    "bench/program.py",
    "command/arguments.py",
    "command/cli.py",
    "command/commands.py",
    "command/ending.py",
    "command/drawing.py",
    "command/web.py",
    "serve/user.py",
    "serve/zygote.py",
    "serve/session.py",
}
"""The command line makes the surroundings, drops a size that was exported, hears what a shell wants completed, finds the
folder for the report of a fault, what a page is and whether a browser has a window. A measured program starts in a copy of
the environment. The processes of a served hall make an
environment: a visitor's, of what his client sends, takes the place of the hall's."""


def of(encoding: str = "utf-8", **environment: str) -> Surroundings:
    return Surroundings.of(USUAL | environment, encoding)


def test_nothing_special_is_the_usual() -> None:
    assert of() == Surroundings(language="C.UTF-8")


@pytest.mark.parametrize(
    ("encoding", "term", "unicode"),
    [
        ("utf-8", "xterm", True),
        ("UTF8", "screen", True),
        ("utf-8", "linux", False),
        ("utf-8", "vt100", False),
        ("ascii", "xterm", False),
        ("iso8859-1", "xterm", False),
        ("", "xterm", False),
    ],
)
def test_more_than_ascii_takes_an_encoding_and_a_font(encoding: str, term: str, unicode: bool) -> None:
    assert of(encoding, TERM=term).unicode is unicode


@pytest.mark.parametrize(("value", "colours"), [("", False), ("1", False), (None, True)])
def test_no_color_counts_even_when_it_is_empty(value: str | None, colours: bool) -> None:
    assert of(**({} if value is None else {"NO_COLOR": value})).colours is colours


@pytest.mark.parametrize(
    ("environment", "spares"),
    [
        ({"STY": "12.pts-0.host"}, True),
        ({"STY": "12.pts-0.host", "TERM": "xterm-256color"}, True),
        ({"STY": "12.pts-0.host", "TMUX": "/tmp/tmux-0/default,1,0"}, False),
        ({"TERM": "screen-256color"}, False),
        ({}, False),
    ],
)
def test_the_mouse_starts_off_in_gnu_screen_alone_which_swallows_escape(
    environment: dict[str, str], spares: bool
) -> None:
    assert of(**environment).spares_mouse is spares


def test_the_mouse_of_a_visitor_does_not_hang_on_the_terminal_of_the_hall() -> None:
    assert not of(STY="12.pts-0.host")._replace(served=True).spares_mouse


async def test_the_settings_say_why_the_mouse_starts_off(hall: Door) -> None:
    hall.surroundings = of(STY="12.pts-0.host")
    async with hall() as visit:
        await visit.do("settings")
        while top(visit.app, SettingsScreen).chosen != "mouse":
            await visit.do("down")
        assert "GNU screen swallows Esc while the mouse is on, so the mouse starts off" in " ".join(visit.text.split())


def test_a_line_of_ssh_gets_fewer_reports() -> None:
    assert of(SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22").report_interval > of().report_interval


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANGUAGE": "de:fr", "LANG": "es"}, "de:fr"),
        ({"LC_ALL": "de", "LC_MESSAGES": "fr"}, "de"),
        ({"LC_MESSAGES": "fr", "LANG": "es"}, "fr"),
        ({"LANGUAGE": "", "LANG": "es"}, "es"),
        ({"LANG": ""}, "C"),
    ],
)
def test_the_language_is_named_by_the_first_variable_that_says_something(
    environment: dict[str, str], language: str
) -> None:
    assert of(**environment).language == language


async def test_ascii_is_asked_for_before_what_the_settings_say_and_a_choice_in_the_hall_goes_before_both(
    hall: Door,
) -> None:
    hall.furnish(glyphs="unicode")
    async with hall(size=(80, 24)) as visit:
        assert not visit.text.isascii()
    hall.surroundings = Surroundings(ascii=True)
    async with hall(size=(80, 24)) as visit:
        assert visit.text.isascii()
        visit.app.choose("glyphs", "auto")
        await visit.settle()
        assert not visit.text.isascii()


@pytest.mark.parametrize("line", ["--ascii play tictactoe", "play --ascii tictactoe", "play tictactoe --ascii"])
def test_the_option_for_ascii_stands_anywhere(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def run(arguments: list[str], caller: Caller) -> int:
        assert arguments == ["play", "tictactoe"]
        asked.append(caller.surroundings.ascii)
        return 0

    monkeypatch.setattr("tui.command.commands.run", run)
    assert main(line.split()) == 0
    assert asked == [True]


async def test_what_the_environment_says_later_is_not_heard(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.surroundings = Surroundings(unicode=False)
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 1 10.0.0.2 22")
    async with hall("tictactoe", players=("human", "human")) as visit:
        assert visit.text.isascii()
        assert visit.app.surroundings.report_interval == Surroundings().report_interval


def test_only_the_command_line_asks_the_environment() -> None:
    folder = Path(tui.__file__).parent
    asking = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    }
    assert asking <= MAY_ASK


PAGE = {
    "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "SSH_CONNECTION": "1 2 3 4",
    "STY": "1.pts",
    "LANG": "es_ES.ISO-8859-1",
    "TRIQUI_HOME": "/mine",
    "TRIQUI_LANG": "en",
}
"""The variables of a page's process whose server was started in a poor terminal."""


def test_a_page_is_no_poor_terminal_whichever_its_server_was_started_in() -> None:
    assert Surroundings.of(PAGE, "ascii") == Surroundings(
        web=True, language="es_ES.ISO-8859-1", home="/mine", asked="en"
    )


def test_another_driver_makes_no_page() -> None:
    assert not Surroundings.of(PAGE | {"TEXTUAL_DRIVER": "textual.drivers.linux_driver:LinuxDriver"}, "utf-8").web


@pytest.mark.parametrize(
    ("served", "web", "starts"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_programs_are_started_at_the_machine_that_runs_them(served: bool, web: bool, starts: bool) -> None:
    assert Surroundings(served=served, web=web).starts_programs is starts
