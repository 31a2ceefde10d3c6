"""Measures a served hall full of people: ``python -m tests.tools.load [--clients 100] [--playing 20] [--minutes 10]``, or how
long the way in is while it is attacked in every way at once: ``python -m tests.tools.load --attacked 20``, or how long a key
takes beside visitors whose keys never end, and how much of a processor each of these takes: ``python -m tests.tools.load
--flooded 10``.

A real ``triqui serve`` and as many real ``ssh`` clients, each from an address of its own with a key of its own. First they sit
there, then some of them play each other by keys, as fast as people who think with the cursor. Before that the same is done by
ten clients. Times hang on the machine and on what else it does: compare the columns of one run with each other.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import os
import random
import re
import resource
import struct
import subprocess
import tempfile
import termios
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import pyte

from tests.pty.terminal import COLUMNS, KEYS, ROWS, TOLD_TO_MOVE
from tests.tui.serve.serving import ASKED_FOR_NAME, INSIDE, SSH, Command, Key, Served
from tests.tui.serve.siege import besieged

FEW = 10
"""Clients of the run to compare with."""
ARRIVING = 4
"""Clients that arrive at the same time."""
BETWEEN_KEYS = 1.0
"""Seconds between two keys of a player, on average."""
CURSOR_KEYS = 4
"""Keys by which a player looks around before each move."""
YOUR_TURN = re.compile(r"▸[XO] You\b")
ARROWS = ("\x1b[D", "\x1b[C")
KEY_UP, KEY_DOWN = "\x1b[A", "\x1b[B"
MOVES = ("a1", "b1", "a2", "b2", "a3")
"""A game that the first player wins."""
SETTLE = 5.0
"""Seconds until everybody has seen that everybody has come."""
FLOODED_SECONDS = 60.0
"""How long each phase beside visitors lasts whose keys never end,"""
BETWEEN_HONEST_KEYS = 0.5
"""and how many seconds the keys of the one are apart who is looked at."""
PATIENT = 120.0
TICKS = os.sysconf("SC_CLK_TCK")
GROUPS = ("front", "fork server", "sessions", "engines", "clients and this program")


class Client:
    """An ``ssh`` on a terminal of its own. While ``drawn`` its screen is kept, which costs this program time."""

    def __init__(self, hall: Served, key: Key) -> None:
        self.terminal, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color"}
        line = hall.ssh(key)
        self.process = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.bytes = 0
        self.drawn = True
        self.waits: list[float] = []
        """Seconds from each key to the first that was painted after it."""
        self._pressed: float | None = None
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._changed = asyncio.Event()
        asyncio.get_running_loop().add_reader(self.terminal, self._read)

    @property
    def text(self) -> str:
        """The characters on the screen."""
        return "\n".join(self._screen.display)

    def _read(self) -> None:
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.terminal)
            self._changed.set()
            return
        self.bytes += len(data)
        if self._pressed is not None:
            self.waits.append(time.perf_counter() - self._pressed)
            self._pressed = None
        if self.drawn:
            self._stream.feed(data)
        self._changed.set()

    def press(self, *keys: str) -> None:
        """Send keys, all at once."""
        self._pressed = time.perf_counter()
        os.write(self.terminal, "".join(KEYS.get(key, key) for key in keys).encode())

    def flood(self, *keys: str) -> None:
        """Send keys without end from here on, as fast as they are taken."""
        data = "".join(keys).encode() * 100

        def send() -> None:
            with suppress(OSError):
                os.write(self.terminal, data)

        os.set_blocking(self.terminal, False)
        asyncio.get_running_loop().add_writer(self.terminal, send)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for what is on the screen. Raises RuntimeError where it does not come."""
        try:
            async with asyncio.timeout(PATIENT):
                while not condition():
                    if self.process.poll() is not None:
                        raise RuntimeError(f"A client has ended:\n{self.text}")
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise RuntimeError(f"Waited in vain:\n{self.text}") from None

    async def see(self, *texts: str) -> None:
        """Wait until one of these is on the screen."""
        await self.until(lambda: any(text in self.text for text in texts))

    async def enter(self) -> None:
        """Come in without a name."""
        await self.see(ASKED_FOR_NAME)
        self.press("escape")
        await self.until(lambda: ASKED_FOR_NAME not in self.text and INSIDE in self.text)

    def close(self) -> None:
        """Leave."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.terminal)
        loop.remove_writer(self.terminal)
        self.process.terminate()
        self.process.wait()
        os.close(self.terminal)


class Pair:
    """Two who play one game of tic-tac-toe after the other."""

    def __init__(self, one: Client, other: Client) -> None:
        self.players = (one, other)
        self.plies = 0

    async def meet(self) -> None:
        """Sit down at a table."""
        one, other = self.players
        await other.see("No game is on offer")  # that of the pair before is gone
        one.press("n")
        await one.see("What do you offer?")
        one.press("\x1bOQ")  # F2
        await other.until(lambda: "No game is on offer" not in other.text)
        other.press("\x1b[H", "enter")
        for player in self.players:
            await player.see("TIC-TAC-TOE")
            await player.see(TOLD_TO_MOVE, "is to move")

    async def play(self, end: float) -> None:
        """Play until a time."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(random.uniform(0, BETWEEN_KEYS))
        while True:
            for move, turn in zip(MOVES, [*"OXOX", None], strict=True):
                mover = next(player for player in self.players if YOUR_TURN.search(player.text))
                for number in range(CURSOR_KEYS):
                    await self._key(mover, ARROWS[number % 2])
                for key in (*move, "enter"):
                    await self._key(mover, key)
                self.plies += 1
                marks = [f"▸{turn} "] if turn else ["You win", "You lose"]
                for player in self.players:
                    await player.see(*marks)
                if loop.time() > end:
                    return
            for player in self.players:
                player.press("n")
            for player in self.players:
                await player.see("▸X ")

    async def _key(self, player: Client, key: str) -> None:
        player.press(key)
        await asyncio.sleep(random.uniform(0.5, 1.5) * BETWEEN_KEYS)


class Processes:
    """The processes of a hall, told apart."""

    def __init__(self, hall: Served, clients: Iterable[Client]) -> None:
        children = _children(zygote := hall.zygote)
        sessions = [pid for pid in children if _on_terminal(pid)]
        self.by_group = {
            "front": [hall.process.pid],
            "fork server": [zygote],
            "sessions": sessions,
            "engines": [pid for pid in children if pid not in sessions],
            "clients and this program": [os.getpid(), *(client.process.pid for client in clients)],
        }

    def seconds(self) -> dict[str, float]:
        """The time that each group has had of a processor."""
        return {group: sum(map(_seconds, pids)) for group, pids in self.by_group.items()}

    def megabytes(self) -> dict[str, float]:
        """The memory of each group, shared pages counted in parts."""
        return {group: sum(map(_megabytes, pids)) for group, pids in self.by_group.items()}


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _on_terminal(pid: int) -> bool:
    return os.readlink(f"/proc/{pid}/fd/0").startswith("/dev/pts/")


def _seconds(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def _wanted(pid: int) -> float:
    """The seconds in which a process has run or waited for a processor, told by its first thread."""
    with suppress(OSError):
        ran, waited, _turns = Path(f"/proc/{pid}/schedstat").read_text().split()
        return (int(ran) + int(waited)) / 1e9
    return 0.0


def _megabytes(pid: int) -> float:
    with suppress(OSError):
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(int(row.split()[1]) / 1024 for row in rows if row.startswith("Pss:"))
    return 0.0


class Phase:
    """What is used up while clients do one thing."""

    def __init__(self, processes: Processes, clients: Sequence[Client]) -> None:
        self._processes, self._clients = processes, clients
        self._before = processes.seconds()
        self._bytes = [client.bytes for client in clients]
        self._since = time.perf_counter()

    def end(self) -> None:
        """It is over."""
        self.lasted = time.perf_counter() - self._since
        after = self._processes.seconds()
        self.share = {group: (after[group] - self._before[group]) / self.lasted for group in GROUPS}
        """Of a core, by group."""
        self.rates = [
            (client.bytes - before) / self.lasted for client, before in zip(self._clients, self._bytes, strict=True)
        ]
        """Bytes a second, by client."""


async def run(clients: int, playing: int, minutes: float) -> dict[str, str]:
    """One run: the rows of its column."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "home") as hall:
        came: list[Client] = []
        try:
            return await measured(hall, [Key(Path(folder)) for _ in range(clients)], playing, minutes, came)
        finally:
            for client in came:
                client.close()


async def measured(
    hall: Served, keys: Sequence[Key], playing: int, minutes: float, came: list[Client]
) -> dict[str, str]:
    """All phases of a run."""
    arriving = asyncio.Semaphore(ARRIVING)
    entered: list[float] = []

    async def enter(key: Key) -> None:
        async with arriving:
            since = time.perf_counter()
            came.append(client := Client(hall, key))
            await client.enter()
            entered.append(time.perf_counter() - since)

    await asyncio.gather(*map(enter, keys))
    pairs = [Pair(one, other) for one, other in list(pairwise(came[:playing]))[::2]]
    for pair in pairs:
        await pair.meet()
    sitting, players = came[playing:], came[:playing]
    for client in sitting:
        client.drawn = False
    await asyncio.sleep(SETTLE)
    processes = Processes(hall, came)
    memory = processes.megabytes()

    still = Phase(processes, came)
    await asyncio.sleep(minutes * 20)
    still.end()

    load = os.getloadavg()[0]
    for client in came:
        client.waits.clear()
    busy = Phase(processes, came)
    end = asyncio.get_running_loop().time() + minutes * 60
    await asyncio.gather(*(pair.play(end) for pair in pairs), asyncio.sleep(minutes * 60))
    busy.end()
    after = processes.megabytes()
    waits = sorted(wait for client in players for wait in client.waits)
    sessions = len(processes.by_group["sessions"])
    return {
        "clients, of them playing": f"{len(came)}, {playing}",
        "load of the machine": f"{load:.1f} to {os.getloadavg()[0]:.1f}",
        "ten million empty rounds, s": f"{calibration():.2f}",
        "connect to lobby, s, median and worst": f"{_quantile(entered, 0.5):.2f} {max(entered):.2f}",
        "keys a second": f"{len(waits) / busy.lasted:.1f}",
        "plies in all": str(sum(pair.plies for pair in pairs)),
        "key to paint, ms, p50 and p99": f"{_quantile(waits, 0.5) * 1000:.0f} {_quantile(waits, 0.99) * 1000:.0f}",
        **{f"% of a core, playing: {group}": f"{busy.share[group]:.1%}"[:-1] for group in GROUPS},
        **{f"% of a core, nobody does anything: {group}": f"{still.share[group]:.1%}"[:-1] for group in GROUPS},
        "% of a core a session, nobody does anything": f"{still.share['sessions'] / sessions:.3%}"[:-1],
        "bytes/s, nobody does anything, at a table": _mean(still.rates[:playing]),
        "bytes/s, nobody does anything, in the lobby": _mean(still.rates[playing:]),
        "bytes/s, playing, at a table": _mean(busy.rates[:playing]),
        "bytes/s, playing, in the lobby": _mean(busy.rates[playing:]),
        "PSS of a session, MB": f"{memory['sessions'] / sessions:.1f}",
        "its growth while playing, %": f"{after['sessions'] / memory['sessions'] - 1:+.1%}"[:-1],
        "PSS of the front, MB": f"{memory['front']:.1f}",
        "its growth while playing, MB": f"{after['front'] - memory['front']:+.1f}",
    }


async def attacked(visitors: int) -> dict[str, list[float]]:
    """The seconds that the way in takes each of so many who come one after the other: at peace, and under attack."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "home") as hall:

        async def arrive() -> float:
            since = time.perf_counter()
            client = Client(hall, Key(Path(folder)))
            try:
                await client.enter()
                return time.perf_counter() - since
            finally:
                client.close()

        at_peace = [await arrive() for _ in range(visitors)]
        with besieged(hall, Path(folder)):
            return {"at peace": at_peace, "under attack": [await arrive() for _ in range(visitors)]}


async def flooded(others: int) -> Sequence[Mapping[str, str]]:
    """From a key to its picture, for one who is alone, and then beside so many others whose keys never end."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "home") as hall:
        came: list[Client] = []

        async def arrive() -> Client:
            came.append(client := Client(hall, Key(Path(folder))))
            await client.enter()
            client.press("e")
            await client.see("choose the kind")
            client.drawn = False
            return client

        async def phase(name: str) -> Mapping[str, str]:
            began, used, wanted = time.monotonic(), sum(map(_seconds, sessions)), sum(map(_wanted, sessions))
            honest.waits.clear()
            end = began + FLOODED_SECONDS
            while time.monotonic() < end:
                honest.press(KEY_DOWN if len(honest.waits) % 2 else KEY_UP)
                await asyncio.sleep(random.uniform(0.5, 1.5) * BETWEEN_HONEST_KEYS)
            lasted, each = time.monotonic() - began, len(sessions) or 1
            used = (sum(map(_seconds, sessions)) - used) / each
            wanted = (sum(map(_wanted, sessions)) - wanted) / each
            return {
                "": name,
                "key to paint, ms, p50": f"{_quantile(honest.waits, 0.5) * 1000:.0f}",
                "key to paint, ms, p99": f"{_quantile(honest.waits, 0.99) * 1000:.0f}",
                "s of a processor a minute, each other": f"{used / lasted * 60:.1f}",
                "s a minute in which it wanted one": f"{wanted / lasted * 60:.1f}",
                "load of the machine": f"{os.getloadavg()[0]:.1f}",
            }

        try:
            sessions: list[int] = []
            honest = await arrive()
            columns = [await phase("alone")]
            mine = hall.sessions()
            for _ in range(others):
                await arrive()
            sessions += [pid for pid in hall.sessions() if pid not in mine]
            for client in came[1:]:
                client.flood(KEY_DOWN, KEY_UP)
            return [*columns, await phase("first minute"), await phase("second minute")]
        finally:
            for client in came:
                client.close()


@contextmanager
def opened(home: Path) -> Iterator[Served]:
    """A hall as the command opens it, until it has closed."""
    command = Command(home)
    try:
        yield command.hall
    finally:
        command.process.terminate()
        command.process.wait()


def calibration() -> float:
    """Seconds of a processor for ten million empty rounds: what the machine gives just now."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for _ in range(10_000_000):
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def _quantile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def _mean(rates: Sequence[float]) -> str:
    return f"{sum(rates) / len(rates):.1f}" if rates else "-"


def table(columns: Sequence[Mapping[str, str]]) -> str:
    """The runs beside each other."""
    width = max(map(len, columns[0]))
    return "\n".join(f"{name:<{width}}" + "".join(f"  {column[name]:>16}" for column in columns) for name in columns[0])


async def main() -> None:
    """Run with few clients, then with many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--playing", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--attacked", type=int, metavar="VISITORS", help="measure their way in instead")
    parser.add_argument("--flooded", type=int, metavar="VISITORS", help="measure keys beside so many who flood instead")
    options = parser.parse_args()
    playing = min(options.playing, options.clients) // 2 * 2
    few = min(playing, max(2, FEW * playing // options.clients // 2 * 2))
    print("Clients:", SSH or "asyncssh's, since there is no ssh here", flush=True)
    if options.attacked:
        print(f"Load of the machine: {os.getloadavg()[0]:.1f}; ten million empty rounds: {calibration():.2f} s")
        for when, seconds in (await attacked(options.attacked)).items():
            print(f"connect to lobby {when}, s, median and worst: {_quantile(seconds, 0.5):.2f} {max(seconds):.2f}")
        return
    if options.flooded is not None:
        print(f"Ten million empty rounds: {calibration():.2f} s", flush=True)
        print(table(await flooded(options.flooded)))
        return
    runs = [(FEW, few)] if options.clients > FEW else []
    columns: list[dict[str, str]] = []
    for clients, players in [*runs, (options.clients, playing)]:
        columns.append(await run(clients, players, options.minutes))
        print(table(columns), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
