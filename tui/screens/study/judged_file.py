"""A Python file that is judged, and again whenever it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from core.errors import CoreError
from core.judge.judging import Assignment
from core.judge.report import Report
from core.phrase import phrase
from tui.household.own_files import stamp
from tui.screens.base.port import CountingPort
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import _, say
from tui.text.judged import Counterexample, counterexamples

AGAIN = phrase("It is judged again when you save it.")
_GROUP = "judge"
"""The workers that start a judge."""


class JudgedFile:
    """Judges for a screen. ``changed`` is called once more is known."""

    def __init__(self, screen: HallScreen, assignment: Assignment, changed: Callable[[], None]) -> None:
        self._screen, self._assignment, self._changed = screen, assignment, changed
        self.report: Report | None = None
        """The latest report, None as long as there is none."""
        self.examples: Sequence[Counterexample] = ()
        """The positions in which it goes wrong, as far as they are known."""
        self._trouble: CoreError | None = None
        self._judging: CountingPort | None = None
        self._stamp: tuple[int, int] | None = None
        """What the file was when it was judged, None if there was none."""

    @property
    def failure(self) -> str:
        """Why the file is not judged, and what to do, in sentences; empty if it is."""
        if self._trouble is None:
            return ""
        said = say(self._trouble)
        return f"{said}{'' if said.endswith('.') else '.'} {_(AGAIN.template)}"

    def begin(self) -> None:
        """Judge the file as it is now."""
        self._screen.run_worker(self._begin(), exclusive=True, group=_GROUP)

    async def look(self) -> None:
        """Judge the file again if it is another one now. A file that is not there is about to be replaced by an editor."""
        now = await self._read_stamp()
        if now and now != self._stamp:
            self.begin()

    async def close(self) -> None:
        """Judge no more, and end the player."""
        self._screen.workers.cancel_group(self._screen, _GROUP)  # which may be about to start another judge
        if self._judging:
            await self._judging.close()

    async def _begin(self) -> None:
        before, self._judging = self._judging, None
        if before:
            await before.close()
        self._stamp = await self._read_stamp()
        self.report, self.examples, self._trouble = None, (), None
        self._changed()
        from core.judge.process import Judging

        try:
            self._judging = Judging(
                self._assignment, self._hear, self._fail, stderr=self._screen.hall.household.log_file
            )
        except CoreError as error:
            self._fail(error)

    async def _read_stamp(self) -> tuple[int, int] | None:
        """What the file is, read in a thread, since a disk may be slow."""
        with suppress(OSError, ValueError):
            return await asyncio.to_thread(stamp, self._assignment.file)
        return None

    def _hear(self, report: Report) -> None:
        self.report, self.examples = report, counterexamples(report)
        self._changed()

    def _fail(self, error: CoreError) -> None:
        self.report, self.examples, self._trouble = None, (), error
        self._changed()
