"""The registry of engines: one line each. Any of them takes any game. Beside them stand programs from elsewhere, named
``PROTOCOL:COMMAND``, which take the games of their protocol."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from itertools import chain
from typing import cast

from core.analysis import Engine, Solver
from core.errors import UnknownEngine
from core.game import Game
from core.position import Position
from core.registry import Registry
from core.wire import SPOKEN

ENGINES: Registry[type[Engine]] = Registry(
    "core.engines",
    {
        "random": "random:Random",
        "minimax": "minimax:Minimax",
        "alphabeta": "alphabeta:AlphaBeta",
        "mcts": "mcts:Mcts",
        "retrograde": "retrograde:Retrograde",
        "theory": "theory:Theory",
        "threats": "threats:Threats",
        "pons": "connect_four:Pons",
        "fives": "gomoku:Fives",
        "boards": "ultimate:Boards",
        "cubes": "qubic:Cubes",
    },
)

_SOLVERS: Mapping[str, tuple[str, ...]] = {
    "ConnectFour": ("pons",),
    "Cube": ("cubes",),
    "Gomoku": ("fives",),
    "Mnk": ("threats", "fives"),
    "SolvedGame": ("theory",),
    "Ultimate": ("boards",),
}
"""Engines made for some games, by the class of the game or of a parent of it; the first that solves a position is asked."""


def _solvers(game: Game) -> tuple[str, ...]:
    return next((_SOLVERS[cls.__name__] for cls in type(game).__mro__ if cls.__name__ in _SOLVERS), ())


def check(name: str) -> str:
    """The name as it is registered, the command of a program as it is written. Raises UnknownEngine, naming the closest and
    all there are."""
    protocol, colon, command = name.strip().partition(":")
    if colon and protocol.lower() in SPOKEN:
        from core.engines import foreign

        return foreign.check(protocol.lower(), command)
    wanted = name.strip().lower()[:200]
    if wanted in ENGINES:
        return wanted
    raise UnknownEngine(
        "There is no engine {name}; the closest is {close}, and there are {names}.",
        name=repr(wanted),
        close=get_close_matches(wanted, ENGINES, 1, 0.0)[0],
        names=", ".join(ENGINES),
    )


def of(game: Game) -> list[str]:
    """The names of the engines that have something of their own to say of a game: those for any game, and its own."""
    others = set(chain.from_iterable(_SOLVERS.values())).difference(_solvers(game))
    return [name for name in ENGINES if name not in others]


def admit(name: str, game: Game) -> None:
    """Raises UnknownGame or UnknownEngine when a program from elsewhere does not play a game or is not there; all other engines
    take any game."""
    if ":" in name:
        from core.engines import foreign

        foreign.admit(name, game)


def get(name: str) -> Engine:
    """The engine of that name, the same every time. Raises UnknownEngine."""
    return _engine(check(name))


@cache
def _engine(name: str) -> Engine:
    if name in ENGINES:
        return ENGINES[name]()
    from core.engines import foreign

    engine = foreign.make(name)
    _programs.append(engine.close)
    return engine


_programs: list[Callable[[], None]] = []


@atexit.register
def close() -> None:
    """End the programs from elsewhere. It happens by itself when Python ends, unless the process ends in a hurry."""
    for end in _programs:
        end()


def best(position: Position) -> Engine:
    """The engine that answers when none is asked for by name: one made for the game if it solves this position, else
    retrograde analysis for games that can go round, else alphabeta."""
    for name in _solvers(position.game):
        solver = cast(Solver, get(name))
        if solver.solves(position):
            return solver
    return get("retrograde" if position.game.cycles else "alphabeta")
