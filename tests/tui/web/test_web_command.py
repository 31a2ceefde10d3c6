"""The command ``triqui web``: what it opens, and what it refuses in a sentence."""

from __future__ import annotations

import asyncio
import re
import signal
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from core.phrase import Phrase
from tests.tui.commands import Run
from tests.tui.web.site import UNTIL_CLOSED, program
from tui.text.catalogue import say
from tui.web.running import WebPlan, redirection, serve


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[WebPlan]:
    """The halls that would be opened."""
    noted: list[WebPlan] = []

    async def note(plan: WebPlan, say: Any) -> None:
        noted.append(plan)

    monkeypatch.setattr("tui.web.running.serve", note)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    return noted


def test_the_usual_hall_is_for_this_machine_alone_on_any_free_port(triqui: Run, plans: list[WebPlan]) -> None:
    assert triqui("web").code == 0
    (plan,) = plans
    assert (plan.address, plan.port, plan.programs) == ("127.0.0.1", 0, [])
    assert plan.command[0] == sys.executable


def test_a_page_opens_the_game_that_is_named_in_the_language_and_characters_of_the_command_line(
    triqui: Run, plans: list[WebPlan]
) -> None:
    assert triqui("web", "nim:3,4,5", "--ascii", "--language", "es").code == 0
    assert plans[0].command[-5:] == ["--language", "es", "--ascii", "play", "nim:3,4,5"]


@pytest.mark.parametrize(
    ("variable", "option", "opens"),
    [("DISPLAY", "", True), ("BROWSER", "", True), ("", "", False), ("DISPLAY", "--no-open", False)],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a window")
def test_the_browser_is_opened_where_it_has_a_window_and_nobody_says_no(
    triqui: Run, plans: list[WebPlan], monkeypatch: pytest.MonkeyPatch, variable: str, option: str, opens: bool
) -> None:
    if variable:
        monkeypatch.setenv(variable, ":0")
    assert triqui("web", *option.split()).code == 0
    assert plans[0].opens is opens


def test_programs_are_named_one_by_one(triqui: Run, plans: list[WebPlan]) -> None:
    assert triqui("web", "--program", "ugi:./mine", "--program", "UGI:./yours").code == 0
    assert plans[0].programs == ["ugi:./mine", "ugi:./yours"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--program best", "best:full is not an external program"),
        ("chess", "chess"),
        ("--port 65536", "--port"),
        ("--address 0.0.0.0", "0.0.0.0 is not a loopback address"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(triqui: Run, words: str, said: str) -> None:
    answer = triqui("web", "--no-open", *words.split())
    assert answer.code == 2
    assert said in " ".join(answer.err.split())


def test_without_textual_serve_it_is_said_how_to_get_it(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.command.web.find_spec", lambda name: None)
    answer = triqui("web")
    assert answer.code == 2
    assert "pip install 'triqui[web]'" in " ".join(answer.err.split())


def test_other_commands_and_pages_need_no_textual_serve(monkeypatch: pytest.MonkeyPatch, triqui: Run) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    for name in [name for name in sys.modules if name.startswith("tui.web")]:
        monkeypatch.delitem(sys.modules, name)
    assert " web " in triqui("--help").out
    import tui.web.app  # noqa: F401, which a page of another server imports


def test_the_link_lies_in_a_file_for_this_user_alone_as_long_as_the_hall_is_open() -> None:
    with redirection("http://127.0.0.1:1/?key=a&b") as file:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert 'content="0; url=http://127.0.0.1:1/?key=a&amp;b"' in file.read_text("utf-8")
    assert not file.exists()


async def test_the_browser_is_led_by_the_file_and_the_link_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The list of processes has no link, nor the log."""
    loop, told = asyncio.get_running_loop(), list[str]()
    opened: asyncio.Future[str] = loop.create_future()

    def note(address: str) -> None:
        text = Path(address.removeprefix("file://")).read_text("utf-8")
        loop.call_soon_threadsafe(opened.set_result, text)

    def hear(phrase: Phrase) -> None:
        told.append(say(phrase))

    monkeypatch.setattr("webbrowser.open", note)
    open_hall = asyncio.create_task(serve(WebPlan(program(UNTIL_CLOSED), "127.0.0.1", 0, True), hear))
    led = await opened
    signal.raise_signal(signal.SIGTERM)
    await open_hall
    (link,) = re.findall(r"http://127\.0\.0\.1:\d+/\?key=[\w-]{43}", told[1])
    assert link in led
    assert link.partition("=")[2] not in caplog.text
