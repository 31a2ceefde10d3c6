"""The puzzle of a day, as a screen of exercises is fed with it, and the row of days beside it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.errors import CoreError
from core.store.rows import Tried
from core.study.exercises import daily
from core.study.study import Study, StudyQuestion
from tui.drawing.canvas import Row, Span
from tui.screens.study.practice import KeptPractice
from tui.screens.study.puzzles import Puzzles
from tui.screens.study.tasks import Listed, Tasks
from tui.text.catalogue import _, ngettext
from tui.text.tried import FOUND, LATER, MISSED, OPEN, became

if TYPE_CHECKING:
    from tui.screens.base.port import CountingPort, HallPort

WEEK = 7


class EarlierDays:
    """Finds what an earlier version has kept of the puzzles of days, one day after the other, and keeps it by day."""

    def __init__(self, hall: HallPort, kept: KeptPractice, shown: date, study: Study) -> None:
        self._hall = hall
        self._kept = kept
        self._asked: CountingPort | None = None
        if shown in daily.unread(kept.known, daily.today()):  # before a try today takes its place
            self._note(shown, study)
        self._days: Iterator[date] = daily.unread(kept.known, daily.today())
        self._go_on()

    def _note(self, day: date, study: Study) -> None:
        tried = self._kept.tried(study.data[0])
        if tried != Tried():
            self._kept.note(*daily.key(day), tried)

    def _go_on(self) -> None:
        day = next(self._days, None)
        if day is None:
            if self._asked:
                self._kept.note(*daily.READ, Tried())
            return

        def hear(study: Study) -> None:
            self._note(day, study)
            self._go_on()

        self._asked = self._hall.studying(StudyQuestion(daily.TOPIC.name, (day.isoformat(),)), hear, self._give_up)

    def _give_up(self, error: CoreError) -> None:
        """Another time."""

    async def close(self) -> None:
        """Look no further."""
        if self._asked:
            await self._asked.close()


class DailyPuzzle(Puzzles):
    """The puzzle of a day."""

    _earlier: EarlierDays | None = None

    @property
    def _day(self) -> date:
        return daily.day_of(self.question)

    def _hear(self, study: Study) -> None:
        super()._hear(study)
        if self.all and self._earlier is None:
            self._earlier = EarlierDays(self.hall, self.kept, self._day, study)

    @property
    def rule(self) -> str:
        """What a daily puzzle is."""
        return _("One puzzle a day, the same for everybody.")

    def counted(self, number: int) -> str:
        """How many days in a row."""
        streak = daily.streak(self.kept.known, daily.today())
        return ngettext("{number} day in a row", "{number} days in a row", streak)

    def heading(self, number: int) -> str:
        """The day."""
        return self._day.isoformat()

    def listed(self, at: int) -> Listed:
        """The last days by weeks, with what became of each."""
        today = daily.today()
        end = today if today - self._day < timedelta(days=daily.DAYS) else self._day
        cells: list[Row] = []
        for day, tried in daily.last_days(self.kept.known, end):
            sign, role, _word = became(tried)
            action = f"screen.ask('{self.question.topic}', '{day.isoformat()}')"
            number = Span(f"{day.day:>2}", "selected" if day == self._day else "", action)
            cells.append([Span(" "), number, Span(sign, role, action), Span(" ")])
        weeks = [[span for cell in cells[at : at + WEEK] for span in cell] for at in range(0, len(cells), WEEK)]
        solved = [Span(f" {FOUND.sign}", FOUND.role), Span(f" {LATER.sign} ", LATER.role), Span(_("solved"), "dim")]
        others = ((MISSED, _("missed")), (OPEN, _("not tried")))
        signs = [span for each, word in others for span in (Span(f"  {each.sign} ", each.role), Span(word, "dim"))]
        return Listed(_("The last days"), "", [*weeks, [*solved, *signs]], len(weeks))

    @property
    def finished(self) -> str:
        """What comes after this one."""
        if self._day >= daily.today():
            return _("The next puzzle comes tomorrow.")
        return _("{key:choose} continues.")

    def keep(self, number: int, *, wrong: bool = False, hint: bool = False) -> None:
        """Write it to the store, for the day too."""
        super().keep(number, wrong=wrong, hint=hint)
        self.kept.keep(*daily.key(self._day), wrong=wrong, hint=hint)

    def beyond(self, step: int) -> Tasks | str:
        """The puzzle of the day after, or of the one before."""
        if step > 0 and self._day >= daily.today():
            return f"{self.finished} {_('{key:previous_exercise} shows that of the day before.')}"
        if step < 0 and self._day == date.min:
            return super().beyond(step)
        return self.asking(StudyQuestion(self.question.topic, ((self._day + timedelta(days=step)).isoformat(),)))

    async def close(self) -> None:
        """Look for earlier days no further either."""
        if self._earlier:
            await self._earlier.close()
        await super().close()
