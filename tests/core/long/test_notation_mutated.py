"""Many files of games and positions that were changed by chance: a sentence or a legal game, soon and with little memory.

``TRIQUI_MUTATIONS`` is the number of files in each format; ``python -m tests.tools.mutated_notes FORMAT COUNT`` does one
format. It takes 40 seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.tools.mutated_notes import SAMPLES

COUNT = os.environ.get("TRIQUI_MUTATIONS", "3000")


@pytest.mark.parametrize("form", SAMPLES)
def test_changed_files_give_sentences_or_legal_games_within_their_limits(form: str) -> None:
    run = [sys.executable, "-m", "tests.tools.mutated_notes", form, COUNT, "1"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
