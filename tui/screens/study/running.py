"""What a study shows step by step goes on by itself, faster or slower."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual.timer import Timer

from core.phrase import Phrase
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import _, say


class Running:
    """Calls ``tick`` again and again while it runs, at one of several ``speeds``: times a second,
    ascending, at first that of the number ``at``, but with ``least`` seconds between. ``moved`` is told what is to be said once
    the speed is another; ``limits`` is said where none is faster, and where none is slower."""

    def __init__(
        self,
        screen: HallScreen,
        speeds: Sequence[int],
        at: int,
        tick: Callable[[], None],
        moved: Callable[[str], None],
        limits: tuple[Phrase, Phrase],
        least: float = 0.0,
    ) -> None:
        self._screen = screen
        self._speeds = speeds
        self._at = at
        self._tick = tick
        self._moved = moved
        self._limits = limits
        self._least = least
        self._timer: Timer | None = None

    @property
    def speed(self) -> int:
        """Times a second."""
        return self._speeds[self._at]

    @property
    def runs(self) -> bool:
        """Whether it runs now."""
        return self._timer is not None

    def start(self) -> None:
        """Run."""
        self._timer = self._screen.repeat(max(self._least, 1 / self.speed), self._tick)
        self._screen.show_keys()

    def start_fastest(self) -> None:
        """Run as fast as can be."""
        self._at = len(self._speeds) - 1
        self.start()

    def stop(self) -> None:
        """Run no more."""
        if self._timer:
            self._timer.stop()
            self._timer = None
            self._screen.show_keys()

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the key of the run does now."""
        return {"run": _("stop")} if self.runs else {}

    def faster(self) -> None:
        """More often."""
        self._change(1)

    def slower(self) -> None:
        """Less often."""
        self._change(-1)

    def _change(self, step: int) -> None:
        if not 0 <= self._at + step < len(self._speeds):
            self._moved(say(self._limits[step < 0]))
            return
        self._at += step
        if self.runs:
            self.stop()
            self.start()
        self._moved("")
