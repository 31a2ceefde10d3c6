"""The table of exercises, from which one is taken."""

from __future__ import annotations

from collections.abc import Callable

from core.study.study import StudyQuestion, StudyTable
from tui.screens.study.document import StudyScreen
from tui.text.catalogue import _


class ExerciseTable(StudyScreen):
    """The pages of such a question; ``take`` is told of the row that is taken, by its number from 0, and of its question."""

    def __init__(self, question: StudyQuestion, take: Callable[[StudyQuestion, int], None]) -> None:
        super().__init__(question)
        self._take = take

    @property
    def opens(self) -> bool:
        """The exercises of the table can be opened."""
        return isinstance(self.part, StudyTable)

    def opened(self) -> str:
        """The exercise at the cursor of the table."""
        return _("exercise {number}").format(number=self.sheet.chosen + 1) if self.opens else ""

    def action_open(self) -> None:
        """To the exercise at the cursor of the table."""
        if self.opens:
            self.dismiss()
            self._take(self.question, self.sheet.chosen)
        else:
            super().action_open()
