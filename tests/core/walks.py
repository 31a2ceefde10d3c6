"""Games as long as a test wants them, in which nobody wins."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

from core.games import get
from core.position import Position


def walk(plies: int) -> list[str]:
    """The moves of a game of vanishing tic-tac-toe of so many plies, in which no position comes up a third time."""
    for seed in count():
        random, position, names = Random(seed), Position.start(get("vanishing")), list[str]()
        seen = Counter([position])
        while len(names) < plies:
            led = {move: after for move in position.moves if not (after := position.play(move)).outcome}
            fewest = min((seen[after] for after in led.values()), default=2)
            if fewest > 1:
                break
            move = random.choice([move for move, after in led.items() if seen[after] == fewest])
            names.append(position.name(move))
            position = led[move]
            seen[position] += 1
        if len(names) == plies:
            return names
    raise AssertionError("seeds do not end")
