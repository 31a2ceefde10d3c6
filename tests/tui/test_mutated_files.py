"""Whatever is changed in a file that people give to triqui, it is taken, or refused in one sentence.

``python -m tests.tools.mutated_files`` tries tens of thousands, and measures time and memory.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.mutated_files import KINDS
from tests.tui.mutated_files_cases import samples


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_in_which_nothing_is_changed_is_taken(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, sample in enumerate(samples(kind)):
        home = tmp_path / str(number)
        home.mkdir()
        monkeypatch.setenv("TRIQUI_HOME", str(home))
        assert KINDS[kind][1](home, sample) == "taken"
