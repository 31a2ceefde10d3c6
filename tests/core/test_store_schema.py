"""A file of an earlier version is brought up in its place, with every game in it.

``games-schema-1.sqlite`` was written by the first version, through its own store: games that were finished in each way,
unfinished ones, one that two apps had moved on, and texts as odd as that version would take.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.game import Remark
from core.games import get
from core.play.clock import Clock, TimeControl
from core.play.match import BadMatch, Match
from core.play.series import Series
from core.store.store import SCHEMA, open_store
from tests.core.store_schema_cases import TODAY, rows, schema
from tests.core.store_schema_cases import games as games
from tests.core.store_schema_cases import path as path
from tests.core.storing import go_on, moved, opener, play, respell, run_to, sound


def test_every_game_stays_with_its_id_its_revision_and_its_times(path: Path, games: list[tuple[Any, ...]]) -> None:
    assert len(games) == 14
    sound(path).close()
    assert schema(path) == TODAY
    assert rows(path) == games
    assert [file.name for file in path.parent.iterdir() if "broken" in file.name] == []


def test_the_games_of_an_earlier_version_stand_alone_and_go_on_under_their_ids(path: Path) -> None:
    store = sound(path)
    unfinished, finished = store.unfinished(), store.finished()
    assert (len(unfinished), len(finished)) == (8, 6)
    assert not any({"series", "extra", "remarks"} & set(kept.document) for kept in unfinished + finished)
    for said in ("The game has no name", "gomoku takes no numbers"):
        with pytest.raises(BadMatch, match=said):
            unfinished.pop(0).match  # noqa: B018 (it is read when it is wanted)
    for kept in unfinished:
        series = Series(kept.players, 3, (0, None))
        again = store.save(replace(kept.match, series=series, extra="5+3"), kept)
        assert (again.id, again.started) == (kept.id, kept.started)
        assert store.load(kept.id) == again
    assert (len(store.unfinished()), store.finished()) == (8, finished)
    store.close()


@pytest.mark.parametrize("version", range(2, 7))
def test_a_file_of_each_schema_between_is_brought_up_from_there(
    version: int, path: Path, games: list[tuple[Any, ...]]
) -> None:
    as_of(path, version)
    sound(path).close()
    assert schema(path) == TODAY
    assert rows(path) == games


def as_of(path: Path, version: int) -> None:
    """Bring the file up as the versions up to that one did."""
    with closing(sqlite3.connect(path)) as db:
        for number in range(2, version + 1):
            for column in BRINGS_UP.get(number, ()):
                db.execute(f"ALTER TABLE games ADD COLUMN {column}")
        if version >= 3:
            db.execute("CREATE TABLE reviews (of TEXT PRIMARY KEY, played TEXT NOT NULL, marks TEXT NOT NULL)")
        db.execute(f"PRAGMA user_version = {version}")


BRINGS_UP = {
    2: ("series TEXT", "extra TEXT NOT NULL DEFAULT ''"),
    3: ("remarks TEXT NOT NULL DEFAULT ''", "cautions INTEGER NOT NULL DEFAULT 0", "allowed INTEGER", "clock TEXT"),
    6: ("further TEXT NOT NULL DEFAULT ''",),
}
"""The columns that each version has added."""


def test_the_marks_of_reviews_are_brought_up(path: Path) -> None:
    as_of(path, 6)
    with closing(sqlite3.connect(path)) as db, db:
        id, moves = db.execute("SELECT id, moves FROM games WHERE reason IS NOT NULL AND moves <> ''").fetchone()
        marks = ["!", *[None] * (len(moves.split()) - 1)]
        db.execute("INSERT INTO reviews VALUES (?, ?, ?)", (id, moves, json.dumps(marks)))
    store = sound(path)
    kept = store.load(id)
    assert kept
    assert kept.marks == tuple(marks)


def test_games_of_earlier_versions_were_played_here(path: Path) -> None:
    store = sound(path)
    assert {kept.origin for kept in store.unfinished() + store.finished()} == {"here"}


@pytest.mark.parametrize(("column", "value"), [("updated", "'soon'"), ("moves", "x'6232'"), ("further", "'{'")])
def test_a_row_of_an_earlier_version_that_makes_no_game_stays_as_it_is_and_is_counted(
    column: str, value: str, path: Path, games: list[tuple[Any, ...]]
) -> None:
    as_of(path, 6)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE games SET {column} = {value} WHERE id = ?", games[2][:1])
        damaged = db.execute("SELECT * FROM games WHERE id = ?", games[2][:1]).fetchall()
    for _ in range(2):
        store = sound(path)
        assert store.unreadable() == 1
        store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM earlier_games").fetchall() == damaged
    assert rows(path) == [*games[:2], *games[3:]]


def test_a_second_opening_finds_nothing_left_to_do(path: Path, games: list[tuple[Any, ...]]) -> None:
    for _ in range(2):
        sound(path).close()
        assert schema(path) == TODAY
    assert rows(path) == games


def test_a_file_of_schema_2_is_brought_up_with_its_series(path: Path, games: list[tuple[Any, ...]]) -> None:
    with closing(sqlite3.connect(path)) as db:  # as that version did it
        db.execute("ALTER TABLE games ADD COLUMN series TEXT")
        db.execute("ALTER TABLE games ADD COLUMN extra TEXT NOT NULL DEFAULT ''")
        db.execute(
            """UPDATE games SET series = '{"players": ["human", "random"], "length": 3, "results": [0, null]}'"""
        )
        db.execute("PRAGMA user_version = 2")
        db.commit()
    store = sound(path)
    found = store.unfinished()
    assert len(found) == 8
    for kept in found:
        assert kept.series == Series(("human", "random"), 3, (0, None))
        assert not {"clock", "allowed", "remarks"} & set(kept.document)
    store.close()
    assert schema(path) == TODAY
    assert rows(path) == games


def test_clock_hints_marks_and_who_began_come_back_as_they_were(path: Path) -> None:
    store = sound(path)
    clock = Clock(TimeControl(total=300, increment=2, loses=True), (12.25, 300.0))
    series = Series(("human", "random"), 5, (1, None), True, "lot", (0, 1, 1))
    match = moved("b2", Match(get("tictactoe"), ("random", "human"), id="new"))
    match = match.play(match.position.parse("a1"), Remark.FORCED)
    match = replace(match, hints=1, series=series, cautions=2, allowed=3, clock=clock)
    store.save(match)
    store.close()
    store = sound(path)
    kept = store.load("new")
    assert kept
    assert kept.match == match
    store.close()


@pytest.mark.parametrize("odd", [{"left": [1, 2]}, {"move": 5, "left": [1, "x"]}, {"move": -1, "left": [1, 2]}, 5, "{"])
def test_a_game_whose_clock_is_none_is_left_out(odd: object, path: Path) -> None:
    store = sound(path)
    store.save(Match(get("tictactoe"), ("random", "human"), id="new"))
    respell(path, clock=odd)
    assert store.load("new") is None
    store.close()


def test_two_programs_bring_up_the_same_file_at_once(path: Path, games: list[tuple[Any, ...]]) -> None:
    with opener(path, "first") as first, opener(path, "second") as second:
        run_to(
            first, lambda said: said[-1] == f"PRAGMA user_version = {SCHEMA}\n"
        )  # and there it stands, in its transaction
        run_to(second, lambda said: said[-1] == "BEGIN IMMEDIATE\n")
        go_on(second, 1000)  # but waits for the first
        go_on(first, 1000)
        for program in (first, second):
            program.communicate()
            assert program.returncode == 0
    assert schema(path) == TODAY
    assert rows(path)[:-2] == games
    assert {row[0] for row in rows(path)[-2:]} == {"first", "second"}


def test_a_table_of_other_columns_is_put_aside_whatever_its_version_says_and_its_games_come_along(
    path: Path, games: list[tuple[Any, ...]]
) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE games RENAME COLUMN hints TO tips")
    store, trouble = open_store(path)
    assert "the definition of 'games' is from another program" in str(trouble)
    assert sorted(rows(path)) == sorted(games)
    play(store, "b2")
    store.close()
