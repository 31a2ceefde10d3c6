"""Keeper: the thread that owns the store. No other thread waits for the disk or for a lock.

    asker's thread                      keeper's thread
    keep(match) -> ticket    -- jobs -->   Store.save: on disk
    kept(ticket)           <-- deliver --
    look(question)           -- looks -->  Store.finished and the like, when no job is waiting
    answer(found)          <-- deliver --

Jobs run in the order of the calls. Looks change nothing and wait for all jobs. A long look gives way to a new job and
starts again after it. No answer comes from inside the call that asked.
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
"""Maximum time that closing waits: twice the timeout of a lock."""
MAX_OVER = 100
"""Maximum number of finished games whose last write is remembered. One that is still shown may be resumed."""


class Keeper:
    """Saves matches in a file that is opened on first use.

    All methods are called from one thread, the asker's; ``close`` may be called from another. ``deliver`` runs an
    answer in the asker's thread, as ``loop.call_soon_threadsafe`` does; it raises RuntimeError when that loop is
    closed. ``trouble`` receives, in the same way, each notice about the file: moved aside, gone, or in memory only.
    ``clock`` gives seconds since 1970. ``opener`` replaces ``open_store``.
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
        """The waiting looks by topic, the next one first."""
        self._changed = Condition()
        self._closing = False
        self._thread: Thread | None = None
        # Used only in the keeper's thread.
        self._store: Store | None = None
        # By the asker's id, which another app's move may have changed on disk. Unfinished games are never dropped.
        self._last: dict[str, Writing] = {}
        self._over: dict[str, None] = {}
        """The ids of the finished games in ``_last``, the oldest first."""

    def keep(
        self, match: Match, kept: Callable[[Ticket], None], unkept: Callable[[Ticket, StoreBroken], None]
    ) -> Ticket:
        """Save a match in its present state, without waiting. Calls ``kept`` when it is on disk, or ``unkept`` if that
        fails.

        The save follows the last one of that match's id, or the revision given to :meth:`continuing`. If another app
        has moved the game on, this match gets a new id. If several states of one match wait for the disk, only the
        newest is written.
        """
        ticket = next(self._tickets)
        self._put(_Job(_nothing, [lambda _: kept(ticket)], [partial(unkept, ticket)], match))
        return ticket

    def forget(self, id: str, done: Callable[[], None], failed: Callable[[StoreBroken], None]) -> None:
        """Delete an unfinished game by the asker's id."""

        def forget(store: Store) -> None:
            last = self._last.pop(id, None)
            store.forget(last.id if last else id)

        self.read(forget, lambda nothing: done(), failed)

    def read(
        self, question: Callable[[Store], T], answer: Callable[[T], None], failed: Callable[[StoreBroken], None]
    ) -> None:
        """Ask the store in its thread, after all earlier jobs. ``question`` may be called twice."""
        self._put(_Job(partial(self._ask, question), [answer], [failed]))

    def look(
        self,
        question: Callable[[Store], T],
        answer: Callable[[T], None],
        failed: Callable[[StoreBroken], None],
        about: str | None = None,
    ) -> None:
        """Ask the store something that changes nothing, after all earlier jobs. A new look ``about`` a topic replaces a
        waiting one, which then gets no answer; None is a topic of its own. ``question`` may be called several times."""
        self._put(_Job(partial(self._look, question), [answer], [failed], about=about or object()))

    def mark(self, id: str, moves: str, marks: ReviewMarks, failed: Callable[[StoreBroken], None]) -> None:
        """Save the marks of a review by the asker's id."""

        def keep(store: Store) -> None:
            last = self._last.get(id)
            store.mark(last.id if last else id, moves, marks)

        self.read(keep, lambda nothing: None, failed)

    def continuing(self, stored: Stored) -> None:
        """Resume a stored game: the next save of its id follows this revision."""
        self._put(_Job(partial(self._last.__setitem__, stored.id, stored.writing), [], []))

    def close(self) -> None:
        """Finish all jobs and close the file. A later call opens it again. A look that is not finished by then gets no
        answer.

        A match that could not be saved by then is answered by ``unkept``. Returns within CLOSE_SECONDS even if the disk
        hangs.
        """
        with self._changed:
            thread, self._closing = self._thread, True
            self._changed.notify()
        if thread:
            thread.join(CLOSE_SECONDS)
            if thread.is_alive():
                self._give_up(
                    StoreBroken(
                        "The disk of {path} is not responding; the file has the games as last saved.", path=self.path
                    )
                )
                return
        with self._changed:
            self._thread, self._closing = None, False
            late = bool(self._jobs or self._looks)
            if late:
                self._start()
        if late:  # requested while another thread was closing
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
        # A daemon thread, so that a hanging disk cannot keep the program from exiting.
        self._thread = Thread(target=self._work, name="keeper", daemon=True)
        self._thread.start()

    # The methods below run in the keeper's thread.

    def _work(self) -> None:
        while jobs := self._next():
            self._do(jobs)
            jobs.clear()  # frees the saved matches while it waits
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
                # The lock may block every job: only one of them waits for it.
                self._give_up(error)
        except Exception as error:  # a bug of the asker is raised in its thread, and the other jobs go on
            if len(jobs) == 1:
                self._tell([_raise], error)
                return
            for job in jobs:
                self._do([job])
        else:
            for job, result in zip(jobs, results, strict=True):
                self._tell(job.answers, result)

    def _next(self) -> list[_Job]:
        """The next jobs: one, or several matches that share a transaction. Empty when the keeper closes and no job is
        left."""
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
        """Repeat a look after the jobs it gave way to. It goes before all other looks, unless a newer one waits."""
        with self._changed:
            self._looks = {job.about: job} | self._looks

    def _look(self, question: Callable[[Store], T]) -> T:
        """The store's answer to a look. Raises GaveWay."""

        def giving_way(store: Store) -> T:
            store.totals.urgent = lambda: bool(self._jobs) or self._closing
            try:
                return question(store)
            finally:
                store.totals.urgent = lambda: False

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
        """The store's answer. Asks again if a lost file was replaced."""
        if self._store is None:
            self._store, lost = self._opener(self.path, self._clock)
            if lost:
                self._tell([self._trouble], lost)
        try:
            return question(self._store)
        except StoreReplaced as error:
            self._tell([self._trouble], error)
            return question(self._store)

    def _tell(self, callbacks: list[Callable[[Any], None]], result: object) -> None:
        for callback in callbacks:
            with suppress(RuntimeError):  # the asker's loop is closed, but the other jobs go on
                self._deliver(partial(callback, result))


@dataclass
class _Job:
    """A job and its callbacks. Either a ``match`` is saved or ``do`` is called. ``about`` is the topic of a look."""

    do: Callable[[], Any]
    answers: list[Callable[[Any], None]]
    failures: list[Callable[[StoreBroken], None]]
    match: Match | None = None
    about: object = None


def _nothing() -> None:
    """Do nothing: a match is saved together with others."""


def _raise(error: Exception) -> None:
    raise error


def _open_store(path: Path, clock: Callable[[], float]) -> tuple[Store, StoreBroken | None]:
    from core.store.store import open_store  # loads SQLite, so not before the first paint

    return open_store(path, clock)
