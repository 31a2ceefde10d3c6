"""The registry of engines: one line each. Any of them takes any game."""

from __future__ import annotations

from difflib import get_close_matches

from core.analysis import Engine
from core.engines.alphabeta import AlphaBeta
from core.engines.mcts import Mcts
from core.engines.minimax import Minimax
from core.engines.random import Random
from core.engines.retrograde import Retrograde
from core.engines.theory import Theory, solves
from core.errors import UnknownEngine
from core.position import Position

ENGINES: tuple[Engine, ...] = (
    Random(),
    Minimax(),
    AlphaBeta(),
    Mcts(),
    Retrograde(),
    Theory(),
)


def get(name: str) -> Engine:
    """The engine of that name. Raises UnknownEngine, naming the closest and all there are."""
    wanted = name.strip().lower()[:200]
    for engine in ENGINES:
        if engine.name == wanted:
            return engine
    names = [engine.name for engine in ENGINES]
    raise UnknownEngine(
        "There is no engine {name}; the closest is {close}, and there are {names}.",
        name=repr(wanted),
        close=get_close_matches(wanted, names, 1, 0.0)[0],
        names=", ".join(names),
    )


def best(position: Position) -> Engine:
    """The engine that answers when none is asked for by name: theory where there is one, and games that can go round are
    solved as a whole."""
    if solves(position.game, position.state):
        return get("theory")
    return get("retrograde" if position.game.cycles else "alphabeta")
