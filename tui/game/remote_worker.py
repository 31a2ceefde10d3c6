"""RemoteWorker: the engines of a served hall, asked as an engine's process of one's own; and the leave to count there."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import IO, TYPE_CHECKING

from core.analysis import Analysis
from core.errors import CoreError
from core.hall.wire import Message
from core.phrase import phrase_in
from core.players.asking import Asking, Heard, Lost
from core.players.worker.request import Request, Use
from core.study import told_of
from tui.game.link import Link, NotDone
from tui.text import words

if TYPE_CHECKING:
    from core.study.process import Studying
    from core.study.study import Study, StudyQuestion

PACE = 0.2
"""Least seconds between two questions: a hall takes so many requests and no more, and who leafs through a game wants to
know only of where they stop."""
_CHANNELS = count()

OnPlace = Callable[[int | None], None]


@dataclass(eq=False)
class _Question:
    """A :class:`core.players.asking.Asking`."""

    worker: RemoteWorker
    request: Request
    heard: Heard
    lost: Lost
    context: contextvars.Context
    """That of who asks, in which they are told."""
    number: int | None = None
    """That of the request to the hall; None before it is sent."""
    before: int | None = None
    """How many questions are put before it."""

    def stop(self) -> None:
        self.worker.stop(self)

    def drop(self) -> None:
        self.worker.drop(self)


class RemoteWorker:
    """A :class:`core.players.asking.Adviser` whose engines are those of a hall. ``on_place`` hears how many questions are put
    before the one that is asked whenever that is another number, and None as soon as it waits no more."""

    def __init__(self, link: Link, use: Use, on_place: OnPlace, pace: float = PACE) -> None:
        self._link = link
        self._use = use
        self._on_place = on_place
        self._pace = pace
        self._channel = next(_CHANNELS)
        self._question: _Question | None = None
        self._timer: asyncio.TimerHandle | None = None
        """While it runs, what is asked is held."""
        self._deaf = [
            link.hear("analysis", self._hear),
            link.hear("place", self._place),
            link.hear("trouble", lambda message: self._give_up(message["n"], _error(message))),
        ]
        self._closed = False

    def ask(self, request: Request, heard: Heard, lost: Lost) -> Asking:
        """Ask, and drop what was asked before; never blocks."""
        question = _Question(self, request, heard, lost, contextvars.copy_context())
        self._wait_no_more()
        if not self._closed:
            self._question = question
            if self._timer is None:
                self._send()
        return question

    def stop(self, question: _Question) -> None:
        """See :meth:`core.players.asking.Asking.stop`."""
        if question is self._question:
            self._send()
            self._link.send("stop", of=question.number)

    def drop(self, question: _Question) -> None:
        """See :meth:`core.players.asking.Asking.drop`."""
        if question is not self._question:
            return
        if question.number is not None:
            self._link.send("drop", of=question.number)
        self._wait_no_more()
        self._question = None

    async def close(self) -> None:
        """Ask and hear nothing any more."""
        if self._closed:
            return
        self._closed = True
        if self._question:
            self.drop(self._question)
        if self._timer:
            self._timer.cancel()
        for deaf in self._deaf:
            deaf()

    def _send(self) -> None:
        """Ask what is held, and hold the next one for a while."""
        question = self._question
        if question is None or question.number is not None:
            return
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._pace, self._may_send)
        told = {**question.request.to_json(0), "rules": None}  # the hall knows them, and takes no long lines
        answer = self._link.send("ask", kind=self._use, channel=self._channel, question=told)
        number = question.number = self._link.number
        answer.add_done_callback(lambda done: self._refused(number, done))

    def _may_send(self) -> None:
        self._timer = None
        self._send()

    # What the hall says.

    def _asked(self, number: int) -> _Question | None:
        """The question that is open, where it has that number."""
        question = self._question
        return question if question and question.number == number else None

    def _refused(self, number: int, answer: asyncio.Future[Message]) -> None:
        error = None if answer.cancelled() else answer.exception()
        if isinstance(error, NotDone):
            self._give_up(number, error)

    def _give_up(self, number: int, error: CoreError) -> None:
        question = self._asked(number)
        if question:
            self._wait_no_more()
            self._question = None
            question.context.copy().run(question.lost, error)

    def _hear(self, message: Message) -> None:
        question = self._asked(message["n"])
        if question is None:
            return
        analysis = Analysis.from_json(message)
        self._wait_no_more()
        if analysis.final:
            self._question = None
        question.context.copy().run(question.heard, analysis)

    def _place(self, message: Message) -> None:
        question = self._asked(message["n"])
        if question:
            question.before = message["before"]
            question.context.copy().run(self._on_place, message["before"])

    def _wait_no_more(self) -> None:
        question = self._question
        if question and question.before is not None:
            question.before = None
            question.context.copy().run(self._on_place, None)


class RemoteStudying:
    """See :class:`core.study.process.Studying`: asks the hall for leave to count, counts as at home as soon as it has it, and
    gives it back when all is counted. ``on_place`` is as for a :class:`RemoteWorker`."""

    def __init__(
        self,
        link: Link,
        question: StudyQuestion,
        on_study: Callable[[Study], None],
        on_trouble: Lost,
        on_place: OnPlace,
        stderr: int | IO[bytes],
    ) -> None:
        self._link = link
        self._question = question
        self._on_study = on_study
        self._on_trouble = on_trouble
        self._on_place = on_place
        self._stderr = stderr
        self._studying: Studying | None = None
        self._has_leave = True
        """Whether the hall waits for it to be given back, be it granted or only asked for."""
        self._deaf = [link.hear("place", self._place), link.hear("trouble", self._lose)]
        answer = link.send("study", games=[game.id for game in told_of(question)])
        self._number = link.number
        self._task = asyncio.create_task(self._begin(answer))

    async def close(self) -> None:
        """End what counts. Afterwards no process is left and no callback comes. Raises what a callback raised."""
        self._give_back()
        for deaf in self._deaf:
            deaf()
        self._deaf.clear()
        self._task.cancel()
        await asyncio.wait([self._task])
        self._on_place(None)
        await self._end()

    async def _begin(self, answer: asyncio.Future[Message]) -> None:
        from core.study.process import Studying

        try:
            await answer
        except NotDone as error:
            self._has_leave = False
            self._on_trouble(error)
        else:
            self._studying = Studying(self._question, self._hear, self._fail, self._stderr)
        self._on_place(None)

    def _hear(self, study: Study) -> None:
        self._on_study(study)
        if study.final:
            self._give_back()

    def _fail(self, error: CoreError) -> None:
        self._give_back()
        self._on_trouble(error)

    def _give_back(self) -> None:
        if self._has_leave:
            self._has_leave = False
            self._link.send("studied", of=self._number)

    def _place(self, message: Message) -> None:
        if message["n"] == self._number and self._has_leave:
            self._on_place(message["before"])

    def _lose(self, message: Message) -> None:
        """The leave is over, whatever has been counted until now."""
        if message["n"] == self._number and self._has_leave:
            self._has_leave = False
            self._task.cancel()
            self._on_place(None)
            self._on_trouble(_error(message))
            self._task = asyncio.create_task(self._end())

    async def _end(self) -> None:
        studying, self._studying = self._studying, None
        if studying:
            await studying.close()


class Queue:
    """What a session waits for, all together. ``say`` is called with the words for it, empty for none, and with those that it
    was called with before."""

    def __init__(self, say: Callable[[str, str], None]) -> None:
        self._say = say
        self._places: dict[int, int] = {}
        self._said = ""

    def place(self) -> OnPlace:
        """What hears the place of one more question."""
        return partial(self._take, next(_CHANNELS))

    def _take(self, number: int, before: int | None) -> None:
        if before is None:
            self._places.pop(number, None)
        else:
            self._places[number] = before
        text = words.queued(max(self._places.values())) if self._places else ""
        if text != self._said:
            self._said, said = text, self._said
            self._say(text, said)


def _error(message: Message) -> CoreError:
    said = phrase_in(message)
    return CoreError(said.template, **said.values)
