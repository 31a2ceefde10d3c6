"""A store of games of its own for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.store import Store
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
