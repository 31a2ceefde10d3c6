"""CourseScreen: the path over the games, with how far one has come; and what all screens with exercises share."""

from __future__ import annotations

from core.store.rows import Practice
from core.study import topic
from core.study.study import Study, StudyQuestion
from tui.screens.study.document import StudyScreen


class CourseScreen(StudyScreen):
    """Shows what was kept of the exercises, anew whenever the screen is looked at again."""

    practice: Practice = {}  # noqa: RUF012, replaced and never changed
    """What came of the exercises, as far as the store has said."""
    practice_known = False
    _heard: Study | None = None

    def on_screen_resume(self) -> None:
        """Exercises may have been solved on another screen."""
        self.read_practice()

    def read_practice(self) -> None:
        """Ask the store what came of the exercises."""
        self.hall.keeper.read(lambda store: store.practice(), self._know, self.hall.warn)

    def ask(self, question: StudyQuestion) -> None:
        """Ask something else; what is kept comes beside its answer, and no more beside the one before."""
        self._heard = None
        super().ask(question)

    def _know(self, practice: Practice) -> None:
        self.practice, self.practice_known = practice, True
        if self._heard:
            self._hear(self._heard)

    def _hear(self, study: Study) -> None:
        practised = topic(self.question.topic).practised
        self._heard = study
        super()._hear(practised(study, self.practice) if practised else study)
