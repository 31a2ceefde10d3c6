"""Nothing that happens to the file of games loses one without a word."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import StoreBroken, StoreReplaced
from core.store.store import Store, open_store
from tests.core.storing import GAME, held, moved, play, sound


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all\n" * 1000)


def truncated(path: Path) -> None:
    store = sound(path)
    for i in range(200):
        store.save(replace(GAME, id=str(i)))
    store.close()
    os.truncate(path, path.stat().st_size // 2)


def scrambled(path: Path) -> None:
    truncated(path)
    data = bytearray(path.read_bytes())
    data[100:4096] = bytes(3996)
    path.write_bytes(data)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (id TEXT)")


@pytest.mark.parametrize("spoil", [garbage, truncated, scrambled, foreign])
def test_a_broken_file_is_moved_aside_and_an_empty_one_begun(spoil: Callable[[Path], None], path: Path) -> None:
    for number in (1, 2):
        for old in path.parent.glob("games.db*"):
            if "broken" not in old.name:
                old.unlink()
        spoil(path)
        before = path.read_bytes()
        store, trouble = open_store(path)
        assert trouble
        assert str(path) in str(trouble)
        assert f"{path}.broken-{number}" in str(trouble)
        assert Path(f"{path}.broken-{number}").read_bytes() == before
        assert store.path == path
        play(store, "b2 a1")
        store.close()
    store = sound(path)
    assert [kept.moves for kept in store.unfinished()] == ["b2 a1"]
    store.close()


def test_an_empty_file_is_a_store_not_yet_written(path: Path) -> None:
    path.touch()
    sound(path).close()


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    sound(tmp_path / "a" / "b" / "games.db").close()


def blocked_by_a_file(path: Path) -> Path:
    path.write_text("")
    return path / "below" / "games.db"


def blocked_by_a_folder(path: Path) -> Path:
    (path / "inside").mkdir(parents=True)
    return path


def no_file_system(path: Path) -> Path:
    return Path("/proc/triqui/games.db")


def a_device(path: Path) -> Path:
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.stat("/dev/full").st_rdev)
    except PermissionError:  # who may not make one cannot leave anything beside that of the system either
        return Path("/dev/full")
    return path


@pytest.mark.parametrize("block", [blocked_by_a_file, blocked_by_a_folder, no_file_system, a_device])
def test_an_impossible_place_gives_a_store_in_memory_and_the_remedy(block: Callable[[Path], Path], path: Path) -> None:
    place = block(path)
    store, trouble = open_store(place)
    assert trouble
    assert str(place) in str(trouble)
    assert "TRIQUI_HOME" in str(trouble)
    assert not list(path.parent.rglob("*broken*"))
    assert store.path is None
    kept = play(store, "b2 a1")
    assert store.unfinished() == [kept]
    store.close()
    play(store, "b2")
    store.close()


def test_a_read_only_file_gives_a_store_in_memory_and_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sound(path)
    kept = store.save(GAME)
    store.close()
    connect = sqlite3.connect

    def read_only(place: object, **options: object) -> sqlite3.Connection:
        if ":" in str(place):
            return connect(str(place), uri=True, isolation_level=None)
        return connect(f"file:{place}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr("sqlite3.connect", read_only)
    store, trouble = open_store(path)
    assert trouble
    assert "readonly" in str(trouble)
    assert store.path is None
    assert store.unfinished() == [kept]
    assert not list(path.parent.glob("*broken*"))
    store.close()


def test_a_store_that_another_program_holds_is_not_taken_for_a_broken_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", 0.01)
    sound(path).close()
    with held(path):
        for _ in range(2):
            with pytest.raises(StoreBroken, match=r"locked.*tries again"):
                open_store(path)
    assert not list(path.parent.glob("*broken*"))
    sound(path).close()


def test_a_full_disk_is_told_and_the_game_is_kept_once_there_is_room(store: Store) -> None:
    kept = play(store, "b2")
    assert store._db
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    long = replace(moved("b2 a1"), extra="long" * 10_000)
    with pytest.raises(StoreBroken, match=r"full.*tries again"):
        store.save(long, kept)
    kept = store.save(long, kept)  # the file is opened anew, and the limit is gone with the old connection
    assert [k.extra for k in store.unfinished()] == [long.extra]
    assert kept.id == "one"


def test_a_locked_store_is_told_and_the_next_save_succeeds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", 0.01)
    store = sound(path)
    kept = play(store, "b2")
    with held(path), pytest.raises(StoreBroken, match="locked"):
        store.save(moved("b2 a1"), kept)
    store.save(moved("b2 a1 c1"), kept)
    assert [kept.moves for kept in store.unfinished()] == ["b2 a1 c1"]
    store.close()


def test_a_store_that_disappears_in_mid_game_is_told_once_and_begun_anew(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    with pytest.raises(StoreReplaced, match="disappeared"):
        store.save(moved("b2 a1"), kept)
    kept = store.save(moved("b2 a1 c1"), kept)
    assert kept.id == "one"
    store.close()
    again = sound(path)
    assert again.unfinished() == [kept]
    again.close()


def test_a_store_that_becomes_garbage_in_mid_game_is_told_and_the_game_goes_on(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    for beside in path.parent.iterdir():
        beside.unlink()
    garbage(path)
    with pytest.raises(StoreReplaced, match=r"broken-1|disappeared"):
        store.save(moved("b2 a1"), kept)
    play(store, "b2 a1 c1", after=kept)
    again = sound(path)
    assert [k.moves for k in again.unfinished()] == ["b2 a1 c1"]
    again.close()


def test_a_store_overwritten_in_place_in_mid_game_is_moved_aside_and_the_game_goes_on(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    with path.open("r+b") as file:
        file.write(b"no database at all" * 300)
    with pytest.raises(StoreReplaced, match="broken-1"):
        store.save(moved("b2 a1"), kept)
    play(store, "b2 a1 c1", after=kept)
    again = sound(path)
    assert [k.moves for k in again.unfinished()] == ["b2 a1 c1"]
    again.close()


def test_a_text_that_cannot_be_written_is_told_and_the_next_game_is_kept(store: Store) -> None:
    with pytest.raises(StoreBroken, match="surrogates"):
        store.save(replace(GAME, players=("human", "ext:/opt/\udcff")))
    kept = store.save(GAME)
    assert store.unfinished() == [kept]
