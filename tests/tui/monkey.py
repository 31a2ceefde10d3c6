"""A monkey at the mouse and the keyboard: it does anything, faster than the app takes it, and nothing may end the app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from random import Random
from typing import TypeAlias

from textual.events import (
    AppBlur,
    AppFocus,
    Event,
    Key,
    MouseDown,
    MouseEvent,
    MouseMove,
    MouseScrollDown,
    MouseScrollUp,
    MouseUp,
    Paste,
    Resize,
)
from textual.geometry import Offset, Size
from textual.keys import key_to_character

from tests.tui.hall import Visit

Stage: TypeAlias = Callable[[], Awaitable[None]]
"""Opens a screen, from wherever the app is."""

BURST = 14
"""Deeds that come at once, at most."""
SIZES = [(80, 24)] * 4 + [(120, 40), (60, 20), (40, 12), (39, 12), (20, 5), (1, 1), (200, 60)]
PASTES = ["", "a1", "a1 b2 c3\n", "nim:3,4,5", "[b]x[/", "\x1b[31m\0", "ñ漢é́🙂", "9" * 300, "x\n" * 50, "0 -1 zz99"]
KEYS = (
    "enter escape tab space up down left right home end pageup pagedown backspace delete shift+tab f1 f2 ctrl+p ctrl+c"
)
LETTERS = "abcdefghijklmnoprstuvwxyzBDEGLNORSTWX0123456789:/?<>+-.,"


def mouse(kind: type[MouseEvent], at: Offset, button: int = 1) -> MouseEvent:
    """What the mouse does at a place of the screen."""
    return kind(None, *at, 0, 1, button, False, False, False)


class Monkey:
    """Does things in a hall that is open. What it does hangs on its ``seed`` and on what it finds on the screen."""

    def __init__(self, visit: Visit, seed: int) -> None:
        self._visit = visit
        self._chance = Random(seed)
        self._done: list[str] = []

    async def romp(self, stages: Mapping[str, Stage], deeds: int) -> None:
        """Do so many things in all, as many from each stage."""
        for name, stage in stages.items():
            await stage()
            await self._visit.settle()
            self._done = [name]
            left = deeds // len(stages)
            while left > 0:
                burst = self._chance.randint(1, min(left, BURST))
                left -= burst
                for _ in range(burst):
                    self._do()
                await self._visit.settle()
                error = self._visit.app._exception
                assert error is None, f"{error!r} after {', '.join(self._done)}"

    def _do(self) -> None:
        """One deed."""
        deeds = (
            self._key,
            self._click,
            self._drag,
            self._wheel,
            self._paste,
            self._resize,
            self._notice,
            self._engines,
        )
        (deed,) = self._chance.choices(deeds, (40, 30, 8, 8, 3, 2, 2, 2))
        self._done.append(deed.__name__)
        for event in deed():
            self._done.append(f"{event}")
            self._visit.app.post_message(event)

    def _place(self) -> Offset:
        """A place of the window, mostly one where something stands."""
        regions = [widget.region for widget in self._visit.app.screen.query("*") if widget.region]
        inside = (
            self._chance.choice(regions) if regions and self._chance.random() < 0.8 else self._visit.app.size.region
        )
        return Offset(
            self._chance.randrange(inside.x, max(inside.right, inside.x + 1)),
            self._chance.randrange(inside.y, max(inside.bottom, inside.y + 1)),
        )

    def _key(self) -> Iterator[Event]:
        """A key that does something here, or any."""
        bound = list(self._visit.app.screen.active_bindings)
        any_key = not bound or self._chance.random() < 0.4
        key = self._chance.choice([*KEYS.split(), *LETTERS] if any_key else bound)
        yield Key(key, key if len(key) == 1 else key_to_character(key))

    def _click(self) -> Iterator[Event]:
        """A click with one of the buttons, up to three times."""
        at, button = self._place(), self._chance.choice((1, 1, 1, 1, 2, 3))
        for _ in range(self._chance.choice((1, 1, 1, 2, 3))):
            yield mouse(MouseDown, at, button)
            yield mouse(MouseUp, at, button)

    def _drag(self) -> Iterator[Event]:
        """From one place to another by way of some; now and then the button is let go elsewhere."""
        yield mouse(MouseDown, self._place())
        for _ in range(self._chance.randint(1, 4)):
            yield mouse(MouseMove, self._place())
        if self._chance.random() < 0.9:
            yield mouse(MouseUp, self._place())

    def _wheel(self) -> Iterator[Event]:
        yield mouse(self._chance.choice((MouseScrollDown, MouseScrollUp)), self._place())

    def _paste(self) -> Iterator[Event]:
        yield Paste(self._chance.choice(PASTES))

    def _resize(self) -> Iterator[Event]:
        """Another size of the window, or a glance elsewhere."""
        if self._chance.random() < 0.3:
            yield AppBlur()
            yield AppFocus()
            return
        size = Size(*self._chance.choice(SIZES))
        assert self._visit.app._driver
        self._visit.app._driver._size = size
        yield Resize(size, size)

    def _notice(self) -> Iterator[Event]:
        """Something is said in a notice, for a moment or for longer."""
        self._visit.app.notify(
            "A notice that stands in the way.", timeout=self._chance.choice((0.05, 10)), markup=False
        )
        return iter(())

    def _engines(self) -> Iterator[Event]:
        """Engines think on, or answer."""
        engines = self._visit.engines
        (engines.release if engines.held else engines.hold)()
        return iter(())
