"""What every registered game owes to the rest of the hall. It takes 4 seconds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from core.games import get
from core.perft import perft
from core.position import Position


@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parent.parent / "perft").glob("*.txt")), ids=lambda path: path.stem
)
def test_move_sequences_are_as_many_as_another_program_counts(path: Path) -> None:
    id, counts = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    first, *expected = map(int, counts.split())
    assert first == 1
    found = list(islice(perft(Position.start(get(id))), len(expected)))
    assert all(found), "it ends with the longest sequence"
    assert found + [0] * (len(expected) - len(found)) == expected
