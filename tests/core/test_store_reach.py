"""However many games there are, a question costs what its answer has: counted in steps of SQLite's machine and rows read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Reason
from core.games import get
from core.hall.disk_store import Meetings
from core.play.match import Match
from core.position import Outcome
from core.records.equal import standing
from core.records.learned import Machines
from core.records.record import Record
from core.records.statistics import statistics
from core.store.store import Store
from tests.core.storing import sound

GAME = get("tictactoe")
FEW, MANY = 200, 4000
"""Games in the two stores that are compared."""
SEATS = (("human", "me:2+4:40"), ("menace", "best:2"), ("human", "human"), ("best:full", "random"))
INSTRUCTIONS = 10
"""Instructions of SQLite's machine that are one step here."""


def furnished(path: Path, count: int) -> Store:
    """A store of games of all kinds, one of nine of them unfinished."""
    begun = [Match(GAME, seats).play(4) for seats in SEATS * 9]
    courses = [
        match if number % 9 == 0 else replace(match, outcome=Outcome(0, Reason.RESIGNED))
        for number, match in enumerate(begun)
    ]
    store = sound(path)
    store.save_all((replace(courses[number % len(courses)], id=str(number)), None) for number in range(count))
    return store


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """One of FEW games and one of MANY, in both of which everything has been asked once."""
    folder = tmp_path_factory.mktemp("reach")
    few, many = furnished(folder / "few", FEW), furnished(folder / "many", MANY)
    for store in (few, many):
        for question in QUESTIONS.values():
            question(store)
    yield few, many
    for store in (few, many):
        store.close()


QUESTIONS: dict[str, Callable[[Store], object]] = {
    "last games": lambda store: store.finished(limit=12, watched=False),
    "last watched games": lambda store: store.finished(limit=12, watched=True),
    "last games of all": lambda store: store.finished(limit=50),
    "last games of a kind": lambda store: store.finished(GAME.id, 12),
    "last game to continue": lambda store: store.under_way(1),
    "a game": lambda store: store.load("7"),
    "tally": lambda store: store.totals.of(Record(), GAME.id),
    "tally of all": lambda store: store.totals.of(Record()),
    "games between people": lambda store: store.totals.of(Meetings()),
    "own strength": lambda store: standing(store, GAME),
    "machine": lambda store: Machines().machine(store, GAME),
    "unreadable": lambda store: store.unreadable(),
    "a ply": lambda store: store.save(Match(GAME, SEATS[0]).play(4)),
    "an end": lambda store: store.save(replace(Match(GAME, SEATS[0]).play(4), outcome=Outcome(0, Reason.RESIGNED))),
}


def steps(store: Store, question: Callable[[Store], object]) -> int:
    """How much SQLite does for a question."""
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return 0

    assert store._db
    store._db.set_progress_handler(step, INSTRUCTIONS)
    try:
        question(store)
    finally:
        store._db.set_progress_handler(None, INSTRUCTIONS)
    return count


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_costs_no_more_with_twenty_times_as_many_games(name: str, stores: tuple[Store, Store]) -> None:
    few, many = (steps(store, QUESTIONS[name]) for store in stores)
    assert many <= 1.5 * few + 50


@pytest.mark.parametrize("name", QUESTIONS)
def test_nor_does_it_in_a_program_that_has_just_been_started(name: str, stores: tuple[Store, Store]) -> None:
    for store in stores:
        store.totals._reached.clear()
    few, many = (steps(store, QUESTIONS[name]) for store in stores)
    assert many <= 1.5 * few + 200


def test_a_page_far_down_costs_no_more_than_the_first(stores: tuple[Store, Store]) -> None:
    store = stores[1]
    far = store.finished(limit=1000, watched=True)[-1]
    first, later = (
        steps(store, lambda store, before=before: store.finished(limit=50, watched=True, before=before))  # type: ignore[misc]
        for before in (None, far)
    )
    assert later <= 1.5 * first + 50


def test_the_statistics_cost_no_more_but_for_counting_what_was_watched(stores: tuple[Store, Store]) -> None:
    few, many = (steps(store, statistics) - steps(store, Store.watched) for store in stores)
    assert many <= 1.5 * few + 50


@pytest.mark.parametrize("where", ["stage = 1", "stage = 2", "stage = 2 AND watched = 0", "stage = 2 AND watched > 0"])
def test_no_list_is_sorted(where: str, stores: tuple[Store, Store]) -> None:
    assert stores[1]._db
    plan = stores[1]._db.execute(
        f"EXPLAIN QUERY PLAN SELECT * FROM games WHERE {where} ORDER BY updated DESC, rowid DESC"
    )
    assert [line[3] for line in plan if "TEMP B-TREE" in line[3] or "USING INDEX" not in line[3]] == []
