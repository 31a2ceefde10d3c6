"""Faults of Textual 8.2 that the hall works around, each in an app of Textual alone.

A test that turns red says that Textual has mended a fault: the workaround that names the test can go, and the test with it.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.app import App, ComposeResult
from textual.binding import BindingsMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.events import Event, Key, MouseDown, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import MountError, Widget
from textual.widgets import Label, OptionList, Tree

import tui


class Labels(App[None]):
    """Two lines of text."""

    def compose(self) -> ComposeResult:
        yield Label("stays", id="stays")
        yield Label("goes", id="goes")


class _Endless(Exception):
    """Something asks the time again and again."""


async def test_a_timer_that_ends_in_the_past_never_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()

    def now() -> float:
        if next(asked) > 1000:
            raise _Endless
        return monotonic()

    monkeypatch.setattr("textual._time.get_time", now)
    with pytest.raises(_Endless):
        await Timer(App[None](), -1.0, repeat=0)._run()


class _Styled(Screen[int]):
    """A screen whose label is narrow by its own style sheet, and which is styled once."""

    CSS = "#narrow { width: 5; }"

    def compose(self) -> ComposeResult:
        yield Label("more than five", id="narrow")

    async def on_event(self, event: Event) -> None:
        if isinstance(event, ScreenResume):
            event.refresh_styles = False
        await super().on_event(event)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a task begins in its turn before Python 3.12")
async def test_a_screen_makes_its_widgets_before_its_style_sheet_is_read() -> None:
    async def look(pilot: Pilot[object]) -> None:
        await pilot.app.push_screen(_Styled())
        await pilot.pause()
        pilot.app.exit(pilot.app.screen.query_one("#narrow").size.width)

    assert await App[object]().run_async(headless=True, auto_pilot=look) != 5


@pytest.mark.skipif(sys.platform == "win32", reason="a program is not stopped there")
async def test_a_driver_that_has_not_stopped_starts_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.drivers.linux_driver import LinuxDriver

    started = list[LinuxDriver]()
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(LinuxDriver, "start_application_mode", lambda driver: started.append(driver))
    driver = LinuxDriver(App[None]())
    driver._sigcont_application()
    assert started == [driver]


@pytest.mark.skipif(sys.platform == "win32", reason="a program is not stopped there")
async def test_a_driver_stops_in_the_middle_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.drivers.linux_driver import LinuxDriver

    handlers = dict[int, object]()
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    driver = LinuxDriver(App[None]())
    assert handlers[signal.SIGTSTP] == driver._sigtstp_application


async def test_a_size_that_has_not_changed_paints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Labels()
    async with app.run_test() as pilot:
        await pilot.pause()
        painted = list[object]()
        monkeypatch.setattr(app, "_display", lambda screen, picture: painted.extend([picture] if picture else []))
        await app._on_resize(Resize(app.size, app.size))
        await pilot.pause(0.1)
    assert painted == []


async def test_a_screen_below_an_opaque_one_counts_as_seen() -> None:
    app = App[None]()
    async with app.run_test():
        below = app.screen
        await app.push_screen(Screen[None]())
        assert app.screen.styles.background.a == 1
        assert app._background_screens == [below]


async def test_a_click_on_what_is_being_taken_away_ends_the_app() -> None:
    app = Labels()
    async with app.run_test():
        gone = app.query_one("#goes")
        at = gone.region.offset
        with patch.object(Screen, "_refresh_layout"):
            gone.remove()
            while gone.is_attached:
                await asyncio.sleep(0)
        with pytest.raises(AttributeError, match="region"):
            await app.on_event(MouseDown(None, *at, 0, 1, 1, False, False, False))


async def test_the_second_of_two_keys_comes_to_the_widget_that_the_first_takes_the_focus_from() -> None:
    heard: list[tuple[str, str | None]] = []

    class Passing(Widget, can_focus=True):
        def on_key(self, event: Key) -> None:
            heard.append((event.key, self.id))
            self.screen.query_one("#second").focus()

    class Two(App[None]):
        def compose(self) -> ComposeResult:
            yield Passing(id="first")
            yield Passing(id="second")

    app = Two()
    async with app.run_test() as pilot:
        for key in "xy":
            app.post_message(Key(key, key))
        await pilot.pause()
    assert heard == [("x", "first"), ("y", "first")]


async def test_a_list_without_rows_in_the_window_cannot_be_paged_through() -> None:
    class Listed(App[None]):
        CSS = "OptionList { width: 0; height: 0; padding: 0; border: none; }"

        def compose(self) -> ComposeResult:
            yield OptionList("one", "two")

    app = Listed()
    async with app.run_test():
        listed = app.query_one(OptionList)
        listed.highlighted = 0
        with pytest.raises(KeyError):
            await listed.run_action("page_down")


async def test_the_bindings_are_found_twice_for_a_key() -> None:
    app = Labels()
    async with app.run_test() as pilot:
        copied, copy = [], BindingsMap.copy

        def counted(found: BindingsMap) -> BindingsMap:
            copied.append(found)
            return copy(found)

        with patch.object(BindingsMap, "copy", counted):
            await pilot.press("x")
        assert [found is app.screen._bindings for found in copied].count(True) == 2


async def test_others_run_before_a_screen_that_is_waited_for_is_opened() -> None:
    class Closing(Screen[None]):
        def on_mount(self) -> None:
            self.dismiss()

    app, open_by_then = App[None](), []

    async def other() -> None:
        open_by_then.append(len(app.screen_stack))

    async def ask() -> None:
        app.call_next(other)
        await app.push_screen_wait(Closing())

    async with app.run_test():
        await app.run_worker(ask()).wait()
    assert open_by_then == [1]


async def test_a_screen_below_a_dialog_is_painted_again_after_it_was_painted() -> None:
    app = Labels()
    async with app.run_test():
        below = app.screen
        await app.push_screen(ModalScreen[None]())
        below._repaint_required = False
        below._compositor._dirty_regions.add(Region(0, 0, 1, 1))
        below._compositor_refresh()
        assert below._repaint_required


async def test_a_screen_that_opens_is_painted_several_times(monkeypatch: pytest.MonkeyPatch) -> None:
    app, painted = Labels(), []
    async with app.run_test() as pilot:
        monkeypatch.setattr(App, "_display", lambda app, screen, picture: painted.append(picture))
        await app.push_screen(ModalScreen[None]())
        await pilot.pause()
        app.screen._on_timer_update()
    assert len([picture for picture in painted if picture]) > 1


async def test_a_screen_that_opens_is_styled_twice() -> None:
    class Opened(Screen[None]):
        def compose(self) -> ComposeResult:
            yield Label("styled", id="styled")

    app, styled, style = App[None](), [], Stylesheet.apply

    def counted(sheet: Stylesheet, node: DOMNode, **more: Any) -> None:
        styled.append(node.id)
        style(sheet, node, **more)

    async with app.run_test() as pilot:
        with patch.object(Stylesheet, "apply", counted):
            app.push_screen(Opened())
            await pilot.pause()
    assert styled.count("styled") == 2


async def test_a_screen_is_laid_out_for_a_size_that_the_window_no_longer_has() -> None:
    app = Labels()
    async with app.run_test(size=(80, 24)):
        app.screen._screen_resized(Size(40, 12))
        assert app.screen._compositor.size == Size(40, 12) != app.size


def test_a_changed_span_is_sent_from_the_left_edge_of_its_piece_on() -> None:
    update = ChopsUpdate([{0: Strip([Segment("abcdef")])}], [(0, 3, 5)], [[6]])
    assert "abc" in update.render_segments(Console())


async def test_a_hidden_widget_is_not_painted_over_once_the_places_of_all_were_asked_for() -> None:
    app = Labels()
    async with app.run_test():
        hidden, compositor = app.query_one("#goes"), app.screen._compositor
        place = hidden.region
        hidden.display = False
        compositor._full_map_invalidated = True  # as it is after a new widget
        assert hidden not in compositor.full_map
        compositor._dirty_regions.clear()
        compositor.reflow(app.screen, app.size)
        assert not any(place.overlaps(dirty) for dirty in compositor._dirty_regions)


async def test_a_widget_with_rows_of_its_own_keeps_what_was_to_be_painted() -> None:
    class Rows(Widget):
        def render_line(self, y: int) -> Strip:
            return Strip.blank(self.size.width)

    class Own(App[None]):
        def compose(self) -> ComposeResult:
            yield Rows()

    app = Own()
    async with app.run_test() as pilot:
        rows = app.query_one(Rows)
        rows.refresh(Region(0, 0, 1, 1))
        await pilot.pause()
        rows.render_lines(Region(0, 0, 1, 1))
        assert rows._dirty_regions


async def test_to_mount_a_widget_once_the_app_is_to_end_raises() -> None:
    app = Labels()
    async with app.run_test():
        app.exit()
        with pytest.raises(MountError):
            app.action_show_help_panel()


def test_a_tree_lacks_a_state_until_it_is_first_painted() -> None:
    assert not hasattr(Tree[None]("root"), "_pseudo_class_state")


def test_a_workaround_names_a_test_of_this_module() -> None:
    sources = [path.read_text("utf-8") for path in Path(tui.__file__).parent.rglob("*.py")]
    named = {test for source in sources for test in re.findall(r"Goes when \S*?(test_\w+)\s+turns red", source)}
    assert len(named) > 10
    assert named <= globals().keys()


async def test_what_is_drawn_just_after_a_frame_waits_for_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    now, frames = 0.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    def frame() -> None:
        nonlocal now
        if frames:
            frames.append(now)
            raise asyncio.CancelledError
        now += 2.2  # for so long there was nothing to paint
        frames.append(now)

    monkeypatch.setattr("textual.timer.sleep", sleep)
    monkeypatch.setattr("textual._time.get_time", lambda: now)
    async with App[None]().run_test() as pilot:
        with pytest.raises(asyncio.CancelledError):
            await Timer(pilot.app, 1.0, callback=frame)._run()
    first, second = frames
    assert second - first > 1.5
