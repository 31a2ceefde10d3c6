"""The line mode as it is installed: over pipes, and on a terminal that can do no more than lines. It takes 5 seconds."""

from __future__ import annotations

import os
import signal
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.store.store import open_store
from tests.pty.terminal import PATIENT, PROGRAM, Terminal
from tui.household.settings_file import FILE
from tui.household.surroundings import STORE_FILE

TWO = ("play", "tictactoe", "--x", "human", "--o", "human", "--plain")
THINKER = ("play", "gomoku", "--x", "human", "--o", "best:full", "--plain")


class Pipes:
    """The program with a pipe for its input and one for its output."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = {**os.environ, "TRIQUI_HOME": str(home), "LANG": "C.UTF-8", "TERM": "dumb"}
        self.home = home
        self.process = subprocess.Popen(
            [str(PROGRAM), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def until(self, sentence: str) -> list[str]:
        """The lines up to one: each is there as soon as it is said."""
        assert self.process.stdout
        lines: list[str] = []
        while sentence not in lines:
            line = self.process.stdout.readline()
            assert line, lines
            lines.append(line.rstrip("\n"))
        return lines

    def say(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def rest(self) -> tuple[list[str], str, int]:
        """End the input, and see what is still said, what is complained of, and the exit code."""
        said, complained = self.process.communicate(timeout=PATIENT)
        return said.splitlines(), complained, self.process.returncode

    @property
    def kept(self) -> list[str]:
        """The moves of the games that can be continued."""
        return [kept.moves for kept in open_store(self.home / STORE_FILE)[0].unfinished()]


@pytest.fixture
def running(home: Path) -> Iterator[list[Pipes]]:
    """The programs that a test has started."""
    started: list[Pipes] = []
    yield started
    for pipes in started:
        pipes.process.kill()
        pipes.process.communicate()


def test_every_sentence_comes_at_once_and_the_end_of_input_keeps_the_game(home: Path, running: list[Pipes]) -> None:
    pipes = Pipes(home, *TWO)
    running.append(pipes)
    pipes.until("X to move.")
    pipes.say("b2")
    assert pipes.until("O to move.") == ["X plays b2.", "O to move."]
    assert pipes.rest() == (["The game is saved; say continue to go on with it next time."], "", 0)
    assert pipes.kept == ["b2"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_an_engine_that_thinks_and_keeps_the_game(
    home: Path, running: list[Pipes], number: signal.Signals
) -> None:
    pipes = Pipes(home, *THINKER)
    running.append(pipes)
    pipes.until("Your move, Black.")
    pipes.say("a1")
    pipes.until("Black plays a1.")
    pipes.process.send_signal(number)
    said, complained, code = pipes.rest()
    assert said[-1] == "The game is saved; say continue to go on with it next time."
    assert (complained, code) == ("", 0)
    assert pipes.kept[0].startswith("a1")


def test_an_output_that_nobody_reads_ends_it_without_a_word(home: Path, running: list[Pipes]) -> None:
    pipes = Pipes(home, *TWO)
    running.append(pipes)
    pipes.until("X to move.")
    assert pipes.process.stdout
    assert pipes.process.stderr
    pipes.process.stdout.close()
    pipes.say("b2")
    assert pipes.process.wait(PATIENT) == 0
    assert pipes.process.stderr.read() == ""
    assert pipes.kept == ["b2"]


def test_a_terminal_that_can_do_no_more_than_lines_is_enough(home: Path) -> None:
    terminal = Terminal(home, *TWO, TERM="dumb")
    terminal.child.expect_exact("X to move.")
    terminal.child.sendline("help")
    terminal.child.expect_exact("Write a move as the rules show.")
    assert b"\x1b" not in (terminal.child.before or b"")
    assert max(len(line.rstrip()) for line in (terminal.child.before or b"").decode().splitlines()) < 80
    terminal.child.sendintr()
    terminal.child.expect_exact("Goodbye.")
    terminal.child.wait()
    assert terminal.child.exitstatus == 0


def test_a_setting_that_another_program_has_changed_outlives_a_change_in_lines(
    home: Path, running: list[Pipes]
) -> None:
    pipes = Pipes(home, *TWO)
    running.append(pipes)
    pipes.until("X to move.")
    subprocess.run([str(PROGRAM), "config", "theme", "nord"], check=True, env={**os.environ, "TRIQUI_HOME": str(home)})
    pipes.say("teacher")
    pipes.say("quit")
    said, complained, code = pipes.rest()
    assert (said[-1], complained, code) == ("Goodbye.", "", 0)
    assert tomllib.loads((home / FILE).read_text()) == {"theme": "nord", "teacher": True}
