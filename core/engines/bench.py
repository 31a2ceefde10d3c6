"""How fast the search is on this machine: fixed questions, limited by depth or nodes, never by time.

The node counts are the signature of the engines: they change only when an engine searches differently. Times mean
something only beside the calibration loop, ten million empty rounds on the same machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from time import process_time
from typing import NamedTuple

from core.analysis import Engine, Limit, Watch
from core.engines import best
from core.engines import get as get_engine
from core.game import Game, State
from core.games import get as get_game
from core.games import presets
from core.position import Position

ROUNDS = 10_000_000


@dataclass(frozen=True)
class BenchRow:
    """One measurement."""

    name: str
    """An engine, ``calibration`` or ``perft``."""
    game: str
    """The id of the game."""
    position: str
    """The position in text."""
    limit: str
    """What the engine was allowed, in words."""
    nodes: int
    """Positions visited."""
    seconds: float
    """Of CPU."""
    ratio: float
    """The seconds in units of the calibration loop."""

    @property
    def nps(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class BenchQuestion:
    """One engine on one position, ``text`` None for the start. ``nodes`` are as coarse as the engine's ticks."""

    engine: str
    game: str
    text: str | None = None
    depth: int | None = None
    nodes: int | None = None


QUESTIONS: tuple[BenchQuestion, ...] = (
    BenchQuestion("minimax", "tictactoe"),
    BenchQuestion("minimax", "mnk:4,4,4", depth=5),
    BenchQuestion("alphabeta", "tictactoe"),
    BenchQuestion("alphabeta", "tictactoe/misere/wild"),
    BenchQuestion("alphabeta", "mnk:4,4,3"),
    BenchQuestion("alphabeta", "mnk:4,3,3/misere"),
    BenchQuestion("alphabeta", "mnk:5,5,4", depth=4),
    BenchQuestion(
        "alphabeta", "mnk:15,15,5", "/".join(["." * 15] * 7 + ["." * 6 + "OX" + "." * 7] + ["." * 15] * 7), depth=2
    ),
    BenchQuestion("alphabeta", "numerical"),
    BenchQuestion("mcts", "tictactoe", nodes=100_000),
    BenchQuestion("mcts", "mnk:15,15,5", nodes=50_000),
    BenchQuestion("retrograde", "pong-hau-ki"),
    BenchQuestion("retrograde", "morris"),
    BenchQuestion("retrograde", "vanishing"),
    BenchQuestion("theory", "nim:3,4,5"),
    BenchQuestion("theory", "notakto:3"),
    BenchQuestion("connect-four", "connect-four:5,4,4"),
    BenchQuestion("connect-four", "connect-four", "......./...X.../...X.O./..OO.X./O.OX.O./OXXXOX."),
    BenchQuestion(
        "gomoku",
        "gomoku",
        "O..X.O.O....O../...X...O...X..X/....X.......X../...OOO...X...../.O...XO..X...../.O..........O../.............X./"
        "..O.O....O...../X...XX..X.OXO.X/.......X..O..../.X.X...O.....XO/XOO....O......./X............../.......X......O/"
        "........XX..XOO",
    ),
    BenchQuestion(
        "gomoku",
        "gomoku/19",
        "/".join(["." * 19] * 7 + [f"{'.' * 6}{row}{'.' * 10}" for row in ("OX.", "XO.", ".X.")] + ["." * 19] * 9),
        depth=6,
    ),
    BenchQuestion("ultimate", "ultimate", depth=6),
    BenchQuestion("ultimate", "ultimate/open", depth=3),
    BenchQuestion(
        "ultimate",
        "ultimate/count",
        "OX.XXXO../O..XXO.X./O.OXO.X.O/..OXO.O.X/XXOOOXOXX/O..XXOX../XOXO.O.OX/XO..X.XO./O.XOO..../X.OOO..../-",
    ),
    BenchQuestion("qubic", "tictactoe3d"),
    BenchQuestion(
        "qubic",
        "qubic",
        "O.../O.../..../..../..../..../..../..../..../..../..../..../O..X/.X../..../...X",
        nodes=40_000,
    ),
    BenchQuestion("lines", "mnk:4,4,4"),
    BenchQuestion("lines", "mnk:4,3,3"),
    BenchQuestion("lines", "mnk:5,4,4"),
    BenchQuestion("lines", "mnk:6,6,5"),
    BenchQuestion("lines", "mnk:6,4,4"),
    BenchQuestion("lines", "mnk:5,5,4", "...../....X/O..../....O/....X", nodes=100_000),
    BenchQuestion("m-minimax", "mnk:4,4,4"),
    BenchQuestion("m-poda", "mnk:4,4,4", "OX../X.../.O../X..."),
)
LOOKS = 40
"""Looks at the clock for which an engine is timed."""
PERFTS = (("tictactoe", 9), ("mnk:5,5,5", 4), ("ultimate", 5), ("connect-four", 7))


def rows(clock: Callable[[], float] = process_time) -> Iterator[BenchRow]:
    """The measurements one by one, the calibration first."""
    started = clock()
    for _ in range(ROUNDS):
        pass
    unit = clock() - started or 1.0
    yield BenchRow("calibration", "", "", "", ROUNDS, unit, 1.0)
    for id, depth in PERFTS:
        game = get_game(id)
        started = clock()
        count = sum(_sequences(game, game.start(), plies) for plies in range(depth + 1))
        seconds = clock() - started
        yield BenchRow("perft", id, game.format_state(game.start()), f"depth {depth}", count, seconds, seconds / unit)
    for words, (engine, game, seconds) in zip(("first look", "between looks"), _longest_waits(clock), strict=True):
        yield BenchRow(engine, game.id, game.format_state(game.start()), words, 0, seconds, seconds / unit)
    for question in QUESTIONS:
        started = clock()
        nodes, text, limit = ask(question)
        seconds = clock() - started
        yield BenchRow(question.engine, question.game, text, limit, nodes, seconds, seconds / unit)


class _Wait(NamedTuple):
    """The seconds that an engine thinks about the start of a game without a look at the clock."""

    engine: str
    game: Game
    seconds: float


def _longest_waits(clock: Callable[[], float]) -> tuple[_Wait, _Wait]:
    """The longest wait for a first look, and between two, in all games of the list with the engine that answers best. Until
    then nothing may have been asked: an engine loads its tables before its first look."""
    first, later = [], []
    for game in presets():
        start = Position.start(game)
        engine = best(start)
        before, *after = _waits(engine, start, clock)
        first.append(_Wait(engine.name, game, before))
        later.append(_Wait(engine.name, game, max(after, default=0.0)))
    return max(first, key=attrgetter("seconds")), max(later, key=attrgetter("seconds"))


def _waits(engine: Engine, position: Position, clock: Callable[[], float]) -> list[float]:
    """The seconds before each look of an engine."""
    waits: list[float] = []
    before = clock()

    def look() -> float:
        nonlocal before
        now = clock()
        waits.append(now - before)
        before = now
        return float(len(waits))

    engine.analyse(Watch(position, Limit(seconds=LOOKS), look))
    return waits[1:]  # the first of all begins the watch


def ask(question: BenchQuestion) -> tuple[int, str, str]:
    """Put a question; returns the nodes visited, the position, and the limit in words."""
    game = get_game(question.game)
    position = Position.start(game) if question.text is None else Position.from_text(game, question.text)
    limit = Limit(depth=question.depth, nodes=question.nodes)
    engine = type(get_engine(question.engine))()  # a new one: what has been asked before may be remembered
    analysis = engine.analyse(Watch(position, limit, lambda: 0.0))
    words = [f"{name} {value}" for name, value in (("depth", limit.depth), ("nodes", limit.nodes)) if value is not None]
    return analysis.nodes, position.text, " ".join(words)


def _sequences(game: Game, s: State, depth: int) -> int:
    """The number of sequences of exactly so many moves from s, played one by one; games that end earlier do not count."""
    if depth == 0:
        return 1
    if game.value(s) is not None:
        return 0
    return sum(_sequences(game, game.play(s, move), depth - 1) for move in game.moves(s))
