"""Measures the hall in Chromium beside the same hall in a terminal: ``python -m tests.tools.pages [KEYS]``.

Both play the same game in windows of the same size while an engine thinks: compare the rows of one run with each other. In the
terminal a picture counts when its bytes are there; on a page when its bytes are there, and when the browser has drawn a frame
with it. ``--picture`` takes the picture of the manual instead.
"""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium import webdriver

from tests.pty.terminal import PROGRAM, TOLD_TO_MOVE
from tests.tui.web.browser import Tab, started
from tests.tui.web.opened import OpenHall
from tui.bench.figures import ANSWERED, BETWEEN, quantile, times
from tui.bench.program import opened
from tui.household.settings import Settings
from tui.household.settings_file import change

PICTURE = Path(__file__).parents[2] / "screenshots" / "browser.png"
GAME = "tictactoe"
LOADS = 10
PAGES = 8
SECONDS_AT_REST = 10
WATCH = """
const Heard = window.WebSocket;
const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
const told = new TextDecoder();
window.bytes = 0;
window.WebSocket = class extends Heard {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", async (event) => {
      if (!(event.data instanceof ArrayBuffer)) return;
      window.bytes += event.data.byteLength;
      const wanted = window.wanted || "TOLD_TO_MOVE";
      if (window.found || !told.decode(event.data).includes(wanted)) return;
      window.found = [performance.now()];
      await frame();
      window.found.push(performance.now());
    });
  }
};
""".replace("TOLD_TO_MOVE", TOLD_TO_MOVE)
"""Notes in a page when a text comes, the first time after it was asked for, and when the browser has drawn it."""
PRESS = """
const key = arguments[0];
window.wanted = "▸";
window.found = null;
window.began = performance.now();
document.querySelector(".xterm-helper-textarea").dispatchEvent(
  new KeyboardEvent("keydown", {key, code: key, keyCode: arguments[1], bubbles: true, cancelable: true}));
"""
FOUND = (
    "return window.found && window.found.length === 2 ? window.found.map((time) => time - (window.began || 0)) : null"
)
CURSOR = re.compile("▸".encode()).search
PAGE_KEYS = (("ArrowLeft", 37), ("ArrowRight", 39))


@contextmanager
def hall(*arguments: str, engine: str = "mcts") -> Iterator[OpenHall]:
    """A hall in the browser; unless another engine is named, that of its panel does not soon come to an end."""
    with TemporaryDirectory() as folder:
        change(Path(folder), Settings(), Settings(engine=engine, welcome=False))
        opened = OpenHall(Path(folder), *arguments)
        try:
            yield opened
        finally:
            opened.end()


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """A browser that watches its pages."""
    with TemporaryDirectory() as folder:
        driver = started(Path(folder))
        try:
            yield driver
        finally:
            driver.quit()


def found(driver: webdriver.Chrome) -> tuple[float, float]:
    """Milliseconds until a text has come and until it is drawn."""
    while not (times := driver.execute_script(FOUND)):
        time.sleep(0.01)
    came, drawn = times
    return came, drawn


def row(name: str, found: list[float]) -> str:
    return f"{name:<44} {quantile(sorted(found), 0.5):6.1f} {quantile(sorted(found), 0.99):6.1f}"


def on_page(keys: int) -> Iterator[str]:
    """The rows of the page, and the size of its window."""
    with hall(GAME) as opened, browser() as driver:
        tab = Tab(driver, opened.link)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        loads = []
        for _ in range(LOADS):
            driver.get(opened.origin)
            loads.append(found(driver))
        for at, name in enumerate(("page: link to the first picture's bytes", "page: link to the first picture drawn")):
            yield row(name, [times[at] for times in loads])
        time.sleep(ANSWERED)
        pressed = []
        for i in range(keys):
            driver.execute_script(PRESS, *PAGE_KEYS[i % 2])
            pressed.append(found(driver))
            time.sleep(BETWEEN)
        for at, name in enumerate(("page: key to the picture's bytes", "page: key to the picture drawn")):
            yield row(name, [times[at] for times in pressed])
        yield f"page: {tab.screen.columns}x{tab.screen.lines}"


def in_terminal(keys: int) -> Iterator[str]:
    """The rows of the terminal."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        change(folder, Settings(), Settings(engine="mcts", welcome=False))
        starts = []
        for _ in range(LOADS):
            began = time.monotonic()
            with opened((str(PROGRAM), "play", GAME), folder, (111, 26)) as program:
                program.see(TOLD_TO_MOVE)
                starts.append(1000 * (time.monotonic() - began))
                if len(starts) == LOADS:
                    program.read(ANSWERED)
                    pressed = times(program, dict.fromkeys(("left", "right"), CURSOR), keys)
        yield row("terminal: command to the first picture's bytes", starts)
        yield row("terminal: key to the picture's bytes", pressed)


def at_rest() -> str:
    """The bytes that go over the loopback device for a page at rest, both ways."""
    with hall() as opened, browser() as driver:
        Tab(driver, opened.link)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        driver.get(opened.origin)
        time.sleep(2 * ANSWERED)
        before = driver.execute_script("return window.bytes")
        time.sleep(SECONDS_AT_REST)
        return (
            f"bytes to a page at rest in {SECONDS_AT_REST} s: {driver.execute_script('return window.bytes') - before}"
        )


def many() -> str:
    """How soon pages that open at once have their first picture."""
    with hall(GAME) as opened, browser() as driver:
        tabs, began = [Tab(driver, opened.link)], time.monotonic()
        for _ in range(PAGES - 1):
            driver.switch_to.new_window("tab")
            tabs.append(Tab(driver, opened.origin))
        for tab in tabs:
            tab.see(TOLD_TO_MOVE)
        return (
            f"{PAGES} tabs at once: all drawn after {time.monotonic() - began:.1f} s, {len(opened.processes)} processes"
        )


def ends() -> Iterator[str]:
    """How soon nothing is left of a server with three pages, however it ends."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        with hall(GAME) as opened, browser() as driver:
            Tab(driver, opened.link).see(TOLD_TO_MOVE)
            for _ in range(2):
                driver.switch_to.new_window("tab")
                Tab(driver, opened.origin).see(TOLD_TO_MOVE)
            there, began = len(opened.processes), time.monotonic()
            opened.end(number)
            yield f"{number.name}: {there} processes gone after {time.monotonic() - began:.2f} s"


def take_picture() -> None:
    """Take the picture of the manual's page about the browser."""
    dark: dict[str, Any] = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    with hall(engine="") as opened, browser() as driver:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
        tab = Tab(driver, opened.link)
        tab.see("settings")
        tab.press("enter")
        tab.see(TOLD_TO_MOVE)
        tab.press("5")
        tab.see("move 3", "exact")
        time.sleep(ANSWERED)
        driver.save_screenshot(str(PICTURE))


def main() -> None:
    """Measure everything and print it."""
    if "--picture" in sys.argv:
        take_picture()
        return
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{'':<44}    p50    p99 ms")
    for rows in (in_terminal(keys), on_page(keys)):
        for line in rows:
            print(line, flush=True)
    print(at_rest(), flush=True)
    print(many(), flush=True)
    for line in ends():
        print(line, flush=True)


if __name__ == "__main__":
    main()
