"""The installed program on a real terminal: it plays, dies and goes on, and leaves the terminal as it was. It takes 20
seconds."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.pty.terminal import PROGRAM, UNHURRIED, Terminal, gone, state, wait_until
from tests.tui.told import DRAW, worth

Open = Callable[..., Terminal]

ALTERNATE_SCREEN_OFF = b"\x1b[?1049l"
CURSOR_OFF = b"\x1b[?25l"
CURSOR_ON = b"\x1b[?25h"
MOUSE_OFF = (b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?1006l")


@pytest.fixture
def terminal(home: Path) -> Iterator[Open]:
    """Starts the program; whatever the test does, nothing of it stays behind."""
    opened: list[Terminal] = []

    def start(*arguments: str, **options: Any) -> Terminal:
        opened.append(Terminal(home, *arguments, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def is_restored(one: Terminal) -> bool:
    return (
        ALTERNATE_SCREEN_OFF in one.sent
        and CURSOR_ON in one.sent
        and all(code in one.sent for code in MOUSE_OFF)
        and one.modes == one.modes_before
    )


def test_a_game_is_played_by_keys_to_its_end(terminal: Open) -> None:
    one = terminal()
    one.see("Press any key to continue")
    one.press("1")
    one.until(lambda: "Welcome" not in one.text)
    one.do("level")
    one.see("full        Searches")
    one.press("down", "down", "enter")
    one.until(lambda: "Searches" not in one.text)
    one.press("enter")  # the engine at full strength, against which best play draws
    for number in (1, 3, 5, 7, 9):
        one.see(f"move {number} ─╮")
        one.see("DRAW in")
        one.do("hint", "hint", "hint")
        one.see("3/4 ")
        one.press("enter")
    one.see("What now")
    one.press("escape")  # letters do nothing for half a second
    one.until(lambda: "What now" not in one.text)
    one.press("escape")
    one.see("0 won  1 drawn")
    one.do("quit")
    assert one.end() == 0
    assert is_restored(one)


def test_keys_sent_all_at_once_play_a_whole_game(terminal: Open) -> None:
    one = terminal("play", "tictactoe", "--x", "human", "--o", "human", program=UNHURRIED)
    one.see("X to move.")
    for move in ("a1", "b1", "a2", "b2", "a3"):
        one.press(move, "enter")
    one.see("X wins.")


def test_a_game_killed_in_its_middle_stands_at_its_last_ply_and_no_engine_is_left(terminal: Open) -> None:
    one = terminal("play", "mnk:15,15,5", "--o", "mcts:hard")
    one.see("move 1 ─╮")
    one.press("d8", "enter")
    one.see("move 3 ─╮")
    thinkers = one.engines()
    for pid in thinkers:  # or the answer could come before the kill
        os.kill(pid, signal.SIGSTOP)
    one.press("c3", "enter")
    one.see("O Mcts is thinking ...")
    children = one.engines()
    assert children
    one.kill(signal.SIGKILL)
    for pid in thinkers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
    wait_until(lambda: gone(children))
    other = terminal()
    other.see("ply 3")
    other.do("continue_game")
    other.see("O Mcts")
    other.until(lambda: "3 X c3" in other.text)
    assert "1 X d8" in other.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_told_to_end_leaves_no_engine_and_loses_no_ply(terminal: Open, number: signal.Signals) -> None:
    one = terminal("play", "mnk:15,15,5", "--x", "human", "--o", "human")
    one.see("X to move.")
    one.press("d8", "enter")
    one.see("move 2 ─╮")
    one.until(one.engines)
    children = one.engines()
    one.kill(number)
    one.end()
    wait_until(lambda: gone(children))
    other = terminal()
    other.see("ply 1")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)])
def test_a_program_told_to_end_leaves_the_terminal_as_it_was(terminal: Open, number: signal.Signals, code: int) -> None:
    one = terminal("play", "tictactoe", "--x", "human", "--o", "human")
    one.see("X to move.")
    assert one.modes != one.modes_before
    assert not is_restored(one)
    one.kill(number)
    assert one.end() == code
    assert is_restored(one)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTSTP])
def test_a_program_that_was_stopped_paints_all_and_leaves_the_terminal_as_it_was(
    terminal: Open, number: signal.Signals
) -> None:
    one = terminal("play", "tictactoe", "--x", "human", "--o", "human")
    one.see("X to move.")
    playing = one.modes
    one.kill(number)
    one.until(lambda: state(one.child.pid) == "T")
    one.read()
    one.screen.reset()
    one.kill(signal.SIGCONT)
    one.see("X to move.")
    one.see("─┼─")
    one.until(lambda: one.modes == playing)
    one.press("a1", "enter")
    one.see("O to move.")
    one.kill(signal.SIGTERM)
    assert one.end() == 0
    assert is_restored(one)


@pytest.mark.parametrize(
    ("line", "seen"),
    [("analyse mnk:15,15,5 --seconds 900", "depth"), ("match mnk:15,15,5 best best --games 9", "Playing")],
)
def test_a_command_that_is_killed_while_it_shows_how_far_it_is_leaves_the_cursor_shown(
    terminal: Open, line: str, seen: str
) -> None:
    one = terminal(*line.split())
    one.see(seen)
    one.kill(signal.SIGKILL)
    one.end()
    assert CURSOR_OFF not in one.sent


def test_ascii_is_chosen_where_the_encoding_has_nothing_else(terminal: Open) -> None:
    one = terminal(
        "play",
        "tictactoe",
        "--x",
        "human",
        "--o",
        "human",
        LANG="C",
        LC_ALL="POSIX",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    one.see("X to move.")
    assert one.text.isascii()
    assert "+- Board: " in one.text


def test_no_color_gives_the_colours_of_the_terminal(terminal: Open) -> None:
    one = terminal("play", "tictactoe", "--x", "human", "--o", "human", NO_COLOR="1")
    one.see("X to move.")
    one.do("panel")
    one.see(worth("X", DRAW, 9))
    codes = {int(code or 0) for look in re.findall(rb"\x1b\[([\d;]*)m", one.sent) for code in look.split(b";")}
    assert {code for code in codes if code >= 30} == {39, 49}, "lower codes are bold, underlined, reversed"


def test_the_usual_interrupt_does_not_kill_a_game(terminal: Open) -> None:
    one = terminal("play", "tictactoe", "--x", "human", "--o", "human")
    one.see("X to move.")
    one.press("\x03", "a1", "enter")
    one.see("O to move.")


def test_without_a_terminal_to_read_from_it_says_so_in_one_sentence(home: Path) -> None:
    master, slave = pty.openpty()
    try:
        answer = subprocess.run(
            [PROGRAM, "play", "tictactoe"],
            env={**os.environ, "TRIQUI_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=slave,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(slave)
        os.close(master)
    assert answer.returncode == 2
    said = answer.stderr.decode()
    assert said.startswith("The hall needs a terminal")
    assert said.count("\n") == 1
