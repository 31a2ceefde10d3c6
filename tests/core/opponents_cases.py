"""What the tests of opponents share, those that take long and those that do not."""

from __future__ import annotations

from random import Random

from core.games import presets
from core.position import Position
from tests.core.watching import at

GAMES = [game.id for game in presets()]


def random_position(id: str, plies: int, random: Random) -> Position:
    """One that is not over, after so many moves by lot."""
    while True:
        position = at(id)
        while len(position.moves) and not position.outcome and plies:
            position = position.play(random.choice(position.moves))
            plies -= 1
        if not position.outcome:
            return position
