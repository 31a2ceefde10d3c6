"""Files changed by chance are taken or refused. It takes 2 seconds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.tools.mutated_files import KINDS, mutated
from tests.tui.mutated_files_cases import samples


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_file_is_taken_or_refused_in_one_sentence(kind: str, seed: int, home: Path) -> None:
    home.mkdir()
    draw = random.Random(f"{kind} {seed}")
    said = KINDS[kind][1](home, mutated(draw.choice(samples(kind)), samples(kind), draw))
    assert said.split()[0] in ("taken", "refused", "mended", "left"), said
