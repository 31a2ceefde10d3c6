"""What other programs put into the file of games keeps no game away and takes none."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import StoreReplaced
from core.store.rows import TABLES
from core.store.store import SCHEMA, Store, open_store
from tests.core.store_foreign_cases import DELETES, foreign
from tests.core.store_foreign_cases import whole as whole
from tests.core.storing import GAME, go_on, moved, opener, play, run_to, sound
from tests.tools.damage import BY_DISK, BY_OTHERS, verdict

SIDES = [name for name in TABLES if name != "games"]


def kept_game(path: Path) -> None:
    """Keep a game, in a store that nobody has open."""
    store = sound(path)
    play(store, "b2 a1")
    store.close()


@contextmanager
def moved_aside(path: Path, games: int = 1) -> Iterator[Store]:
    """The store, which tells in a sentence that another is kept, and does not tell it again."""
    store, trouble = open_store(path)
    assert str(trouble).startswith(f"The games file {path} is damaged or was changed (")
    assert str(trouble).endswith(
        f"). It is saved as {path}.broken-1, and a new file has everything that could be read from it (games: {games})."
    )
    assert not list(path.parent.glob("*.unread"))
    yield store
    store.close()
    sound(path).close()


@pytest.mark.parametrize("side", SIDES)
def test_a_table_of_another_program_beside_the_games_hides_none_and_is_made_anew(side: str, path: Path) -> None:
    kept_game(path)
    foreign(path, f"DROP TABLE {side}", f"CREATE TABLE {side} (foreign_thing)", f"INSERT INTO {side} VALUES ('x')")
    with moved_aside(path) as store:
        (kept,) = store.unfinished()
        assert kept.moves == "b2 a1"
        store.mark(kept.id, "b2 a1", ("!", None))
        (marked,) = store.unfinished()
        assert marked.marks == ("!", None)
        assert store.practise("tictactoe", "b2", hint=True)
    with closing(sqlite3.connect(f"{path}.broken-1")) as db:
        assert db.execute(f"SELECT * FROM {side}").fetchall() == [("x",)]


def test_what_stands_in_the_other_tables_comes_along(whole: Path, path: Path) -> None:
    shutil.copy(whole, path)
    store = sound(path)
    before = [store.finished(), store.practice(), store.people.members(), store.people.offers()]
    assert all(before)
    store.close()
    foreign(path, DELETES)
    with moved_aside(path, 60) as store:
        assert [store.finished(), store.practice(), store.people.members(), store.people.offers()] == before


def test_a_trigger_that_deletes_games_is_put_aside_and_deletes_none(path: Path) -> None:
    kept_game(path)
    foreign(path, DELETES)
    with moved_aside(path) as store:
        store.save(replace(GAME, id="two"))
        assert len(store.unfinished()) == 2
    with closing(sqlite3.connect(f"{path}.broken-1")) as db:
        assert db.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'").fetchall() == [(DELETES,)]


@pytest.mark.parametrize(
    "statement",
    [
        DELETES,
        "CREATE TRIGGER t BEFORE INSERT ON games BEGIN SELECT raise(IGNORE); END",
        "CREATE TEMP TABLE harmless (x)",
    ],
)
def test_a_trigger_made_while_the_store_is_open_takes_no_game(statement: str, path: Path) -> None:
    store = sound(path)
    kept = play(store, "b2 a1")
    foreign(path, statement)
    if "TRIGGER" in statement:
        with pytest.raises(StoreReplaced, match=r"the definition of 't' is from another program.*\(games: 1\)"):
            store.save(moved("b2 a1 c1"), kept)
    store.save(moved("b2 a1 c1"), kept)
    assert [each.moves for each in store.unfinished()] == ["b2 a1 c1"]
    store.close()
    sound(path).close()


def test_who_has_the_file_open_that_is_put_aside_goes_on_in_the_new_one(path: Path) -> None:
    first = sound(path)
    kept = play(first, "b2 a1")
    foreign(path, "CREATE VIEW v AS SELECT 1")
    with moved_aside(path) as second:
        with pytest.raises(StoreReplaced, match="was replaced by another one, which is used from now on"):
            first.save(moved("b2 a1 c1"), kept)
        first.save(moved("b2 a1 c1"), kept)
        assert [each.moves for each in second.unfinished()] == ["b2 a1 c1"]
    first.close()


def test_what_is_written_while_the_file_is_put_aside_is_not_taken_for_kept(path: Path) -> None:
    store = sound(path)
    kept = play(store, "b2 a1")
    with pytest.raises(StoreReplaced), store._connection():
        path.rename(path.with_name("elsewhere"))
    assert store.save(moved("b2 a1 c1"), kept).id == "one"
    assert [each.moves for each in store.unfinished()] == ["b2 a1 c1"]
    store.close()


@pytest.mark.parametrize("statement", ["CREATE TABLE songs (title)", "ANALYZE", "VACUUM", "PRAGMA user_version = 99"])
def test_what_harms_nothing_is_left_alone_without_a_word(statement: str, path: Path) -> None:
    kept_game(path)
    foreign(path, statement)
    store = sound(path)
    assert [each.moves for each in store.unfinished()] == ["b2 a1"]
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_what_a_file_says_can_do_no_more_than_be_read(store: Store) -> None:
    assert store._db
    assert store._db.execute("PRAGMA trusted_schema").fetchone() == (0,)


def test_a_header_by_which_sqlite_may_only_read_the_file_is_mended(path: Path) -> None:
    kept_game(path)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x07")
    with moved_aside(path) as store:
        assert [each.moves for each in store.unfinished()] == ["b2 a1"]


@pytest.mark.parametrize("number", range(len(BY_OTHERS)))
def test_nothing_that_another_program_does_keeps_a_game_away(number: int, whole: Path, path: Path) -> None:
    shutil.copy(whole, path)
    BY_OTHERS[number](path, random.Random(number))
    assert verdict(path)[0].islower()


@pytest.mark.parametrize("number", range(len(BY_DISK)))
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_a_disk_does_keeps_a_game_away_that_can_be_read(
    number: int, seed: int, whole: Path, path: Path
) -> None:
    shutil.copy(whole, path)
    BY_DISK[number](path, random.Random(seed))
    assert verdict(path)[0].islower()


def test_of_several_states_of_one_game_the_newest_is_taken_over(path: Path) -> None:
    kept_game(path)
    foreign(
        path,
        "CREATE TABLE copy AS SELECT * FROM games",
        "INSERT INTO copy SELECT * FROM games",
        'UPDATE copy SET document = replace(document, \'"b2","a1"\', \'"b2"\'), updated = updated - 1 WHERE rowid = 2',
        "DROP TABLE games",
        "ALTER TABLE copy RENAME TO games",
    )
    with moved_aside(path) as store:
        assert [each.moves for each in store.unfinished()] == ["b2 a1"]


def test_pages_that_lead_to_each_other_are_not_followed_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.salvage.MAX_ROWS", 3)
    store = sound(path)
    for number in range(9):
        store.save(replace(GAME, id=str(number)))
    store.close()
    foreign(path, "CREATE VIEW v AS SELECT 1")
    with moved_aside(path, 3):
        pass


def test_two_programs_mend_the_same_file_at_once(path: Path) -> None:
    kept_game(path)
    foreign(path, DELETES)
    with opener(path, "first") as first, opener(path, "second") as second:
        for program in (first, second):
            run_to(program, lambda said: said[-1] == "BEGIN IMMEDIATE\n")
        for program in (first, second):
            go_on(program, 1000)
        for program in (first, second):
            program.communicate()
    store = sound(path)
    assert {each.id for each in store.unfinished()} >= {"one"}
    assert len(store.unfinished()) == len({each.id for each in store.unfinished()})
    store.close()
