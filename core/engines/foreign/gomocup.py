"""A program of Gomocup (http://petr.lastovicka.sweb.cz/protocl2en.htm) as a player of gomoku, and what real ones do borne.

The position is handed over with BOARD, stones alternating and the opponent's last, because some read it by order; while a game
goes on, TURN is enough. Unknown commands may be met with UNKNOWN or with silence, lines may end by LF, CR or both, a command
too soon after a move may be lost, and SWAP2BOARD may want ``x,y,f``. The three stones of the opening, or two, come in one
answer but are played one by one, so those still to come are kept.
"""

from __future__ import annotations

import time

from core.analysis import Watch
from core.engines.dialects import point, point_name
from core.engines.foreign.base import Foreign, ProgramAnswer, step, waiting
from core.engines.foreign.program import EngineProcess, ProgramFailed
from core.errors import quoted
from core.game import Move
from core.games.gomoku import A_BLACK, CHOICE, LAST, OPENING, Gomoku, Swap2Gomoku
from core.position import Position

_FOR_EVER = 2**31 - 1
"""Milliseconds left for a match without limit."""
_CHATTER = ("MESSAGE", "DEBUG", "OK")
_ASKING = ("BEGIN", "TURN", "BOARD")


class Gomocup(Foreign):
    """Plays gomoku; it says nothing of what its moves are worth."""

    protocol = "gomocup"

    _after: Position | None = None
    """The position after its last move, from which TURN leads on."""
    _plan: dict[Position, Move]
    _fresh = False
    """Whether its board is empty."""
    _moved = 0.0
    """When it made its last move, by the clock of the machine."""

    def greet(self, program: EngineProcess, watch: Watch) -> None:
        self._after = None
        self._plan = {}
        self._moved = 0.0
        self._start(program, watch)

    def _start(self, program: EngineProcess, watch: Watch) -> None:
        self._send(program, f"START {_game(watch.position).columns}")
        self._fresh = True
        left = waiting(watch, self.waits.start)
        while (line := program.read(left)).upper() != "OK":
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                raise ProgramFailed("answered START with {line}", line=quoted(line))

    def ask(self, watch: Watch) -> ProgramAnswer:
        position = watch.position
        program = self.program(watch)
        if position in self._plan:
            return ProgramAnswer(self._plan.pop(position))
        if isinstance(position.game, Swap2Gomoku) and position.state[2] < A_BLACK:
            self._after = None
            move = self._open(program, watch)
        else:
            self._tell(program, watch)
            move = self._point(position, self._answer(program, watch))
            if move not in position.moves:
                raise ProgramFailed(
                    "plays {point}, where there is already a stone", point=point_name(_game(position), move)
                )
            self._after = position.play(move)
        self._fresh = False
        self._moved = time.monotonic()
        return ProgramAnswer(move)

    def _tell(self, program: EngineProcess, watch: Watch) -> None:
        """Hand the position over and ask for a move."""
        position = watch.position
        # One move further than its own: it has followed the game, and TURN spares it to begin anew.
        turn = step(self._after, position) if self._after else None
        if turn is None and not self._fresh:
            self._start(program, watch)
        self._inform(program, watch)
        if turn is not None:
            self._send(program, f"TURN {point_name(_game(position), turn)}")
            return
        stones = _stones(position)
        if not stones:
            self._send(program, "BEGIN")
            return
        lines = [f"{name},{1 if (len(stones) - i) % 2 == 0 else 2}" for i, name in enumerate(stones)]
        self._send(program, "BOARD", *lines, "DONE")

    def _inform(self, program: EngineProcess, watch: Watch) -> None:
        limit = watch.limit
        told = {
            "timeout_turn": int(self.seconds(watch) * 1000),
            # 0 is no limit: each turn has its own time, which is all that the asker gives.
            "timeout_match": 0,
            "time_left": _FOR_EVER,
            "max_memory": 0,
            "game_type": 1,
            "rule": int(_game(watch.position).board.exact),
            "max_depth": limit.depth,
            "max_node": limit.nodes,
        }
        self._send(program, *(f"INFO {key} {value}" for key, value in told.items() if value is not None))

    def _send(self, program: EngineProcess, *lines: str) -> None:
        time.sleep(max(0.0, self._moved + self.waits.pause - time.monotonic()))
        program.send(*lines, end="\r\n")

    def _answer(self, program: EngineProcess, watch: Watch) -> str:
        """The line that answers what was asked."""
        line = self._reply(program, watch)
        if line.upper().startswith("ERROR"):
            raise ProgramFailed("answered {line}", line=quoted(line))
        return line

    def _reply(self, program: EngineProcess, watch: Watch) -> str:
        """The same, or a line with ERROR."""
        left = self.thinking(watch)
        while True:
            line = program.read(left)
            word, _, rest = line.upper().partition(" ")
            # That it does not know an INFO is no fault; that it does not know what asks for a move is.
            if word == "UNKNOWN" and any(command in rest for command in _ASKING):
                raise ProgramFailed("answered {line}", line=quoted(line))
            # It leaves the choice to the manager, who takes what is suggested.
            if word == "SUGGEST":
                program.send(f"PLAY {rest}", end="\r\n")
            elif word not in (*_CHATTER, "UNKNOWN"):
                return line

    def _point(self, position: Position, text: str) -> Move:
        move = point(_game(position), text)
        if move is None:
            raise ProgramFailed("answered {line}, which is not a point of the board", line=quoted(text))
        return move

    # Swap2.

    def _open(self, program: EngineProcess, watch: Watch) -> Move:
        """The next move before the colours are shared out."""
        position = watch.position
        stones, stage = _stones(position), position.state[2]
        if (stage, len(stones)) not in ((OPENING, 0), (CHOICE, 3), (LAST, 5)):
            raise ProgramFailed("cannot continue an opening that another player began")
        counts = {OPENING: (3,), CHOICE: (1, 2), LAST: (1,)}[stage]
        self._start(program, watch)
        self._inform(program, watch)
        self._send(program, "SWAP2BOARD", *stones, "DONE")
        answer = self._reply(program, watch).split()
        if answer != ["SWAP"] and len(answer) not in counts:
            own = (2, 1) if stage == CHOICE else (1, 2)  # whose stones are black before anybody chooses
            self._send(program, "SWAP2BOARD", *(f"{name},{own[i % 2]}" for i, name in enumerate(stones)), "DONE")
            answer = self._answer(program, watch).split()
        if answer == ["SWAP"] and stage != OPENING:
            return _word(position, "black")
        if len(answer) not in counts:
            raise ProgramFailed("answered SWAP2BOARD with {line}", line=quoted(" ".join(answer)))
        moves = [self._point(position, name) for name in answer]
        self._plan = {}
        if stage != OPENING:
            moves.insert(0, _word(position, "white" if len(answer) == 1 else "two"))
        for move in moves:
            if move not in position.moves:
                raise ProgramFailed(
                    "answered SWAP2BOARD with {line}, where there is already a stone", line=quoted(" ".join(answer))
                )
            self._plan[position] = move
            position = position.play(move)
        return self._plan.pop(watch.position)


def _game(position: Position) -> Gomoku:
    assert isinstance(position.game, Gomoku)
    return position.game


def _word(position: Position, word: str) -> Move:
    return position.game.parse_move(position.state, word)


def _stones(position: Position) -> list[str]:
    """The stones in an order in which they could have been played, black first."""
    game = _game(position)
    colours = [[i for i, mark in enumerate(game.marks(position.state)) if mark == colour] for colour in (0, 1)]
    black, white = ([point_name(game, move) for move in moves] for moves in colours)
    return [stone for pair in zip(black, [*white, ""], strict=False) for stone in pair if stone]
