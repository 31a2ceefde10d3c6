"""An answer that is too long to be said at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.text.catalogue import ngettext

MAX_LINES = 12
"""Maximum number of lines that are said before the reader asks for more."""


class LongAnswer:
    """Says the first lines of an answer, and the next ones each time that more is asked for."""

    def __init__(self, out: Callable[[str], None]) -> None:
        self._out = out
        self._left: list[str] = []

    def say(self, lines: Sequence[str]) -> None:
        """Begin an answer, and drop the rest of the one before."""
        self._left = list(lines)
        self.more()

    def more(self) -> bool:
        """Say the next lines; False if there are none."""
        said, self._left = self._left[:MAX_LINES], self._left[MAX_LINES:]
        for line in said:
            self._out(line)
        if self._left:
            count = len(self._left)
            self._out(
                ngettext(
                    "{number} line is left; say more to read it.",
                    "{number} lines are left; say more to read on.",
                    count,
                )
            )
        return bool(said)
