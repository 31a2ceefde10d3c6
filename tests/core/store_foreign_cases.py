"""What the tests of store foreign share, those that take long and those that do not."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.tools.damage import furnished

DELETES = "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"


def foreign(path: Path, *statements: str) -> None:
    """What another program does."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with something in every table."""
    path = tmp_path_factory.mktemp("whole") / "games.db"
    furnished(path, random.Random(1))
    return path
