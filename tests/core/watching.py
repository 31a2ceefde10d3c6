"""Asking an engine in a test, with a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Callable

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.games import get as get_game
from core.players.opponents import Thinker
from core.position import Position


class Clock:
    """Seconds that pass by ``step`` at every look."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 100.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def at(game: str, text: str | None = None) -> Position:
    """A position of a registered game, the start where no text is given."""
    rules = get_game(game)
    return Position.start(rules) if text is None else Position.from_text(rules, text)


def ask(
    engine: str,
    position: Position,
    limit: Limit | None = None,
    listener: Callable[[Analysis], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Analysis:
    """The final answer of an engine; every report that it could make reaches the listener. Where nobody listens and no seconds
    are counted no time passes, so that none is made: reports cost more than the search between them."""
    limit = limit or Limit()
    clock = Clock(0.0 if listener is None and limit.seconds is None else 1.0)
    watch = Watch(position, limit, clock, listener or (lambda analysis: None), stop)
    return engines.analyse(engines.get(engine), watch)


def thought(player: Thinker, position: Position) -> Analysis:
    """What a player is told of a position before they choose."""
    request = player.request(position)
    engine = request.chosen
    return engines.analyse(engine, Watch(position, request.limit_of(engine.name), lambda: 0.0))
