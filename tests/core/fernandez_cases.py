"""What the tests of fernandez have in common, those that take long and those that do not."""

from __future__ import annotations

from random import Random

from core import engines
from core.analysis import Watch
from core.players import opponents
from core.players.opponents import Thinker, player
from core.position import Position
from core.strategies import fernandez
from tests.core.watching import at


def asked(name: str, position: Position) -> tuple[Thinker, opponents.Choice, list[int]]:
    """The program, what it plays, and what it counts for each move of its list."""
    one = player(name, position.game)
    assert isinstance(one, Thinker)
    request = one.request(position)
    analysis = engines.analyse(request.chosen, Watch(position, request.limit_of(name), lambda: 0.0))
    points = {line.move: fernandez.points(line.score) for line in analysis.lines}
    listed = fernandez.listed(position.game, position.moves)
    return one, one.answer(request, analysis, Random(1)), [points[move] for move in listed]


def with_empty(id: str, empty: int, random: Random) -> Position:
    """A position by lot, not over, with so many empty squares."""
    while True:
        position = at(id)
        while not position.outcome and len(position.moves) > empty:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position
