"""A game is kept after every ply, and nothing that happens to the file loses one without a word."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import StoreBroken
from core.game import Reason
from core.games import get
from core.match import Match, Record
from core.position import Outcome
from core.store import Kept, Store, Tally, open_store

TEXTS = st.text(max_size=30)
OUTCOMES = st.builds(
    Outcome,
    winner=st.sampled_from([0, 1, None]),
    reason=st.sampled_from(Reason),
    cells=st.lists(st.integers(0, 400), max_size=5).map(tuple),
)
RECORDS = st.builds(
    Record,
    id=TEXTS,
    game=TEXTS,
    start=st.none() | TEXTS,
    moves=TEXTS,
    players=st.tuples(TEXTS, TEXTS),
    outcome=st.none() | OUTCOMES,
    hints=st.integers(0, 1000),
)
GAME = Record("one", "tictactoe", None, "", ("human", "minimax:full"), None)
WON = Outcome(0, Reason.LINE, (0, 1, 2))
LOST = Outcome(1, Reason.LINE, (0, 1, 2))
DRAWN = Outcome(None, Reason.FULL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = sound(path)
    yield store
    store.close()


def sound(path: Path) -> Store:
    ticks = itertools.count(1000)
    store, trouble = open_store(path, lambda: float(next(ticks)))
    assert trouble is None
    assert store.path == path
    return store


def play(store: Store, moves: str, record: Record = GAME, after: Kept | None = None) -> Kept:
    """Save a game ply by ply."""
    words = moves.split()
    for count in range(1, len(words) + 1):
        after = store.save(replace(record, moves=" ".join(words[:count])), after)
    assert after
    return after


@given(records=st.lists(RECORDS, max_size=5, unique_by=lambda record: record.id))
def test_records_come_back_as_they_were_saved(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "games.db"
    store = sound(path)
    for record in records:
        store.save(record)
    store.close()
    store = sound(path)
    assert [kept.record for kept in store.unfinished()] == [r for r in reversed(records) if r.outcome is None]
    assert [kept.record for kept in store.finished()] == [r for r in reversed(records) if r.outcome]
    for record in records:
        kept = store.load(record.id)
        assert kept
        assert kept.record == record
    store.close()


def test_a_match_is_continued_where_it_stood(store: Store) -> None:
    match = Match(get("tictactoe"), ("human", "minimax:full"))
    kept = None
    for name in ("b2", "a1", "c1"):
        match.play(match.position.parse(name))
        kept = store.save(match.record, kept)
    (found,) = store.unfinished()
    assert found == kept
    assert found.started < found.updated
    assert Match.from_record(found.record).position == match.position


def test_the_newest_game_comes_first_and_a_finished_one_is_no_longer_unfinished(store: Store) -> None:
    first = store.save(replace(GAME, id="first"))
    store.save(replace(GAME, id="second"))
    third = store.save(replace(GAME, id="third", game="nim:3,4,5"))
    assert [kept.record.id for kept in store.unfinished()] == ["third", "second", "first"]
    store.save(replace(first.record, outcome=WON), first)
    store.save(replace(third.record, outcome=WON), third)
    assert [kept.record.id for kept in store.unfinished()] == ["second"]
    assert [kept.record.id for kept in store.finished()] == ["third", "first"]
    assert [kept.record.id for kept in store.finished("tictactoe")] == ["first"]
    assert [kept.record.id for kept in store.finished(limit=1)] == ["third"]


def test_forgetting_drops_an_unfinished_game_and_no_finished_one(store: Store) -> None:
    store.save(replace(GAME, id="going"))
    store.save(replace(GAME, id="over", outcome=WON))
    store.forget("going")
    store.forget("over")
    store.forget("never was")
    assert store.load("going") is None
    assert store.load("over")


def test_the_tally_counts_the_human_in_either_seat_and_no_game_without_one(store: Store) -> None:
    human, engine = "human", "minimax:full"
    seats = ((human, engine), (engine, human), (human, human), (engine, engine))
    for (i, players), outcome in itertools.product(enumerate(seats), (WON, WON, LOST, DRAWN, None)):
        store.save(Record(os.urandom(8).hex(), "tictactoe", None, str(i), players, outcome))
    store.save(Record("other", "nim:3,4,5", None, "", (human, engine), WON))
    assert store.tally("tictactoe") == Tally(3, 2, 3, (1, 1, -1, 0, -1, -1, 1, 0))
    assert store.tally("nim:3,4,5") == Tally(1, 0, 0, (1,))
    assert store.tally().wins == 4
    assert store.tally("ultimate") == Tally(0, 0, 0, ())


def test_two_apps_that_continue_the_same_game_both_keep_it(store: Store, path: Path) -> None:
    mine = play(store, "b2 a1")
    other = sound(path)
    theirs = other.load("one")
    assert theirs
    play(other, "b2 a1 c1", after=theirs)
    forked = store.save(replace(GAME, moves="b2 a1 a2"), mine)
    assert forked.record.id != "one"
    assert forked.started == mine.started
    forked = store.save(replace(GAME, moves="b2 a1 a2 c2"), forked)
    assert {kept.record.moves for kept in store.unfinished()} == {"b2 a1 c1", "b2 a1 a2 c2"}
    assert store.unfinished()[0] == forked
    other.close()


def test_looking_at_the_list_does_not_make_a_stale_game_fresh(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    play(other, "b2 a1", after=mine)
    store.unfinished()
    store.save(replace(GAME, moves="b2 c3"), mine)
    assert {kept.record.moves for kept in store.unfinished()} == {"b2 a1", "b2 c3"}
    other.close()


def test_a_game_forgotten_by_another_app_comes_back_with_the_next_ply(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    other.forget("one")
    play(other, "a1", after=mine)
    store.save(replace(GAME, moves="b2 c3"), mine)
    assert {kept.record.moves for kept in store.unfinished()} == {"a1", "b2 c3"}
    other.close()


def test_saving_what_already_stands_there_makes_no_second_game(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    theirs = play(other, "b2 a1", after=mine)
    assert store.save(replace(GAME, moves="b2 a1"), mine) == theirs
    assert len(store.unfinished()) == 1
    other.close()


CHILD = """
import sys
from dataclasses import replace
from pathlib import Path
from core.match import Record
from core.store import open_store
store, trouble = open_store(Path(sys.argv[1]))
assert trouble is None, trouble
kept = None
for ply in range(1, int(sys.argv[3]) + 1):
    moves = " ".join(str(i) for i in range(ply))
    kept = store.save(Record(sys.argv[2], "tictactoe", None, moves, ("human", "x"), None), kept)
    print(ply, flush=True)
"""


def child(path: Path, id: str, plies: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", CHILD, str(path), id, str(plies)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("plies", [1, 7, 100])
def test_after_kill_9_in_the_middle_of_writing_the_game_stands_at_the_last_saved_ply(plies: int, path: Path) -> None:
    with child(path, "one", 1_000_000) as writer:
        assert writer.stdout
        for line in writer.stdout:
            if int(line) == plies:
                break
        writer.send_signal(signal.SIGKILL)
        said = [int(line) for line in writer.stdout.read().split("\n")[:-1]]
    last = max([plies, *said])
    store = sound(path)
    (kept,) = store.unfinished()
    assert len(kept.record.moves.split()) in (last, last + 1)  # killed between the save and the word about it
    store.close()


def test_several_apps_write_at_once_and_none_loses_a_game(path: Path) -> None:
    writers = [child(path, f"game {i}", 100) for i in range(4)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = sound(path)
    assert {kept.record.id: len(kept.record.moves.split()) for kept in store.unfinished()} == {
        f"game {i}": 100 for i in range(4)
    }
    store.close()


def test_several_apps_that_write_the_same_game_at_once_end_in_a_game_each(path: Path) -> None:
    writers = [child(path, "one", 50) for _ in range(4)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    store = sound(path)
    lengths = sorted(len(kept.record.moves.split()) for kept in store.unfinished())
    assert lengths[-1] == 50
    assert len(lengths) <= 4
    store.close()


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


def newer(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("CREATE TABLE games (id TEXT)")


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (id TEXT)")


@pytest.mark.parametrize("spoil", [garbage, truncated, scrambled, newer, foreign])
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
    assert [kept.record.moves for kept in store.unfinished()] == ["b2 a1"]
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
    return Path("/dev/full")


@pytest.mark.parametrize("block", [blocked_by_a_file, blocked_by_a_folder, no_file_system, a_device])
def test_an_impossible_place_gives_a_store_in_memory_and_the_remedy(block: Callable[[Path], Path], path: Path) -> None:
    place = block(path)
    store, trouble = open_store(place)
    assert trouble
    assert str(place) in str(trouble)
    assert "TRIQUI_HOME" in str(trouble)
    assert store.path is None
    kept = play(store, "b2 a1")
    assert store.unfinished() == [kept]
    store.close()
    play(store, "b2")
    store.close()


def test_a_read_only_file_gives_a_store_in_memory_and_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound(path).close()
    connect = sqlite3.connect

    def read_only(place: object, **options: object) -> sqlite3.Connection:
        if place == ":memory:":
            return connect(place, isolation_level=None)
        return connect(f"file:{place}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr("sqlite3.connect", read_only)
    store, trouble = open_store(path)
    assert trouble
    assert "readonly" in str(trouble)
    assert store.path is None
    assert not list(path.parent.glob("*broken*"))
    store.close()


def test_a_store_that_another_program_holds_is_not_taken_for_a_broken_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.BUSY_SECONDS", 0.01)
    sound(path).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    store, trouble = open_store(path)
    assert "locked" in str(trouble)
    assert not list(path.parent.glob("*broken*"))
    store.close()
    holder.close()


def test_a_full_disk_is_told_and_the_game_is_kept_once_there_is_room(store: Store) -> None:
    kept = play(store, "b2")
    assert store._db
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    long = replace(GAME, moves="b2 " * 10_000)
    with pytest.raises(StoreBroken, match=r"full.*tried again"):
        store.save(long, kept)
    kept = store.save(long, kept)  # the file is opened anew, and the limit is gone with the old connection
    assert [k.record.moves for k in store.unfinished()] == [long.moves]
    assert kept.record.id == "one"


def test_a_locked_store_is_told_and_the_next_save_succeeds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.BUSY_SECONDS", 0.01)
    store = sound(path)
    kept = play(store, "b2")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBroken, match="locked"):
        store.save(replace(GAME, moves="b2 a1"), kept)
    holder.close()
    store.save(replace(GAME, moves="b2 a1 c1"), kept)
    assert [kept.record.moves for kept in store.unfinished()] == ["b2 a1 c1"]
    store.close()


def test_a_store_that_disappears_in_mid_game_is_told_once_and_begun_anew(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    with pytest.raises(StoreBroken, match="disappeared"):
        store.save(replace(GAME, moves="b2 a1"), kept)
    kept = store.save(replace(GAME, moves="b2 a1 c1"), kept)
    assert kept.record.id == "one"
    store.close()
    again = sound(path)
    assert again.unfinished() == [kept]
    again.close()


def test_a_store_that_becomes_garbage_in_mid_game_is_told_and_the_game_goes_on(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    for beside in path.parent.iterdir():
        beside.unlink()
    garbage(path)
    with pytest.raises(StoreBroken, match=r"broken-1|disappeared"):
        store.save(replace(GAME, moves="b2 a1"), kept)
    play(store, "b2 a1 c1", after=kept)
    again = sound(path)
    assert [k.record.moves for k in again.unfinished()] == ["b2 a1 c1"]
    again.close()


def test_a_store_overwritten_in_place_in_mid_game_is_moved_aside_and_the_game_goes_on(store: Store, path: Path) -> None:
    kept = play(store, "b2")
    with path.open("r+b") as file:
        file.write(b"no database at all" * 300)
    with pytest.raises(StoreBroken, match="broken-1"):
        store.save(replace(GAME, moves="b2 a1"), kept)
    play(store, "b2 a1 c1", after=kept)
    again = sound(path)
    assert [k.record.moves for k in again.unfinished()] == ["b2 a1 c1"]
    again.close()


def test_an_ending_that_only_a_newer_version_knows_is_left_out_and_stays(store: Store, path: Path) -> None:
    play(store, "b2")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET reason = 'abducted'")
    assert store.finished() == []
    assert store.unfinished() == []
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT reason FROM games").fetchall() == [("abducted",)]


def test_closing_twice_harms_nothing_and_a_later_call_opens_again(store: Store) -> None:
    kept = play(store, "b2")
    store.close()
    store.close()
    assert store.unfinished() == [kept]
