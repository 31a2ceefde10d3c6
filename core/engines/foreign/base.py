"""Common parts of external programs as engines, whatever protocol they speak."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.analysis import Analysis, Line, Watch
from core.engines import dialects
from core.engines.foreign.program import EngineProcess, ProgramFailed, countdown
from core.engines.root import sample, unseen
from core.errors import CoreError, EngineForfeits, quoted
from core.game import Move
from core.phrase import clause
from core.position import Position
from core.score import Score

_NEAR_LOST = -0.999
_BELOW = 0.001
"""Minimum gap between the chosen move and every other move."""


@dataclass(frozen=True)
class Waits:
    """Seconds: ``usual`` to think where the asker gives no time; ``margin`` to wait beyond the time to think; ``start`` for a
    program to get ready; ``stop`` for the answer to a wish to stop; ``pause`` between a program's move and the next command,
    which some lose that comes sooner."""

    usual: float = 5.0
    margin: float = 1.0
    start: float = 4.0
    stop: float = 0.5
    pause: float = 0.1


WAITS = Waits()


@dataclass(frozen=True)
class ProgramAnswer:
    """A program's answer: the chosen move, and the values and lines that it claims for moves."""

    move: Move
    values: Mapping[Move, float] = field(default_factory=dict)
    lines: Mapping[Move, Sequence[Move]] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Foreign(ABC):
    """An engine that asks a program. The program is started with the first question and kept; it gets the position with
    each; it is killed when it fails or does not stop, and started again with the next question."""

    protocol: str

    def __init__(self, name: str, command: Sequence[str], waits: Waits = WAITS) -> None:
        self.name = name
        self.waits = waits
        self._command = command
        self._program: EngineProcess | None = None

    def analyse(self, watch: Watch) -> Analysis:
        """Ask the program. Raises EngineForfeits when it fails, UnknownGame when its protocol has no words for the game."""
        position = watch.position
        dialects.check(self.protocol, position.game)
        watch.engine = self.name
        try:
            claim = self.ask(watch)
        except Dropped:
            self.close()
            return watch.finish(unseen(position), 0)
        except ProgramFailed as failure:
            # A program that has failed once is in no known state.
            self.close()
            raise EngineForfeits("{name} forfeits: it {failure}.", name=self.title, failure=failure.phrase) from failure
        watch.nodes = claim.nodes
        return watch.finish(_lines(position, claim), claim.depth)

    @property
    def title(self) -> str:
        """The name in sentences about it."""
        return self.name

    @abstractmethod
    def ask(self, watch: Watch) -> ProgramAnswer:
        """The program's answer. Raises ProgramFailed, or Dropped."""

    @abstractmethod
    def greet(self, program: EngineProcess, watch: Watch) -> None:
        """Exchange what a new program and its engine say before the first question. Raises ProgramFailed, or Dropped."""

    def program(self, watch: Watch) -> EngineProcess:
        """The running program. Raises ProgramFailed, or Dropped."""
        if self._program is None:
            self._program = EngineProcess(*in_its_folder(self._command))
            self.greet(self._program, watch)
        # An answer that came too late for the last question is none to this one.
        self._program.forget()
        return self._program

    def close(self) -> None:
        """End the program, if it runs."""
        program, self._program = self._program, None
        if program:
            program.kill()

    def seconds(self, watch: Watch) -> float:
        """Seconds for the program to think."""
        return self.waits.usual if watch.limit.seconds is None else watch.limit.seconds

    def thinking(self, watch: Watch) -> Callable[[], float]:
        """The wait for a move, from now on."""
        return waiting(watch, self.seconds(watch) + self.waits.margin)


_INTERPRETER = re.compile(r"(python|pypy|java|node|perl|ruby|lua|wine|mono|dotnet|env|bash|sh)[\d.]*(\.exe)?")
"""Programs that run a file named after them."""


def in_its_folder(command: Sequence[str]) -> tuple[list[str], str | None]:
    """A command with the paths of its files made absolute, and the folder of the first file that it names, in which a program
    finds what belongs to it; None if it names none. A program of the search path and an interpreter do not count."""

    def absolute(word: str) -> str:
        path = Path(word)
        return str(path.absolute()) if path.is_file() and (path.name != word or path.suffix) else word

    program, *arguments = command
    if Path(program).name != program:
        program = absolute(program)
    words = [program, *map(absolute, arguments)]
    own = not _INTERPRETER.fullmatch(Path(program).name)
    folders = (
        str(Path(word).parent) for word in words[0 if own else 1 :] if Path(word).is_absolute() and Path(word).is_file()
    )
    return words, next(folders, None)


def waiting(watch: Watch, seconds: float) -> Callable[[], float]:
    """A function that gives how many of the seconds are left, and raises Dropped when nobody waits any more."""
    left = countdown(seconds)

    def wait() -> float:
        # That time is up does not mean that nobody waits: the program has still to say what it has found.
        if not watch.wanted:
            raise Dropped
        return left()

    return wait


def step(before: Position, after: Position) -> Move | None:
    """The move that leads from one position to the other."""
    return next((move for move in before.moves if before.play(move) == after), None)


def parse(position: Position, text: str) -> Move:
    """The legal move that a program names. Raises ProgramFailed."""
    try:
        return position.parse(text)
    except CoreError as error:
        raise ProgramFailed("answered {text} ({reason})", text=quoted(text), reason=clause(error.phrase)) from error


def _lines(position: Position, claim: ProgramAnswer) -> list[Line]:
    """The chosen move above all others, with the values claimed as far as that allows."""
    # Room below the chosen move for all others, whatever it claims of itself.
    best = max(_NEAR_LOST, min(1.0, claim.values.get(claim.move, 0.0)))
    rest = best - _BELOW
    lines = []
    for move in dict.fromkeys([claim.move, *sample(position)]):
        value = best if move == claim.move else min(rest, claim.values.get(move, rest))
        depth = claim.depth if move in claim.values else 0
        lines.append(Line(move, Score.estimate(value), (move, *claim.lines.get(move, ())), depth))
    return lines
