"""SteadyApp: an app that goes on where Textual 8.2 ends or hangs because of fast input.

Each workaround names the fault of Textual 8.2 that it avoids, and the test of tests/tui/test_upstream.py that turns red once
Textual has mended it. Then the workaround can go.
"""

from __future__ import annotations

import asyncio
import signal
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual import on
from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.errors import NoWidget
from textual.events import Event, Key, MouseEvent
from textual.notifications import Notification, Notify, SeverityLevel
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from tui.screens.base.window import Window

_MIN_SECONDS = 0.01


class Notice(Notification):
    """A notice whose timer ends in the future, even if its time is up before it is on the screen.

    Textual 8.2: a timer that is to end in the past takes the processor for ever.
    Goes when test_a_timer_that_ends_in_the_past_never_gives_way turns red.
    """

    @property
    def time_left(self) -> float:
        """Remaining seconds on the screen."""
        return max(super().time_left, _MIN_SECONDS)

    @property
    def has_expired(self) -> bool:
        """Whether no time remains."""
        return super().time_left <= 0


class SteadyApp(App[None]):
    """Ignores or delays input that is faster than screens and widgets come and go."""

    _key_at: Widget | None = None
    """The widget that received the last key, None once the key has come back."""
    _owes_picture = False
    """Whether no change by the last key is painted yet."""
    _keys_ahead: deque[tuple[Key, Screen[Any]]]
    """The keys that wait for the end of the key before them, each with the screen for which it was pressed."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._keys_ahead = deque()

    def on_load(self) -> None:
        """Let no task begin inside the call that makes it.

        Textual 8.2: from Python 3.12 on a task begins inside the call that makes it. A pushed screen then makes its widgets
        before its style sheet is read, and only the second styling of each screen, which the hall does without, hides that.
        Goes when test_a_screen_makes_its_widgets_before_its_style_sheet_is_read turns red.
        """
        asyncio.get_running_loop().set_task_factory(None)

    def _build_driver(self, *arguments: Any, **options: Any) -> Driver:
        """The driver. It stops and goes on between two calls of the loop, as one of them may hold a lock that it needs.

        Textual 8.2: it stops and goes on wherever a signal comes, and may then wait for itself.
        Goes when test_a_driver_stops_in_the_middle_of_a_call turns red.
        """
        driver = super()._build_driver(*arguments, **options)
        if stop := getattr(driver, "_sigtstp_application", None):  # it has a terminal
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTSTP, stop)
            loop.add_signal_handler(signal.SIGCONT, self._take_terminal_again)
        return driver

    def _take_terminal_again(self) -> None:
        """Set up the terminal after a stop, of which only that of Ctrl-Z has given it back before.

        Textual 8.2: after any other stop a second thread reads the keys, and the terminal is left without echo at the end,
        which may never come.
        Goes when test_a_driver_that_has_not_stopped_starts_once_more turns red.
        """
        driver: Any = self._driver
        if not driver._must_signal_resume and driver.attrs_before and self.is_running:
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # the shell may have the terminal by now
            driver.suspend_application_mode()
            driver._must_signal_resume = True
        if driver._must_signal_resume:
            driver.resume_application_mode()

    @on(Driver.SignalResume)
    def _paint_again(self) -> None:
        """Paint everything after a stop.

        Textual 8.2: a window that has the size it had before is not painted, although the terminal has cleared it.
        Goes when test_a_size_that_has_not_changed_paints_nothing turns red.
        """
        self.refresh(layout=True)

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that show through the translucent ones above them.

        Textual 8.2: the screen below an opaque one counts as well, and both are painted whenever the hidden one changes.
        Goes when test_a_screen_below_an_opaque_one_counts_as_seen turns red.
        """
        stack = self._screen_stack
        return super()._background_screens if stack and stack[-1].styles.background.a < 1 else []

    @property
    def given_keys(self) -> Mapping[str, str]:
        """The keys of actions with other keys than the usual ones; another object after each change."""
        return self._keymap

    def does(self, action: str, node: DOMNode) -> bool:
        """Whether an action does something now, as a key or a click at a node has it."""
        return self._check_action_state(action, node) is not False

    async def on_event(self, event: Event) -> None:
        """Handle an event; ignore the mouse on a widget that is being removed.

        Textual 8.2 (its issue 6643): until the next layout such a widget is found at its place, and asked for the region of
        its parent, which is gone.
        Goes when test_a_click_on_what_is_being_taken_away_ends_the_app turns red.
        """
        if isinstance(event, MouseEvent) and not event.is_forwarded and self._meets_what_is_gone(event):
            self.screen.clear_selection()  # for the button may be let go
        elif isinstance(event, Key):
            await self._on_key_in_turn(event)
        else:
            await super().on_event(event)

    async def _on_key_in_turn(self, event: Key) -> None:
        """Give a key to the widget with the focus once the key before it has had its effect.

        A key has no effect on a screen that opened after it was given out.

        Textual 8.2: a key goes from widget to widget through their queues, so the second of two keys at once may come to a
        widget that the first takes the focus from.
        Goes when test_the_second_of_two_keys_comes_to_the_widget_that_the_first_takes_the_focus_from turns red.
        """
        if event.is_forwarded:  # no widget has stopped it, and it runs its action now
            if self._key_at is None or (self._key_at.is_attached and self._key_at.screen is self.screen):
                await super().on_event(event)
            self._key_at = None
            return
        self._keys_ahead.append((event, self.screen))
        if len(self._keys_ahead) > 1:  # the next one is on its way already
            return
        if self._key_at is None:
            await self._next_key()
        else:
            self._follow_key(self._key_at, self._next_key)

    def _follow_key(self, node: DOMNode, then: Callable[[], object]) -> None:
        """Follow the last key through the queues from a node up to the app, and call ``then``."""
        if node.parent is None or not node.call_later(self._follow_key, node.parent, then):
            self.call_later(then)

    def after_key(self, then: Callable[[], object]) -> None:
        """Call ``then`` once the last key has had its effect, at once if it already has."""
        if self._key_at is None:
            then()
        else:
            self._follow_key(self._key_at, then)

    def paint_for_key(self, widget: Widget) -> None:
        """Paint the first change of a widget by the last key at once. While more keys wait, the next frame paints it."""
        screen = widget.screen
        if self._owes_picture and not self._keys_ahead and screen is self.screen and isinstance(screen, Window):
            self._owes_picture = False
            screen.paint_at_once(widget)

    def hand_on(self, keys: Sequence[Key], closed: Screen[Any]) -> None:
        """Give keys to the screen on top, before the waiting keys. Those for a screen that has ``closed`` go to it too."""
        waiting = [(key, self.screen if screen is closed else screen) for key, screen in self._keys_ahead]
        self._keys_ahead = deque([*((key, self.screen) for key in keys), *waiting])
        if keys and not waiting:
            self.call_later(self._next_key)

    async def _next_key(self) -> None:
        """Give out the next key that was pressed for the screen on top. If more keys wait, follow it."""
        self._key_at = None
        while self._keys_ahead and self._key_at is None:
            key, screen = self._keys_ahead.popleft()
            handed_on = getattr(self.screen, "hands_keys_on", False)
            if screen is self.screen or (handed_on and screen is self.screen_stack[-2]):
                self._key_at, self._owes_picture = self.focused or self.screen, True
                await super().on_event(key)
        if self._keys_ahead and self._key_at is not None:
            self._follow_key(self._key_at, self._next_key)

    def _meets_what_is_gone(self, event: MouseEvent) -> bool:
        try:
            widget, _region = self.get_widget_at(event.x, event.y)
        except NoWidget:
            return False
        return not (self.mouse_captured or widget.is_attached)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action, once the widgets of a new screen are there. Actions of a covered screen have no effect, as another
        screen would run them. A list without a row in the window is not paged through.

        Textual 8.2: to page through such a list raises KeyError.
        Goes when test_a_list_without_rows_in_the_window_cannot_be_paged_through turns red.
        """
        if not self.screen.is_mounted:
            self.screen.call_later(self.run_action, action, default_namespace, namespaces)
            return True
        of = default_namespace or self
        if not of.is_attached or of.screen is not self.screen:
            return False
        if isinstance(of, OptionList) and not of.scrollable_content_region:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def action_show_help_panel(self) -> None:
        """Show the keys of the widget with the focus, unless the app is about to end.

        Textual 8.2: to mount anything then raises MountError.
        Goes when test_to_mount_a_widget_once_the_app_is_to_end_raises turns red.
        """
        if self.screen.is_attached:
            super().action_show_help_panel()

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notice for ``timeout`` seconds, or for the usual time."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(Notice(message, title, severity, seconds, markup=markup)))
