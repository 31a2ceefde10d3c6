"""Values of heaps of 0, 1, 2, ... sticks if only certain numbers may be taken, and the period of these values.

Each entry depends on the last k entries alone, k the largest number that may be taken (Valido's remark). So once k entries in a
row come back, all that follows them comes back too: a window that occurs twice is the proof of a period.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.kinds.octal import mex

MAX_ENTRIES = 1 << 16
"""Maximum number of entries computed to find a period."""


@dataclass(frozen=True)
class PeriodRow:
    """The entries of heaps from 0 on. ``period`` is the least period and ``before`` the number of entries before it begins. The
    window of ``span`` entries that begins there comes back one period later, which proves both; 0 if no period is proven."""

    entries: bytes
    span: int
    before: int = 0
    period: int = 0

    def __getitem__(self, heap: int) -> int:
        """The entry of any heap. Raises IndexError beyond the entries if no period is proven."""
        if heap >= len(self.entries) and self.period:
            heap = self.before + (heap - self.before) % self.period
        return self.entries[heap]

    def place(self, heap: int) -> tuple[int, int] | None:
        """The repetition of the period with a heap, and its place there, both from 1; None before the first."""
        if not self.period or heap < self.before:
            return None
        again, at = divmod(heap - self.before, self.period)
        return again + 1, at + 1

    @property
    def proven_at(self) -> int:
        """The last heap of the window that proves the period."""
        return self.before + self.period + self.span - 1


def won(numbers: Sequence[int], misere: bool, least: int) -> PeriodRow:
    """1 for a heap that the player to move wins, else 0, for heaps up to ``least`` or more. A heap is won if a move leaves a
    lost one, and in misere play also if nothing can be taken."""
    return _row(numbers, lambda options: int(0 in options) if options else int(misere), least)


def grundy(numbers: Sequence[int], least: int) -> PeriodRow:
    """The Grundy values of heaps up to ``least`` or more: 0 for a lost heap."""
    return _row(numbers, mex, least)


def _row(numbers: Sequence[int], worth: Callable[[set[int]], int], least: int) -> PeriodRow:
    entries, span = bytearray(), max(numbers)
    wanted = max(2 * span, 64)
    while True:
        for heap in range(len(entries), min(wanted, MAX_ENTRIES)):
            entries.append(worth({entries[heap - number] for number in numbers if number <= heap}))
        row = _with_period(bytes(entries), span)
        if (row.period and len(entries) > min(least, MAX_ENTRIES - 1)) or len(entries) == MAX_ENTRIES:
            return row
        wanted *= 2


def _with_period(entries: bytes, span: int) -> PeriodRow:
    """The row with its least period, if the last window has occurred before. The nearest occurrence is one period away, since a
    window decides all later entries; from there the period is followed back as far as it holds."""
    last = len(entries) - span
    again = entries.rfind(entries[last:], 0, len(entries) - 1) if last > 0 else -1
    if again < 0:
        return PeriodRow(entries, span)
    period = last - again
    before = next((heap + 1 for heap in range(again - 1, -1, -1) if entries[heap] != entries[heap + period]), 0)
    return PeriodRow(entries, span, before, period)
