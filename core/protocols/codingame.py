"""CodinGame's protocol of ultimate tic-tac-toe, by count at the end. Every turn comes, on a line each::

    4 4          row and column that the opponent has played, -1 -1 before the first move of a game
    8            how many moves are legal
    3 3          and each of them
    ...

and is answered ``row col`` within a tenth of a second, within a second at first. The protocol has no words for what makes no
sense: a sentence about it goes to stderr, and a legal move is played all the same.
"""

from __future__ import annotations

import gc

from core import engines
from core.analysis import Limit, Watch
from core.engines.dialects import square, square_name
from core.errors import IllegalMove
from core.game import Game, Move
from core.position import Position
from core.protocols.peer import Peer

FIRST, LATER = 0.88, 0.088
"""Seconds from reading a turn to answering it. The rest of a second and of a tenth is for the pipes and the last look at the
clock, which comes every thousand nodes."""
_NOBODY = "-1 -1"
_MAX_MOVES = 81


def serve(game: Game, peer: Peer) -> None:
    """Answer turn by turn until the input ends."""
    engines.warm(game)
    gc.disable()  # a collection takes 20 ms of a tenth of a second, and a game leaves little to collect
    try:
        _answer(game, peer)
    finally:
        gc.enable()


def _answer(game: Game, peer: Peer) -> None:
    position = Position.start(game)
    engine = engines.best(position)
    seconds = FIRST
    while (line := peer.take()) is not None:
        begun = peer.clock()
        if " ".join(line.split()) == _NOBODY:
            position = Position.start(game)
        elif square(line) is None:
            peer.complain(f"This is no move, row col from 0 to 8: {line!r:.60}.")
            continue
        legal = _legal(peer)
        if legal is None:
            return
        position = _after(position, square(line), legal, peer)
        move = legal[0]
        if not position.outcome:
            limit = Limit(seconds=max(0.0, begun + seconds - peer.clock()))
            found = engines.analyse(engine, Watch(position, limit, peer.clock, all_moves=False))
            move = next((line.move for line in found.lines if line.move in legal), move)
        seconds = LATER
        peer.write(square_name(move))
        if move in position.moves:
            position = position.play(move)


def _legal(peer: Peer) -> list[Move] | None:
    """The moves in a list of moves; None when the input ends before there is one."""
    while (line := peer.take()) is not None:
        if not (line.isascii() and line.isdecimal() and len(line) < 3 and 0 < int(line) <= _MAX_MOVES):
            peer.complain(f"This is no number of moves, 1 to {_MAX_MOVES}: {line!r:.60}.")
            continue
        legal: list[Move] = []
        for _ in range(int(line)):
            move = square(peer.take() or "")
            if move is not None:
                legal.append(move)
        if legal:
            return legal
        peer.complain("There is no move in the list of moves.")
    return None


def _after(position: Position, move: Move | None, legal: list[Move], peer: Peer) -> Position:
    """The position after a move of the opponent, None for the first turn of a game; as it was when it cannot be."""
    try:
        position = position if move is None else position.play(move)
    except IllegalMove as error:
        peer.complain(str(error))
    if sorted(legal) != list(position.moves):
        peer.complain("The legal moves are others than those of the game so far; one of them is played.")
    return position
