"""Damage harms no more than it touches: a row takes no other with it, and no bytes end in anything but a sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import StoreBroken
from core.play.series import Series
from core.records.record import Record
from core.store.store import SCHEMA, Store, open_store
from core.tally import Tally
from tests.core.storing import GAME, WON, moved, respell, sound
from tests.tools import damage

SERIES = Series(GAME.players, 3, (0, None))
SPOILED_COLUMNS = [
    ("updated", "'soon'"),
    ("started", "1e999"),
    ("revision", "CAST(x'c3' AS TEXT)"),
    ("origin", "'elsewhere'"),
    ("game", "'gomoku'"),
    ("watched", "7"),
    ("stage", "'over'"),
    ("id", "'another'"),
    ("document", "x'7b7d'"),
    ("document", "'{}'"),
    ("document", "'[]'"),
    ("document", "''"),
    ("document", f"'{'[' * 100_000}'"),
    ("document", "CAST(replace(document, 'human', 'h' || x'c3') AS TEXT)"),
]
"""Values of a column as SQL has them."""
SPOILED_VALUES: list[tuple[str, object]] = [
    ("moves", "b2"),
    ("moves", [5]),
    ("moves", None),
    ("game", 5),
    ("start", 5),
    ("first", ["human"]),
    ("result", "7"),
    ("reason", "abducted"),
    ("hints", "many"),
    ("cautions", "many"),
    ("id", None),
    ("series", {"players": [1, 2], "length": 3, "results": []}),
    ("series", {"players": ["a", "b"], "length": 3, "results": [[]]}),
    ("series", {"players": ["a", "b"], "length": 3, "results": [], "every": "no"}),
    ("series", {"players": ["a", "b"], "length": 0, "results": [], "earlier": [1, 2]}),
    ("series", {"players": ["a", "b"], "length": 0, "results": [], "earlier": [1, -2, 3]}),
    ("extra", "\ud800"),
    ("remarks", "3:cut"),
    ("remarks", [[3, "abducted"]]),
    ("remarks", [[float("inf"), "cut"]]),
    ("remarks", 7),
    ("opening", "the middle"),
]
"""Values in the JSON."""


def rows(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        return db.execute("SELECT * FROM games ORDER BY rowid").fetchall()


@pytest.mark.parametrize(("column", "value"), SPOILED_COLUMNS)
def test_a_row_with_a_damaged_column_is_left_out_counted_and_left_alone(column: str, value: str, path: Path) -> None:
    def spoil() -> None:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(f"UPDATE games SET {column} = {value} WHERE id = 'damaged'")

    assert_left_alone(path, spoil)


@pytest.mark.parametrize(("name", "value"), SPOILED_VALUES)
def test_a_row_with_a_damaged_value_is_left_out_counted_and_left_alone(name: str, value: object, path: Path) -> None:
    assert_left_alone(path, lambda: respell(path, "id = 'damaged'", **{name: value}))


def assert_left_alone(path: Path, spoil: Callable[[], None]) -> None:
    store = sound(path)
    for name in ("first", "damaged", "last"):
        store.save(replace(GAME, id=name, outcome=WON, series=SERIES))
    store.save(replace(GAME, id="going"))
    spoil()
    before = rows(path)
    assert [kept.id for kept in store.finished(limit=2)] == ["last", "first"]
    assert [kept.id for kept in store.unfinished()] == ["going"]
    assert store.unreadable() == 1
    assert store.load("damaged") is None
    store.save(replace(GAME, id="later"))
    assert rows(path)[:-1] == before
    store.close()


def test_a_damaged_row_of_a_game_that_goes_on_here_is_left_alone_and_the_game_kept_beside_it(path: Path) -> None:
    store = sound(path)
    kept = store.save(moved("b2"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE games SET updated = 'soon', revision = 'other'")
    before = rows(path)
    again = store.save(moved("b2 a1"), kept)
    assert again.id != kept.id
    assert rows(path)[:1] == before
    assert store.unfinished() == [again]
    store.close()


def test_a_store_of_a_later_version_is_named_and_stays_as_it_is(path: Path) -> None:
    store = sound(path)
    store.save(GAME)
    store.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE games ADD COLUMN later TEXT")
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    store, trouble = open_store(path)
    assert str(trouble) == (
        f"The games file {path} is from a newer version of the program and stays unchanged; games played now last only "
        "until the program ends. Use the newer version, or set TRIQUI_HOME to another folder."
    )
    assert store.path is None
    kept = store.save(GAME)
    assert store.unfinished() == [kept]
    store.close()
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*broken*"))


def test_an_empty_store_of_a_later_version_stays_as_it_is(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    store, trouble = open_store(path)
    store.save(GAME)
    store.close()
    assert "is from a newer version of the program and stays unchanged" in str(trouble)
    assert path.read_bytes() == before


def test_a_file_whose_damage_is_told_in_bytes_that_are_no_text_is_moved_aside(path: Path) -> None:
    sound(path).close()
    path.write_bytes(path.read_bytes().replace(b"tablegamesgames", b"tablegam\xfesgames"))
    store, trouble = open_store(path)
    assert str(trouble) == (
        f"The games file {path} could not be read (it is damaged: invalid start byte). It is saved as {path}.broken-1, "
        "and an empty file replaces it."
    )
    store.save(GAME)
    store.close()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with games of all kinds in it."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    store = sound(path)
    for i in range(30):
        match = replace(moved(" ".join(["b2", "a1", "c1", "a3", "a2", "c2"][: i % 7])), id=str(i))
        store.save(replace(match, outcome=WON if i % 2 else None, series=SERIES if i % 3 else None))
    store.close()
    return path.read_bytes()


def test_what_sqlite_repeats_of_a_damaged_file_is_told_in_characters_that_can_be_printed(path: Path) -> None:
    store = sound(path)
    store.save(GAME)
    store.close()
    whole = path.read_bytes()
    assert whole.count(b"id TEXT NOT NULL PRIMARY KEY,\n") == 1
    path.write_bytes(whole.replace(b"id TEXT NOT NULL PRIMARY KEY,\n", b"id TEXT NOT NULL PRIMARY KEY,\x7f"))
    store, trouble = open_store(path)
    assert str(trouble).isprintable()
    assert "\\x7f" in str(trouble)
    store.close()


def use(store: Store) -> None:
    """Ask for everything; what cannot be done ends in a StoreBroken."""
    for ask in (
        store.unfinished,
        store.finished,
        lambda: store.totals.of(Record()),
        store.unreadable,
        lambda: store.load("3"),
    ):
        with suppress(StoreBroken):
            ask()


@settings(max_examples=60)
@given(
    length=st.integers(0, 20_480),
    flips=st.lists(st.tuples(st.integers(0, 20_479), st.integers(1, 255)), max_size=12),
    tail=st.binary(max_size=40),
)
def test_whatever_bytes_stand_in_the_file_it_ends_in_a_sentence_at_most(
    length: int, flips: list[tuple[int, int]], tail: bytes, image: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("spoiled") / "games.db"
    data = bytearray(image[:length] if length % 2 else image)
    for at, change in flips:
        if at < len(data):
            data[at] ^= change
    path.write_bytes(data + tail if length % 4 == 1 else data)
    store, trouble = open_store(path)
    assert trouble is None or str(trouble).encode().decode().isprintable()
    use(store)
    store.close()


def test_the_tally_counts_no_result_that_is_none(path: Path) -> None:
    store = sound(path)
    for name in ("first", "damaged"):
        store.save(replace(GAME, id=name, outcome=WON))
    respell(path, "id = 'damaged'", result="7")
    assert store.totals.of(Record()).tally == Tally(1)
    store.close()


def leaves(data: bytes, root: int) -> list[int]:
    """The pages with the rows of a table, by the page with which it begins, where that one leads to all of them."""
    size = int.from_bytes(data[16:18], "big")
    page = data[(root - 1) * size : root * size]
    starts = [int.from_bytes(page[12 + 2 * i :][:2], "big") for i in range(int.from_bytes(page[3:5], "big"))]
    return [int.from_bytes(page[start:][:4], "big") for start in (*starts, 8)]


def test_a_row_that_no_pass_meets_under_its_number_is_taken_over(path: Path) -> None:
    damage.furnished(path, Random(1))
    with closing(sqlite3.connect(path)) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_master"))
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    pages = [whole[at : at + size] for at in range(0, len(whole), size)]
    _first, unreadable, *between, unreadable_too, _next, last = leaves(whole, roots["games"])
    assert between
    # A pass from either end fails before the rows between, and one of them meets reviews under the numbers of these.
    other = roots["reviews"]
    pages[last - 1], pages[other - 1] = pages[other - 1], pages[last - 1]
    pages[unreadable - 1] = pages[unreadable_too - 1] = bytes(size)
    path.write_bytes(b"".join(pages))
    assert damage.verdict(path) == "made anew, some games that plain SQLite reads"
