"""Whatever is changed in a file that people give to triqui, it is taken, or refused in one sentence.

``python -m tests.tools.mutated_files`` tries tens of thousands, and measures time and memory.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.tools.mutated_files import KINDS, mutated


@cache
def samples(kind: str) -> Sequence[bytes]:
    """Files in which all stands that can stand in one."""
    return KINDS[kind][0]()


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_file_is_taken_or_refused_in_one_sentence(kind: str, seed: int, home: Path) -> None:
    home.mkdir()
    draw = random.Random(f"{kind} {seed}")
    said = KINDS[kind][1](home, mutated(draw.choice(samples(kind)), samples(kind), draw))
    assert said.split()[0] in ("taken", "refused", "mended", "left"), said


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_in_which_nothing_is_changed_is_taken(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, sample in enumerate(samples(kind)):
        home = tmp_path / str(number)
        home.mkdir()
        monkeypatch.setenv("TRIQUI_HOME", str(home))
        assert KINDS[kind][1](home, sample) == "taken"
