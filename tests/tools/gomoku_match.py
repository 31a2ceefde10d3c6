"""Plays the gomoku engine against that of another environment: ``python -m tests.tools.gomoku_match [--games N] PYTHON``.

Each player is a process of its own, here and there this file with ``--player``: it reads ``TEXT SECONDS NODES`` and answers
``MOVE VALUE PROVEN DEPTH NODES SECONDS``, VALUE and PROVEN of its best move. Both count their own CPU time and so play
equally long moves on a busy machine. Each opening of ``gomoku_openings.txt``, three to five stones near the middle, is played
with both colours; ``tests.tools.gomoku_openings`` has found them. ``--seed`` shuffles them.
A game is over when a player has proven that it wins. Prints after every pair the score with its 95 % interval, by pairs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from inspect import signature
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, median, stdev
from time import process_time
from typing import Any, NamedTuple

from core import engines
from core.analysis import Limit, Watch
from core.game import Move
from core.games import get
from core.position import Position

OPENINGS = Path(__file__).with_name("gomoku_openings.txt")
MAX_STONES = 110
"""A game of so many stones is a draw."""
WON = "WIN"
"""What is proven for who wins; an earlier engine keeps its verdicts in another module, but calls them the same."""


class Answer(NamedTuple):
    """What a player says of a position."""

    move: Move
    value: float
    proven: str
    depth: int
    nodes: int
    seconds: float


def player(game_id: str) -> None:
    """Answer questions until the input ends."""
    game = get(game_id)
    engine = engines.get("gomoku")
    # An earlier engine has another word for it, or does not ask which of the two is wanted: it gives every move a value.
    wanted: dict[str, Any] = {name: False for name in ("all_moves", "every") if name in signature(Watch).parameters}
    watch: Callable[..., Watch] = partial(Watch, **wanted)
    # Before the first clock runs, it has loaded what it needs.
    engine.analyse(watch(Position.start(game), Limit(nodes=1), process_time))
    for line in sys.stdin:
        text, seconds, nodes = line.split()
        limit = Limit(float(seconds) or None, None, int(nodes) or None)
        found = engine.analyse(watch(Position.from_text(game, text), limit, process_time))
        best = found.lines[0]
        verdict = best.score.verdict.name if best.score.verdict else "-"
        print(best.move, best.score.value, verdict, found.depth, found.nodes, found.seconds, flush=True)


class Player:
    """A player at the other end of a pair of pipes, and what it has answered."""

    def __init__(self, python: str, game_id: str) -> None:
        self._process = subprocess.Popen(
            [python, __file__, "--player", "--game", game_id], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.said: list[Answer] = []

    def ask(self, position: Position, seconds: float = 0.0, nodes: int = 0) -> Answer:
        """Its opinion."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{position.text} {seconds} {nodes}\n")
        self._process.stdin.flush()
        move, value, proven, depth, visited, took = self._process.stdout.readline().split()
        return Answer(int(move), float(value), proven, int(depth), int(visited), float(took))

    def told(self) -> str:
        """How deep, how fast and how long it has searched where it did not prove a thing."""
        open_ = [each for each in self.said if each.proven == "-"]
        if not open_:
            return "-"
        speed = sum(each.nodes for each in self.said) / sum(each.seconds for each in self.said)
        longest = max(each.seconds for each in self.said)
        return f"depth {median(each.depth for each in open_):.1f} {speed:,.0f} nodes/s longest {longest:.2f} s"


def stones(position: Position) -> int:
    """How many there are."""
    return (position.state[0] | position.state[1]).bit_count()


def play(position: Position, players: tuple[Player, Player], seconds: tuple[float, float]) -> float:
    """One game; what it scores for who is to move first here, ``players[0]``."""
    turn = 0
    while not position.outcome:
        if stones(position) >= MAX_STONES:
            return 0.5
        answer = players[turn].ask(position, seconds[turn])
        players[turn].said.append(answer)
        if answer.proven == WON:
            return 1.0 - turn
        position = position.play(answer.move)
        turn = 1 - turn
    # Who has just moved has won, if anybody has.
    return 0.5 if position.outcome.winner is None else float(turn)


def main() -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--player", action="store_true")
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seconds", type=float, default=0.25)
    parser.add_argument("--theirs", type=float, help="seconds of the other player, if not the same")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("other", nargs="?", default=sys.executable, metavar="PYTHON")
    given = parser.parse_args()
    if given.player:
        return player(given.game)
    ours, theirs = Player(sys.executable, given.game), Player(given.other, given.game)
    times = (given.seconds, given.theirs or given.seconds)
    game, pairs = get(given.game), []
    openings = OPENINGS.read_text().split()
    Random(given.seed).shuffle(openings)
    for text in openings[: given.games // 2]:
        start = Position.from_text(game, text)
        first = play(start, (ours, theirs), times)
        second = 1 - play(start, (theirs, ours), times[::-1])
        pairs.append((first + second) / 2)
        half = 1.96 * stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else 1.0
        print(
            f"{2 * len(pairs)} games: {mean(pairs):.1%} +- {half:.1%} (last {first}, {second}); "
            f"ours {ours.told()}; theirs {theirs.told()}",
            flush=True,
        )
    return None


if __name__ == "__main__":
    main()
