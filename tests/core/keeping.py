"""Who asks a keeper for something, and a store that takes its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Any, cast

from core.errors import StoreBroken
from core.play.match import Match
from core.play.source import Ticket
from core.store.keeper import Keeper
from core.store.store import Store, Stored
from tests.core.storing import GAME

PATIENCE = 120.0
"""Seconds after which a test fails instead of waiting for ever."""


class Desk:
    """An asker with a loop of its own: what is delivered lies in ``post`` until it is taken."""

    def __init__(self) -> None:
        self.post: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.heard: list[tuple[str, Any]] = []
        self.troubles: list[StoreBroken] = []

    def kept(self, ticket: Ticket) -> None:
        self.heard.append(("kept", ticket))

    def unkept(self, ticket: Ticket, error: StoreBroken) -> None:
        self.heard.append((str(error), ticket))

    def answer(self, found: object) -> None:
        self.heard.append(("found", found))

    def failed(self, error: StoreBroken) -> None:
        self.heard.append(("failed", str(error)))

    def take(self, count: int = 1) -> list[tuple[str, Any]]:
        """What is heard by the next so many answers; troubles are apart and do not count."""
        self.heard.clear()
        while len(self.heard) < count:
            self.post.get(timeout=PATIENCE)()
        assert len(self.heard) == count
        return list(self.heard)

    def rest(self) -> list[tuple[str, Any]]:
        """What is heard by all that has been delivered and not taken."""
        self.heard.clear()
        while not self.post.empty():
            self.post.get()()
        return list(self.heard)

    def keeper(self, path: Path, store: FakeStore | None = None) -> Keeper:
        """A keeper of a file or of a store that is none."""
        opener = None if store is None else lambda path, clock: (cast(Store, store), None)
        return Keeper(path, self.post.put, self.troubles.append, opener=opener)


class FakeStore:
    """A store that saves nothing before its ``gate`` is open, and then fails with the next of ``errors``, if there are any."""

    def __init__(self, *errors: StoreBroken) -> None:
        self.gate = Event()
        self.reached = Event()
        self.errors = list(errors)
        self.saved: list[Match] = []
        self.batches: list[list[str]] = []
        self.after: list[str | None] = []

    def save(self, match: Match, after: Stored | None) -> Stored:
        self.reached.set()
        assert self.gate.wait(PATIENCE)
        self.saved.append(match)
        self.after.append(after.revision if after else None)
        if self.errors:
            raise self.errors.pop(0)
        return Stored.of(match, 0.0, 0.0, f"revision {len(self.saved)}")

    def save_all(self, matches: list[tuple[Match, Stored | None]]) -> list[Stored]:
        self.batches.append([match.id for match, _ in matches])
        return [self.save(match, after) for match, after in matches]

    def close(self) -> None:
        self.saved.append(replace(GAME, id="closed"))
