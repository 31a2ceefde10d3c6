"""A program of CodinGame as a player of ultimate tic-tac-toe. It can only follow a game from its beginning: it gets the last
move and the legal ones and nothing else, so each game has a process of its own, found again by the position after its move."""

from __future__ import annotations

from collections.abc import Sequence

from core.analysis import Watch
from core.engines.dialects import square, square_name
from core.engines.foreign.base import WAITS, Foreign, ProgramAnswer, Waits, step, waiting
from core.engines.foreign.program import EngineProcess, ProgramFailed
from core.errors import quoted
from core.game import Move
from core.position import Position

_FIRST_SECONDS, _SECONDS = 1.0, 0.1
_GAMES = 2
"""Games followed at a time: one program may sit on both sides."""


class Codingame(Foreign):
    """Plays ultimate/count; it says nothing of what its moves are worth."""

    protocol = "codingame"

    def __init__(self, name: str, command: Sequence[str], waits: Waits = WAITS) -> None:
        super().__init__(name, command, waits)
        self._games: dict[Position, EngineProcess] = {}

    def greet(self, program: EngineProcess, watch: Watch) -> None:
        """Nothing is said."""

    def ask(self, watch: Watch) -> ProgramAnswer:
        position = watch.position
        for before in reversed(self._games):
            last = step(before, position)
            if last is not None:
                # The program that is asked is the one that is killed when it fails.
                self._program = self._games.pop(before)
                break
        else:
            last = self._begun(position)
        # The contest grants a second for the first move and a tenth for each further one.
        seconds = _SECONDS if self._program else _FIRST_SECONDS
        program = self.program(watch)
        legal = [square_name(move) for move in position.moves]
        program.send("-1 -1" if last is None else square_name(last), str(len(legal)), *legal)
        line = program.read(waiting(watch, max(seconds, watch.limit.seconds or 0.0) + self.waits.margin))
        move = square(line)
        if move is None:
            raise ProgramFailed("answered {line} instead of row col", line=quoted(line))
        if move not in position.moves:
            raise ProgramFailed("plays {move}, which is not legal", move=square_name(move))
        self._program = None
        self._games[position.play(move)] = program
        return ProgramAnswer(move)

    def close(self) -> None:
        super().close()
        for program in self._games.values():
            program.kill()
        self._games.clear()

    def _begun(self, position: Position) -> Move | None:
        """The one move of a game that has just begun, None where there is none yet. Makes room for another program."""
        last = step(Position.start(position.game), position)
        if last is None and position != Position.start(position.game):
            raise ProgramFailed("can only follow a game from its first move, and joined later")
        while len(self._games) >= _GAMES:
            self._games.pop(next(iter(self._games))).kill()
        return last
