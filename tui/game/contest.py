"""A tournament as a screen sees it: the file in which it is kept, followed as it grows, and the process that plays it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from core.errors import CoreError
from core.game import Game
from core.subprocesses import command_of
from core.tournament.bout import PlayedGame
from core.tournament.live import live_games
from core.tournament.plan import TournamentPlan
from core.tournament.sheet import Reader
from core.tournament.table import CrossTable
from tui.text.catalogue import shown

TRIQUI = command_of("tui.command.cli")
"""This program's commands, in a process of their own."""


def new_file(folder: Path, game: Game) -> Path:
    """A file that was not there yet, for a tournament that begins; it is empty. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in shown(game.id))
    path = folder / f"{name}-{uuid4().hex[:8]}.jsonl"
    path.touch()
    return path


def files(folder: Path) -> list[Path]:
    """The files of tournaments in a folder, the one that was played last in front; not those that nothing came of."""
    found = []
    for path in folder.glob("*.jsonl"):
        with suppress(OSError):  # it is gone by now
            facts = path.stat()
            found += [(facts.st_mtime, path)] if facts.st_size else []
    return [path for _, path in sorted(found, reverse=True)]


def plans(folder: Path) -> list[tuple[Path, TournamentPlan]]:
    """The tournaments of a folder, the one that was played last in front; not those that cannot be read."""
    found = []
    for path in files(folder):
        with suppress(CoreError):
            plan = Reader(path).read_plan()
            found += [(path, plan)] if plan else []
    return found


class Contest:
    """``table`` is there once the first line of the file is; ``games`` are those that are over, by their numbers, and ``live``
    the moves so far of those that are being played here."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.table: CrossTable | None = None
        self.games: dict[int, PlayedGame] = {}
        self.live: Mapping[int, str] = {}
        self._reader = Reader(path)
        self.running = False
        """Whether a process of this screen plays it, or is just being started."""
        self._process: asyncio.subprocess.Process | None = None
        self._folder: Path | None = None
        """Where the games that are being played are told of."""
        self._stopped = False

    @property
    def grown(self) -> bool:
        """Whether there may be something to read, which costs next to nothing to know."""
        if self._folder or self.live:
            return True
        try:
            return self.path.stat().st_size != self._reader.end
        except OSError:
            return True  # reading tells what is wrong

    async def look(self) -> bool:
        """Read what is new, and say whether anything is. Raises CoreError for a file that is broken or gone."""
        live = await asyncio.to_thread(live_games, self._folder) if self._folder else {}
        changed, self.live = live != self.live, live
        new = await asyncio.to_thread(self._reader.read)  # the rules are asked about every move
        first = self.table is None and self._reader.plan is not None
        if self._reader.plan and self.table is None:
            self.table = CrossTable(self._reader.plan)
        for played in new:
            assert self.table, "the plan stands before the games"
            self.table.add(played)
            self.games[played.number] = played
        return first or changed or bool(new)

    async def play(self, words: Sequence[str]) -> str:
        """Play it as the words of a command line say, until it is over or :meth:`stop`; what was wrong, or nothing."""
        self._stopped, self.running = False, True
        try:
            return await self._play(words)
        finally:
            self.running = False

    async def _play(self, words: Sequence[str]) -> str:
        with TemporaryDirectory(prefix="triqui-", ignore_cleanup_errors=True) as live:
            self._process = process = await asyncio.create_subprocess_exec(
                *TRIQUI,
                *("tournament", *words, "--resume", str(self.path), "--live", live),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            self._folder = Path(live)
            if self._stopped:
                process.terminate()
            try:
                said = (await process.communicate())[1].decode(errors="replace").strip()
            finally:
                self._process = self._folder = None
                if process.returncode is None:
                    process.terminate()
        return "" if self._stopped or not process.returncode else said.rpartition("\n")[2]

    def stop(self) -> None:
        """Let nobody play it any more; what is over stays."""
        self._stopped = True
        if self._process:
            with suppress(ProcessLookupError):
                self._process.terminate()
