"""A store of games of its own for every test that asks for one, and a keeper of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.store.keeper import Keeper
from core.store.store import Store
from tests.core.keeping import Desk
from tests.core.storing import sound


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where its file stands; there is none yet."""
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """The store, open and empty."""
    store = sound(path)
    yield store
    store.close()


@pytest.fixture
def desk() -> Desk:
    """Who asks a keeper."""
    return Desk()


@pytest.fixture
def keeper(desk: Desk, path: Path) -> Iterator[Keeper]:
    """Its keeper, who has no trouble with the file."""
    keeper = desk.keeper(path)
    yield keeper
    keeper.close()
    assert desk.troubles == []
