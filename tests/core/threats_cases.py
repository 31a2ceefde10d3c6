"""What the tests of threats have in common, those that take long and those that do not."""

from __future__ import annotations

from random import Random

from core.engines.lines.threat_search import ThreatSearch
from core.games.mnk import Mnk
from core.kinds.lanes import Lanes
from core.position import Position
from core.score import Verdict
from tests.core.lanes_brute import rules

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def random_position(id: str, empty: int, random: Random) -> Position:
    """An unfinished position with so many empty cells, by random play."""
    while True:
        position = Position.start(rules(id))
        while not position.outcome and len(position.moves) > empty:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position


def sides(position: Position) -> tuple[int, int]:
    x, o = position.state
    return (x, o) if position.turn == 0 else (o, x)


def searching(game: Mnk) -> ThreatSearch:
    return ThreatSearch(game, lambda nodes: None)


def places(position: Position) -> tuple[int, int, int]:
    """The lanes of the player to move and of the other, and the empty cells."""
    game = rules(position.game.id)
    own, other = sides(position)
    lanes = Lanes(game)
    return lanes.of(own, other), lanes.of(other, own), ((1 << game.cell_count) - 1) & ~(own | other)


SMALL = [
    ("mnk:4,3,3", 9),
    ("mnk:4,4,3", 9),
    ("mnk:4,4,4", 9),
    ("mnk:5,4,4", 9),
    ("mnk:5,5,4", 8),
    ("mnk:4,3,3/toroidal", 9),
]
"""Boards, and how many cells are empty at most where brute force plays them to the end."""
