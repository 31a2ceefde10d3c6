"""Bringing up an old file is killed before each of its statements. It takes 5 seconds."""

from __future__ import annotations

import itertools
import shutil
import signal
from pathlib import Path
from typing import Any

from tests.core.store_schema_cases import FIXTURE, TODAY, rows, schema
from tests.core.store_schema_cases import games as games
from tests.core.store_schema_cases import path as path
from tests.core.storing import opener, run_to, sound


def test_kill_9_before_any_statement_of_bringing_up_leaves_every_game(path: Path, games: list[tuple[Any, ...]]) -> None:
    for count in itertools.count(1):
        shutil.copy(FIXTURE, path)
        with opener(path) as program:
            said = run_to(program, lambda said, count=count: len(said) == count)  # type: ignore[misc]
            program.send_signal(signal.SIGKILL)
        assert program.returncode == -signal.SIGKILL  # it still stood there
        found = schema(path)
        sound(path).close()
        assert schema(path) == TODAY
        assert rows(path) == games
        if found != (1, 13):
            break
    assert found == TODAY
    assert said[-2] == "COMMIT\n"
    assert sum(line.startswith("INSERT OR REPLACE INTO games") for line in said) == len(games)
