"""Window: what all screens and dialogs share.

Each workaround names the fault of Textual 8.2 that it avoids, and the test of tests/tui/test_upstream.py that turns red once
Textual has mended it. Then the workaround can go.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakSet

from textual.await_complete import AwaitComplete
from textual.binding import ActiveBinding, BindingsMap
from textual.dom import DOMNode
from textual.events import Event, Key, Mount, Paste, ScreenResume
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker

from tui.text.catalogue import _
from tui.text.keys import spoken

if TYPE_CHECKING:
    from tui.screens.base.port import KeyPort

AnswerT = TypeVar("AnswerT")

MIN_COLUMNS, MIN_ROWS = 40, 12
"""Minimum size of the window."""
USUAL_COLUMNS = 80
"""Minimum width for the board and the panel side by side."""


class Window(Screen[ScreenResultType]):
    """A screen of the hall or a dialog.

    It speaks the reader's language, keeps step with a window whose size changes fast, and costs nothing while it is covered.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._repeated: WeakSet[Timer] = WeakSet()
        with suppress(ImportError):  # where Textual is not as slim knows it, its own updates do
            from tui.drawing.slim import slim

            slim(self)

    _chain: tuple[Widget | None, object, list[tuple[DOMNode, BindingsMap]]] | None = None
    """The last bindings found, after the focused widget and the keys of the settings for which they hold."""

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """The bindings of each node from the focus up to the app, found once for a focus and the keys of the settings.

        Textual 8.2: they are found twice for each key.
        Goes when test_the_bindings_are_found_twice_for_a_key turns red.
        """
        focused, keys = self.focused, cast("KeyPort", self.app).given_keys
        if self._chain is None or self._chain[0] is not focused or self._chain[1] is not keys:
            self._chain = focused, keys, super()._binding_chain
        return self._chain[2]

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that apply now, described in the reader's language."""
        return spoken(super().active_bindings, self.verbs)

    @property
    def verbs(self) -> Mapping[str, str]:
        """Names of actions now, in the reader's language, where they differ from the table of keys."""
        return {}

    hands_keys_on = False
    """Whether keys pressed while it is on top are for the screen below."""

    _pasted = False
    """Whether text was pasted that no widget took, and no key has come since."""

    _is_new = True
    """Whether it has not been on top yet."""

    async def on_event(self, event: Event) -> None:
        """Handle an event. A screen that is closed before its widgets are there does not mount them.

        Textual 8.2: a screen that opens is styled with all its widgets, each of which was styled as it came.
        Goes when test_a_screen_that_opens_is_styled_twice turns red.
        """
        if isinstance(event, Mount) and self not in self.app.screen_stack:
            return
        if isinstance(event, ScreenResume):
            event.refresh_styles = event.refresh_styles and not self._is_new
            self._is_new = False
        if self._refuses(event):
            event.stop()
            if not self.takes_paste:
                self.complain(_("Pasted text isn't read here; type it."))
        else:
            await super().on_event(event)

    def _refuses(self, event: Event) -> bool:
        """Whether an event is pasted text that no widget took, or the Enter behind it, which would choose something else."""
        if isinstance(event, Paste):
            self._pasted = bool(event.text) and not self.pasted_waits
            return self._pasted and not self.takes_paste
        after = self._pasted and isinstance(event, Key)
        self._pasted = self._pasted and not after
        return after and isinstance(event, Key) and event.key == "enter"

    @property
    def takes_paste(self) -> bool:
        """Whether pasted text is read here."""
        return False

    @property
    def pasted_waits(self) -> bool:
        """Whether pasted text waits for Enter."""
        return self.takes_paste

    def complain(self, text: str) -> None:
        """Show why an action had no effect."""
        self.app.notify(text, markup=False)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with an answer. Only the first answer counts: keys typed ahead come before the widgets are there, and when
        the screen is gone or covered."""
        return super().dismiss(result) if self.is_active and self.is_mounted else AwaitComplete()

    async def open_dialog(self, dialog: Screen[AnswerT]) -> AnswerT | None:
        """The answer of a dialog that a key opens, None if this screen is covered: of two keys pressed at once the second comes
        before the dialog of the first is there.

        Textual 8.2: push_screen_wait lets others run before it opens the dialog.
        Goes when test_others_run_before_a_screen_that_is_waited_for_is_opened turns red.
        """
        if not self.is_active:
            return None
        return await asyncio.shield(self.app.push_screen(dialog, wait_for_dismiss=True))

    async def retranslate(self) -> None:
        """Show everything in a new language."""
        raise NotImplementedError

    # While another screen covers this one.

    def repeat(self, seconds: float, call: Callable[[], object]) -> Timer:
        """Call at intervals in seconds, except while another screen covers this one."""
        timer = self.set_interval(seconds, call, pause=not self.is_active)
        self._repeated.add(timer)
        return timer

    def repeat_work(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start work at intervals in seconds, except while another screen covers this one or the last work is not done, whose
        result would be lost."""
        at_work: Worker[None] | None = None

        def start() -> None:
            nonlocal at_work
            if at_work is None or at_work.is_finished:
                at_work = self.run_worker(work())

        self.repeat(seconds, start)

    def on_screen_suspend(self) -> None:
        """Pause the timers while another screen covers this one."""
        for timer in self._repeated:
            timer.pause()

    def on_screen_resume(self) -> None:
        """Resume the timers once nothing covers this screen."""
        for timer in self._repeated:
            timer.resume()

    _is_opening = True
    """Whether it has not been painted yet."""

    waits = False
    """Whether it is not drawn yet because its content is not there."""

    @property
    def is_complete(self) -> bool:
        """Whether its first picture can be painted."""
        return not self.waits

    def _on_timer_update(self) -> None:
        """Paint a frame, after the effect of a key on its way."""
        cast("KeyPort", self.app).after_key(self._paint_frame)

    def _paint_frame(self) -> None:
        """Lay out and paint all changes. A screen that opens is painted once it is laid out and complete.

        Textual 8.2: it is painted at each step of its layout, and once more as a whole.
        Goes when test_a_screen_that_opens_is_painted_several_times turns red.
        """
        super()._on_timer_update()
        if self._is_opening and self.is_active and self.is_complete:
            self._is_opening = False
            self._set_dirty()
            self._compositor.update_widgets({*self._compositor.visible_widgets})
            self._compositor_refresh()

    async def _invoke_and_clear_callbacks(self) -> None:
        """Call what waits for a picture; on a screen that opens that is its first picture."""
        if not (self._is_opening and self.is_active):
            await super()._invoke_and_clear_callbacks()

    def _compositor_refresh(self) -> None:
        """Paint the cells that changed, below a dialog too.

        Textual 8.2: below a dialog a screen that was painted is to be painted again at the next message.
        Goes when test_a_screen_below_a_dialog_is_painted_again_after_it_was_painted turns red.
        """
        if self._is_opening and self.is_active:
            return
        super()._compositor_refresh()
        if not self.is_active:
            self._repaint_required = False

    def paint_at_once(self, widget: Widget) -> None:
        """Paint a widget, and leave all else to the next frame, such as an engine's report. If a layout is due, the next frame
        paints the widget too.

        Textual 8.2: what is drawn just after a frame waits for up to two more.
        Goes when test_what_is_drawn_just_after_a_frame_waits_for_more_than_one turns red.
        """
        if self._is_opening or self._layout_required or self._scroll_required or self._repaint_required:
            return
        waiting = self._dirty_widgets - {widget}
        widget._repaint_required = False  # or it would have a frame of its own
        self._compositor.update_widgets({widget})
        self._compositor_refresh()
        self._dirty_widgets |= waiting

    def _screen_resized(self, size: Size) -> None:
        """Lay out for the size that the window has now.

        Textual 8.2: a screen receives each size for which it was laid out, and is laid out for that size again, although the
        window may have changed meanwhile. Two sizes then chase each other for ever.
        Goes when test_a_screen_is_laid_out_for_a_size_that_the_window_no_longer_has turns red.
        """
        super()._screen_resized(self.app.size)
