"""LearningScreen: the curve of machines that learn grows while one looks, faster or slower, and can be seen again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual.binding import BindingType

from core.phrase import phrase
from core.study.search.learning import LearningCurve
from core.study.study import PagePart, Study, StudyPicture, StudyQuestion
from tui.screens.study.document import StudyScreen
from tui.screens.study.running import Running
from tui.text.catalogue import _, figures, ngettext
from tui.text.keys import bindings

SPEEDS = (1, 2, 5, 10, 25)
"""Points of the curve in a second."""
USUAL_SPEED = 3
_RUNS = ("run", "faster", "slower", "go_first", "go_last")
"""What is done on the page of the curve alone."""


class LearningScreen(StudyScreen, inherit_bindings=False):
    """The pages of every study, the first of which moves. ``shown`` is how many points of the curve are seen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("run", "next_part", "table", "sources", "subject", "help", "leave"),
            hidden=("previous_part", *_RUNS[1:]),
        ),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__(question)
        self.shown = 0
        limits = (phrase("It cannot grow faster."), phrase("It cannot grow more slowly."))
        self._growth = Running(self, SPEEDS, USUAL_SPEED, self._grow, self.say, limits)

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the key of the run does now."""
        return {**super().verbs, **self._growth.verbs}

    def action_faster(self) -> None:
        """More often."""
        self._growth.faster()

    def action_slower(self) -> None:
        """Less often."""
        self._growth.slower()

    @property
    def curve(self) -> LearningCurve | None:
        """The curve as far as it is counted."""
        return self.study.data if self.study and isinstance(self.study.data, LearningCurve) else None

    @property
    def part(self) -> PagePart | None:
        part = super().part
        if isinstance(part, StudyPicture) and isinstance(part.shown, LearningCurve):
            return replace(part, shown=replace(part.shown, points=part.shown.points[: self.shown]))
        return part

    @property
    def moving(self) -> bool:
        """Whether the page of the curve is shown."""
        return self.part is not None and self.part.key == "curve" and self.curve is not None

    def ask(self, question: StudyQuestion) -> None:
        """Ask something else, and begin again at the first game."""
        self._growth.stop()
        self.shown = 0
        super().ask(question)

    def _hear(self, study: Study) -> None:
        begins = self.study is None
        super()._hear(study)
        if begins and self.is_attached:
            self._growth.start()

    def usual_status(self) -> str:
        """How fast the curve grows."""
        if not self.moving:
            return super().usual_status()
        speed = self._growth.speed
        said = ngettext("{number} point a second", "{number} points a second", speed, figures(str(speed)))
        text = (
            _("It grows, {speed} at most; {key:slower} and {key:faster} change it.")
            if self._growth.runs
            else _("{key:run} starts it, {speed} at most.")
        )
        return text.format(speed=said)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The curve grows on its own page alone."""
        return self.moving if action in _RUNS else super().check_action(action, parameters)

    def _whole(self) -> bool:
        return bool(self.curve and self.study and self.study.final and self.shown >= len(self.curve.points))

    def _grow(self) -> None:
        """One point more, where it is counted by now."""
        if self._whole():
            self._growth.stop()
        elif self.curve and self.shown < len(self.curve.points):
            self.shown += 1
        if self.moving:
            self.refresh_all()

    def action_run(self) -> None:
        """Grow on, or stop; a whole curve grows again from the first game."""
        if self._growth.runs:
            self._growth.stop()
        else:
            self.shown = 0 if self._whole() else self.shown
            self._growth.start()
        self.say("")

    def action_go_first(self) -> None:
        """Back to the first game."""
        self._growth.stop()
        self.shown = 0
        self.say("")

    def action_go_last(self) -> None:
        """To the last game that is counted."""
        self._growth.stop()
        self.shown = len(self.curve.points) if self.curve else 0
        self.say("")
