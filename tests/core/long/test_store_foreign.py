"""The mending of a file is killed at any moment. It takes a second."""

from __future__ import annotations

import itertools
import shutil
import signal
from dataclasses import replace
from pathlib import Path

from core.store.store import open_store
from tests.core.store_foreign_cases import DELETES, foreign
from tests.core.store_foreign_cases import whole as whole
from tests.core.storing import GAME, WON, opener, play, run_to, sound


def test_kill_9_at_any_moment_of_the_mending_leaves_every_game(path: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    store = sound(whole)
    for name in ("one", "two"):
        play(store, "b2 a1", replace(GAME, id=name))
    store.save(replace(GAME, id="three", outcome=WON))
    store.close()
    foreign(whole, DELETES)
    for count in itertools.count(1, 9):
        shutil.copy(whole, path)
        with opener(path) as program:
            said = run_to(program, lambda said, count=count: len(said) == count)  # type: ignore[misc]
            ended = len(said) < count
            program.send_signal(signal.SIGKILL)
        store, _trouble = open_store(path)
        assert {"one", "two", "three"} <= {each.id for each in [*store.unfinished(), *store.finished()]}
        assert store._db
        assert not store._db.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone()
        store.close()
        sound(path).close()
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        if ended:
            break
    assert count > 20
