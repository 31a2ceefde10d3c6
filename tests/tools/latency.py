"""Measures on a real terminal what drawing costs: ``python -m tests.tools.latency [STEPS]``.

Times hang on the machine and on what else it does: compare the rows of one run with each other, and take them on a quiet one.
"""

from __future__ import annotations

import os
import re
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from select import select

from tests.pty.terminal import KEYS, PROGRAM, TOLD_TO_MOVE, Terminal, resident
from tests.tui.every_screen import keep_a_finished_game
from tui.household.settings import Settings
from tui.household.settings_file import change

SIZES = ((80, 24), (120, 40))
BOARDS = {"tictactoe": "a1 c3", "mnk:5,5,4": "a1 b2", "mnk:7,7,4": "a1 b2", "ultimate": "5.5 5.1 1.5 5.9"}
"""Moves after which the cursor can go to and fro."""
ARROWS = ("\x1b[D", "\x1b[C")
HALL: dict[str, Sequence[str]] = {
    "home": (),
    "a word typed": ("/", "t"),
    "game": ("enter",),
    "game, help": ("enter", "?"),
    "game, resign": ("enter", "R"),
    "game, settings": ("enter", "m", "s"),
    "watch, paused": ("w", " "),
    "finished games": ("v",),
    "review": ("v", "enter"),
    "record": ("r",),
    "match": ("M",),
    "variant": ("g",),
    "editor": ("p",),
    "tournaments": ("T",),
    "settings": ("s",),
    "learn": ("L",),
    "menu": ("m",),
    "palette": ("\x10",),
}
"""The keys that lead from the hall's first screen to others."""
REST_TRIES = 10
"""Times two seconds after which a screen that still writes does not come to rest."""
STARTS = 5
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("to move")
    def on_key(self, event):
        self.query_one(Static).update(f"▸ {event.key}")
Bare().run()
"""
"""The least that Textual can show, and do at a key."""
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
CURSOR = re.compile("▸|\\[".encode())
ANYTHING = re.compile(rb".", re.DOTALL)
BETWEEN = 0.17
"""Seconds between two keys, out of step with the reports of an engine."""
GAP = 0.03
"""Seconds of silence after which a picture is whole."""
LAST = 2.0
"""Seconds within which every key has long been answered."""


class Meter(Terminal):
    """A program whose output is not drawn: that would take some of the time that is measured."""

    def take(self, seconds: float, until: re.Pattern[bytes] | None = None) -> bytes:
        """What is written within so many seconds, or until a pattern is there."""
        taken, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not (until and until.search(ESCAPES.sub(b"", taken))):
            if select([self.child.child_fd], [], [], left)[0]:
                taken += os.read(self.child.child_fd, 65536)
        return taken

    @property
    def cpu(self) -> float:
        """Seconds of processor taken by the program's own process."""
        tasks = (Path("/proc") / str(self.child.pid) / "task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def picture(self, seconds: float = LAST) -> int:
        """The bytes of the next picture, 0 where none comes within so many seconds."""
        return len(self.take(seconds, ANYTHING) + self.take(GAP))

    def pictures(self, seconds: float) -> list[int]:
        """The bytes of each picture written within so many seconds."""
        end = time.monotonic() + seconds
        found = []
        while (left := end - time.monotonic()) > 0:
            found.append(self.picture(left))
        return [size for size in found if size]

    def let_engines(self, number: signal.Signals) -> None:
        """Stop the engines or let them go on."""
        for pid in self.engines():
            os.kill(pid, number)


@contextmanager
def opened(
    arguments: Sequence[str], size: tuple[int, int], program: Sequence[str] = (str(PROGRAM),)
) -> Iterator[Meter]:
    """A program in a terminal of some size; its panel has an engine that does not soon come to an end."""
    with tempfile.TemporaryDirectory() as folder:
        change(Path(folder), Settings(), Settings(engine="mcts"))
        meter = Meter(Path(folder), *arguments, program=program, PYTHONDONTWRITEBYTECODE="")  # as users have it
        meter.child.setwinsize(size[1], size[0])
        try:
            yield meter
        finally:
            meter.close()


def steps(meter: Meter, count: int, keys: Sequence[str] = ARROWS) -> list[float]:
    """Milliseconds from a key to the cursor's picture, while the engine thinks."""
    found = []
    for i in range(count):
        began = time.monotonic()
        meter.press(keys[i % 2])
        meter.take(LAST, CURSOR)
        found.append(1000 * (time.monotonic() - began))
        meter.take(BETWEEN)
    return sorted(found)


def board(game: str, moves: str, size: tuple[int, int], count: int) -> str:
    """A row of the table."""
    seats = ("--x", "human", "--o", "human")
    with opened(["play", game, *seats, "--moves", moves], size) as meter:
        meter.take(LAST, re.compile(b"to move"))
        meter.take(LAST)
        before, began = meter.cpu, time.monotonic()
        panel = meter.pictures(2 * LAST)
        share = (meter.cpu - before) / (time.monotonic() - began)
        times = steps(meter, count)
        memory = resident(meter.child.pid)
        meter.let_engines(signal.SIGSTOP)
        meter.take(LAST / 2)
        written = []
        for key in (*ARROWS, *ARROWS, "enter"):
            meter.press(KEYS.get(key, key))
            written.append(meter.picture())
            meter.take(BETWEEN)
        meter.let_engines(signal.SIGCONT)
    return (
        f"{game:<10} {size[0]:>3}x{size[1]}  {percentiles(times)}  {100 * share:5.1f} %"
        f"  {statistics.median(panel) if panel else 0:6.0f}  {statistics.median(written[:-1]):6.0f} {written[-1]:6d}"
        f"  {memory:6.1f}"
    )


def walk(meter: Meter, keys: Sequence[str]) -> None:
    """Press keys one after the other, each once the screen stands still."""
    meter.take(10 * LAST, re.compile(b"settings"))
    for key in ("", *keys):
        meter.press(KEYS.get(key, key))
        meter.take(LAST)


def rest(meter: Meter) -> int:
    """The least bytes that a screen writes in two seconds: 0 as soon as it rests."""
    least = len(meter.take(LAST))
    for _ in range(REST_TRIES):
        if not least:
            break
        least = min(least, len(meter.take(LAST)))
    return least


def from_the_hall(keys: Sequence[str], size: tuple[int, int]) -> int:
    """The bytes that a screen reached from the hall writes in two seconds at rest; one game is kept there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        change(folder, Settings(), Settings(welcome=False))
        keep_a_finished_game(folder)
        meter = Meter(folder, PYTHONDONTWRITEBYTECODE="")
        meter.child.setwinsize(size[1], size[0])
        try:
            walk(meter, keys)
            return rest(meter)
        finally:
            meter.close()


def percentiles(times: list[float]) -> str:
    """The middle one and the slowest but one in a hundred, of times in their order."""
    return f"{statistics.median(times):6.1f} {times[min(len(times) - 1, round(0.99 * len(times)))]:6.1f}"


def bare(count: int) -> str:
    """The row of an app that does next to nothing."""
    with opened([], SIZES[0], (sys.executable, "-c", BARE)) as meter:
        meter.take(LAST, re.compile(b"to move"))
        meter.take(LAST)
        return f"{'bare app':<10} {SIZES[0][0]:>3}x{SIZES[0][1]}  {percentiles(steps(meter, count, ('x', 'y')))}"


def first_frame(arguments: Sequence[str], program: Sequence[str] = (str(PROGRAM),)) -> float:
    """Seconds of processor until the first picture stands."""
    with opened(arguments, SIZES[0], program) as meter:
        meter.take(10 * LAST, re.compile(f"to move|{TOLD_TO_MOVE}".encode()))
        return meter.cpu


def main() -> None:
    """Measure everything and print it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print("                     key to paint   panel      bytes of a            memory")
    print("board        size     p50    p99 ms    cpu  report    step   mark     MB")
    print(bare(count), flush=True)
    for game, moves in BOARDS.items():
        for size in SIZES:
            print(board(game, moves, size, count), flush=True)
    pairs = [(first_frame(["play", "tictactoe"]), first_frame([], (sys.executable, "-c", BARE))) for _ in range(STARTS)]
    ours, least = (statistics.median(times) for times in zip(*pairs, strict=True))
    print("bytes in two seconds at rest, reached from the hall: " + "  ".join(f"{x}x{y}" for x, y in SIZES))
    for name, keys in HALL.items():
        print(f"{name:<20}" + "  ".join(f"{from_the_hall(keys, size):6d}" for size in SIZES), flush=True)
    print(
        f"first picture: {1000 * ours:.0f} ms of processor, {ours / least:.2f} times the {1000 * least:.0f} of the bare app"
    )


if __name__ == "__main__":
    main()
