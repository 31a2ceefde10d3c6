"""Keeper: the thread that owns the store, so that nobody else waits for the disk or for another program's lock.

    asker's thread                      keeper's thread
    keep(match) -> ticket    -- jobs -->   Store.save: on disk
    kept(ticket)           <-- deliver --
    look(question)           -- looks -->  Store.finished, and the like: once there is no job left
    answer(found)          <-- deliver --

Jobs are done in the order in which they were asked for. Looks change nothing: they wait for all jobs, and a long one gives way
to a job that comes meanwhile and is done again after it. Answers never come from inside the call that asked.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from core.errors import GaveWay, StoreBroken, StoreReplaced

if TYPE_CHECKING:
    from core.play.match import Match
    from core.play.source import Ticket
    from core.store.rows import ReviewMarks, Stored, Writing
    from core.store.store import Store

T = TypeVar("T")

CLOSE_SECONDS = 60.0
"""How long closing waits at most: twice what one writing waits for a lock."""
MAX_OVER = 100
"""Games that are over whose last writing is remembered: one that is still on a screen may be taken up again."""


class Keeper:
    """Keeps matches in the file at ``path``, which is opened when it is first needed.

    All methods are called from one thread, the asker's; close may be called from another. ``deliver`` brings an answer to the
    asker, as ``loop.call_soon_threadsafe`` does; its RuntimeError says that nobody is there any more. ``trouble`` is told in
    that way what the user has to know about the file: moved aside, gone, or in memory only. ``clock`` gives seconds since
    1970. ``opener`` replaces ``open_store``.
    """

    def __init__(
        self,
        path: Path,
        deliver: Callable[[Callable[[], None]], None],
        trouble: Callable[[StoreBroken], None],
        clock: Callable[[], float] = time.time,
        opener: Callable[[Path, Callable[[], float]], tuple[Store, StoreBroken | None]] | None = None,
    ) -> None:
        self.path = path
        self._deliver = deliver
        self._trouble = trouble
        self._clock = clock
        self._opener = opener or _open_store
        self._tickets = count(1)
        self._jobs: deque[_Job] = deque()
        self._looks: dict[object, _Job] = {}
        """By what they are about, the one to be done next first."""
        self._changed = Condition()
        self._closing = False
        self._thread: Thread | None = None
        # Of the keeper's thread alone.
        self._store: Store | None = None
        # By the id that the asker knows. None is forgotten that goes on, however long the app is open.
        self._last: dict[str, Writing] = {}
        self._over: dict[str, None] = {}
        """Those of games that are over, the oldest first."""

    def keep(
        self, match: Match, kept: Callable[[Ticket], None], unkept: Callable[[Ticket, StoreBroken], None]
    ) -> Ticket:
        """Keep a match as it stands now; returns at once. Either ``kept`` is called when it is on disk, or ``unkept``.

        It follows what was last kept or continued of that match's id, and goes on under another id when another app has
        moved the same game on. Of matches with one id that follow each other while the disk is busy, the newest is written.
        """
        ticket = next(self._tickets)
        self._put(_Job(_nothing, [lambda _: kept(ticket)], [partial(unkept, ticket)], match))
        return ticket

    def forget(self, id: str, done: Callable[[], None], failed: Callable[[StoreBroken], None]) -> None:
        """Drop an unfinished game, known here by that id."""

        def forget(store: Store) -> None:
            last = self._last.pop(id, None)
            store.forget(last.id if last else id)

        self.read(forget, lambda nothing: done(), failed)

    def read(
        self, question: Callable[[Store], T], answer: Callable[[T], None], failed: Callable[[StoreBroken], None]
    ) -> None:
        """Ask the store in its own thread, after all that was asked for before. ``question`` may be called twice."""
        self._put(_Job(partial(self._ask, question), [answer], [failed]))

    def look(
        self,
        question: Callable[[Store], T],
        answer: Callable[[T], None],
        failed: Callable[[StoreBroken], None],
        about: str | None = None,
    ) -> None:
        """Ask the store something that changes nothing, once all is on disk that was asked for before. A newer look ``about``
        the same thing takes the place of one that has not begun, which is never answered; None for a thing of its own.
        ``question`` may be called several times."""
        self._put(_Job(partial(self._look, question), [answer], [failed], about=about or object()))

    def mark(self, id: str, moves: str, marks: ReviewMarks, failed: Callable[[StoreBroken], None]) -> None:
        """Keep what a review has found out about the moves of a game, known here by that id."""

        def keep(store: Store) -> None:
            last = self._last.get(id)
            store.mark(last.id if last else id, moves, marks)

        self.read(keep, lambda nothing: None, failed)

    def continuing(self, stored: Stored) -> None:
        """The next writing of that id follows this revision: a match is taken up again."""
        self._put(_Job(partial(self._last.__setitem__, stored.id, stored.writing), [], []))

    def close(self) -> None:
        """Wait until all that was asked for is on disk, and let go of the file; a later call opens it again. A look that is not
        over by then is never answered.

        What cannot be kept by then is answered by ``unkept``. Returns within CLOSE_SECONDS even if the disk hangs.
        """
        with self._changed:
            thread, self._closing = self._thread, True
            self._changed.notify()
        if thread:
            thread.join(CLOSE_SECONDS)
            if thread.is_alive():
                self._give_up(
                    StoreBroken(
                        "The disk of {path} does not respond; the file has the games as last saved.", path=self.path
                    )
                )
                return
        with self._changed:
            self._thread, self._closing = None, False
            late = bool(self._jobs or self._looks)
            if late:
                self._start()
        if late:  # asked for by the asker while another thread closes
            self.close()

    def _put(self, job: _Job) -> None:
        with self._changed:
            before = self._jobs[-1] if self._jobs else None
            if job.about is not None:
                self._looks.pop(job.about, None)
                self._looks[job.about] = job
            elif before and before.match and job.match and before.match.id == job.match.id:
                before.match = job.match
                before.answers += job.answers
                before.failures += job.failures
            else:
                self._jobs.append(job)
            if self._thread is None:
                self._start()
            self._changed.notify()

    def _start(self) -> None:
        # A daemon: a disk that hangs does not keep the program from ending.
        self._thread = Thread(target=self._work, name="keeper", daemon=True)
        self._thread.start()

    # In the keeper's thread.

    def _work(self) -> None:
        while jobs := self._next():
            self._do(jobs)
            jobs.clear()  # nothing that is kept stays in memory until something else comes
        if self._store:
            self._store.close()
            self._store = None

    def _do(self, jobs: list[_Job]) -> None:
        try:
            results = self._save(jobs) if jobs[0].match else [jobs[0].do()]
        except GaveWay:
            self._put_back(jobs[0])
        except StoreBroken as error:
            for job in jobs:
                self._tell(job.failures, error)
            if self._closing:
                # Who holds the lock may hold it against every job: only one of them waits for it.
                self._give_up(error)
        except Exception as error:  # the asker's own mistake is raised where they see it, and the rest is kept
            if len(jobs) == 1:
                self._tell([_raise], error)
                return
            for job in jobs:
                self._do([job])
        else:
            for job, result in zip(jobs, results, strict=True):
                self._tell(job.answers, result)

    def _next(self) -> list[_Job]:
        """What is to be done next: one job, or matches that wait to be kept and share a transaction; nothing
        when there is no more to come."""
        with self._changed:
            self._changed.wait_for(lambda: self._jobs or self._looks or self._closing)
            jobs: dict[str | None, _Job] = {}
            if self._closing:
                self._looks.clear()
            if self._looks and not self._jobs:
                return [self._looks.pop(next(iter(self._looks)))]
            while self._jobs and (self._jobs[0].match or not jobs):
                match = self._jobs[0].match
                id = match.id if match else None
                if id in jobs:
                    break
                jobs[id] = self._jobs.popleft()
                if id is None:
                    break
            return list(jobs.values())

    def _put_back(self, job: _Job) -> None:
        """Do a look again after the jobs that it gave way to, before all other looks, unless a newer one is there."""
        with self._changed:
            self._looks = {job.about: job} | self._looks

    def _look(self, question: Callable[[Store], T]) -> T:
        """The store's answer. Raises GaveWay."""

        def giving_way(store: Store) -> T:
            store.totals.urgent = lambda: bool(self._jobs) or self._closing
            try:
                return question(store)
            finally:
                store.totals.urgent = _never

        return self._ask(giving_way)

    def _give_up(self, error: StoreBroken) -> None:
        with self._changed:
            left = [*self._jobs, *self._looks.values()]
            self._jobs.clear()
            self._looks.clear()
        for job in left:
            self._tell(job.failures, error)

    def _save(self, jobs: list[_Job]) -> list[None]:
        matches = [job.match for job in jobs if job.match]
        pairs = [(match, self._last.get(match.id)) for match in matches]
        for match, stored in zip(matches, self._ask(lambda store: store.save_all(pairs)), strict=True):
            self._remember(match, stored.writing)
        return [None] * len(jobs)

    def _remember(self, match: Match, writing: Writing) -> None:
        self._last[match.id] = writing
        self._over.pop(match.id, None)
        if match.outcome:
            self._over[match.id] = None
        if len(self._over) > MAX_OVER:
            oldest = next(iter(self._over))
            del self._over[oldest]
            self._last.pop(oldest, None)

    def _ask(self, question: Callable[[Store], T]) -> T:
        """The store's answer, if need be from the file that has taken the place of a lost one."""
        if self._store is None:
            self._store, lost = self._opener(self.path, self._clock)
            if lost:
                self._tell([self._trouble], lost)
        try:
            return question(self._store)
        except StoreReplaced as error:
            self._tell([self._trouble], error)
            return question(self._store)

    def _tell(self, hearers: list[Callable[[Any], None]], what: object) -> None:
        for hear in hearers:
            with suppress(RuntimeError):  # a loop that is closed has nobody left to tell, and yet the rest is kept
                self._deliver(partial(hear, what))


@dataclass
class _Job:
    """What is to be done and who is told how it went: a ``match`` is to be kept, or ``do`` is called; ``about`` is what a look
    is about."""

    do: Callable[[], Any]
    answers: list[Callable[[Any], None]]
    failures: list[Callable[[StoreBroken], None]]
    match: Match | None = None
    about: object = None


def _nothing() -> None:
    """A match is kept together with others."""


def _never() -> bool:
    """Nothing is urgent."""
    return False


def _raise(error: Exception) -> None:
    raise error


def _open_store(path: Path, clock: Callable[[], float]) -> tuple[Store, StoreBroken | None]:
    from core.store.store import open_store  # not before the first paint of the screen: it loads SQLite

    return open_store(path, clock)
