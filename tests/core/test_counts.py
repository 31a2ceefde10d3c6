"""Files of counts: the rules written a second time give the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.plain import plain

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
CHEAP = 20_000
"""Sequences up to which a length is counted again here."""


def read(path: Path) -> tuple[str, list[int]]:
    """The game of a file, and its counts."""
    id, counts = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return id, list(map(int, counts.split()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_written_a_second_time_count_the_same(path: Path) -> None:
    id, counts = read(path)
    short = next((i for i, count in enumerate(counts) if count > CHEAP), len(counts))
    assert plain(id).counts(short - 1) == counts[:short]
