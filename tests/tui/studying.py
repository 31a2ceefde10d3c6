"""What counts for the study screens of a test: at once, in the test's own process."""

from __future__ import annotations

import asyncio
import contextvars
import pickle
from collections.abc import Callable
from functools import lru_cache

from core.errors import CoreError
from core.study import studies
from core.study.study import Study, StudyQuestion


@lru_cache(maxsize=64)
def said(question: StudyQuestion) -> tuple[Study, ...]:
    """All studies that answer a question."""
    return tuple(studies(question))


class CountedAtOnce:
    """Has the face of :class:`core.study.process.Studying` and no process; the answer comes in a moment."""

    def __init__(
        self,
        question: StudyQuestion,
        on_study: Callable[[Study], None],
        on_trouble: Callable[[CoreError], None],
        stderr: object = None,
    ) -> None:
        self._told = (on_study, on_trouble)
        self._closed = False
        asyncio.get_running_loop().call_soon(self._answer, question, context=contextvars.copy_context())

    def _answer(self, question: StudyQuestion) -> None:
        on_study, on_trouble = self._told
        if self._closed:
            return
        try:
            for study in said(question) if not question.known else studies(question):
                on_study(pickle.loads(pickle.dumps(study)))  # as from a process of its own
        except CoreError as error:
            on_trouble(error)

    async def close(self) -> None:
        """Say no more."""
        self._closed = True
