"""Change files that people give to triqui, and see what it says: ``python -m tests.tools.mutated_files KIND COUNT [SEED]``,
where KIND is settings, exports, sheets or own.

A changed file is taken or refused in one sentence, never with a traceback, and needs no more than 10 seconds of the processor
for a command and, with the whole program around it, 300 MB.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from core import own
from core.errors import CoreError
from core.game import Game, Remark
from core.games import get
from core.notation.documents import to_json
from core.notation.text import to_text
from core.own.library import AGAIN, texts
from core.play.clock import Clock, TimeControl
from core.play.match import Match
from core.play.series import Series
from core.position import Position, play_all
from core.store.rows import Stored
from core.study.search.game_tree import written_nodes
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import Sheet
from tui.command.caller import Caller
from tui.command.config import config
from tui.command.records import log
from tui.command.tournaments import tournament
from tui.household import own_files
from tui.household.game_files import MAX_MEGABYTES
from tui.household.settings import Settings
from tui.household.settings_file import FILE
from tui.household.surroundings import STORE_FILE, Surroundings
from tui.text.catalogue import say

SECONDS, MEGABYTES = 10.0, 300.0
"""The most that a file may take."""
GAMES = 20_000
"""Games of a large file. A file may have any number, and each takes its time."""


# Samples.

SETTINGS = (
    b'theme = "nord"\nglyphs = "ascii"\nlanguage = "es"\npanel = "play"\nmarks = true\nmarks_delay = 5\nengine = "mcts"\n'
    b'teacher = false\nopponent = "mcts:easy"\nmove_seconds = "never"\nsound = "bell"\nmouse = true\ncursor = "hjkl"\n'
    b'welcome = false\n\n[engines]\ngomoku = "lines"\n"nim:3,4,5" = ""\n\n[keys]\nhint = "f3"\nundo = "ctrl+z"\n'
    b"\n[future]\nspeed = 9.5\nsince = 2026-01-01T00:00:00Z\nlist = [1, [2, 3], {a = 4}]\n",
    b'ascii = true\nkeys.hint = "f3"\nsecond_engines = {qubic = "mcts"}\ntext = """\nlong\n"""\n',
    b"# nothing but a comment\nmove_seconds = 10\n",
)


def _match(id: str, game: str, moves: str, players: tuple[str, str], start: str | None = None) -> Match:
    match = Match(get(game), players, start, id=id)
    for move in play_all(match.game, moves, start)[0]:
        match = match.play(move)
    return match


def exports() -> tuple[bytes, ...]:
    """Files of games, with all that may stand in one."""
    series = Series(("human", "best:4"), 5, (1, None), True, "lot", (0, 1, 1))
    clock = Clock(TimeControl(total=300, increment=2, loses=True), (12.25, 300.0))
    one = _match("one", "tictactoe", "b2 a2 a1 c3 c1 b3 a3", ("human", "best:2"))
    two = _match("two", "nim:3,4,5", "A1 B1", ("mcts:easy", "human"))
    four = _match("four", "pong-hau-ki", "", ("human", "random"))
    games = (
        replace(one, series=series, hints=2, cautions=1),
        replace(two, clock=clock, remarks=((2, Remark.FORCED),), allowed=3),
        _match("three", "connect-four", "4 4 3 3", ("human", "human:Ana")).resign(1),
        replace(four, extra='{"table": "t", "names": ["ana", "bea"]}'),
        _match("five", "mnk:5,5,4", "", ("human", "human"), "X..../..O../...../...../....."),
        _match("six", "own-lines:fano-plane", "a b c", ("human", "human")),
    )
    kept = [
        Stored.of(game, 1e9 + 0.25, 1.1e9, "", ("!", None, "??", "", "?", "?!", "")[: len(game.moves)])
        for game in games
    ]
    text = [replace(each, marks=()) if len(each.marks) < 7 else each for each in kept]
    return to_text(text).encode(), to_json(kept).encode(), to_text(text[:1]).encode()


def sheets() -> tuple[bytes, ...]:
    """Files of tournaments that are over."""
    plans = (
        TournamentPlan("tictactoe", ("random", "best:1", "loser"), 2, seed=1, plies=2),
        TournamentPlan("nim:1,2,3", ("random", "loser"), 4, "ladder", ("A1", "B1"), test=None, seed=2),
        TournamentPlan("connect-four", ("random", "loser"), 2, "gauntlet", seed=3),
        TournamentPlan(get("own-heaps:dawsons-chess").id, ("random", "loser"), 2, seed=4),
    )
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, plan in enumerate(plans):
            path = Path(folder) / str(number)
            with Sheet(path, plan) as sheet:
                for played in run(plan, (), InProcess, 1):
                    sheet.keep(played)
            found.append(path.read_bytes())
    return tuple(found)


# Changes.

NUMBERS = [
    *b"0 -1 1 7 255 256 99999 1000000 999999999999 18446744073709551616 0.5".split(),
    *b"1e308 -1e308 1e999 NaN Infinity inf nan".split(),
    b"9" * 300,
    b"9" * 5000,
]
VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2**31, 2**70, 0.5, 1e308, -0.0, float("nan"), float("inf"), "", " ", "x", "\x00", "\ud800"),
    *(
        "human",
        "ext:/bin/sh",
        "best:99",
        "a1",
        "b2 a1",
        "1-0",
        "line",
        "2026-13-45",
        "9999-12-31T23:59:59Z",
        [],
        {},
        [[]],
    ),
    *(
        [[1, 2], [3]],
        {"a": {"b": []}},
        ["a1"] * 1000,
        "a" * 10_000,
        list(range(1000)),
        [None] * 50,
        {"players": [], "length": -1},
    ),
]
WORDS = [
    *rb'"" null true false [] {} [[]] "human" "human:" "best:9" "ext:/bin/sh" "X" "\u0000" "\ud800"'.split(),
    *b"tictactoe mnk:19,19,5 mnk:99,99,9 nim:1000000 nim:1,1,1,1,1,1,1,1 qubic ultimate gomoku/swap2 pong-hau-ki".split(),
    *b"1-0 0-1 1/2-1/2 * ?? ! [engines] [[keys]] [keys.a]".split(),
    b'[Game "tictactoe"]',
    b'[Id "x"]',
    b'[Reviewed "1-9"]',
    b"[Series [1]]",
    b"a.b.c = 1",
    b"\x1b[31m",
    b"\xff\xfe",
    b"\x00",
    "\u2028\u202e\u00e9".encode(),
    b'"""',
    b"'''",
    b"\r\n",
    b"\n\n",
    b"# ",
    b"[" * 2000,
    b'{"a":' * 2000,
    b"a." * 2000,
    b"[[" * 500 + b"]]" * 500,
]


def mutated(data: bytes, others: Sequence[bytes], draw: random.Random) -> bytes:
    """A sample with a few changes."""
    if draw.random() < 0.4:
        return _restructured(data, draw)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        at = draw.randrange(len(data) + 1)
        end = min(len(data), at + draw.choice((1, 1, 2, 5, 20, 100)))
        match draw.randrange(11):
            case 0:
                data = data[:at] + draw.randbytes(1) + data[at + 1 :]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:end] + data[at:end] * draw.choice((1, 2, 5, 50)) + data[end:]
            case 3:
                data = data[:at] + draw.randbytes(end - at) + data[at:]
            case 4:
                data = data[:at] + draw.choice(WORDS + NUMBERS) + data[draw.choice((at, end)) :]
            case 5:
                data = data[:at]
            case 6:
                other = draw.choice(others)
                data = data[:at] + other[draw.randrange(len(other)) :]
            case 7:
                data = _replaced(data, rb"-?\d+(\.\d+)?", NUMBERS, draw)
            case 8:
                data = _replaced(data, rb'"[^"\n]*"', WORDS + NUMBERS, draw)
            case 9:
                data = _replaced(data, rb"\b\w+\b", WORDS + NUMBERS, draw)
            case 10:
                lines = data.splitlines(keepends=True)
                draw.shuffle(lines)
                data = b"".join(lines)
    return data


def _replaced(data: bytes, pattern: bytes, words: Sequence[bytes], draw: random.Random) -> bytes:
    """The text with another word in one place where a pattern fits."""
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    place = draw.choice(found)
    return data[: place.start()] + draw.choice(words) + data[place.end() :]


def _restructured(data: bytes, draw: random.Random) -> bytes:
    """A file with another value in the JSON of one of its lines, or of all of it, or with one value less or twice."""
    lines = data.splitlines(keepends=True)
    at = draw.randrange(len(lines))
    text = lines[at].strip().strip(b",")
    head, _blank, value = text.strip(b"[]").partition(b" ")
    for begin, inner, end in ((b"", text, b""), (b"[" + head + b" ", value, b"]"), (b"", data, b"")):
        try:
            document = json.loads(inner)
        except ValueError:
            continue
        for _ in range(draw.choice((1, 1, 2))):
            document = _changed(document, draw)
        line = begin + json.dumps(document).encode() + end
        comma = b"," if lines[at].strip().endswith(b",") else b""
        return line if inner is data else b"".join([*lines[:at], line, comma, b"\n", *lines[at + 1 :]])
    return data


def _changed(value: Any, draw: random.Random) -> Any:
    """A value of JSON with a change somewhere in it."""
    if isinstance(value, dict | list) and value and draw.random() < 0.8:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        place = draw.choice(places)
        match draw.randrange(6):
            case 0:
                del value[place]
            case 1 if isinstance(value, list):
                value *= draw.choice((2, 100))
            case 2:
                value[place] = value[draw.choice(places)]
            case _:
                value[place] = _changed(value[place], draw)
        return value
    return deepcopy(draw.choice(VALUES))  # which later changes may make longer


def hostile(kind: str) -> Iterator[bytes]:
    """Files of the largest size, or of the worst form, that are made to need memory or time."""
    plan = json.loads(sheets()[0].splitlines()[0])
    game = json.loads(sheets()[0].splitlines()[1])

    def sheet(*documents: object) -> bytes:
        return b"".join(json.dumps(document).encode() + b"\n" for document in documents)

    heads = b'[Game "tictactoe"]\n'
    most = MAX_MEGABYTES << 20
    match kind:
        case "settings":
            yield b"x" + b".a" * 30_000 + b"=1\n"
            yield (b"x" + b".a" * 490 + b"=1\n") * 60
            yield b"".join(b"[x" + b".a" * 490 + b".b%d]\n" % number for number in range(60))
            yield b"[keys]\n" + b"".join(b"k%d=1\n" % number for number in range(8000))
            yield b"x = [" + b"1," * 30_000 + b"]"
            yield b"x = " + b"[" * 400 + b"]" * 400
            yield b'x = "' + b"\\u0041" * 10_000 + b'"'
            yield b"#" * (1 << 24)
        case "exports":
            yield heads * GAMES
            yield b'[Game "nim:1"]\n\nA1\n' * GAMES
            yield heads + b"\n" * (most - 100)
            yield b" " * most
            yield heads + b"b2 " * (most // 3 - 100)
            yield heads + (b"1. " * 40_000 + b"\n") * (most // 120_002)
            yield b'[Game "nim:1000000"]\n' + b"A1 " * 99_000 + b"\n"
            yield b'[Game "nim:1000000"]\n[Reviewed "' + b"1-90000 " * 10_000 + b'"]\n' + b"A1 " * 99_000
            yield "\U0001f600".encode() + b" " * (most - 100)
            yield b"[{" + b"[" * (most - 100)
            yield b"[" + b'{"game":"nim:1"},' * GAMES + b'{"game":"nim:1"}]'
            yield b'{"game":"nim:1","x":[' + b"{}," * (most // 3 - 100) + b"0]}"
            yield b'{"game":"' + b'\\"' * (most // 2 - 100)
            yield b'{"game":"tictactoe","moves":[' + b'"b2",' * 200_000 + b'"b2"]}'
        case "own":
            head = b'triqui = 1\nkind = "lines"\nname = "a"\n'
            squares = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(1, 21)]
            pairs = [f"{one} {other}" for one, other in combinations(squares, 2)]
            yield b"a." * 30_000 + b"a = 1"
            yield b"x = " + b"[" * 60_000
            yield b"x = " + b"9" * 60_000
            yield b'\\"""\n' * 10_000
            yield head + b"rows = 20\ncolumns = 20\nstraight = 5\n"
            yield head + b"rows = 20\ncolumns = 20\nlines = " + json.dumps(pairs[:4000]).encode()
            yield head + b"rows = 20\ncolumns = 20\nlines = " + json.dumps(pairs[::21][:4000]).encode()
            yield head + b'rows = 20\ncolumns = 20\nlines = ["a1"]\n'
            yield head + b'rows = 20\ncolumns = 20\nlines = ["' + " ".join(squares).encode() + b'"]\n'
            yield from (
                head + b"cube = [%d, %d]\n" % each for each in ((3, 5), (7, 3), (4, 4), (20, 2), (2, 7), (2, 8))
            )
            slides = b'triqui = 1\nkind = "slides"\nname = "a"\nrows = 8\ncolumns = 8\n'
            board = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
            edges = json.dumps([f"{one}-{other}" for one, other in combinations(board, 2)][:2000]).encode()
            yield slides + b"place = 31\nfly = true\n"
            yield slides + b"place = 3\nedges = " + edges
            heaps = b'triqui = 1\nkind = "heaps"\nname = "a"\nheaps = ' + json.dumps([10_000] * 26).encode()
            yield heaps + b'\noctal = "4.777777777777"\n'
            yield heaps + b'\noctal = "0.007"\n'
            yield heaps + b"\ntake = " + json.dumps(list(range(1, 41))).encode()
        case "sheets":
            yield sheet({**plan, "games": 1_000_000, "plies": 99, "game": "mnk:19,19,5"})
            yield sheet({**plan, "players": ["random"] * 64, "games": 1_000_000})
            yield sheet({**plan, "openings": ["a1"] * 500_000, "plies": 0})
            yield sheet({**plan, "test": [-1000, 1000]}, *({**game, "number": number} for number in (1, 2, 3, 4)))
            yield sheet({**plan, "test": [-1e300, 1e300]}, game)
            yield sheet(plan) + b"[" * (1 << 26)
            yield sheet(plan) + b"\n" * (1 << 26)
            yield sheet(plan) + b"[" + b"{}," * 1_300_000 + b"0]\n"
            yield sheet(plan, *[game] * 5000)
            yield b" " * (1 << 26)


# What is done with a file.


@dataclass
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str


TOOK: list[float] = []
"""Seconds of the processor that each command has taken for the file."""


def said(home: Path, command: Callable[..., None], **given: object) -> Said:
    """Run a command in this process, without the command line around it."""
    context = SimpleNamespace(obj=Caller(Settings(), Surroundings(home=str(home))))
    out, err, code = io.StringIO(), io.StringIO(), 0
    began = time.process_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            command(context, **given)
        except CoreError as error:
            print(say(error), file=err)
            code = 2
    TOOK.append(time.process_time() - began)
    return Said(code, out.getvalue(), err.getvalue())


def wrong(answer: Said, most: int = 1) -> str:
    """What is wrong with how a command ended: more than a sentence, or what steers a terminal."""
    lines = answer.err.splitlines()
    if answer.code and not answer.err.strip():
        return "refused without a word"
    if len(lines) > most or not all(line.isprintable() and len(line) < 2000 for line in lines):
        return f"said {answer.err[:300]!r}"
    return ""


def settings(home: Path, data: bytes) -> str:
    """Give triqui a file of settings: to show, to check, and to change one."""
    path = home / FILE
    path.write_bytes(data)
    shown, checked = said(home, config), said(home, config, checking=True)
    if found := wrong(shown) or wrong(checked):
        return found.upper()
    if path.read_bytes() != data:
        return "CHANGED BY LOOKING"
    changed = said(home, config, name="mouse", value="false")
    if found := wrong(changed):
        return found.upper()
    if "cannot be written" in changed.err and path.read_bytes() == data:
        return "left as it is, since it would be too large or too deep"
    again = said(home, config, name="mouse")
    if again.code or "mouse = false" not in again.out:
        return f"NOT CHANGED: {changed.err}{again.err}"
    if (path.with_name(f"{FILE}.broken-1")).exists():
        return "mended" if changed.code == 2 and "broken-1" in changed.err else f"MENDED WITHOUT A WORD: {changed.err}"
    return "taken"


def export(home: Path, data: bytes) -> str:
    """Give triqui a file of games to take in, list them, and write them again."""
    path = home / "games.txt"
    path.write_bytes(data)
    taken = said(home, log, take=str(path))
    if found := wrong(taken):
        return found.upper()
    if taken.code:
        return "refused" if not said(home, log, as_json=True).out.strip("[]\n ") else "REFUSED AND TAKEN"
    listed, written = said(home, log), said(home, log, export="-")
    if found := wrong(listed) or (wrong(written) if "There is no" not in written.err else ""):
        return found.upper()
    return "taken"


def sheet(home: Path, data: bytes) -> str:
    """Give triqui the file of a tournament to go on with; what is still to be played is not played."""
    path = home / "sheet.jsonl"
    path.write_bytes(data)
    with mock.patch("core.tournament.run.run", return_value=()):
        shown = said(home, tournament, resume=str(path))
        document = said(home, tournament, resume=str(path), as_json=True)
    if found := wrong(shown) or wrong(document):
        return found.upper()
    if shown.code:
        return "refused" if path.read_bytes() == data else "REFUSED AND CHANGED"
    return "taken" if data.startswith(path.read_bytes()) and json.loads(document.out) else "CHANGED"


def own_samples() -> tuple[bytes, ...]:
    """Files of games of one's own, of every kind."""
    return tuple(data for folder in ((), (AGAIN,), ("new",)) for _name, data in texts(*folder))


def own_file(home: Path, data: bytes) -> str:
    """Give triqui a file with a game: read it, also as it travels, make the game with its symmetries, and play a little."""
    path = home / "mine.toml"
    path.write_bytes(data)
    began = time.process_time()
    try:
        found = own_files.found(path)
        if found.wrong:
            return wrong(Said(2, "", say(found.wrong))).upper() or "refused"
        _play(found.game, own_files.definition_in(path))
    finally:
        TOOK.append(time.process_time() - began)
    return "taken"


def _play(game: Game | None, definition: own.Definition) -> None:
    assert own.taken(definition.content) == definition
    if game is None:
        assert written_nodes(definition.values)
        return
    assert str(game.rules)
    assert len(game.symmetries)
    position, draw = Position.start(game), random.Random(definition.id)
    assert position.outcome or position.moves
    for _ in range(12):
        assert Position.from_text(game, position.text) == position
        if position.outcome:
            break
        move = position.moves[draw.randrange(len(position.moves))]
        assert position.parse(position.name(move)) == move
        position = position.play(move)


KINDS: dict[str, tuple[Callable[[], Sequence[bytes]], Callable[[Path, bytes], str]]] = {
    "settings": (lambda: SETTINGS, settings),
    "exports": (exports, export),
    "sheets": (sheets, sheet),
    "own": (own_samples, own_file),
}


def main(kind: str, count: int, seed: int = 0) -> None:
    """Change, try and count."""
    make, judge = KINDS[kind]
    samples = make()
    told: Counter[str] = Counter()
    longest, bad = (0.0, b""), 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        first = chain(samples, hostile(kind)) if seed == 0 else iter(())
        for number in range(count):
            draw = random.Random(f"{seed}:{number}")
            data = next(first, b"") or mutated(draw.choice(samples), samples, draw)
            TOOK.clear()
            try:
                came = judge(home, data)
            except Exception:
                came = "RAISED " + traceback.format_exc()[-600:]
            took = max(TOOK)
            longest = max(longest, (took, data))
            told[came if came[0].islower() else "bad"] += 1
            if not came[0].islower() or took > SECONDS:
                bad += 1
                kept = Path(f"mutated-{kind}-{seed}-{number}")
                kept.write_bytes(data)
                print(f"{kept}: {took:.1f} s: {came}", flush=True)
            for left in home.iterdir():
                if left.name.partition(".")[0] != STORE_FILE.partition(".")[0] or kind == "exports":
                    shutil.rmtree(left) if left.is_dir() else left.unlink()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for what, times in told.most_common():
        print(f"{kind} {what}: {times}")
    print(f"{count} {kind}, {bad} of them bad; at most {longest[0]:.2f} s for one, {peak:.0f} MB for all")
    sys.exit(bool(bad) or peak > MEGABYTES)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
