"""The registry of written strategies, rules of thumb and theorems that play by themselves: one line each."""

from __future__ import annotations

from core.game import Game
from core.kits import kit_of
from core.registry import Registry
from core.strategies.strategy import Strategy

STRATEGIES: Registry[type[Strategy]] = Registry(
    "core.strategies",
    {
        "newell-simon": "tictactoe:NewellSimon",
        "arias-a": "tictactoe:AriasA",
        "arias-b": "tictactoe:AriasB",
        "reflection": "reflection:Reflection",
        "forced-win": "ultimate:Forced",
        "bouton": "nim:Bouton",
        "4-k": "nim:FourMinus",
        "5-k": "nim:FiveMinus",
    },
)


def of(game: Game) -> list[Strategy]:
    """The strategies that are written for a game."""
    made = (STRATEGIES[name]() for name in kit_of(game.id).strategies.split())
    return [strategy for strategy in made if strategy.plays(game)]
