"""Kills what a hall consists of while people play in it: ``python -m tests.tools.hall_faults [N [SEED [SECONDS]]]``.

The hall is ``triqui serve`` on a folder of its own. Four people play each other all the time, each by a real ssh client, one
more asks its engines, and another one only looks at the lobby; they know no rest and come again whenever they are cut off. N
times, at a random moment, ``kill -9`` takes a client, a session, the fork server, an engine or the whole hall. No ply that
anybody was told may be lost, everybody has to have his seat again, nothing may be left of what was killed after a second, or
SECONDS where the machine does other things too, and clocks have to stand as they were, with the grace for whoever is to move.
It ends with exit code 1 where that is not so.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.pty.terminal import command, parent, processes
from tests.tools.hall_people import Caller, Onlooker, Player, Witness
from tests.tui.serve.serving import Key, Served
from tests.tui.serve.wired import SERVE
from tui.serve.hosting import STORE

KINDS = ("client", "session", "fork server", "engine", "hall")
PATIENT = 120.0
"""Seconds without anything new after which all of this hangs."""
MAX_STEPS = 60
"""A kill comes after so many things that somebody has said or heard, or fewer,"""
MAX_PAUSE = 0.02
"""and up to so many seconds later, so that it comes in the middle of something."""


class Hall:
    """``triqui serve`` in a folder, opened again each time it has been killed."""

    def __init__(self, folder: Path, at_once: float) -> None:
        self.home = folder / "home"
        self.mark = folder / "of-this-hall"
        """A folder that stands in the environment of every process of this hall."""
        self.mark.mkdir()
        self.at_once = at_once
        self.witness = Witness(self.home / STORE)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.up = asyncio.Event()
        self.over = False
        self.left: list[str] = []
        self.ends_took: list[float] = []
        """Seconds from each look at what has to end to its end."""
        self._steps = asyncio.Semaphore(0)
        self._waiting = False
        self.open()

    def open(self) -> None:
        """Begin to serve; people come as soon as it listens."""
        self.witness.opened(time.monotonic())
        arguments = ("--port", str(self.port), "--address", "127.0.0.1", "--max-sessions", "50", "--as-root")
        self.process = subprocess.Popen(
            [*SERVE, *arguments],
            stdout=subprocess.PIPE,
            env={**os.environ, "TRIQUI_HOME": str(self.home), "TMPDIR": str(self.mark)},
        )
        self.served = Served(self.home, self.process, self.port)  # type: ignore[arg-type]
        assert self.process.stdout
        os.set_blocking(self.process.stdout.fileno(), False)
        asyncio.get_running_loop().add_reader(self.process.stdout, self._said)

    def _said(self) -> None:
        assert self.process.stdout
        if self.process.stdout.read():
            self.up.set()  # which its first line says
            self.step()
        else:
            asyncio.get_running_loop().remove_reader(self.process.stdout)

    def step(self) -> None:
        """Something was said or heard."""
        if self._waiting:
            self._steps.release()

    async def steps(self, number: int) -> None:
        """Wait until so much more was said or heard."""
        self._waiting = True
        async with asyncio.timeout(PATIENT + number):
            for _ in range(number):
                await self._steps.acquire()
        self._waiting = False
        while not self._steps.locked():
            await self._steps.acquire()

    # Its processes.

    def processes(self) -> list[int]:
        """All of them but the first."""
        return [pid for pid in processes() if pid != self.process.pid and self._has(pid)]

    def _has(self, pid: int) -> bool:
        with suppress(OSError):
            return f"TMPDIR={self.mark}\0".encode() in Path(f"/proc/{pid}/environ").read_bytes()
        return False

    def fork_server(self) -> int | None:
        """The one that there is now."""
        return next((pid for pid in self.processes() if parent(pid) == self.process.pid), None)

    def engines(self) -> list[int]:
        """Those that are at the end of a line."""
        return [pid for pid in self.processes() if _input(pid).startswith("socket:")]

    def sessions(self) -> list[int]:
        """Those on a terminal."""
        return [pid for pid in self.processes() if _input(pid).startswith("/dev/pts/")]

    async def ends(self, what: str, pids: list[int]) -> None:
        """Wait until these have ended, and note which have not at once."""
        began = time.monotonic()
        for pid in pids:
            try:
                handle = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            text = f"{_input(pid)} {command(pid)}"
            try:
                await ended(handle, max(0.0, began + self.at_once - time.monotonic()))
            except TimeoutError:
                self.left.append(f"{what}: {pid} {text}")
                await ended(handle, PATIENT)
            self.ends_took.append(time.monotonic() - began)

    # What is killed.

    async def strike(self, kind: str, random: Random, callers: list[Caller]) -> bool:
        """Kill one of a kind, and look whether its end is that of all that hangs on it; False where there is none now."""
        match kind:
            case "client" | "session":
                there = [
                    caller for caller in callers if caller.client and caller.process(self.sessions) and self.up.is_set()
                ]
                if not there:
                    return False
                caller = random.choice(there)
                session, client = caller.process(self.sessions), caller.client
                assert session
                assert client
                _kill(client.pid if kind == "client" else session)
                await self.ends(kind, [session, client.pid])
            case "fork server":
                pid = self.fork_server()
                if pid is None:
                    return False
                _kill(pid)
                await self.ends(kind, [pid])
            case "engine":
                engines = self.engines()
                if not engines:
                    return False
                pid = random.choice(engines)
                _kill(pid)
                await self.ends(kind, [pid])
                for caller in callers:
                    caller.engine_died()
            case "hall":
                clients = [caller.client.pid for caller in callers if caller.client and caller.process(self.sessions)]
                self.process.kill()
                self.up.clear()
                self.process.wait()
                await self.ends(kind, clients)
                await self.all_end(kind)
                self.witness.look()
                self.open()
        return True

    async def all_end(self, kind: str) -> None:
        """Wait until nothing is left of the hall."""
        while left := self.processes():
            await self.ends(kind, left)

    async def close(self, callers: list[Caller]) -> None:
        """Let everybody go, and the hall end in good order; look at all that there is to be left."""
        self.over = True
        sessions = self.sessions()
        for caller in callers:
            if caller.client:
                caller.client.kill()
        await self.ends("client, in the end", sessions)
        self.process.terminate()
        await asyncio.to_thread(self.process.wait, PATIENT)
        await self.all_end("hall, in good order")
        self.witness.look()


async def ended(handle: int, within: float) -> None:
    """Wait for the end of a process by its descriptor, which is closed. Raises TimeoutError, and then it is not."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(handle, end.set)
    try:
        async with asyncio.timeout(within):
            await end.wait()
    finally:
        loop.remove_reader(handle)
    os.close(handle)


def _input(pid: int) -> str:
    with suppress(OSError):
        return os.readlink(f"/proc/{pid}/fd/0")
    return ""


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Report:
    """What came of so many kills."""

    def __init__(self, hall: Hall, callers: list[Caller], kills: Counter[str], seconds: float) -> None:
        witness, took = hall.witness, sorted(hall.ends_took)
        self.kills = kills
        self.acknowledged = witness.acknowledged
        self.lost = witness.lost
        self.left = hall.left
        self.wrong = witness.wrong
        self.lines = [
            f"{sum(kills.values())} kills in {seconds:.0f} s: " + ", ".join(f"{kills[kind]} {kind}" for kind in KINDS),
            f"{self.acknowledged} plies of {len(witness.told)} games acknowledged, {len(self.lost)} lost",
            f"{sum(caller.cut for caller in callers)} times a seat was cut off, "
            f"{sum(caller.regained for caller in callers)} times regained, "
            f"{sum(caller.ended for caller in callers)} times the game had ended meanwhile",
            f"{witness.credited} clocks seen again after the hall was away",
            f"{len(hall.left)} of {len(took)} processes left after {hall.at_once:g} s; an end took "
            f"{took[len(took) // 2]:.2f} s in the median and {took[-1]:.2f} s at most, at a load of {os.getloadavg()[0]:.1f}",
            "refused: " + (", ".join(f"{n}x {text!r}" for text, n in witness.refused.most_common()) or "nothing"),
            *(f"WRONG {each}" for each in [*self.lost, *self.left, *self.wrong]),
        ]

    @property
    def bad(self) -> bool:
        """Whether anything is not as it has to be."""
        return bool(self.lost or self.left or self.wrong)


async def run(folder: Path, number: int, seed: int, at_once: float = 1.0) -> Report:
    """So many kills in a hall in a folder; ``at_once`` is how many seconds what was killed has to be gone."""
    random, began = Random(seed), time.monotonic()
    hall = Hall(folder, at_once)
    keys = [Key(folder) for _ in range(6)]
    players = [Player(hall, key, keys[at ^ 1].person, not at % 2, Random(seed + at)) for at, key in enumerate(keys[:4])]
    others = [Onlooker(hall, keys[4], Random(seed)), Caller(hall, keys[5])]
    callers: list[Caller] = [*players, *others]
    kills: Counter[str] = Counter()
    kinds = [KINDS[at % len(KINDS)] for at in range(number)]
    random.shuffle(kinds)
    try:
        async with asyncio.TaskGroup() as group:
            for caller in callers:
                group.create_task(caller.live())
            for kind in kinds:
                await hall.steps(random.randint(1, MAX_STEPS))
                await asyncio.sleep(random.uniform(0, MAX_PAUSE))
                while not await hall.strike(kind, random, callers):
                    await hall.steps(1)
                kills[kind] += 1
            for caller in callers:
                caller.ask_for_more()
            while any(caller.missing() for caller in callers):
                await hall.steps(1)
            await hall.close(callers)
    except (Exception, asyncio.CancelledError):
        print(f"after {dict(kills)}:", [caller.missing() for caller in callers], hall.witness.wrong, file=sys.stderr)
        raise
    finally:
        hall.process.kill()
        for caller in callers:
            if caller.client:
                caller.client.kill()
    return Report(hall, callers, kills, time.monotonic() - began)


def main() -> int:
    """Print what came of it."""
    number, seed, at_once = [*map(int, sys.argv[1:]), *(200, 1, 1)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(run(Path(folder), number, seed, at_once))
    print("\n".join(report.lines))
    return int(report.bad)


if __name__ == "__main__":
    sys.exit(main())
