"""Answers a question in another process, so that the interface never waits."""

from __future__ import annotations

from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from functools import partial
from typing import IO

from core.errors import CoreError
from core.players.worker.stream import Streaming
from core.study import studies
from core.study.study import Study, StudyQuestion


class Studying(Streaming[Study]):
    """Asks one question. ``on_study``, ``on_trouble`` and ``stderr`` as those of Streaming."""

    def __init__(
        self,
        question: StudyQuestion,
        on_study: Callable[[Study], None],
        on_trouble: Callable[[CoreError], None],
        stderr: int | IO[bytes] = DEVNULL,
    ) -> None:
        super().__init__(partial(studies, question), on_study, on_trouble, stderr)
