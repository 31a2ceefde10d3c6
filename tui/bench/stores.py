"""Stores of many games, as after years of playing, and the CPU time of the queries of the app."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from core.games import get
from core.learning.classes import classes_of
from core.play.match import Match
from core.players.opponents import HUMAN
from core.records.equal import standing
from core.records.learned import Machines
from core.records.statistics import statistics
from core.store.rows import ReviewMarks, Stored
from core.store.store import Store, open_store
from tui.screens.home.card import read_yours
from tui.screens.home.finished import first
from tui.text.kept import going_on, waiting

GAMES = ("tictactoe", "tictactoe/misere", "nim:3,4,5", "mnk:4,4,3", "connect-four", "pong-hau-ki", "ultimate", "morris")
SEATS = (
    *((HUMAN, "me:2+4:40"), ("me:2+2:0", HUMAN), (HUMAN, "best:2"), ("best:full", HUMAN), (HUMAN, "menace")),
    *(("menace", "best:2"), ("best:full", "mcts:5"), ("best:5", "random"), (HUMAN, HUMAN), (HUMAN, "human:ana")),
)
COURSES = 12
"""Number of different courses of each game."""
UNFINISHED = 50
"""One game in this number is unfinished."""
REVIEWED = 20
"""One game in this number has been reviewed."""
BEGIN = 1_500_000_000.0
"""Time at which the first game ended, in seconds since 1970. Each further game ended a minute later."""
BATCH = 1000
ASKED = get("tictactoe")
QUESTIONS: tuple[tuple[str, Callable[[Store], object]], ...] = (
    ("unreadable games", Store.unreadable),
    ("home", lambda store: read_yours(store, ASKED.id, {})),
    ("home again", lambda store: read_yours(store, ASKED.id, {})),
    ("finished games", first),
    ("Continue", lambda store: (going_on(store, 1), waiting(store))),
    ("Play me", lambda store: standing(store, ASKED)),
    ("move of menace", lambda store: Machines().machine(store, ASKED)),
    ("next move of menace", lambda store: Machines().machine(store, ASKED)),
    ("statistics", statistics),
)
"""The queries of the app, each with the name of the part that makes it."""


def course(id: str, draw: Random) -> Match:
    """A game of random moves. One player resigns after 30 of them."""
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
        ended = BEGIN + 60.0 * number
        yield Stored.of(replace(match, players=seats, id=f"game {number}"), ended - 30.0, ended, "", marks)


def write(path: Path, count: int) -> None:
    """Write a store of ``count`` games."""
    store, trouble = open_store(path)
    assert trouble is None, trouble
    games = many(count)
    while batch := list(islice(games, BATCH)):
        store.take_in(batch)
    store.close()


def measured(path: Path) -> list[float]:
    """CPU seconds of opening a store and of each query, in this process."""
    classes_of(ASKED)  # its cost does not depend on the number of games
    began = time.process_time()
    store, _ = open_store(path)
    seconds = [time.process_time() - began]
    for _name, question in QUESTIONS:
        began = time.process_time()
        question(store)
        seconds.append(time.process_time() - began)
    store.close()
    return seconds


def main() -> None:
    """Print the CPU seconds for the store of a file, as JSON."""
    print(json.dumps(measured(Path(sys.argv[1]))))
