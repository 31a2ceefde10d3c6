"""The figures of ``triqui bench --app``: each function measures one, and yields its rows.

Times depend on the machine and its load. So each time is compared with one from the same run: that of a minimal Textual app,
of a store of a hundred games, or of a hall with one visitor.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from math import comb
from pathlib import Path
from random import Random
from select import select
from signal import SIGCONT, SIGSTOP
from typing import NamedTuple

from core.game import Game
from core.games import get, presets
from core.play.match import Match
from core.players.opponents import HUMAN
from core.position import Position
from core.store.store import open_store
from core.subprocesses import command_of
from tui.bench import BARE_TEXT
from tui.bench.program import NotShown, Program, environment, opened, unstopped
from tui.household.settings import Settings
from tui.household.settings_file import change
from tui.household.surroundings import STORE_FILE
from tui.text.keys import KEYS

MS, MB = "ms", "MB"
PAIRS = 20
"""Number of starts of triqui and of the bare app, in turn."""
KEY_COUNT = 100
"""Number of keys whose time to their picture is measured."""
CALM_COUNT = 12
"""Number of keys whose bytes and CPU time are counted while no engine thinks."""
BETWEEN = 0.17
"""Seconds between two keys, out of step with the reports of an engine."""
SILENCE = 0.1
"""Seconds without output after which a picture is complete."""
ANSWERED = 2.0
"""Seconds within which every key has been answered."""
SETTLED, TRIES = 1.5, 20
"""Seconds without output after which a screen is at rest, and maximum number of such waits."""
AT_REST = 5.0
"""Seconds for which the bytes of a screen at rest are counted."""
AT_ONCE = 6
"""Number of screens that are measured at rest at the same time."""
PROGRAMS = 3
"""Number of processes of which the fastest counts."""
FEW = 100
"""Number of games in the store for comparison."""
GAMES = ("tictactoe", "connect-four", "gomoku", "ultimate", "nim:3,4,5", "morris")
"""The games whose keys are measured unless all are asked for."""
OPENED = 2
"""Number of plies before the keys of a game: few enough for an engine to go on thinking."""
LONG_GAME, EARLY, LATE = "vanishing", 10, 1000
"""A game that can be long, and the plies at which its keys are compared."""
ADDRESS = re.compile(rb"\x1b\[(\d+);(\d+)H")
"""The control sequence with the row and the column of the following text."""
QUIT, HELP = (str(KEYS[action].label) for action in ("quit", "help"))
"""Texts in the last row of the home screen, and of every screen."""
ARROWS = (("right", "left"), ("down", "up"))
"""Keys that move the cursor away and back, on boards and in lists."""


class Ratio(NamedTuple):
    """The ratio of a value to its base, with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Figure(NamedTuple):
    """A row of the table."""

    figure: str
    """The name of the measure."""
    subject: str
    """The subject of the measure: a screen, the id of a game, a query."""
    value: float
    unit: str
    base: float | None = None
    """The value for comparison, in the same unit."""
    ratio: Ratio | None = None

    @classmethod
    def beside(cls, figure: str, subject: str, value: float, base: float, unit: str) -> Figure:
        """A value with its base and their ratio, without an interval."""
        times = value / base if base else 0.0
        return cls(figure, subject, value, unit, base, Ratio(times, times, times) if base else None)


class Plan(NamedTuple):
    """The options of a run."""

    command: tuple[str, ...]
    """The command that starts triqui."""
    size: tuple[int, int] = (80, 24)
    """Columns and rows of the terminal."""
    games: int = 100_000
    """Number of games in the large store."""
    sessions: int = 10
    """Number of visitors of the served hall."""
    every: bool = False
    """Whether the keys of all games are measured."""


@contextmanager
def household(engine: str = "") -> Iterator[Path]:
    """A folder for the files of triqui, for as long as the block lasts. Its settings have no greeting."""
    folder = tempfile.TemporaryDirectory(prefix="triqui-bench-")
    try:
        change(Path(folder.name), Settings(), Settings(welcome=False, engine=engine))
        yield Path(folder.name)
    finally:
        with unstopped():
            folder.cleanup()


def bare_command() -> tuple[str, ...]:
    """The command that starts the bare app."""
    return command_of("tui.bench.bare")


# --- the first picture

FIRST = "first picture"


class Start(NamedTuple):
    """Resources until the first picture: ``cpu`` and ``wall`` time in milliseconds, ``peak`` memory in megabytes."""

    cpu: float
    wall: float
    peak: float


def start(command: Sequence[str], shows: str, home: Path, size: tuple[int, int]) -> Start:
    """Start a program, and end it as soon as it shows the text ``shows``."""
    began = time.monotonic()
    with opened(command, home, size) as program:
        program.see(shows)
        wall = time.monotonic() - began
        used = program.end()
    return Start(1000 * used.cpu, 1000 * wall, used.peak / 1e6)


def first_picture(plan: Plan) -> Iterator[Figure]:
    """Measure starts of triqui and of the bare app in turn."""
    with household() as home:
        pairs = [
            (start(plan.command, QUIT, home, plan.size), start(bare_command(), BARE_TEXT, home, plan.size))
            for _ in range(PAIRS + 1)
        ][1:]  # the first two bring the files into memory
    for at, (subject, unit) in enumerate((("CPU time", MS), ("time", MS), ("peak memory", MB))):
        ours, bare = [pair[0][at] for pair in pairs], [pair[1][at] for pair in pairs]
        ratio = of_pairs([one / other for one, other in zip(ours, bare, strict=True)])
        yield Figure(FIRST, subject, statistics.median(ours), unit, statistics.median(bare), ratio)


def of_pairs(ratios: Sequence[float]) -> Ratio:
    """The median of ratios, with a confidence interval of at least 95 % that assumes no distribution."""
    ordered, count = sorted(ratios), len(ratios)
    chances = [comb(count, below) / 2**count for below in range(count)]
    outside = sum(1 for at in range(1, count // 2) if sum(chances[: at + 1]) <= 0.025)
    return Ratio(statistics.median(ordered), ordered[outside], ordered[count - 1 - outside])


# --- keys

KEY_TO_PAINT, A_KEY = "key to paint", "a key"


def keys(plan: Plan) -> Iterator[Figure]:
    """Measure the time from a key to its picture while an engine thinks, and the cost of a key while none does."""
    with household() as home, opened(bare_command(), home, plan.size) as program:
        program.see(BARE_TEXT)
        program.read(ANSWERED)
        bare = times(program, {"x": bool, "y": bool}, KEY_COUNT)
    yield from percentiles("the bare app", bare, None)
    asked = [(game, OPENED) for game in (presets() if plan.every else map(get, GAMES))]
    for game, plies in [*asked, (get(LONG_GAME), EARLY), (get(LONG_GAME), LATE)]:
        yield from keys_of(plan, game, plies, bare)


def keys_of(plan: Plan, game: Game, plies: int, bare: Sequence[float]) -> Iterator[Figure]:
    """The rows of a game after some plies, fewer if it ends before."""
    moves = wander(game, plies)
    subject = f"{game.id}, ply {len(moves)}"
    seats = ("--x", HUMAN, "--o", "random")
    with household("mcts") as home:
        command = (*plan.command, "play", game.id, *seats, "--moves", " ".join(moves))
        with opened(command, home, plan.size) as program:
            program.see(HELP)
            program.read(ANSWERED)
            engines = program.engines
            signal_all(engines, SIGSTOP)
            program.read(ANSWERED)
            pair = next((pair for pair in ARROWS if all(picture(program, key) for key in pair)), None)
            if pair is None:
                return
            before = program.cpu
            calm = [picture(program, key) for key in islice(cycle(pair), CALM_COUNT)]
            cpu = 1000 * (program.cpu - before) / CALM_COUNT
            signal_all(engines, SIGCONT)
            reports = program.read(2 * ANSWERED)
            marks = {key: cursor_mark(calm[at::2], reports, plan.size) for at, key in enumerate(pair)}
            yield from percentiles(subject, times(program, marks, KEY_COUNT), bare)
    yield Figure(A_KEY, f"{subject}, CPU time", cpu, MS)
    yield Figure(A_KEY, f"{subject}, output", statistics.median(map(len, calm)), "B")


def wander(game: Game, plies: int) -> list[str]:
    """Random moves that do not end the game, the same for each call; fewer than ``plies`` where every next move ends it."""
    position, draw, names = Position.start(game), Random(1), list[str]()
    while len(names) < plies:
        going_on = [move for move in position.moves if position.play(move).outcome is None]
        if not going_on:
            break
        move = draw.choice(going_on)
        names.append(position.name(move))
        position = position.play(move)
    return names[:-1] if len(names) < plies else names  # before the last move there is a choice


def signal_all(pids: Sequence[int], number: int) -> None:
    """Send a signal to processes."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def picture(program: Program, key: str) -> bytes:
    """The output of the program after a key."""
    program.press(key)
    first = program.read(ANSWERED / 4, bool)
    return first + program.read(SILENCE) if first else b""


def cursor_mark(pictures: Sequence[bytes], reports: bytes, size: tuple[int, int]) -> Callable[[bytes], object]:
    """Finds a picture of the cursor in output: all ``pictures`` write to places on the board to which no report writes."""

    def places(written: bytes) -> set[bytes]:
        found = ((int(each[1]), int(each[2]), each[0]) for each in ADDRESS.finditer(written))
        return {text for row, column, text in found if 1 < row < size[1] - 1 and column <= size[0] // 2}

    common = set.intersection(*map(places, pictures)) - places(reports)
    return re.compile(b"|".join(map(re.escape, sorted(common))) or b".", re.DOTALL).search


def times(program: Program, marks: Mapping[str, Callable[[bytes], object]], count: int) -> list[float]:
    """Times from a key to the first output with its mark, in milliseconds and ascending order, each at most ANSWERED."""
    found = []
    for key in islice(cycle(marks), count):
        began = time.monotonic()
        program.press(key)
        program.read(ANSWERED, marks[key])
        found.append(1000 * (time.monotonic() - began))
        program.read(BETWEEN)
    return sorted(found)


def percentiles(subject: str, found: Sequence[float], bare: Sequence[float] | None) -> Iterator[Figure]:
    """Rows of the 50th and the 99th percentile, beside those of the bare app."""
    for label, part in (("p50", 0.5), ("p99", 0.99)):
        named = f"{subject}, {label}"
        value = quantile(found, part)
        if bare is None:
            yield Figure(KEY_TO_PAINT, named, value, MS)
        else:
            yield Figure.beside(KEY_TO_PAINT, named, value, quantile(bare, part), MS)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value that exceeds a given part of the values, which are in ascending order."""
    return ordered[min(len(ordered) - 1, round(part * len(ordered)))]


# --- bytes at rest

REST = "bytes at rest"


class Screen(NamedTuple):
    """A screen: the arguments of ``triqui`` and the keys that lead there."""

    name: str
    words: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def key(action: str) -> str:
    """The first key of an action."""
    return KEYS[action].keys.split(",")[0]


def screens() -> list[Screen]:
    """Every screen that is at rest while nobody does anything."""
    from tui.screens.study.learn import GROUPS

    def people(*moves: str) -> tuple[str, ...]:
        return ("play", "tictactoe", "--x", HUMAN, "--o", HUMAN, "--moves", " ".join(moves))

    topics = [topic for _group, topics in GROUPS for topic in topics]
    learn = [Screen(topic, (), (key("learn"), *["down"] * at, "enter")) for at, topic in enumerate(topics)]
    return [
        Screen("home"),
        Screen("a search", (), (key("find"), "t")),
        Screen("variant", (), (key("variant"),)),
        Screen("match", (), (key("length"),)),
        Screen("menu", (), (key("menu"),)),
        Screen("palette", (), ("ctrl+p",)),
        Screen("help", (), (key("help"),)),
        Screen("settings", (), (key("settings"),)),
        Screen("record", (), (key("record"),)),
        Screen("finished games", (), (key("review"),)),
        Screen("review", (), (key("review"), "enter")),
        Screen("tournament", (), (key("tournaments"),)),
        Screen("editor", (), (key("edit"),)),
        Screen("play, first turn", people("a1", "b2")),
        Screen("play, second turn", people("a1", "b2", "c3")),
        Screen("play, against an engine", ("play", "tictactoe")),
        Screen("play, other panel", people("a1", "b2"), (key("panel"),)),
        Screen("play, help", people("a1", "b2"), (key("help"),)),
        Screen("play, a question", people("a1", "b2"), (key("resign"),)),
        Screen("play, ended", people("a1", "b2", "b1", "c3", "c1")),
        Screen("watch, paused", ("watch", "tictactoe"), ("space",)),
        Screen("learn", (), (key("learn"),)),
        *learn,
    ]


def at_rest(plan: Plan) -> Iterator[Figure]:
    """Count the bytes that each screen writes while nobody does anything."""
    waiting = screens()
    with household() as home:
        keep_a_game(home / STORE_FILE)
        while waiting:
            some, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
            for screen, count in zip(some, rest(plan, home, some), strict=True):
                yield Figure(REST, screen.name, count, "B")


def keep_a_game(path: Path) -> None:
    """Write a finished game into a store."""
    store, _trouble = open_store(path)
    match = Match(get("tictactoe"), (HUMAN, "best:2"))
    for move in ("a1", "b2", "b1", "c1", "a3", "a2", "c2", "c3", "b3"):
        if match.outcome is None:
            match = match.play(match.position.parse(move))
    store.save(match)
    store.close()


def rest(plan: Plan, home: Path, some: Sequence[Screen]) -> list[int]:
    """The bytes that screens write in AT_REST seconds, after they had time to come to rest."""
    with ExitStack() as ends:
        programs = [ends.enter_context(opened((*plan.command, *screen.words), home, plan.size)) for screen in some]
        for program in programs:
            program.see(HELP)
        for at in range(max(len(screen.keys) for screen in some) + 1):
            quiet(programs, SILENCE, TRIES)
            for program, screen in zip(programs, some, strict=True):
                for pressed in screen.keys[at : at + 1]:
                    program.press(pressed)
        quiet(programs, SETTLED, TRIES)
        return written(programs, AT_REST)


def quiet(programs: Sequence[Program], seconds: float, tries: int) -> None:
    """Wait until each program has written nothing for ``seconds``, at most ``tries`` times as long."""
    busy = list(programs)
    for _ in range(tries):
        counts = written(programs, seconds)
        busy = [each for each, count in zip(programs, counts, strict=True) if count and each in busy]
        if not busy:
            return


def written(programs: Sequence[Program], seconds: float) -> list[int]:
    """The bytes that each program writes within some seconds."""
    counts, end = dict.fromkeys(programs, 0), time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for program in select(programs, [], [], left)[0]:
            counts[program] += len(program.read(0.001, bool))
    return list(counts.values())


# --- the store

STORE = "store"


def store(plan: Plan) -> Iterator[Figure]:
    """Measure the CPU time of the queries to a store of many games and to a store of few."""
    from tui.bench.stores import QUESTIONS

    few, many = stored(plan, FEW), stored(plan, plan.games)
    names = ("opening", *(name for name, _question in QUESTIONS), "first picture", "the log")
    for name, value, base in zip(names, many, few, strict=True):
        yield Figure.beside(STORE, name, 1000 * value, 1000 * base, MS)


def stored(plan: Plan, count: int) -> list[float]:
    """CPU seconds of each query to a store of ``count`` games, of the first picture, and of ``triqui log``."""
    from tui.bench.stores import write

    with household() as home:
        path = home / STORE_FILE
        write(path, count)
        command = [*command_of("tui.bench.stores"), str(path)]
        runs = [list[float](json.loads(subprocess.check_output(command))) for _ in range(PROGRAMS + 1)][1:]
        pictures = [start(plan.command, QUIT, home, plan.size).cpu / 1000 for _ in range(PROGRAMS)]
        return [*map(min, zip(*runs, strict=True)), min(pictures), min(logged(plan, home) for _ in range(PROGRAMS))]


def logged(plan: Plan, home: Path) -> float:
    """CPU seconds of ``triqui log``. Raises NotShown if it fails."""
    with subprocess.Popen([*plan.command, "log"], stdout=subprocess.DEVNULL, env=environment(home)) as program:
        _pid, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        raise NotShown("{program} failed with exit code {code}.", program=plan.command[0], code=program.returncode)
    return used.ru_utime + used.ru_stime


# --- served sessions

SESSIONS = "served sessions"


def served(plan: Plan) -> Iterator[Figure]:
    """Measure a session of a served hall among many, and one that is alone."""
    from tui.bench.visitors import measured

    with household() as home:
        alone = measured(plan.command, home, plan.size, 1)
    with household() as home:
        many = measured(plan.command, home, plan.size, plan.sessions)
    yield Figure.beside(SESSIONS, "memory of a session", many.memory, alone.memory, MB)
    yield Figure.beside(SESSIONS, "CPU time a second at rest", many.rest, alone.rest, MS)
    yield Figure.beside(SESSIONS, "CPU time a key", many.cpu, alone.cpu, MS)
    yield from percentiles("lobby", many.times, alone.times)
    yield Figure(REST, "lobby", many.sent, "B")


MEASURES: Mapping[str, Callable[[Plan], Iterator[Figure]]] = {
    "start": first_picture,
    "keys": keys,
    "rest": at_rest,
    "store": store,
    "served": served,
}
