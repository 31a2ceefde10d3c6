"""Has a question of a study answered, with what the store knows of it, and keeps what is learned from the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from core.analysis import Analysis
from core.errors import CoreError
from core.study import topic
from core.study.study import Study, StudyQuestion
from tui.screens.base.port import CountingPort
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import say


class Answering:
    """Asks for a study screen. ``hear`` gets each study of the answer to the last question."""

    def __init__(self, screen: HallScreen, hear: Callable[[Study], None]) -> None:
        self._screen, self._hear = screen, hear
        self._question: StudyQuestion | None = None
        self._asked: CountingPort | None = None
        self._learned = 0
        """How many of the analyses of the answer are kept."""

    def ask(self, question: StudyQuestion) -> None:
        """Have a question answered, and no more the one before."""
        if self._asked:
            self._screen.run_worker(self._asked.close())
        self._question, self._asked = question, None
        wanted = list(topic(question.topic).wants())
        if wanted:
            self._screen.hall.keeper.look(lambda store: store.found(wanted), partial(self._begin, question), self._fail)
        else:
            self._begin(question, ())

    def _begin(self, question: StudyQuestion, known: Sequence[Analysis]) -> None:
        """Have it answered, unless something else has been asked by now."""
        if self._screen.is_attached and self._question is question and self._asked is None:
            self._learned = len(known)
            asked = replace(question, known=tuple(known))
            self._asked = self._screen.hall.studying(asked, self._hear, self._fail)

    def _fail(self, error: CoreError) -> None:
        self._screen.say(say(error))

    def learn(self, study: Study) -> None:
        """Keep what a study has found out."""
        new = study.learned[self._learned :]
        if new:
            self._learned = len(study.learned)
            self._screen.hall.keeper.read(lambda store: store.learn(new), lambda nothing: None, self._screen.hall.warn)

    async def close(self) -> None:
        """Nobody wants the answer any more."""
        if self._asked:
            await self._asked.close()
