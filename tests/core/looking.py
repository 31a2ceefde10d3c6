"""How long engines go without a look at the clock, in lines of Python: the same number on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from math import exp, log
from random import Random
from types import FrameType
from typing import Any

import tomli_w

from core import engines, own
from core.analysis import Engine, Limit, Watch
from core.game import Game
from core.games import get
from core.own.points import places_of
from core.own.reading import BadOwnFile
from core.position import Position

MAX_STEPS = 20_000_000
"""Lines before the first look and between two, which take about a second."""
LONG_LINES: dict[str, dict[str, Any]] = {
    "twenty in a row": {"kind": "lines", "rows": 20, "columns": 3, "straight": 20},
    "forty in a line": {
        "kind": "lines",
        "rows": 8,
        "columns": 8,
        "lines": [" ".join(f"{column}{row}" for column in "abcde" for row in range(1, 9))],
    },
}
"""Lines so long that a table with an entry for each set of their points has no end."""


class _TooLong(BaseException):
    """An engine goes on without a look."""


def steps(engine: Engine, position: Position, limit: int = 1_000_000) -> int:
    """The most lines that an engine runs without a look at a clock that counts lines, and by which it has so many; one more
    than MAX_STEPS where there is no end of them."""
    ran = seen = most = 0

    def clock() -> float:
        nonlocal seen, most
        most, seen = max(most, ran - seen), ran
        return float(ran)

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal ran
        ran += event == "line"
        if ran - seen > MAX_STEPS:
            raise _TooLong
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        return line if str(frame.f_globals.get("__name__", "")).startswith("core.") else None

    watch = Watch(position, Limit(seconds=limit), clock, interval=limit / 20)
    before = sys.gettrace()
    sys.settrace(call)
    try:
        with suppress(_TooLong):
            engines.analyse(engine, watch)
    finally:
        sys.settrace(before)
    return max(most, ran - seen)


def looks_after(engine: Engine, position: Position, asked: int) -> int:
    """How often an engine looks again after look number ``asked``, which tells it to stop."""
    looks = 0

    def stop() -> bool:
        nonlocal looks
        looks += 1
        return looks >= asked

    engines.analyse(engine, Watch(position, Limit(), lambda: 0.0, stop=stop))
    return max(0, looks - asked)


def made(document: dict[str, Any]) -> Game:
    """The game of a document. Raises BadOwnFile."""
    return get(own.register(own.read(tomli_w.dumps({"triqui": 1, "name": "drawn", **document}).encode())).id)


def drawn(count: int, seed: int) -> Iterator[tuple[dict[str, Any], Game]]:
    """Games of one's own at random, of every kind that is played and every size that is allowed, with their documents."""
    random = Random(seed)
    while count:
        document = random.choice((_lines, _slides, _heaps))(random)
        with suppress(BadOwnFile):
            yield document, made(document)
            count -= 1


def _size(random: Random, most: int) -> int:
    """A number from 1 on: as often from 1 to 10 as from 10 to 100."""
    return round(exp(random.uniform(0, log(most))))


def _picture(random: Random, most: int) -> str:
    """At least three points."""
    names = [first + second for second in "0123456789abcdefghij" for first in "abcdefghijklmnopqrst"][
        : max(3, _size(random, most))
    ]
    return "\n".join(" ".join(names[at : at + 20]) for at in range(0, len(names), 20))


def _sets(random: Random, names: list[str], most: int) -> list[str]:
    """Different sets of points, in half of the cases all of one size."""
    size = _size(random, len(names)) if random.random() < 0.5 else None
    sets = {
        tuple(sorted(random.sample(range(len(names)), size or _size(random, len(names)))))
        for _ in range(_size(random, most))
    }
    return [" ".join(names[point] for point in each) for each in sorted(sets)]


def _lines(random: Random) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": "lines"}
    way = random.choice(("straight", "straight", "cube", "rectangle", "points"))
    if way == "cube":
        document["cube"] = [random.randint(2, 20), random.randint(1, 8)]
    elif way == "points":
        document["points"] = _picture(random, 400)
    else:
        document |= {"rows": random.randint(1, 20), "columns": random.randint(1, 20)}
    if way == "straight":
        document["straight"] = random.randint(1, max(document["rows"], document["columns"]))
    elif way != "cube":
        names = [place.name for place in places_of(document)]
        document["lines"] = _sets(random, names, random.choice((100, 4000)))
    options = ("misere", "either", "gravity") if "rows" in document else ("misere", "either")
    return document | {option: True for option in options if random.random() < 0.2}


def _slides(random: Random) -> dict[str, Any]:
    picture = _picture(random, 64)
    names = picture.split()
    count = len(names)
    document: dict[str, Any] = {
        "kind": "slides",
        "points": picture,
        "stuck": random.choice(("loses", "draws", "passes")),
    }
    document["fly"] = random.random() < 0.3
    pairs = {tuple(sorted(random.sample(range(count), 2))) for _ in range(_size(random, 2000))}
    document["edges"] = [random.choice("->").join(names[end] for end in pair) for pair in sorted(pairs)]
    if random.random() < 0.5:
        document["place"] = random.randint(1, (count - 1) // 2)
    else:
        stones = random.sample(names, random.randint(2, count - 1))
        first = random.randint(1, len(stones) - 1)
        document |= {"first": " ".join(stones[:first]), "second": " ".join(stones[first:])}
    if random.random() < 0.5:
        document["lines"] = _sets(random, names, 1000)
    return document


def _heaps(random: Random) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": "heaps", "heaps": [_size(random, 10_000) for _ in range(_size(random, 26))]}
    if random.random() < 0.5:
        digits = "".join(random.choice("01234567") for _ in range(random.randint(1, 12)))
        document["octal"] = f"{random.choice('04')}.{digits}"
    else:
        document["take"] = sorted({_size(random, 10_000) for _ in range(_size(random, 40))})
    return document | {"misere": random.random() < 0.4}
