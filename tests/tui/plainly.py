"""The line mode in a test: lines go in, sentences come out, engines are stand-ins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextvars import copy_context
from pathlib import Path
from random import Random
from threading import Event

from core.games import get
from core.play.seats import Setup
from core.players.opponents import HUMAN
from core.position import play_all
from core.store.store import Store, open_store
from tests.tui.hall import Engines
from tui.household.surroundings import STORE_FILE, Surroundings
from tui.plain.front import LineMode
from tui.text.catalogue import Language, speak

PEOPLE = (HUMAN, HUMAN)
AI = (HUMAN, "alphabeta:full")


class Reader:
    """Somebody who reads and writes lines; ``then`` has what is done once a sentence was read."""

    def __init__(self, home: Path, engines: Engines) -> None:
        self.home = home
        self.engines = engines
        self.language = "en"
        self.then: dict[str, Callable[[], object]] = {}
        self.front: LineMode | None = None
        self.said: list[str] = []
        """What was said by the line mode, sentence by sentence."""

    def __call__(
        self,
        *lines: str,
        game: str = "",
        seats: tuple[str, str] = PEOPLE,
        moves: str = "",
        ends: bool = True,
        start: str | None = None,
    ) -> str:
        """What is said to some lines after each other; ``ends``: then the input ends."""
        self.said = []
        copy_context().run(asyncio.run, self._talk(lines, game, seats, moves, ends, start))
        return "\n".join(self.said)

    async def _talk(
        self, lines: Iterable[str], game: str, seats: tuple[str, str], moves: str, ends: bool, start: str | None
    ) -> None:
        speak(Language(self.language))
        loop = asyncio.get_running_loop()
        left = Event()

        def spoken() -> Iterator[str]:
            yield from lines
            if not ends:
                left.wait()

        def hear(sentence: str) -> None:
            self.said.append(sentence)
            if sentence in self.then:
                loop.call_soon(self.then[sentence])

        self.front = LineMode(Surroundings(home=str(self.home)), spoken(), hear)
        try:
            played = get(game) if game else None
            setup = Setup(seats)
            match = None
            if played and (moves or start):
                match = setup.begun(played, Random(), play_all(played, moves, start)[0], start)
            await self.front.run(played, setup, match)
        finally:
            left.set()

    def interrupt(self) -> None:
        """Send the signal that a reader sends with Ctrl-C."""
        assert self.front
        self.front.interrupt()

    @property
    def store(self) -> Store:
        """What is kept on disk."""
        return open_store(self.home / STORE_FILE)[0]
