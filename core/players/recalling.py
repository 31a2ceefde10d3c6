"""An adviser with the machine of matchboxes, which answers in this process: here its learned boxes are known."""

from __future__ import annotations

import time
from collections.abc import Callable

from core import engines
from core.analysis import Watch
from core.engines import MENACE
from core.errors import CoreError
from core.game import Game
from core.learning.menace import Menace
from core.players.asking import Adviser, Asking, Heard, Lost
from core.players.worker.request import Request

Recall = Callable[[Game, Callable[[Menace], None], Lost], None]
"""Takes a game and two functions; later, in the asker's loop, it calls one of them with the machine, or with the error."""


class Recalling:
    """A :class:`core.players.asking.Adviser`: ``adviser`` answers all questions but those to the machine."""

    def __init__(self, adviser: Adviser, recall: Recall) -> None:
        self.adviser, self._recall = adviser, recall
        self._last: Asking | None = None

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask a question and drop the one before."""
        if self._last:
            self._last.drop()
        if request.engine == MENACE:
            self._last = _Recalled(request, heard, lost, self._recall)
        else:
            self._last = self.adviser.ask(request, heard, lost)
        return self._last

    async def close(self) -> None:
        """End the engine; no further answer comes."""
        if self._last:
            self._last.drop()
        await self.adviser.close()


class _Recalled:
    """A question to the machine, which takes no time to think."""

    before: int | None = None

    def __init__(self, request: Request, heard: Heard, lost: Lost, recall: Recall) -> None:
        self._request, self._heard, self._lost = request, heard, lost
        self._wanted = True
        recall(request.position.game, self._answer, self._fail)

    def stop(self) -> None:
        """Does nothing: the answer comes at once."""

    def drop(self) -> None:
        """Cancel the question."""
        self._wanted = False

    def _answer(self, machine: Menace) -> None:
        from core.players.beads import Beads

        if self._wanted:
            self._wanted = False
            watch = Watch(self._request.position, self._request.limit_of(MENACE), time.monotonic)
            self._heard(engines.analyse(Beads(machine), watch))

    def _fail(self, error: CoreError) -> None:
        if self._wanted:
            self._wanted = False
            self._lost(error)
