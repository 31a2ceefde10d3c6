"""What programs from elsewhere have in common, whatever protocol they speak."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core import wire
from core.analysis import Analysis, Line, Score, Stopped, Watch
from core.engines.foreign.program import Failed, Program, countdown
from core.engines.root import sample
from core.errors import CoreError, EngineForfeits, quoted
from core.game import Move
from core.position import Position

_NEAR_LOST = -0.999
_BELOW = 0.001
"""How far every other move stands below the chosen one at least."""


@dataclass(frozen=True)
class Patience:
    """Seconds: ``usual`` to think where the asker gives no time; ``margin`` to wait beyond the time to think; ``start`` for a
    program to get ready; ``stop`` for the answer to a wish to stop; ``pause`` between a program's move and the next command,
    which some lose that comes sooner."""

    usual: float = 5.0
    margin: float = 1.0
    start: float = 4.0
    stop: float = 0.5
    pause: float = 0.1


PATIENCE = Patience()


@dataclass(frozen=True)
class Claim:
    """What a program says: the move it chooses, and of moves what they are worth and what follows them."""

    move: Move
    values: Mapping[Move, float] = field(default_factory=dict)
    lines: Mapping[Move, Sequence[Move]] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Foreign(ABC):
    """An engine that asks a program. The program is started with the first question and kept; it is told the position with
    each; it is killed when it fails or does not stop, and started anew with the next question."""

    protocol: str
    summary = "A program from elsewhere, which plays by a protocol."
    thinks = False
    pace = 0

    def __init__(self, name: str, command: Sequence[str], patience: Patience = PATIENCE) -> None:
        self.name = name
        self.patience = patience
        self._command = command
        self._program: Program | None = None

    def analyse(self, watch: Watch) -> Analysis:
        """Ask the program. Raises EngineForfeits when it fails, UnknownGame when its protocol has no words for the game."""
        position = watch.position
        wire.check(self.protocol, position.game)
        try:
            claim = self.ask(watch)
        except Dropped:
            self.close()
            unseen = (Line(move, Score.estimate(0.0), (move,)) for move in sample(position))
            return watch.finish(unseen, 0)
        except Failed as failure:
            self.close()
            raise EngineForfeits("{name} forfeits: it {failure}.", name=self.name, failure=failure.phrase) from failure
        watch.nodes = claim.nodes
        return watch.finish(_lines(position, claim), claim.depth)

    @abstractmethod
    def ask(self, watch: Watch) -> Claim:
        """The program's answer. Raises Failed, or Dropped."""

    @abstractmethod
    def greet(self, program: Program, watch: Watch) -> None:
        """What a new program is told and has to answer before the first question. Raises Failed, or Dropped."""

    def program(self, watch: Watch) -> Program:
        """The running program. Raises Failed, or Dropped."""
        if self._program is None:
            self._program = Program(self._command)
            self.greet(self._program, watch)
        self._program.forget()
        return self._program

    def close(self) -> None:
        """End the program, if it runs."""
        program, self._program = self._program, None
        if program:
            program.kill()

    def seconds(self, watch: Watch) -> float:
        """How long the program may think."""
        return self.patience.usual if watch.limit.seconds is None else watch.limit.seconds

    def thinking(self, watch: Watch) -> Callable[[], float]:
        """The wait for a move, from now on."""
        return waiting(watch, self.seconds(watch) + self.patience.margin)


def waiting(watch: Watch, seconds: float) -> Callable[[], float]:
    """A function that gives how many of the seconds are left, and raises Dropped when nobody waits any more."""
    left = countdown(seconds)

    def wait() -> float:
        if unwanted(watch):
            raise Dropped
        return left()

    return wait


def unwanted(watch: Watch) -> bool:
    """Whether the asker wants no answer any more; that time is up does not mean so, for the program has still to say it."""
    try:
        watch.tick(0)
    except Stopped:
        limit = watch.limit
        return not (limit.seconds is not None and watch.seconds >= limit.seconds) and limit.nodes != 0
    return False


def step(before: Position, after: Position) -> Move | None:
    """The move that leads from one position to the other."""
    return next((move for move in before.moves if before.play(move) == after), None)


def parse(position: Position, text: str) -> Move:
    """The legal move that a program names. Raises Failed."""
    try:
        return position.parse(text)
    except CoreError as error:
        raise Failed("answered {text} ({reason})", text=quoted(text), reason=str(error).rstrip(".")) from error


def _lines(position: Position, claim: Claim) -> list[Line]:
    """The chosen move above all others, with the values claimed as far as that allows."""
    best = max(_NEAR_LOST, min(1.0, claim.values.get(claim.move, 0.0)))
    rest = best - _BELOW
    lines = []
    for move in dict.fromkeys([claim.move, *sample(position)]):
        value = best if move == claim.move else min(rest, claim.values.get(move, rest))
        lines.append(Line(move, Score.estimate(value), (move, *claim.lines.get(move, ()))))
    return lines
