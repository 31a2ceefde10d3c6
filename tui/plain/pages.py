"""Long answers, said some lines at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui.text.catalogue import ngettext

PAGE = 12
"""Lines that are said before the reader asks for more."""


class Pages:
    """Says the first lines of an answer, and the next ones each time that more is asked for."""

    def __init__(self, out: Callable[[str], None]) -> None:
        self._out = out
        self._left: list[str] = []

    def say(self, lines: Sequence[str]) -> None:
        """Begin an answer; the rest of the one before is dropped."""
        self._left = list(lines)
        self.more()

    def more(self) -> bool:
        """Say the next lines; False if there are none."""
        said, self._left = self._left[:PAGE], self._left[PAGE:]
        for line in said:
            self._out(line)
        if self._left:
            count = len(self._left)
            self._out(ngettext("{number} line is left; say more.", "{number} lines are left; say more.", count))
        return bool(said)
