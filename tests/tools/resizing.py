"""Drags the window about: 500 sizes on every screen of the real program while an engine streams, then 120x40.

``python -m tests.tools.resizing [SIZES [SCREEN]]`` prints for each screen after how many seconds the last picture was whole,
how many bytes came in the second after it, and the share of a core that the program takes then, with the engines stopped.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.pty.terminal import TOLD_TO_MOVE, Terminal

WIDTH, HEIGHT = 120, 40
TICKS = os.sysconf("SC_CLK_TCK")
GAME = ("play", "mnk:15,15,5", "--x", "human", "--o", "mcts:full")
SCREENS: dict[str, tuple[Sequence[str], Callable[[Terminal], None]]] = {
    "home": ((), lambda one: one.see("q quit")),
    "set-up": ((), lambda one: press(one, "q quit", "g")),
    "play": (GAME, lambda one: press(one, TOLD_TO_MOVE, "h8", "enter")),
    "watch": (("watch", "mnk:15,15,5", "--x", "mcts:full", "--o", "mcts:full"), lambda one: one.see("WATCH")),
    "review": (("play", "mnk:5,5,4", "--x", "human", "--o", "human"), lambda one: review(one)),
    "help": (GAME, lambda one: press(one, TOLD_TO_MOVE, "?")),
    "question": (GAME, lambda one: press(one, TOLD_TO_MOVE, "R")),
}


def press(one: Terminal, seen: str, *keys: str) -> None:
    """Press keys once a text is seen."""
    one.see(seen)
    one.press(*keys)


def review(one: Terminal) -> None:
    """Play a few moves, resign and look back."""
    press(one, "to move", "c3", "enter")
    press(one, "move 2 ─╮", "R")
    press(one, "Resign", "y")
    press(one, "plays again", "v")
    one.see("REVIEW")


def processor(pid: int) -> float:
    """Seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resize(one: Terminal, width: int, height: int) -> None:
    """Another size, for the program and for what is seen of it."""
    one.screen.resize(height, width)
    one.child.setwinsize(height, width)


def whole(one: Terminal) -> bool:
    """Whether the picture fills the window: keys in the last row, a frame or a title that reach the right edge."""
    rows = one.screen.display
    return bool(rows[-1].strip()) and bool(rows[0].strip()) and any(row[-1] in "╮│╯┐┃▌" for row in rows)


def drag(one: Terminal, sizes: int) -> tuple[float, int, float]:
    """Seconds until the last picture is whole, bytes in the second after that, share of a core at rest."""
    random = Random(1)
    for _ in range(sizes):
        resize(one, random.randint(1, 300), random.randint(1, 100))
        until = time.monotonic() + 0.02
        while time.monotonic() < until:
            one.read()
    resize(one, WIDTH, HEIGHT)
    began = time.monotonic()
    one.read()
    while not whole(one) and time.monotonic() < began + 10:
        one.read()
    late = time.monotonic() - began
    for pid in one.engines():
        os.kill(pid, signal.SIGSTOP)
    settle(one, 0.5)
    bytes_before, used, since = len(one.sent), processor(one.child.pid), time.monotonic()
    settle(one, 1.0)
    share = (processor(one.child.pid) - used) / (time.monotonic() - since)
    return late, len(one.sent) - bytes_before, share


def settle(one: Terminal, seconds: float) -> None:
    """Read for so long."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        one.read()


def main() -> None:
    """Drag on every screen."""
    sizes = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    wanted = sys.argv[2:] or list(SCREENS)
    for name in wanted:
        arguments, reach = SCREENS[name]
        with tempfile.TemporaryDirectory() as home:
            one = Terminal(Path(home), *arguments)
            try:
                reach(one)
                late, written, share = drag(one, sizes)
                print(
                    f"{name:10} whole after {late:5.2f} s, then {written:6} bytes a second, {share:6.1%} of a core",
                    flush=True,
                )
            finally:
                one.close()


if __name__ == "__main__":
    main()
