"""Looks for openings of gomoku that decide nothing: ``python -m tests.tools.gomoku_openings [SEED]`` prints one a line.

Three to five stones near the middle, as they fall, mostly decide a game, whoever plays it, and then a match learns nothing from
them. So the engine plays on from each against itself, three times, with more positions each time. An opening is taken when no
such game is short, and when they are not all won by the same colour.
``gomoku_openings.txt`` has those that ``tests.tools.gomoku_match`` begins with.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from core.analysis import Limit, Watch
from core.engines.gomoku.engine import GomokuEngine
from core.game import Move
from core.games import get
from core.position import Position

GAME = get("gomoku")
SIDE, MIDDLE, REACH = 15, 7, 3
NODES = (2500, 6000, 15000)
MIN_PLIES, MAX_PLIES = 11, 60
"""Games of fewer plies, and of so many, which are not played on."""


def main(seed: int) -> None:
    """Print openings until stopped."""
    random = Random(seed)
    while True:
        position = scattered(random)
        if position and balanced(position):
            print(position.text, flush=True)


def scattered(random: Random) -> Position | None:
    """Stones near the middle, the last of them where neither colour is thought to be ahead; None where all is decided."""
    position = Position.start(GAME)
    for _ in range(random.randint(2, 4)):
        position = position.play(random.choice(near(position)))
    found = GomokuEngine().analyse(Watch(position, Limit(nodes=NODES[0]), process_time))
    open_ = {line.move: abs(line.score.value) for line in found.lines if not line.score.proven}
    moves = [move for move in near(position) if move in open_]
    return position.play(min(moves, key=open_.__getitem__)) if moves else None


def near(position: Position) -> list[Move]:
    """The empty cells near the middle."""
    return [cell for cell in position.moves if max(abs(cell % SIDE - MIDDLE), abs(cell // SIDE - MIDDLE)) <= REACH]


def balanced(position: Position) -> bool:
    """Whether games from there are neither short nor all alike."""
    winners: set[int | None] = set()
    for nodes in NODES:
        winner, plies = played(position, nodes)
        if plies < MIN_PLIES:
            return False
        winners.add(winner)
    return len(winners) > 1 or None in winners


def played(position: Position, nodes: int) -> tuple[int | None, int]:
    """Who wins a game of the engine against itself, 0 the first to move, None if nobody does, and how long it takes to be
    proven."""
    players = GomokuEngine(), GomokuEngine()
    for ply in range(MAX_PLIES):
        if position.outcome:
            return (None if position.outcome.winner is None else 1 - ply % 2), ply
        found = players[ply % 2].analyse(Watch(position, Limit(nodes=nodes), process_time, all_moves=False))
        best = found.lines[0]
        if best.score.proven and best.score.value > 0:
            return ply % 2, ply
        position = position.play(best.move)
    return None, MAX_PLIES


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
