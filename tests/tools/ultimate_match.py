"""Our engine of ultimate tic-tac-toe against a program that plays it by lines of its own, at equal processor time.

Usage::

    python -m tests.tools.ultimate_match --rule draw --games 400 --ms 100 python player.py weights.i16 draw

The program reads ``new``, ``play M``, ``go MS`` and ``quit``, where M is 9 * board + cell, and answers ``go`` with its move,
maybe followed by other words, within so many milliseconds of processor time; it plays that move only when it is told to.
Openings of 2 to 4 random plies are played from both sides. Each pair of games tells how it stands, with an interval of 95 %
that counts a pair as one. At the end it tells the processor time that both have taken for a move; where theirs differs,
``--their-ms`` gives them another.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable
from math import sqrt
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean, stdev
from time import process_time

from core import engines
from core.analysis import Limit, Watch
from core.game import Move
from core.games import get
from core.position import Position

OPENING = range(2, 5)


class Foreign:
    """The program at the other end of a pair of pipes."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.moves = 0

    def say(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def go(self, ms: int) -> Move:
        """Ask for a move."""
        self.moves += 1
        self.say(f"go {ms}")
        assert self._process.stdout
        return int(self._process.stdout.readline().split()[0])

    def close(self) -> float:
        """Have it end; the processor time that it has taken, in seconds, from its start on."""
        self.say("quit")
        self._process.wait(10)
        used = getrusage(RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def opening(game_id: str, random: Random) -> list[Move]:
    """Random moves that leave the game unfinished."""
    position, moves = Position.start(get(game_id)), []
    for _ in range(random.choice(OPENING)):
        moves.append(random.choice(position.moves))
        position = position.play(moves[-1])
    return moves


def play(
    game_id: str, first: list[Move], ours: int, foreign: Foreign, think: Callable[[Position], Move], ms: int
) -> float:
    """One game from an opening; what it scores for us."""
    position = Position.start(get(game_id))
    foreign.say("new")
    moves = iter(first)
    while not position.outcome:
        move = next(moves, None)
        if move is None:
            move = think(position) if position.turn == ours else foreign.go(ms)
        foreign.say(f"play {move}")
        position = position.play(move)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == ours)


def main() -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rule", choices=("draw", "count"), default="draw")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--ms", type=int, default=100)
    parser.add_argument("--their-ms", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    game_id = "ultimate/count" if given.rule == "count" else "ultimate"
    engine = engines.get("ultimate")
    limit = Limit(seconds=given.ms / 1000)
    nodes: list[tuple[int, float, int]] = []
    their_ms = given.their_ms or given.ms

    def think(position: Position) -> Move:
        begun = process_time()
        found = engine.analyse(Watch(position, limit, process_time, all_moves=False))
        nodes.append((found.nodes, process_time() - begun, found.depth))
        return found.lines[0].move

    # Before the first clock runs, both have loaded what they need.
    engines.warm(get(game_id))
    foreign, random, pairs = Foreign(given.command), Random(given.seed), []
    for _ in range(given.games // 2):
        first = opening(game_id, random)
        pairs.append(mean(play(game_id, first, ours, foreign, think, their_ms) for ours in (0, 1)))
        half = 1.96 * stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 1.0
        count, seconds = sum(each[0] for each in nodes), sum(each[1] for each in nodes)
        print(
            f"{2 * len(pairs)} games: {mean(pairs):.1%} +- {half:.1%}, {count / seconds:,.0f} nodes/s, "
            f"depth {mean(each[2] for each in nodes):.1f}, longest {max(each[1] for each in nodes) * 1000:.0f} ms",
            flush=True,
        )
    ours, theirs = mean(each[1] for each in nodes), foreign.close() / foreign.moves
    print(f"processor time a move: ours {ours * 1000:.1f} ms, theirs {theirs * 1000:.1f} ms")


if __name__ == "__main__":
    main()
