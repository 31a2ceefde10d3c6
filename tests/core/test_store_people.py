"""The people of a hall are kept beside the games, and no file of an earlier version loses anything by it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import StoreBroken
from core.hall.disk_store import Meetings
from core.store.rows import Member
from core.store.store import SCHEMA
from tests.core.storing import GAME, WON, play, sound

ANA = Member("key of ana", "Ana", 100.0, False, frozenset(("0123456789abcdef", "fedcba9876543210")), 200.0)
NOBODY = Member("key of nobody", seen=1.0)


def test_people_are_there_after_a_restart(tmp_path: Path) -> None:
    store = sound(tmp_path / "hall.sqlite")
    store.people.enroll(replace(ANA, name="other"))
    store.people.enroll(ANA)
    store.people.enroll(NOBODY)
    store.close()
    store = sound(tmp_path / "hall.sqlite")
    assert sorted(store.people.members(), key=lambda member: member.key) == [ANA, NOBODY]
    store.close()


def test_two_people_cannot_have_one_name_however_it_is_written(tmp_path: Path) -> None:
    store = sound(tmp_path / "hall.sqlite")
    store.people.enroll(ANA)
    with pytest.raises(StoreBroken):
        store.people.enroll(Member("another key", "aNA", 1.0))
    assert store.people.members() == [ANA]


def test_somebody_stays_banned_whatever_is_kept_of_him_until_that_is_lifted(tmp_path: Path) -> None:
    store = sound(tmp_path / "hall.sqlite")
    store.people.enroll(ANA)
    store.people.ban(ANA.key, True)
    store.people.enroll(ANA)
    assert store.people.members() == [replace(ANA, banned=True)]
    store.people.ban(ANA.key, False)
    assert store.people.members() == [ANA]


def test_games_that_are_over_are_counted_if_people_played_them_at_a_table(tmp_path: Path) -> None:
    store = sound(tmp_path / "hall.sqlite")
    beside = json.dumps({"table": "t", "keys": ["a", "b"], "post": False})
    store.save(replace(GAME, id="alone", outcome=WON))
    store.save(replace(GAME, id="goes on", extra=beside))
    for id in ("over", "over too"):
        store.save(replace(GAME, id=id, extra=beside, outcome=WON))
    assert store.totals.of(Meetings()) == {("tictactoe", "a", "b", 0): 2}


def test_a_file_of_the_version_before_keeps_its_games_and_gets_a_place_for_people(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = sound(path)
    play(store, "a1 b2", GAME)
    before = store.unfinished()
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE people")
        db.execute("PRAGMA user_version = 4")
        db.commit()
    store = sound(path)
    assert store.unfinished() == before
    store.people.enroll(ANA)
    assert store.people.members() == [ANA]
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_a_row_that_makes_nobody_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    store = sound(path)
    store.people.enroll(ANA)
    store.people.enroll(NOBODY)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE people SET seen = 'never' WHERE key = ?", (NOBODY.key,))
        db.commit()
    assert store.people.members() == [ANA]
