"""No game is lost when several programs write to one file at once."""

from __future__ import annotations

from pathlib import Path

from tests.core.storing import sound, writer


def test_several_apps_write_at_once_and_none_loses_a_game(path: Path) -> None:
    writers = [writer(path, f"game {i}", 100) for i in range(4)]
    for other in writers:
        other.communicate()
        assert other.returncode == 0
    store = sound(path)
    assert {kept.id: len(kept.moves.split()) for kept in store.unfinished()} == {f"game {i}": 100 for i in range(4)}
    store.close()


def test_several_apps_that_write_the_same_game_at_once_end_in_a_game_each(path: Path) -> None:
    writers = [writer(path, "one", 50) for _ in range(4)]
    for other in writers:
        other.communicate()
        assert other.returncode == 0
    store = sound(path)
    lengths = sorted(len(kept.moves.split()) for kept in store.unfinished())
    assert lengths[-1] == 50
    assert len(lengths) <= 4
    store.close()
