"""Halls for the tests of the front, and keys to come in with."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pty.terminal import Terminal
from tests.tui.serve.serving import ASKED_FOR_NAME, INSIDE, SSH, House, Key, Served


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The process of all halls, but for those whose end is looked at."""
    if SSH is None:
        warnings.warn("There is no ssh here: asyncssh's client takes its steps.", stacklevel=1)
    process = House(tmp_path_factory.mktemp("serve") / "home")
    yield process
    process.close()


@pytest.fixture(scope="package")
def served(house: House) -> Served:
    """One hall for all who want no limits of their own."""
    return house.open()


@pytest.fixture
def serve(house: House) -> Callable[..., Served]:
    """Opens halls with limits of their own."""
    return house.open


@pytest.fixture
def key(tmp_path: Path) -> Key:
    """A key of somebody who has not been here."""
    return Key(tmp_path)


@pytest.fixture
def come(key: Key) -> Iterator[Callable[..., Terminal]]:
    """Lets somebody come to a hall on a terminal, and waits until he is in."""
    came: list[Terminal] = []

    def enter(hall: Served, *options: str, by: Key = key, **environment: str) -> Terminal:
        visitor = hall.visit(by, *options, **environment)
        came.append(visitor)
        visitor.see(ASKED_FOR_NAME)
        visitor.press("escape")
        visitor.until(lambda: ASKED_FOR_NAME not in visitor.text and INSIDE in visitor.text)
        return visitor

    yield enter
    for terminal in came:
        terminal.close()
