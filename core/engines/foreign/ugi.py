"""A program that speaks the hall's own protocol, as :mod:`core.protocols.ugi` describes it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from core.analysis import Watch
from core.engines.foreign.base import Dropped, Foreign, ProgramAnswer, parse, waiting
from core.engines.foreign.program import EngineProcess, ProgramFailed, countdown
from core.errors import CoreError, quoted
from core.game import Move
from core.position import Position


class Ugi(Foreign):
    """Plays every game that the program knows; its values are shown as the guesses of somebody else."""

    protocol = "ugi"

    def greet(self, program: EngineProcess, watch: Watch) -> None:
        program.send("ugi")
        self._await(program, watch, "ugiok")

    def ask(self, watch: Watch) -> ProgramAnswer:
        position, limit = watch.position, watch.limit
        program = self.program(watch)
        # A program reads this one, whatever its own notation of positions.
        text = "startpos" if position == Position.start(position.game) else position.text
        program.send(f"newgame {position.game.id}", f"position {text}", "isready")
        refused = self._await(program, watch, "readyok")
        if refused:
            raise ProgramFailed(
                "refuses: {reason}", reason=refused.rstrip(".") if refused.isprintable() else ascii(refused)
            )
        go = f"go movetime {int(self.seconds(watch) * 1000)}"
        for name, most in (("depth", limit.depth), ("nodes", limit.nodes)):
            go += "" if most is None else f" {name} {most}"
        program.send(go)
        heard = _Heard(position)
        try:
            return heard.until_best(program, self.thinking(watch))
        except Dropped:
            # What it knows by now is worth a short wait: it keeps its tables and need not be started again.
            program.send("stop")
            try:
                return heard.until_best(program, countdown(self.waits.stop))
            except ProgramFailed as failure:
                raise Dropped from failure

    def _await(self, program: EngineProcess, watch: Watch, word: str) -> str:
        """Read up to a line that is this word; returns what ``info string`` said before."""
        said = ""
        left = waiting(watch, self.waits.start)
        while (line := program.read(left)) != word:
            if line.startswith("info string "):
                said = line.removeprefix("info string ")
        return said


class _Heard:
    """What has been said of the moves so far."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._values: dict[Move, float] = {}
        self._lines: dict[Move, list[Move]] = {}
        self._depth = self._nodes = 0

    def until_best(self, program: EngineProcess, left: Callable[[], float]) -> ProgramAnswer:
        while True:
            word, _, rest = program.read(left).partition(" ")
            if word == "bestmove":
                move = parse(self._position, rest)
                return ProgramAnswer(move, self._values, self._lines, self._depth, self._nodes)
            if word == "info" and not rest.startswith("string "):
                self._hear(rest)
            elif word not in ("info", "readyok", "response", "option", "id"):
                raise ProgramFailed("answered {line} instead of a best move", line=quoted(f"{word} {rest}".strip()))

    def _hear(self, text: str) -> None:
        """Take over what makes sense of a line of information."""
        words, _, pv = text.partition(" pv ")
        pairs = words.split()
        told = dict(zip(pairs[::2], pairs[1::2], strict=False))
        self._depth = _number(told.get("depth"), self._depth)
        self._nodes = _number(told.get("nodes"), self._nodes)
        with suppress(CoreError, ValueError):
            move = self._position.parse(told.get("move", ""))
            value = float(told.get("value", ""))
            # A program may count in centipawns; such numbers mean nothing here.
            if -1 <= value <= 1:
                self._values[move] = value
            self._lines[move] = _legal(self._position.play(move), pv.split()[1:])


def _number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else otherwise


def _legal(position: Position, names: list[str]) -> list[Move]:
    """The moves as far as they can be played."""
    moves = []
    with suppress(CoreError):
        for name in names:
            moves.append(position.parse(name))
            position = position.play(moves[-1])
    return moves
