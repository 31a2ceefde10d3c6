"""The protocol of Gomocup (http://petr.lastovicka.sweb.cz/protocl2en.htm) for gomoku, as the engine's side of it.

Played are 15x15, 19x19 and 20x20 points, freestyle and with exactly five in a row; any other size or rule is answered ERROR
with a sentence, a rule when a move is asked for, because INFO is never answered. Beside what every engine knows: TAKEBACK,
BOARD with any number of stones in any order, SWAP2BOARD, and INFO with max_depth and max_node. END and the end of the input
stop a search.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core import __version__, engines, games
from core.analysis import Limit, Watch
from core.engines.dialects import point, point_name
from core.errors import BadNotation, CoreError, quoted
from core.game import Game, Move, State
from core.games.gomoku import CHOICE, LAST, OPENING, SIZES, Gomoku
from core.position import Position
from core.protocols.peer import Peer, sentence

MARGIN = 0.04
"""Seconds of a turn that are kept back: to read the position takes half of them, one look at the clock to the next the rest."""
MARGIN_SHARE = 0.02
"""How much of a turn is kept back besides: what a longer search has gathered takes longer to tidy up."""
MAX_MARGIN = 0.15
"""Seconds that are enough to keep back of any turn."""
TURN_MS = 5000
"""Time for a move when nobody has named one."""
MOVES_LEFT = 20
"""The time left for a match is shared out over so many moves."""
_THOUGHTS = 3
"""Moves that an answer to Swap2 may need: three stones, or a choice and two."""
_FREESTYLE, _EXACT = 0, 1
_ENDING = ("end",)


def serve(game: Game, peer: Peer) -> None:
    """Answer until END or the end of the input."""
    assert isinstance(game, Gomoku)
    brain = _Brain(game, peer)
    while (line := peer.take()) is not None:
        word, _, rest = line.partition(" ")
        if word.upper() == "END":
            return
        command = _COMMANDS.get(word.upper())
        if command is None:
            peer.write(f"UNKNOWN command {quoted(word)}")
            continue
        try:
            command(brain, rest.strip())
        except CoreError as error:
            peer.write(f"ERROR {sentence(error)}")


class _Brain:
    """The board: ``_own`` and ``_other`` stones as sets of points; ``_size`` None while an impossible one is asked for."""

    def __init__(self, game: Gomoku, peer: Peer) -> None:
        self._peer = peer
        self._size: int | None = game.columns
        self._info = {"rule": _EXACT if game.board.exact else _FREESTYLE}
        self._own = self._other = 0

    def start(self, rest: str) -> None:
        """Clear a board of this size."""
        self._own = self._other = 0
        self._size = None
        if not re.fullmatch("[0-9]{1,3}", rest) or int(rest) not in SIZES:
            raise BadNotation("There is no board of size {size} here; the sizes are 15, 19 and 20.", size=quoted(rest))
        self._size = int(rest)
        self._peer.write("OK")

    def start_rectangle(self, rest: str) -> None:
        """Clear a board of these sides, which have to be equal."""
        width, _, height = rest.partition(",")
        self.start(width.strip() if width.strip() == height.strip() else rest)

    def restart(self, rest: str) -> None:
        """Clear the board."""
        self._side()
        self._own = self._other = 0
        self._peer.write("OK")

    def info(self, rest: str) -> None:
        """Remember a number; never answered."""
        found = re.fullmatch(r"(\w+)\s+(-?[0-9]{1,15})", rest)
        if found:
            self._info[found[1].lower()] = int(found[2])

    def about(self, rest: str) -> None:
        """Introduce the hall."""
        self._peer.write(f'name="triqui", version="{__version__}", author="the authors of triqui"')

    def begin(self, rest: str) -> None:
        """Make the first move."""
        if self._own | self._other:
            raise BadNotation("There are stones on the board; send RESTART before BEGIN.")
        self._answer()

    def turn(self, rest: str) -> None:
        """Answer a move of the opponent."""
        self._other |= self._free(rest)
        self._answer()

    def take_back(self, rest: str) -> None:
        """Take a stone off the board."""
        stone = self._point(rest)
        if not (self._own | self._other) & stone:
            raise BadNotation("There is no stone on {point}.", point=quoted(rest))
        self._own &= ~stone
        self._other &= ~stone
        self._peer.write("OK")

    def board(self, rest: str) -> None:
        """Take over a position and make a move in it."""
        self._own = self._other = 0
        self._read(self._put)
        self._answer()

    def _put(self, line: str) -> None:
        where, _, owner = line.rpartition(",")
        stone = self._free(where)
        if owner.strip() == "1":
            self._own |= stone
        elif owner.strip() == "2":
            self._other |= stone
        else:
            raise BadNotation(
                "{line} is not a stone; write X,Y,1 for your own or X,Y,2 for the other player's.", line=quoted(line)
            )

    def swap2(self, rest: str) -> None:
        """Open a game by the rules of Swap2, black and white stones in turn."""
        self._own = self._other = 0
        self._read(self._set_next)
        count = (self._own | self._other).bit_count()
        if count not in (0, 3, 5):
            raise BadNotation("A Swap2 opening begins with 0, 3 or 5 stones on the board, not {count}.", count=count)
        game = self._game("/swap2")
        stage = {0: OPENING, 3: CHOICE, 5: LAST}[count]
        position = Position(game, (self._own, self._other, stage))
        chosen: list[Move] = []
        wanted = 3 if stage == OPENING else 1
        while len(chosen) < wanted:
            move = self._think(position, _THOUGHTS)
            if move is None:
                return
            if move < game.cell_count:
                chosen.append(move)
            elif position.name(move) == "black":
                self._peer.write("SWAP")
                return
            else:
                wanted = 2 if position.name(move) == "two" else 1
            position = position.play(move)
        self._peer.write(" ".join(point_name(game, move) for move in chosen))
        stones = (position.state[0], position.state[1])
        self._own, self._other = stones if len(chosen) > 1 else stones[::-1]

    def _set_next(self, line: str) -> None:
        """Black stones and white ones in turn; ``_own`` are the colour set last."""
        self._other |= self._free(",".join(line.split(",")[:2]))
        self._own, self._other = self._other, self._own

    def _read(self, take: Callable[[str], None]) -> None:
        """Give every line up to DONE to ``take``; raises its first error, when all have been read."""
        wrong: CoreError | None = None
        while (line := self._peer.take()) is not None and line.upper() != "DONE":
            try:
                take(line)
            except CoreError as error:
                wrong = wrong or error
        if wrong:
            self._own = self._other = 0
            raise wrong

    def _side(self) -> int:
        """The points of a side. Raises BadNotation where there is no board."""
        if self._size is None:
            raise BadNotation("There is no board; send START 15, START 19 or START 20 first.")
        return self._size

    def _game(self, opening: str = "") -> Gomoku:
        side, rule = self._side(), self._info["rule"]
        if rule not in (_FREESTYLE, _EXACT):
            raise BadNotation("Rule {rule} is not played here, only 0 (freestyle) and 1 (exactly five).", rule=rule)
        size = "" if side == SIZES[0] else f"/{side}"
        game = games.get(f"gomoku{size}{'/exact' if rule == _EXACT else ''}{opening}")
        assert isinstance(game, Gomoku)
        return game

    def _point(self, text: str) -> int:
        move = point(self._game(), text)
        if move is None:
            raise BadNotation(
                "{text} is not a point; write X,Y from 0,0 to {last},{last}.",
                text=quoted(text),
                last=self._side() - 1,
            )
        return 1 << move

    def _free(self, text: str) -> int:
        stone = self._point(text)
        if (self._own | self._other) & stone:
            raise BadNotation("There is already a stone on {point}.", point=quoted(text))
        return stone

    def _answer(self) -> None:
        """Make a move and tell it."""
        game = self._game()
        taken = self._own | self._other
        if taken.bit_count() == game.cell_count or game.whole_lines(self._own) or game.whole_lines(self._other):
            raise BadNotation("The game is over; send RESTART, START or BOARD.")
        move = self._think(Position(game, self._state()), 1)
        if move is not None:
            self._own |= 1 << move
            self._peer.write(point_name(game, move))

    def _state(self) -> State:
        """The stones, whatever their numbers, as a position where the owner is to move: that depends on how many there are."""
        odd = (self._own | self._other).bit_count() & 1
        return (self._other, self._own) if odd else (self._own, self._other)

    def _think(self, position: Position, moves: int) -> Move | None:
        """The best move, with the time of a turn shared by so many; None when nobody waits for it any more."""
        limit = self._limit(moves)
        watch = Watch(position, limit, self._peer.clock, stop=lambda: self._peer.wants(_ENDING), all_moves=False)
        found = engines.analyse(engines.best(position), watch)
        return None if self._peer.wants(_ENDING) else found.lines[0].move

    def _limit(self, moves: int) -> Limit:
        told = self._info
        turn = told.get("timeout_turn", TURN_MS)
        left = told.get("time_left", told.get("timeout_match"))
        if left is not None and told.get("timeout_match") != 0:
            turn = min(turn, left // MOVES_LEFT)
        depth, nodes = told.get("max_depth", 0), told.get("max_node", 0)
        seconds = max(0, turn) / 1000
        seconds = max(0.0, seconds - min(MARGIN + MARGIN_SHARE * seconds, MAX_MARGIN)) / moves
        return Limit(seconds, depth if depth > 0 else None, nodes if nodes > 0 else None)


_COMMANDS: dict[str, Callable[[_Brain, str], None]] = {
    "START": _Brain.start,
    "RECTSTART": _Brain.start_rectangle,
    "RESTART": _Brain.restart,
    "INFO": _Brain.info,
    "ABOUT": _Brain.about,
    "BEGIN": _Brain.begin,
    "TURN": _Brain.turn,
    "TAKEBACK": _Brain.take_back,
    "BOARD": _Brain.board,
    "SWAP2BOARD": _Brain.swap2,
}
