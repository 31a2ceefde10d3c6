"""A question about a topic of study, answered in another process while the reader waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from core.errors import CoreError, StoreBroken
from core.store.rows import Practice
from core.study import topic
from core.study.study import Study, StudyQuestion
from tui.plain.desk import Desk
from tui.text.catalogue import _

if TYPE_CHECKING:
    from core.study.process import Studying


class Inquiry:
    """Asks one question. ``then`` is called with the answer, or None where there is none, which is said."""

    def __init__(self, desk: Desk, then: Callable[[Study | None], None]) -> None:
        self.practice: Practice = {}
        """The results of exercises, for a topic that has some."""
        self._desk = desk
        self._then: Callable[[Study | None], None] | None = then
        self._studying: Studying | None = None
        self._study: Study | None = None
        self._saved = 0
        """Number of analyses of the study that are in the store."""

    @property
    def rests(self) -> bool:
        """Whether the reader does not wait for it."""
        return self._then is None

    async def begin(self, question: StudyQuestion) -> None:
        """Ask, with what the store knows of the topic."""
        from core.study.process import Studying

        asked = topic(question.topic)
        wanted = list(asked.wants())
        try:
            known = tuple(await self._desk.ask(lambda store: store.found(wanted))) if wanted else ()
            self.practice = await self._desk.ask(lambda store: store.practice()) if asked.practised else {}
        except StoreBroken as error:
            self._desk.warn(error)
            known = ()
        self._saved = len(known)
        log = self._desk.household.log_file
        self._studying = Studying(replace(question, known=known), self._hear, self._fail, stderr=log)
        if isfinite(asked.patience):
            asyncio.get_running_loop().call_later(asked.patience, self.halt)

    def _hear(self, study: Study) -> None:
        new = study.learned[self._saved :]
        if new:
            self._saved = len(study.learned)
            self._desk.save(lambda store: store.learn(new))
        practised = topic(study.question.topic).practised
        self._study = practised(study, self.practice) if practised else study
        if study.final:
            self._answer()

    def _fail(self, error: CoreError) -> None:
        self._desk.warn(error)
        self._study = None
        self._answer()

    def halt(self) -> None:
        """Answer with what is known by now."""
        if self._then and self._study is None:
            self._desk.out(_("Nothing has been counted yet."))
        self._answer()

    def _answer(self) -> None:
        then, self._then = self._then, None
        if then:
            then(self._study)
        self._desk.changed()

    async def close(self) -> None:
        """End the process."""
        self._then = None
        if self._studying:
            await self._studying.close()
