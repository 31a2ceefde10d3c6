"""The registry of engines, and all that can be said of them without loading one. Any of them may be asked about any game; one
made for some games is named after them, and elsewhere alphabeta answers for it. Beside them stand programs from elsewhere,
named ``PROTOCOL:COMMAND``, which take the games of their protocol, and Python files, named ``python:PATH``.
"""

from __future__ import annotations

import atexit
import gc
import os
import shlex
import time
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple, cast

from core.analysis import Analysis, Engine, Limit, Solver, Watch
from core.engines.dialects import PREFIXES, PYTHON
from core.errors import UnknownEngine, printable, quoted
from core.game import Game
from core.kits import KITS, Kit, kit_of
from core.phrase import Phrase, phrase
from core.position import Position
from core.registry import Registry

MENACE = "menace"
"""The machine of matchboxes, which guesses by what it has learned."""


class Facts(NamedTuple):
    """What is known of an engine beforehand. ``nodes_a_second`` is about how many it visits where ten million empty rounds of a
    loop take 0.11 s, 0 for an engine that keeps to a time and not to nodes; ``title`` says in a player's words whose opinion is
    shown; ``brief`` how it plays, in at most 36 characters; ``thinks`` whether its values mean something; ``forces`` whether
    forced replies count for nothing in its depth, so that it sees further."""

    nodes_a_second: int
    title: Phrase
    summary: Phrase
    brief: Phrase
    thinks: bool = True
    forces: bool = False


_FACTS: Mapping[str, Facts] = {
    "random": Facts(
        1_000_000,
        phrase("Random"),
        phrase("Does not think: it rates all legal moves the same."),
        phrase("plays any move"),
        False,
    ),
    "minimax": Facts(
        400_000,
        phrase("Minimax"),
        phrase("Tries every move and every reply to the end, or to the depth limit, without pruning."),
        phrase("searches every line to the end"),
    ),
    "alphabeta": Facts(
        120_000,
        phrase("Alphabeta"),
        phrase("Deepens ply by ply, prunes, remembers positions, and proves values and distances."),
        phrase("skips lines that do not matter"),
    ),
    "mcts": Facts(
        100_000,
        phrase("Mcts"),
        phrase("Plays random games to the end, prefers the moves that did well, and backs up what is proven."),
        phrase("plays random games and counts"),
    ),
    "retrograde": Facts(
        500_000,
        phrase("Retrograde"),
        phrase(
            "Works back from every final position: win, draw, loss or endless, for games of up to 300,000 positions."
        ),
        phrase("works back from the end"),
    ),
    "theory": Facts(
        1_000_000,
        phrase("Theory"),
        phrase("Takes the value of every move from theory, such as the nim-sum; in other games it is alphabeta."),
        phrase("knows the theory of the game"),
    ),
    "lines": Facts(
        60_000,
        phrase("Threats"),
        phrase("Proves k-in-a-row games by forced threats, pairings and zones; in other games it is alphabeta."),
        phrase("proves by threats and pairings"),
    ),
    "connect-four": Facts(
        250_000,
        phrase("Exact solver"),
        phrase(
            "Solves Connect Four by Pascal Pons's method, with a book of the first twelve plies; in other games it is "
            "alphabeta."
        ),
        phrase("solves every position, with a book"),
    ),
    "gomoku": Facts(
        30_000,
        phrase("Fours and threes"),
        phrase(
            "Proves gomoku wins by fours and threes, and searches moves near the stones; in other games it is "
            "alphabeta."
        ),
        phrase("looks for fours and threes"),
        forces=True,
    ),
    "ultimate": Facts(
        900_000,
        phrase("Nine boards"),
        phrase(
            "Estimates ultimate tic-tac-toe with its own small neural net and proves endings; in other games it is "
            "alphabeta."
        ),
        phrase("a small neural net, exact endings"),
    ),
    "qubic": Facts(
        80_000,
        phrase("Threats in the cube"),
        phrase("Proves wins in Qubic and 3x3x3 by forced fours and proof numbers; in other games it is alphabeta."),
        phrase("proves by forced fours"),
        forces=True,
    ),
    "m-minimax": Facts(
        200_000,
        phrase("M-minimax"),
        phrase(
            "Fernández's minimax for n in a row on n x n: searches 6 plies on 4x4, 5 on 5x5, scores anything deeper as "
            "0, and plays the first best square."
        ),
        phrase("Fernández's minimax of 2021"),
    ),
    "m-poda": Facts(
        200_000,
        phrase("M-poda"),
        phrase(
            "Fernández's alpha-beta for n in a row on n x n: searches 10 plies on 4x4, 8 on 5x5, scores anything "
            "deeper as 0, and plays the first best square."
        ),
        phrase("Fernández's alpha-beta of 2021"),
    ),
    MENACE: Facts(
        100_000,
        phrase("Menace"),
        phrase(
            "Michie's matchbox machine: draws beads to guess a move, and learns from its games with you; for small "
            "games."
        ),
        phrase("matchboxes; learns from your games"),
    ),
}
ENGINES: Registry[type[Engine]] = Registry(
    "core.engines",
    {
        "random": "general.random:Random",
        "minimax": "general.minimax:Minimax",
        "alphabeta": "general.alphabeta:AlphaBeta",
        "mcts": "general.mcts:Mcts",
        "retrograde": "general.retrograde:Retrograde",
        "theory": "general.theory:Theory",
        "lines": "lines.engine:LinesEngine",
        "connect-four": "connect_four.engine:ConnectFourSolver",
        "gomoku": "gomoku.engine:GomokuEngine",
        "ultimate": "ultimate.engine:UltimateEngine",
        "qubic": "qubic.engine:QubicEngine",
    },
)
PROGRAMS: Registry[type[Engine]] = Registry(
    "core.players", {"m-minimax": "fernandez:MMinimax", "m-poda": "fernandez:MPoda", MENACE: "beads:Beads"}
)
"""Players that search as a program of another author does, or learn. Who names one gets it as if it were an engine; none is
ever chosen for a position."""
NAMES = (*ENGINES, *PROGRAMS)
"""The names of all engines, in the order of lists."""

_FORMER: Mapping[str, str] = {
    "boards": "ultimate",
    "cubes": "qubic",
    "fives": "gomoku",
    "pons": "connect-four",
    "threats": "lines",
}
"""Names that stand in games and settings kept by earlier versions, with the present ones."""

_TELLING = ("ugi", "pons")
"""The protocols in which a program says what its moves are worth."""


def check(name: str) -> str:
    """The name as it is registered, for a former name the present one; the command of a program as it is written. Raises
    UnknownEngine, naming the closest and all there are."""
    protocol, colon, command = name.strip().partition(":")
    if colon and protocol.lower() in PREFIXES:
        from core.engines import foreign

        return foreign.check(protocol.lower(), command)
    if is_python(name):
        return check(f"{PYTHON}:{name}")
    found = registered(name)
    if found:
        return found
    wanted = name.strip().lower()[:200]
    raise UnknownEngine(
        "There is no engine {name}; did you mean {close}? The engines are {names}.",
        name=quoted(wanted),
        close=get_close_matches(wanted, NAMES, 1, 0.0)[0],
        names=", ".join(NAMES),
    )


def registered(name: str) -> str | None:
    """The present name of an engine or a program; None if there is none."""
    wanted = name.strip().lower()
    wanted = _FORMER.get(wanted, wanted)
    return wanted if wanted in NAMES else None


def is_python(text: str) -> bool:
    """Whether a text names a Python file without ``python:`` or another protocol before its path."""
    protocol, colon, _ = text.strip().partition(":")
    return text.strip(" \t\"'").endswith(".py") and not (colon and protocol.lower() in PREFIXES)


def python_file(name: str) -> Path | None:
    """The file of a Python player by its checked name; None for any other engine."""
    protocol, _, path = name.partition(":")
    return Path(path) if protocol == PYTHON else None


def facts(name: str) -> Facts:
    """What is known of an engine, by its checked name; nothing is loaded."""
    if name in _FACTS:
        return _FACTS[name]
    protocol, _, command = name.partition(":")
    if protocol == PYTHON:
        title = phrase("{program}", program=printable(PurePath(command).name))
        return Facts(0, title, phrase("Plays by a function in a Python file."), phrase("a Python file"), False)
    program = PurePath(shlex.split(command, posix=os.name != "nt")[0]).name
    summary = phrase("An external program that speaks a protocol.")
    return Facts(
        0,
        phrase("{program}", program=printable(program)),
        summary,
        phrase("an external program"),
        protocol in _TELLING,
    )


def of(game: Game) -> list[str]:
    """The names of all that have something of their own to say of a game: the engines for any game, and its own."""
    others = {name for kit in KITS.values() for name in _own(kit)}.difference(_own(kit_of(game.id)))
    return [name for name in NAMES if name not in others]


def _own(kit: Kit) -> list[str]:
    return f"{kit.solvers} {kit.programs}".split()


def admit(name: str, game: Game) -> None:
    """Raises UnknownGame or UnknownEngine when a program from elsewhere does not play a game or is not there; all other engines
    take any game."""
    if ":" in name:
        from core.engines import foreign

        foreign.admit(name, game)


def get(name: str) -> Engine:
    """The engine of a name, the same object every time. Raises UnknownEngine."""
    return _engine(check(name))


@cache
def _engine(name: str) -> Engine:
    if name in NAMES:
        return (PROGRAMS if name in PROGRAMS else ENGINES)[name]()
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


@cache
def warm(game: Game) -> None:
    """Have the engine that answers best load what it needs for a game, before any clock runs; and spare the garbage collector
    looking at that again and again, which takes it twenty milliseconds each time."""
    position = Position.start(game)
    analyse(best(position), Watch(position, Limit(nodes=1), lambda: 0.0))
    gc.freeze()


def best(position: Position) -> Engine:
    """The default engine for a position: one made for the game if it solves this position, else retrograde analysis for
    games that may never end and are not vast, else alphabeta."""
    for name in kit_of(position.game.id).solvers.split():
        solver = cast(Solver, get(name))
        if solver.solves(position):
            return solver
    return get("alphabeta" if position.game.finite or position.game.vast else "retrograde")


def chosen(name: str | None, position: Position) -> Engine:
    """The engine of that name, or the best for the position where none is named. Raises UnknownEngine."""
    return get(name) if name else best(position)


def analyse(engine: Engine, watch: Watch) -> Analysis:
    """Analyse a position that is not over. If the engine is not made for it, alphabeta answers:
    :attr:`core.analysis.Analysis.engine` names the engine that did."""
    if isinstance(engine, Solver) and not engine.takes(watch.position, watch.limit):
        engine = get("alphabeta")
    return engine.analyse(watch)


def look_up(position: Position, nodes: int) -> Analysis:
    """What is proven here of an unfinished position and of its moves: what comes with the hall, and what the best engine finds
    out with so many nodes."""
    return analyse(best(position), Watch(position, Limit(nodes=nodes), time.monotonic)).informed
