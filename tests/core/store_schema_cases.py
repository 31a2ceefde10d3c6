"""What the tests of store schema share, those that take long and those that do not."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.store.store import SCHEMA

FIXTURE = Path(__file__).parent / "kept" / "games-schema-1.sqlite"


OLD_COLUMNS = "id, revision, game, start, moves, first, second, reason, winner, hints, started, updated"


WINNERS = {"1-0": 0, "0-1": 1}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the file of schema 1."""
    return Path(shutil.copy(FIXTURE, tmp_path / "games.db"))


def rows(path: Path) -> list[tuple[Any, ...]]:
    """The values of OLD_COLUMNS in each row, in the order of the rows, whichever form the table has."""
    with closing(sqlite3.connect(path)) as db:
        if schema(path) != TODAY:
            return db.execute(f"SELECT {OLD_COLUMNS} FROM games ORDER BY rowid").fetchall()
        return [
            plain(*row) for row in db.execute("SELECT revision, started, updated, document FROM games ORDER BY rowid")
        ]


def plain(revision: str, started: float, updated: float, text: str) -> tuple[Any, ...]:
    said = json.loads(text)
    course = (said["game"], said.get("start"), " ".join(said["moves"]), said["first"], said["second"])
    end = (said.get("reason"), WINNERS.get(said.get("result", "")))
    return said["id"], revision, *course, *end, said.get("hints", 0), started, updated


def schema(path: Path) -> tuple[int, int]:
    """The version, and how many columns there are."""
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return version, len(db.execute("PRAGMA table_info(games)").fetchall())


TODAY = (SCHEMA, 9)


@pytest.fixture
def games(path: Path) -> list[tuple[Any, ...]]:
    """What stands in it before it is brought up."""
    assert schema(path) == (1, 13)
    return rows(path)
