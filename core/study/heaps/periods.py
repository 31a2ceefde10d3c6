"""What heaps of 0, 1, 2, ... sticks are worth where only certain numbers may be taken, and when that begins to repeat.

Each entry depends on the last k entries alone, k the largest number that may be taken (Valido's remark). So once k entries in a
row come back, all that follows them comes back too: a window that occurs twice is the proof of a period.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.kinds.octal import mex

MAX_ENTRIES = 1 << 16
"""Entries that are computed; where none repeats by then, no period is told."""


@dataclass(frozen=True)
class PeriodRow:
    """The entries of heaps from 0 on. ``period`` is the least there is and ``before`` how many entries come before it begins,
    both proven by the window of ``span`` entries that begins there and comes back one period later; 0 where none is proven."""

    entries: bytes
    span: int
    before: int = 0
    period: int = 0

    def __getitem__(self, heap: int) -> int:
        """The entry of any heap. Raises IndexError where it lies too far and no period is proven."""
        if heap >= len(self.entries) and self.period:
            heap = self.before + (heap - self.before) % self.period
        return self.entries[heap]

    def place(self, heap: int) -> tuple[int, int] | None:
        """Which repetition of the period a heap lies in, and at which place of it, both from 1; None before the first."""
        if not self.period or heap < self.before:
            return None
        again, at = divmod(heap - self.before, self.period)
        return again + 1, at + 1

    @property
    def proven_at(self) -> int:
        """The last heap of the window that proves the period."""
        return self.before + self.period + self.span - 1


def won(numbers: Sequence[int], misere: bool, least: int) -> PeriodRow:
    """1 where the player to move wins, 0 where it is lost: a heap is won when a lost one can be left, or in misere play when
    nothing can be taken. There are entries for heaps up to ``least`` at any rate."""
    return _row(numbers, lambda options: int(0 in options) if options else int(misere), least)


def grundy(numbers: Sequence[int], least: int) -> PeriodRow:
    """The least number that no heap has that can be left: 0 where the heap is lost."""
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
    """The row with its least period, if the last window has occurred before. Its nearest occurrence is one period away, since a
    window decides all that follows; from there the period is followed back as far as it holds."""
    last = len(entries) - span
    again = entries.rfind(entries[last:], 0, len(entries) - 1) if last > 0 else -1
    if again < 0:
        return PeriodRow(entries, span)
    period = last - again
    before = next((heap + 1 for heap in range(again - 1, -1, -1) if entries[heap] != entries[heap + period]), 0)
    return PeriodRow(entries, span, before, period)
