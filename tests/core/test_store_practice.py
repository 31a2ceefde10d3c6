"""What came of the exercises is kept beside the games, and no file of an earlier version loses anything by it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from core.store.rows import Tried
from core.store.store import SCHEMA, open_store
from tests.core.storing import GAME, play, sound

HERE = ("tictactoe", "a1 b2")


def test_an_exercise_solved_by_the_first_try_stays_so_over_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = sound(path)
    kept = store.practise(*HERE)
    store.close()
    assert kept.at_first
    store = sound(path)
    assert store.practice() == {HERE: kept}
    assert store.practise(*HERE, wrong=True) == kept
    assert store.practise(*HERE, hint=True) == kept
    store.close()


def test_wrong_tries_and_hints_count_until_it_is_solved(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    assert store.practise(*HERE, wrong=True) == Tried(1, 0, None)
    assert store.practise(*HERE, hint=True) == Tried(1, 1, None)
    solved = store.practise(*HERE)
    assert (solved.wrong, solved.hints, solved.at_first) == (1, 1, False)
    assert solved.solved is not None
    assert store.practise("tictactoe", "a1 c3").at_first
    assert set(store.practice()) == {HERE, ("tictactoe", "a1 c3")}


def test_a_file_of_the_version_before_keeps_its_games_and_gets_a_place_for_exercises(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = sound(path)
    kept = play(store, "a1 b2", GAME)
    store.mark(kept.id, "a1 b2", ("", "!"))
    before = store.unfinished()
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE practice")
        db.execute("PRAGMA user_version = 3")
        db.commit()
    store = sound(path)
    assert store.unfinished() == before
    assert store.practice() == {}
    assert store.practise(*HERE).at_first
    store.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


@pytest.mark.parametrize(
    "spoiled", ["wrong = 'many'", "wrong = -1", "hints = 1.5", "solved = 'now'", "solved = 9e999", "moves = x'ff'"]
)
def test_a_damaged_row_is_left_out_and_the_others_stay(tmp_path: Path, spoiled: str) -> None:
    path = tmp_path / "games.sqlite"
    store = sound(path)
    store.practise(*HERE)
    other = store.practise("nim:3,4,5", "")
    store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"UPDATE practice SET {spoiled} WHERE game = 'tictactoe'")
        db.commit()
    store = sound(path)
    assert store.practice().get(("nim:3,4,5", "")) == other
    assert HERE not in store.practice()
    store.close()


def test_without_a_file_that_can_be_written_exercises_are_kept_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir()
    store, trouble = open_store(tmp_path / "games.sqlite")
    assert trouble
    store.practise(*HERE, wrong=True)
    assert store.practice() == {HERE: Tried(1, 0, None)}
    store.close()


def test_a_broken_file_is_moved_aside_and_exercises_begin_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no store at all" * 100)
    store, trouble = open_store(path)
    assert trouble
    assert store.practice() == {}
    assert store.practise(*HERE).at_first
    assert [file.name for file in tmp_path.iterdir() if "broken" in file.name]
    store.close()
