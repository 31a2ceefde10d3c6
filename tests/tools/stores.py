"""Make a store of many games, as somebody has it who has played for years: ``python -m tests.tools.stores 100000 FILE``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from core.games import get
from core.play.match import Match
from core.store.rows import ReviewMarks, Stored
from core.store.store import open_store

HUMAN = "human"
GAMES = ("tictactoe", "tictactoe/misere", "nim:3,4,5", "mnk:4,4,3", "connect-four", "pong-hau-ki", "ultimate", "morris")
SEATS = (
    *((HUMAN, "me:2+4:40"), ("me:2+2:0", HUMAN), (HUMAN, "best:2"), ("best:full", HUMAN), (HUMAN, "menace")),
    *(("menace", "best:2"), ("best:full", "mcts:5"), ("best:5", "random"), (HUMAN, HUMAN), (HUMAN, "human:ana")),
)
COURSES = 12
"""Different courses of each game."""
UNFINISHED = 50
"""One of so many games is left in its middle."""
REVIEWED = 20
"""One of so many games has been reviewed."""
BEGIN = 1_500_000_000.0
"""When the first game ended, in seconds since 1970; the next ones ended a minute later each."""
BATCH = 1000


def course(id: str, draw: Random) -> Match:
    """A game of random moves, given up after 30 of them."""
    match = Match(get(id), (HUMAN, HUMAN))
    while match.outcome is None and len(match.moves) < 30:
        match = match.play(draw.choice(match.position.moves))
    return match if match.outcome else match.resign(draw.choice((0, 1)))


def many(count: int, seed: int = 1) -> Iterator[Stored]:
    """Games from the oldest to the newest, the same for each seed."""
    draw = Random(seed)
    courses = [course(id, draw) for id in GAMES for _ in range(COURSES)]
    for number in range(count):
        match, seats = draw.choice(courses), draw.choice(SEATS)
        if "menace" in seats:
            match = courses[draw.randrange(COURSES)]
        marks: ReviewMarks = ()
        if number % UNFINISHED == UNFINISHED - 1:
            start = Match(match.game, seats)
            for move in match.moves[:2]:
                start = start.play(move)
            match = start
        elif HUMAN in seats and number % REVIEWED == 0:
            marks = tuple(draw.choice(("", "", "?", "!", None)) for _ in match.moves)
        time = BEGIN + 60.0 * number
        yield Stored.of(replace(match, players=seats, id=f"game {number}"), time - 30.0, time, "", marks)


def write(path: Path, count: int) -> None:
    """Write a store of that many games."""
    store, trouble = open_store(path)
    assert trouble is None, trouble
    games = many(count)
    while batch := list(islice(games, BATCH)):
        store.take_in(batch)
    store.close()


if __name__ == "__main__":
    write(Path(sys.argv[2]), int(sys.argv[1]))
