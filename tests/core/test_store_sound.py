"""The whole file is read after an unclean end, and not where it was closed in good order."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.store.store import Store, open_store
from tests.core.storing import GAME, WON, moved, play, respell, sound, writer


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of all connections from now on."""
    said: list[str] = []
    connect = sqlite3.connect

    def traced(*place: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*place, **options)
        db.set_trace_callback(said.append)
        return db

    monkeypatch.setattr("sqlite3.connect", traced)
    return said


def checks(said: list[str]) -> int:
    return sum("integrity_check" in statement for statement in said)


def closed(path: Path) -> None:
    """A store with games that was closed in good order."""
    store = sound(path)
    play(store, "b2 a1")
    store.save(replace(GAME, id="over", outcome=WON))
    store.close()


def test_a_file_that_was_closed_in_good_order_is_not_checked(path: Path, said: list[str]) -> None:
    closed(path)
    said.clear()
    sound(path).close()
    assert checks(said) == 0


def test_a_file_that_was_killed_is_checked_once(path: Path, said: list[str]) -> None:
    with writer(path, "one", 1_000_000) as other:
        assert other.stdout
        other.stdout.readline()
        other.send_signal(signal.SIGKILL)
    for expected in (1, 0):
        said.clear()
        sound(path).close()
        assert checks(said) == expected


def test_a_file_that_another_program_has_changed_is_checked(path: Path, said: list[str]) -> None:
    closed(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE games SET updated = updated")
    said.clear()
    sound(path).close()
    assert checks(said) == 1


def test_a_file_that_is_overwritten_at_once_after_closing_is_checked(path: Path, said: list[str]) -> None:
    closed(path)
    path.write_bytes(path.read_bytes())
    said.clear()
    sound(path).close()
    assert checks(said) == 1


def test_a_file_that_is_a_copy_of_another_is_checked(path: Path, said: list[str]) -> None:
    closed(path)
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    stat = path.stat()
    os.utime(copy, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    path.unlink()
    copy.rename(path)
    said.clear()
    sound(path).close()
    assert checks(said) == 1


def test_damage_that_is_met_while_the_store_is_open_has_the_whole_file_checked(path: Path, said: list[str]) -> None:
    store = sound(path)
    play(store, "b2 a1")
    data = path.read_bytes()
    said.clear()
    path.write_bytes(bytes(len(data)))
    with pytest.raises(Exception, match="broken-1"):
        store.save(moved("b2 a1 c1"))
    store.close()


def test_a_second_opening_while_the_first_is_there_notes_nothing(path: Path, said: list[str]) -> None:
    first = sound(path)
    play(first, "b2 a1")
    sound(path).close()
    play(first, "c1", moved("b2 a1"), first.load("one"))
    assert not path.with_name(f"{path.name}.sound").exists()
    first.close()
    assert path.with_name(f"{path.name}.sound").exists()


@pytest.mark.parametrize("text", ["", "5", "[]", "[1, 2, 3, 4, 0]", "nonsense", "\udcff"])
def test_a_note_that_says_something_else_is_not_believed(text: str, path: Path, said: list[str]) -> None:
    closed(path)
    path.with_name(f"{path.name}.sound").write_text(text, errors="surrogateescape")
    said.clear()
    sound(path).close()
    assert checks(said) == 1


def rows_read(store: Store, said: list[str]) -> int:
    said.clear()
    assert store.unreadable() == 1
    return sum("FROM games WHERE rowid >" in statement for statement in said)


def test_rows_that_cannot_be_read_are_counted_once_and_remembered(path: Path, said: list[str]) -> None:
    closed(path)
    respell(path, "id = 'over'", reason="abducted")
    for reads in (2, 0):
        store = sound(path)
        assert rows_read(store, said) == reads
        assert rows_read(store, said) == 0
        store.close()


def test_a_store_that_is_closed_before_its_rows_were_counted_counts_them_the_next_time(
    path: Path, said: list[str]
) -> None:
    closed(path)
    respell(path, "id = 'over'", reason="abducted")
    sound(path).close()
    store = sound(path)
    assert rows_read(store, said) == 2
    store.close()


def test_a_folder_that_takes_no_note_keeps_nobody_from_playing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.utime", refuse)
    closed(path)
    store, trouble = open_store(path)
    assert trouble is None
    assert len(store.unfinished()) == 1
    store.close()
