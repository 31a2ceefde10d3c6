"""Chromium, driven by its keys and its mouse, and what it shows of the hall."""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyte
import pytest
from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.pty.terminal import wait_until

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
LISTEN = """
window.heard = {load: Math.random(), frames: [], size: null};
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    window.heard.address = words[0];
    this.addEventListener("message", (event) => {
      if (event.data instanceof ArrayBuffer) {
        window.heard.frames.push(btoa(String.fromCharCode(...new Uint8Array(event.data))));
      }
    });
  }
  send(data) {
    const [kind, size] = JSON.parse(data);
    if (kind === "resize") {
      window.heard.size = size;
      window.heard.frames.push(size);
    }
    super.send(data);
  }
};
"""
"""Notes in the page what goes over its websocket."""
TAKE = "const heard = window.heard; return heard && {load: heard.load, frames: heard.frames.splice(0)};"
KEYS = {"enter": Keys.ENTER, "escape": Keys.ESCAPE, "down": Keys.ARROW_DOWN, "tab": Keys.TAB}


class Tab:
    """A page of the browser."""

    def __init__(self, browser: webdriver.Chrome, link: str) -> None:
        self.browser = browser
        self.handle = browser.current_window_handle
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})
        self._load: float | None = None
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        browser.get(link)

    def _switch(self) -> None:
        if self.browser.current_window_handle != self.handle:
            self.browser.switch_to.window(self.handle)

    @property
    def screen(self) -> pyte.Screen:
        """What the hall has painted."""
        self._switch()
        found = self.browser.execute_script(TAKE)
        if not found:
            return self._screen
        if found["load"] != self._load:
            self._load, self._screen = found["load"], pyte.Screen(80, 24)
            self._stream = pyte.ByteStream(self._screen)
        for frame in found["frames"]:
            if isinstance(frame, str):
                self._stream.feed(base64.b64decode(frame))
            elif (frame["height"], frame["width"]) != (self._screen.lines, self._screen.columns):
                self._screen.resize(frame["height"], frame["width"])
        return self._screen

    @property
    def text(self) -> str:
        """The characters on the page."""
        return "\n".join(self.screen.display)

    def see(self, *texts: str) -> None:
        """Wait until all these texts are on the page."""
        self.until(lambda text: all(each in text for each in texts))

    def until(self, holds: Callable[[str], object]) -> None:
        """Wait until something holds of the text of the page."""
        wait_until(lambda: holds(self.text))

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        self._switch()
        for key in keys:
            ActionChains(self.browser).send_keys(KEYS.get(key, key)).perform()

    def hold(self, held: str, key: str) -> None:
        """Press a key while another one is held."""
        self._switch()
        ActionChains(self.browser).key_down(held).send_keys(key).key_up(held).perform()

    def click(self, column: int, row: int) -> None:
        """Click a character."""
        screen = self.screen
        found = self.browser.find_element(By.CSS_SELECTOR, ".xterm-screen")
        x, y = (
            (at + 0.5) * size / count
            for at, size, count in (
                (column, found.size["width"], screen.columns),
                (row, found.size["height"], screen.lines),
            )
        )
        left, top = found.size["width"] / 2, found.size["height"] / 2
        ActionChains(self.browser).move_to_element_with_offset(found, round(x - left), round(y - top)).click().perform()

    def place(self, text: str) -> tuple[int, int]:
        """The column and row where a text begins."""
        return next((line.index(text), row) for row, line in enumerate(self.screen.display) if text in line)

    def reload(self) -> None:
        """Load the page again."""
        self._switch()
        self.browser.refresh()

    def requests(self) -> set[str]:
        """The hosts that pages of the browser have asked for anything since it was last asked."""
        said = (json.loads(entry["message"])["message"] for entry in log_of(self.browser, "performance"))
        asked: list[Any] = [
            each["params"].get("request", each["params"]).get("url", "")
            for each in said
            if each["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated")
        ]
        return {found[0] for address in asked if (found := re.match(r"\w+://[^/]*", address))}


def log_of(browser: webdriver.Chrome, name: str) -> list[dict[str, Any]]:
    """What a browser has noted under a name since it was last asked."""
    found: list[dict[str, Any]] = browser.get_log(name)  # type: ignore[no-untyped-call]
    return found


def started(downloads: Path) -> webdriver.Chrome:
    """A browser without a window, which puts what it downloads into a folder."""
    options = webdriver.ChromeOptions()
    for option in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1000,700"):
        options.add_argument(option)
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.binary_location = CHROMIUM or ""
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    """A browser of one's own."""
    if not (CHROMIUM and DRIVER):
        pytest.skip(
            "There is no chromium with its chromedriver here; Debian's packages chromium and chromium-driver have them."
        )
    driver = started(tmp_path)
    yield driver
    driver.quit()
