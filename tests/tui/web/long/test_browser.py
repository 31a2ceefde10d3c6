"""The hall in Chromium, played by keys and mouse. It takes 60 seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from tests.core import second_checker
from tests.pty.terminal import wait_until
from tests.tui.web.browser import Tab, log_of
from tests.tui.web.opened import OpenHall

Open = Callable[..., OpenHall]
HOME, PLAY = "settings", "Board:"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens halls in folders of their own."""
    halls: list[OpenHall] = []

    def open_hall(*arguments: str) -> OpenHall:
        halls.append(OpenHall(tmp_path / f"home-{len(halls)}", *arguments))
        return halls[-1]

    yield open_hall
    for hall in halls:
        assert hall.end() == 0


def greeted(tab: Tab) -> Tab:
    """A tab after the greeting of a newcomer."""
    tab.see("Welcome")
    tab.press("escape")
    tab.until(lambda text: "Welcome" not in text)
    return tab


def two_people(tab: Tab) -> None:
    """Begin a game of tic-tac-toe of two people."""
    tab.see(HOME)
    tab.press("t")
    tab.see(PLAY, "move 1")


def test_a_newcomer_opens_the_hall_chooses_a_game_and_plays_it_by_keys(opened: Open, browser: webdriver.Chrome) -> None:
    hall = opened()
    tab = greeted(Tab(browser, hall.link))
    assert (browser.title, browser.current_url) == ("triqui", f"{hall.origin}/")
    two_people(tab)
    for ply, key in enumerate("14253", 1):
        tab.press(key)
        tab.see(f"move {ply + 1}" if ply < 5 else "X wins")


def test_the_page_asks_no_other_host(opened: Open, browser: webdriver.Chrome) -> None:
    hall = opened()
    tab = greeted(Tab(browser, hall.link))
    tab.reload()
    tab.see(HOME)
    assert tab.requests() == {hall.origin, hall.origin.replace("http", "ws")}
    assert [entry for entry in log_of(browser, "browser") if entry["level"] == "SEVERE"] == []


def test_a_game_is_played_by_mouse(opened: Open, browser: webdriver.Chrome) -> None:
    tab = greeted(Tab(browser, opened().link))
    two_people(tab)
    (left, top), (_left, bottom) = tab.place("1     │     2     │"), tab.place("7     │     8     │")
    right = left + 2 * len("1     │     ")
    for ply, (column, row) in enumerate([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], 1):
        tab.click(left + column * (right - left) // 2, top + row * (bottom - top) // 2)
        tab.see(f"move {ply + 1}" if ply < 5 else "X wins")


def test_the_hall_follows_the_size_of_the_window(opened: Open, browser: webdriver.Chrome) -> None:
    tab = greeted(Tab(browser, opened().link))
    wide = tab.screen.columns
    browser.set_window_size(600, 500)
    tab.until(lambda text: tab.screen.columns < wide and HOME in text.splitlines()[0])
    browser.set_window_size(1400, 900)
    tab.until(lambda text: tab.screen.columns > wide and text.splitlines()[0].rstrip().endswith(HOME))


def test_a_page_that_is_loaded_again_continues_its_game(opened: Open, browser: webdriver.Chrome) -> None:
    tab = greeted(Tab(browser, opened().link))
    two_people(tab)
    tab.press("1")
    tab.see("move 2")
    tab.press("5")
    tab.see("move 3")
    tab.reload()
    tab.see(PLAY, "move 3", "1 X a1", "2 O b2")
    tab.press("q")
    tab.see(HOME)
    tab.reload()
    tab.see(HOME)


def test_a_certificate_is_downloaded_and_a_checker_that_knows_only_the_rules_accepts_it(
    opened: Open, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    tab = Tab(browser, opened("tictactoe").link)
    tab.see(PLAY, "exact")
    tab.press("P")
    file = tmp_path / "tictactoe-0.xz"
    wait_until(file.is_file)
    assert second_checker.check(file.read_bytes()) == "tictactoe draw"


def test_what_is_copied_is_in_the_clipboard_of_the_browser(opened: Open, browser: webdriver.Chrome) -> None:
    hall = opened()
    tab = greeted(Tab(browser, hall.link))
    allowed = {"origin": hall.origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.execute_cdp_cmd("Browser.grantPermissions", allowed)
    two_people(tab)
    tab.press("1")
    tab.see("move 2")
    tab.press("m")
    tab.see("copy the moves")
    tab.click(*tab.place("copy the moves"))
    tab.see("sent to the clipboard")
    read = "navigator.clipboard.readText().then(arguments[0], arguments[0]);"
    wait_until(lambda: browser.execute_async_script(read) == "a1")


def test_two_tabs_are_two_halls_with_the_same_games(opened: Open, browser: webdriver.Chrome) -> None:
    hall = opened()
    first = greeted(Tab(browser, hall.link))
    browser.switch_to.new_window("tab")
    second = Tab(browser, hall.origin)
    second.see(HOME)
    two_people(first)
    first.press("1")
    first.see("move 2")
    assert PLAY not in second.text
    second.reload()
    second.see("Continue")
    second.until(lambda text: "nothing unfinished" not in text)
    first.reload()
    first.see(PLAY, "move 2")


def test_halls_on_two_ports_do_not_shut_each_other_out(opened: Open, browser: webdriver.Chrome) -> None:
    halls = [opened(), opened()]
    tabs = []
    for hall in halls:
        browser.switch_to.new_window("tab")
        tabs.append(greeted(Tab(browser, hall.link)))
    for tab in tabs:
        tab.reload()
        tab.see(HOME)


def test_a_browser_without_the_link_sees_nothing(opened: Open, browser: webdriver.Chrome) -> None:
    hall = opened()
    browser.get(hall.origin)
    assert hall.processes == []


@pytest.mark.parametrize(("scheme", "light"), [("light", True), ("dark", False)])
def test_the_hall_is_as_light_as_the_page_prefers(
    opened: Open, browser: webdriver.Chrome, scheme: str, light: bool
) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    tab = greeted(Tab(browser, opened().link))
    background = tab.screen.buffer[tab.screen.lines - 3][0].bg
    assert (int(background[:2], 16) > 127) is light


def test_what_is_in_the_clipboard_is_pasted_and_what_is_marked_goes_there(
    opened: Open, browser: webdriver.Chrome
) -> None:
    hall = opened()
    permissions = {"origin": hall.origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.execute_cdp_cmd("Browser.grantPermissions", permissions)
    tab = greeted(Tab(browser, hall.link))
    browser.execute_async_script("navigator.clipboard.writeText('mnk:7,7,4').then(arguments[0])")
    tab.press("/")
    tab.hold(Keys.CONTROL, "v")
    tab.see("mnk:7,7,4")
    browser.execute_async_script("navigator.clipboard.writeText('').then(arguments[0])")
    tab.hold(Keys.SHIFT, Keys.HOME)
    tab.hold(Keys.CONTROL, "c")
    read = "navigator.clipboard.readText().then(arguments[0])"
    wait_until(lambda: browser.execute_async_script(read) == "mnk:7,7,4")


def test_a_hall_that_is_left_says_so_and_opens_again(opened: Open, browser: webdriver.Chrome) -> None:
    tab = greeted(Tab(browser, opened().link))
    tab.press("q")
    button = browser.find_element("css selector", "#closed button")
    wait_until(button.is_displayed)
    button.click()
    tab.see(HOME)
