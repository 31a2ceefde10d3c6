"""Running totals come to what all games come to that are there, whatever happened to them since they were added."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core.errors import GaveWay
from core.game import Player, Reason
from core.games import get
from core.play.match import Match
from core.position import Outcome
from core.records.equal import OwnStanding, standing
from core.records.learned import Machines
from core.records.record import Record
from core.records.statistics import Statistics, statistics
from core.store import judged, running
from core.store.file import memory
from core.store.rows import Stored
from core.store.running import LAG, MAX_ROWS, STEP
from core.store.store import Store
from tests.core.storing import moved, respell, sound

GAME = get("tictactoe")
SEATS = (("human", "me:2+4:40"), ("menace", "human"), ("human", "human"), ("menace", "random"), ("best:2", "human"))
WON = "a1 a2 b1 b2 c1"
MARKS = ("", "??", None, "!", "?!")


def over(number: int, seats: tuple[str, str] = SEATS[0], winner: Player | None = 0) -> Match:
    """A game that has ended."""
    match = Match(GAME, seats, id=f"game {number}").play(4)
    return replace(match, outcome=Outcome(winner, Reason.AGREED if winner is None else Reason.RESIGNED))


def played(store: Store, count: int, first: int = 0) -> list[Stored]:
    """Games of all kinds, one after the other."""
    results: tuple[Player | None, ...] = (0, 1, None)
    numbers = range(first, first + count)
    return store.save_all((over(each, SEATS[each % len(SEATS)], results[each % 3]), None) for each in numbers)


def told(store: Store) -> tuple[Statistics, Record, OwnStanding, dict[int, list[int]]]:
    """All that is added up."""
    boxes = Machines().machine(store, GAME).boxes
    return statistics(store), store.totals.of(Record(), GAME.id), standing(store, GAME), dict(boxes)


def made_again(store: Store) -> tuple[Statistics, Record, OwnStanding, dict[int, list[int]]]:
    """The same, from nothing but the games."""
    other = Store(None, memory(), lambda: 0.0)
    with store._connection() as source, other._connection() as target:
        for table in ("games", "reviews"):
            for row in source.execute(f"SELECT * FROM {table} ORDER BY rowid"):
                target.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        target.execute("UPDATE reviews SET counted = ''")
    try:
        return told(other)
    finally:
        other.close()


NEAR = st.sampled_from((0, 1, LAG, LAG + 1, 40, 1000))
"""How far back a game is."""


class Totals(RuleBasedStateMachine):
    """Games come, change, are reviewed and are imported; and the program is closed and opened again."""

    def __init__(self) -> None:
        super().__init__()
        ticks = itertools.count(1000)
        self.store = Store(None, memory(), lambda: float(next(ticks)))
        self.kept: list[Stored] = []
        self.numbers = itertools.count()

    @rule(
        count=st.sampled_from((1, 2, STEP + LAG, MAX_ROWS)),
        seats=st.sampled_from(SEATS),
        winner=st.sampled_from((0, 1, None)),
    )
    def end(self, count: int, seats: tuple[str, str], winner: Player | None) -> None:
        matches = [over(next(self.numbers), seats, winner) for _ in range(count)]
        self.kept += self.store.save_all((match, None) for match in matches)

    @rule(back=NEAR, how=st.sampled_from(("goes on", "ends otherwise", "has other moves")))
    def change(self, back: int, how: str) -> None:
        if not self.kept:
            return
        at = -1 - back % len(self.kept)
        kept = self.kept[at]
        match = replace(kept.match, outcome=None)
        if how == "ends otherwise":
            match = replace(kept.match, outcome=Outcome(1, Reason.TIME))
        elif how == "has other moves":
            match = replace(moved(WON, Match(GAME, kept.players, id=kept.id)))
        self.kept[at] = self.store.save(match, kept)

    @rule(back=NEAR, marks=st.lists(st.sampled_from(("", "?", "??", None)), min_size=1, max_size=1))
    def review(self, back: int, marks: list[str | None]) -> None:
        if self.kept:
            kept = self.kept[-1 - back % len(self.kept)]
            self.store.mark(kept.id, kept.moves, tuple(marks))

    @rule(updated=st.floats(0, 2000), seats=st.sampled_from(SEATS))
    def import_one(self, updated: float, seats: tuple[str, str]) -> None:
        match = moved(WON, Match(GAME, seats, id=f"game {next(self.numbers)}"))
        self.store.take_in([Stored.of(match, 0.0, updated, "", MARKS)])

    @rule()
    def ask(self) -> None:
        told(self.store)

    @rule()
    def open_again(self) -> None:
        self.store.totals._reached.clear()

    @invariant()
    def totals_are_those_of_the_games(self) -> None:
        assert told(self.store) == made_again(self.store)

    def teardown(self) -> None:
        self.store.close()


TestTotals = Totals.TestCase
TestTotals.settings = settings(max_examples=12, stateful_step_count=12, deadline=None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of games on disk."""
    store = sound(tmp_path / "games.sqlite")
    yield store
    store.close()


def rows_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows that each reading for a total reads."""
    read: list[int] = []
    rows = running._rows

    def counted(*arguments: object) -> Iterator[tuple[object, ...]]:
        found = list(rows(*arguments))  # type: ignore[arg-type]
        read.append(len(found))
        return iter(found)

    monkeypatch.setattr(running, "_rows", counted)
    return read


def test_a_total_reads_each_game_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played(store, 2 * MAX_ROWS)
    read = rows_read(store, monkeypatch)
    store.totals.of(Record())
    played(store, 1, first=2 * MAX_ROWS)
    store.totals.of(Record())
    own = sum(not set(SEATS[number % len(SEATS)]) <= {"menace", "random"} for number in range(2 * MAX_ROWS))
    assert sum(read) == own + 1


def test_after_a_restart_a_total_reads_no_more_than_the_last_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sound(tmp_path / "games.sqlite")
    played(store, 300)
    store.totals.of(Record())
    store.close()
    again = sound(tmp_path / "games.sqlite")
    read = rows_read(again, monkeypatch)
    assert again.totals.of(Record()).tally.games == 180
    assert sum(read) <= STEP + LAG
    again.close()


def test_taking_back_the_end_of_the_last_game_does_not_undo_a_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sound(tmp_path / "games.sqlite")
    last = played(store, 300)[-1]
    store.totals.of(Record())
    store.save(replace(last.match, outcome=None), last)
    read = rows_read(store, monkeypatch)
    assert store.totals.of(Record()).tally.games == 179
    assert sum(read) <= STEP + LAG
    store.close()


def test_another_program_that_changes_a_game_is_noticed(store: Store, tmp_path: Path) -> None:
    kept = played(store, 40)
    assert store.totals.of(Record()).tally.games == 24
    other = sound(tmp_path / "games.sqlite")
    other.save(replace(kept[0].match, outcome=None), kept[0])
    assert store.totals.of(Record()).tally.games == 23
    other.close()


def test_a_total_that_another_version_has_written_is_made_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played(store, 40)
    before = told(store)
    with store._connection() as db:
        db.execute("UPDATE sums SET version = 'another', state = '[]'")
        db.execute("UPDATE reviews SET counted = 'nonsense'")
    store.totals._reached.clear()
    assert told(store) == before


def test_a_total_on_disk_that_makes_no_sense_is_made_again(store: Store) -> None:
    played(store, 40)
    before = told(store)
    with store._connection() as db:
        db.execute("UPDATE sums SET state = '{' WHERE name <> 'judged'")
    store.totals._reached.clear()
    assert told(store) == before


def test_games_that_cannot_be_read_are_in_no_total_and_keep_no_other_out(store: Store, tmp_path: Path) -> None:
    kept = played(store, 3 * MAX_ROWS)
    respell(tmp_path / "games.sqlite", f"rowid <= {2 * MAX_ROWS}", reason="abducted")
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as db, db:
        db.execute("UPDATE games SET updated = 'soon' WHERE id = ?", (kept[-1].id,))
    sound_own = [number for number in range(2 * MAX_ROWS, 3 * MAX_ROWS - 1) if number % len(SEATS) in (0, 1, 4)]
    assert store.totals.of(Record()).tally.games == len(sound_own)


def test_something_urgent_is_given_way_to_and_what_was_added_stays(store: Store) -> None:
    played(store, 4 * MAX_ROWS)
    store.totals.urgent = lambda: True
    tries = 0
    while True:
        try:
            tally = store.totals.of(Record()).tally
            break
        except GaveWay:
            tries += 1
    assert 0 < tries <= 4
    assert tally.games == sum(number % len(SEATS) in (0, 1, 4) for number in range(4 * MAX_ROWS))


def judged_games(store: Store) -> int:
    return store.judgements.of().games


def test_a_review_counts_once_however_often_it_is_written(store: Store) -> None:
    kept = store.save(over(1))
    for marks in (("",), ("?",), ("??",)):
        store.mark(kept.id, kept.moves, marks)
        assert judged_games(store) == 1
    assert store.judgements.of(GAME.id).accuracy.faults == (1, 0, 0)


def test_a_review_of_a_game_that_goes_on_after_all_is_counted_no_more(store: Store) -> None:
    kept = store.save(over(1))
    store.mark(kept.id, kept.moves, ("?",))
    assert judged_games(store) == 1
    store.save(replace(kept.match, outcome=None), kept)
    assert judged_games(store) == 0


def test_a_review_made_before_the_end_of_a_game_counts_once_it_is_over(store: Store) -> None:
    kept = store.save(replace(over(1), outcome=None))
    store.mark(kept.id, kept.moves, ("?",))
    assert judged_games(store) == 0
    store.save(over(1), kept)
    assert judged_games(store) == 1


def test_reviews_that_are_counted_are_not_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.take_in(Stored.of(over(number), 0.0, 0.0, "", ("?",)) for number in range(2 * judged.MAX_REVIEWS + 1))
    kept = store.finished(limit=1)[0]
    assert judged_games(store) == 2 * judged.MAX_REVIEWS + 1
    read: list[Stored | None] = []
    part = judged._part

    def counted(kept: Stored | None) -> tuple[str, list[int]]:
        read.append(kept)
        return part(kept)

    monkeypatch.setattr(judged, "_part", counted)
    store.mark(kept.id, kept.moves, ("!",))
    assert judged_games(store) == 2 * judged.MAX_REVIEWS + 1
    assert len(read) == 1
