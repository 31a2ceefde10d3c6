"""The pool: a few engines that answer the questions of many people in a fair order.

Questions for which a game waits come first; within each kind people are served in turns, however many questions each of
them asks. Equal questions share a job: one search, whose answer goes to everybody who asks, and is remembered. A
:class:`Pool` belongs to an asyncio loop, and no answer comes from inside its methods.

The states of a question, with its ``job`` and the ``slot`` of that::

           ask                   an engine is free                 final answer, or none
    (new) -----> waiting        -------------------> searched     -----------------------> closed
      |          job, no slot                        job and slot                            ^
      |                                                                                      |
      +-----> remembered: no job, the answer comes with the next turn of the loop -----------+

Stopping a question ends its search, or puts its job before all others if it waits. If others share the job, the question
leaves it: with the latest analysis as its final answer, or without one for a stopped job of its own. Dropping a question,
or asking a newer one on its channel, closes it from every state and tells nothing; a job without questions ends.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from itertools import count
from math import inf
from typing import TypeAlias

from core import engines
from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.players.asking import Adviser, Asking, Heard, Lost, MakeAdviser
from core.players.worker.request import Request
from core.position import Position
from core.strategies.levels import Level


class NotAsked(CoreError):
    """A question that a hall does not take."""


class Priority(IntEnum):
    """The purpose of a question, the most urgent first: an opponent's move, a player's panel, and anything else, such as
    reviews and what spectators see."""

    MOVE = 0
    PANEL = 1
    REVIEW = 2


@dataclass(frozen=True)
class Rations:
    """The share of each person."""

    move: float = 1.0
    """Maximum number of seconds for an opponent's move."""
    panel: float = 1.0
    """Maximum number of seconds for a player's panel."""
    review: float = 0.5
    """Maximum number of seconds for a position of a review."""
    interval: float = 0.25
    """Minimum number of seconds between two reports."""
    questions: int = 8
    """Maximum number of open questions of a person."""
    answers: int = 10_000
    """Maximum number of cached final answers."""
    lines: int = 200_000
    """Maximum number of lines of all cached answers: one of a large board takes the memory of fifty of a small one."""

    def seconds(self, kind: Priority) -> float:
        """Maximum number of seconds for a question of that kind."""
        return (self.move, self.panel, self.review)[kind]


_Key: TypeAlias = tuple[Position, str | None, Limit | Level, bool]


@dataclass(eq=False)
class PoolQuestion:
    """A question of a person until its last answer: a :class:`core.players.asking.Asking`."""

    pool: Pool
    """The pool that was asked."""
    person: str
    """The person who asks."""
    channel: Hashable
    """A newer question of the same person on the same channel replaces this one."""
    kind: Priority
    """Its purpose, which decides its turn."""
    heard: Heard
    """Called with each analysis."""
    lost: Lost
    """Called with the error if there will be no final analysis."""
    placed: Callable[[int], None]
    """Called with the number of jobs before it whenever that changes; it may not ask anything."""
    seconds: float
    """Maximum seconds for the engine."""
    at: int
    """Its place in the order of asking."""
    job: _Job | None = None
    """The search that answers it; None if its answer is remembered, and once it is closed."""
    before: int | None = None
    """The number of jobs before it, as last reported; None if nothing was."""

    def stop(self) -> None:
        """Ask for the final answer now."""
        self.pool.stop(self)

    def drop(self) -> None:
        """Cancel the question."""
        self.pool.drop(self)


@dataclass(eq=False)
class _Job:
    """A question as an engine gets it, and everybody who has asked it."""

    key: _Key
    asked: list[PoolQuestion] = field(default_factory=list)
    seconds: float = 0.0
    """Maximum seconds for the engine, once it has the question."""
    slot: _Slot | None = None
    latest: Analysis | None = None
    stopped: bool = False
    """Whether the answer is wanted at once, whatever it is."""


@dataclass(eq=False)
class _Slot:
    engine: Adviser | None = None
    job: _Job | None = None
    asking: Asking | None = None


class Pool:
    """``make`` makes each of the ``workers`` when it is first needed; questions may be about ``games``, given by their
    ids."""

    def __init__(
        self,
        make: MakeAdviser,
        workers: int,
        games: Collection[str],
        rations: Rations = Rations(),
    ) -> None:
        self.rations = rations
        self._make = make
        self._games = frozenset(games)
        self._slots = [_Slot() for _ in range(workers)]
        self._queue: list[_Job] = []
        self._open: dict[tuple[str, Hashable], PoolQuestion] = {}
        self._answers = _Answers(rations.answers, rations.lines)
        self._numbers = count()
        self._closed = False

    def ask(
        self,
        person: str,
        channel: Hashable,
        kind: Priority,
        request: Request,
        heard: Heard,
        lost: Lost,
        placed: Callable[[int], None] = lambda before: None,
    ) -> PoolQuestion:
        """Ask on behalf of a person, and drop that person's earlier question on the same channel. Needs a running loop. Raises
        NotAsked, UnknownEngine."""
        older = self._open.get((person, channel))
        if older:
            self._take_out(older)
            self._go_on()
        key = self._key(request)
        if sum(asked.person == person for asked in self._open.values()) >= self.rations.questions:
            raise NotAsked("You have {most} requests running; wait for one of them.", most=self.rations.questions)
        seconds = min(self.rations.seconds(kind), inf if request.seconds is None else request.seconds)
        asked = PoolQuestion(self, person, channel, kind, heard, lost, placed, seconds, next(self._numbers))
        self._open[person, channel] = asked
        known = self._answers.get(key, seconds)
        if known:
            self._soon(asked, known)
        else:
            self._join(asked, key)
            self._go_on()
        return asked

    def stop(self, asked: PoolQuestion) -> None:
        """Ask for the final answer now. Does nothing after the final answer."""
        job = asked.job
        if job is None or job.stopped:
            return
        if len(job.asked) > 1:  # the others still wait for the search
            job.asked.remove(asked)
            if job.latest:
                asked.job = None
                self._soon(asked, replace(job.latest, final=True))
                return
            job = asked.job = _Job(job.key, [asked])
            self._queue.append(job)
        job.stopped = True
        if job.slot and job.slot.asking:
            job.slot.asking.stop()
        self._go_on()

    def drop(self, asked: PoolQuestion) -> None:
        """Cancel a question. Does nothing after its final answer."""
        self._take_out(asked)
        self._go_on()

    def _take_out(self, asked: PoolQuestion) -> None:
        self._close(asked)
        job, asked.job = asked.job, None
        if job is None:
            return
        job.asked.remove(asked)
        if job.asked:
            return
        if job.slot and job.slot.asking:
            job.slot.job = None
            job.slot.asking.drop()
        else:
            self._queue.remove(job)

    async def close(self) -> None:
        """End the engines; no further answer comes."""
        self._closed = True
        self._open.clear()
        self._queue.clear()
        for slot in self._slots:
            slot.job = None
            if slot.engine:
                await slot.engine.close()

    # What is asked.

    def _key(self, request: Request) -> _Key:
        """The key that equal questions share, whatever their time. Raises NotAsked, UnknownEngine."""
        engine = request.engine and engines.check(request.engine)
        if engine and ":" in engine:  # the path of a Python file has none before it is checked
            raise NotAsked("External programs cannot play here; choose a hall engine.")
        game = request.position.game.id
        if game not in self._games:
            raise NotAsked("{game} is not played here; choose a game that the hall lists.", game=game)
        limit = request.limit
        return (
            request.position,
            engine,
            replace(limit, seconds=None) if isinstance(limit, Limit) else limit,
            request.all_moves,
        )

    def _join(self, asked: PoolQuestion, key: _Key) -> None:
        """Let a question wait for the search of an equal question, or queue a new search."""
        for slot in self._slots:
            job = slot.job
            if job and job.key == key and not job.stopped and job.seconds >= asked.seconds:
                break
        else:
            job = next((job for job in self._queue if job.key == key and not job.stopped), None)
        if job is None:
            job = _Job(key)
            self._queue.append(job)
        job.asked.append(asked)
        asked.job = job
        if job.latest:
            self._soon(asked, job.latest)

    def _order(self) -> list[_Job]:
        """The queue in the order in which engines get it: first stopped searches, which take no time; then by kind, and within
        a kind the first question of each person before anybody's second."""
        waiting = [asked for job in self._queue for asked in job.asked]
        turns: Counter[tuple[Priority, str]] = Counter()
        places: list[tuple[bool, Priority, int, int, _Job]] = []
        for asked in sorted(waiting, key=lambda asked: asked.at):
            assert asked.job
            turn = turns[asked.kind, asked.person]
            turns[asked.kind, asked.person] += 1
            places.append((not asked.job.stopped, asked.kind, turn, asked.at, asked.job))
        return list(dict.fromkeys(job for *_place, job in sorted(places, key=lambda place: place[:-1])))

    # What the engines do.

    def _go_on(self) -> None:
        """Give each idle engine the next search, and tell each question whose place in the queue has changed."""
        for slot in self._slots:
            if self._queue and slot.job is None and not self._closed:
                self._put(self._order()[0], slot)
        for before, job in enumerate(self._order()):
            for asked in job.asked:
                if asked.before != before:
                    asked.before = before
                    asked.placed(before)

    def _put(self, job: _Job, slot: _Slot) -> None:
        self._queue.remove(job)
        job.seconds = max(asked.seconds for asked in job.asked)
        job.slot, slot.job = slot, job
        for asked in job.asked:
            asked.before = None
        served = {(asked.person, asked.kind) for asked in job.asked}
        waiting = [asked for other in self._queue for asked in other.asked if (asked.person, asked.kind) in served]
        for asked in sorted(waiting, key=lambda asked: asked.at):
            asked.at = next(self._numbers)  # after all that wait now
        if slot.engine is None:
            slot.engine = self._make()
        position, engine, limit, every = job.key
        request = Request(position, engine, limit, self.rations.interval, job.seconds, every)
        slot.asking = slot.engine.ask(request, partial(self._hear, slot, job), partial(self._lose, slot, job))
        if job.stopped:
            slot.asking.stop()

    def _hear(self, slot: _Slot, job: _Job, analysis: Analysis) -> None:
        job.latest = analysis
        if not analysis.final:
            for asked in list(job.asked):
                if asked.job is job:
                    asked.heard(analysis)
            return
        if not job.stopped:
            self._answers.put(job.key, analysis, job.seconds)
        self._finish(slot, job, lambda asked: asked.heard(analysis))

    def _lose(self, slot: _Slot, job: _Job, error: CoreError) -> None:
        self._finish(slot, job, lambda asked: asked.lost(error))

    def _finish(self, slot: _Slot, job: _Job, tell: Callable[[PoolQuestion], None]) -> None:
        """End a search and answer all its questions; each asker may ask again at once."""
        slot.job = job.slot = slot.asking = None
        told, job.asked = job.asked, []
        for asked in told:
            asked.job = None
        for asked in told:
            if self._close(asked):
                tell(asked)
        self._go_on()

    # Who hears of it.

    def _is_open(self, asked: PoolQuestion) -> bool:
        return self._open.get((asked.person, asked.channel)) is asked

    def _close(self, asked: PoolQuestion) -> bool:
        """Close a question: no further answer comes. Whether it was open."""
        was_open = self._is_open(asked)
        if was_open:
            del self._open[asked.person, asked.channel]
        return was_open

    def _soon(self, asked: PoolQuestion, analysis: Analysis) -> None:
        """Answer a question with what is known, in the next turn of the loop."""

        def tell() -> None:
            if self._close(asked) if analysis.final else self._is_open(asked):
                asked.heard(analysis)

        asyncio.get_running_loop().call_soon(tell)


class _Answers:
    """A cache of the final answers used last, with the seconds that the engine had."""

    def __init__(self, most: int, most_lines: int) -> None:
        self._most = most
        self._most_lines = most_lines
        self._lines = 0
        self._known: dict[_Key, tuple[Analysis, float]] = {}

    def get(self, key: _Key, seconds: float) -> Analysis | None:
        """The cached answer; None if there is none, or if a search of ``seconds`` may find a better one."""
        if key not in self._known:
            return None
        analysis, given = self._known[key] = self._known.pop(key)
        enough = given >= seconds or analysis.seconds < given or analysis.settled
        return analysis if enough else None

    def put(self, key: _Key, analysis: Analysis, given: float) -> None:
        """Cache an answer, and remove the answers used least recently."""
        self._forget(key)
        self._known[key] = analysis, given
        self._lines += len(analysis.lines)
        while len(self._known) > self._most or self._lines > self._most_lines:
            self._forget(next(iter(self._known)))

    def _forget(self, key: _Key) -> None:
        if key in self._known:
            self._lines -= len(self._known.pop(key)[0].lines)
