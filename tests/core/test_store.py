"""A game is kept after every ply, whoever else keeps games in the same file."""

from __future__ import annotations

import itertools
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import Reason, Remark
from core.games import get
from core.play.match import Match
from core.play.series import Series
from core.position import Outcome
from core.records.record import Record
from core.store.store import Store, Stored
from core.tally import Tally
from tests.core.facts import with_facts
from tests.core.storing import GAME, WON, moved, play, respell, sound, writer

TEXTS = st.text(max_size=30)
SERIES = st.builds(
    Series,
    players=st.tuples(TEXTS, TEXTS),
    length=st.integers(0, 100),
    results=st.lists(st.sampled_from([0, 1, None]), max_size=5).map(tuple),
    all_games=st.booleans(),
    earlier=st.builds(Tally, *[st.integers(0, 10**6)] * 3),
)
IDS = ["tictactoe", "nim:3,4,5/misere", "morris", "gomoku/swap2"]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A game with all that can be kept of it, whatever texts stand in it."""
    match = Match(get(draw(st.sampled_from(IDS))), draw(st.tuples(TEXTS, TEXTS)), id=draw(st.text(min_size=1)))
    if draw(st.booleans()):
        match = replace(match, start=match.position.text)
    for _ in range(draw(st.integers(0, 12))):
        if match.outcome is None:
            move = draw(st.sampled_from(match.position.moves))
            match = match.play(move, draw(st.none() | st.sampled_from(Remark)))
    if match.outcome is None and draw(st.booleans()):
        match = match.resign(draw(st.sampled_from((0, 1))))
    return draw(with_facts(replace(match, series=draw(st.none() | SERIES), extra=draw(TEXTS))))


LOST = Outcome(1, Reason.LINE, (0, 1, 2))
DRAWN = Outcome(None, Reason.FULL)


@settings(max_examples=40)
@given(games=st.lists(matches(), max_size=5, unique_by=lambda match: match.id))
def test_games_come_back_as_they_were_saved(games: list[Match], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "games.db"
    store = sound(path)
    for match in games:
        store.save(match)
    store.close()
    store = sound(path)
    assert [kept.match for kept in store.unfinished()] == [one for one in reversed(games) if one.outcome is None]
    assert [kept.match for kept in store.finished()] == [one for one in reversed(games) if one.outcome]
    for match in games:
        kept = store.load(match.id)
        assert kept
        assert kept == Stored.of(kept.match, kept.started, kept.updated, kept.revision)
        assert kept.match == match
    store.close()


def test_a_match_is_continued_where_it_stood(store: Store) -> None:
    match = Match(get("tictactoe"), ("human", "minimax:full"))
    kept = None
    for name in ("b2", "a1", "c1"):
        match = match.play(match.position.parse(name))
        kept = store.save(match, kept)
    (found,) = store.unfinished()
    assert found == kept
    assert found.started < found.updated
    assert found.match.position == match.position


def test_the_newest_game_comes_first_and_a_finished_one_is_no_longer_unfinished(store: Store) -> None:
    first = store.save(replace(GAME, id="first"))
    store.save(replace(GAME, id="second"))
    third = store.save(Match(get("nim:3,4,5"), GAME.players, id="third"))
    assert [kept.id for kept in store.unfinished()] == ["third", "second", "first"]
    store.save(replace(first.match, outcome=WON), first)
    store.save(replace(third.match, outcome=WON), third)
    assert [kept.id for kept in store.unfinished()] == ["second"]
    assert [kept.id for kept in store.finished()] == ["third", "first"]
    assert [kept.id for kept in store.finished("tictactoe")] == ["first"]
    assert [kept.id for kept in store.finished(limit=1)] == ["third"]


def test_forgetting_drops_an_unfinished_game_and_no_finished_one(store: Store) -> None:
    store.save(replace(GAME, id="going"))
    store.save(replace(GAME, id="over", outcome=WON))
    store.forget("going")
    store.forget("over")
    store.forget("never was")
    assert store.load("going") is None
    assert store.load("over")


def record(store: Store, game: str | None = None) -> tuple[Tally, tuple[int, ...]]:
    """The games of a person against engines, and the last results."""
    found = store.totals.of(Record(), game)
    return found.tally, found.last


def test_the_tally_counts_the_human_in_either_seat_and_no_game_without_one(store: Store) -> None:
    human, engine = "human", "minimax:full"
    people = ((human, human), (human, "human:ana"), ("human:ana", human))
    seats = ((human, engine), (engine, human), *people, (engine, engine))
    for players, outcome in itertools.product(seats, (WON, WON, LOST, DRAWN, None)):
        store.save(Match(get("tictactoe"), players, outcome=outcome))
    store.save(Match(get("nim:3,4,5"), (human, engine), outcome=WON))
    assert record(store, "tictactoe") == (Tally(3, 2, 3), (1, 1, -1, 0, -1, -1, 1, 0))
    assert record(store, "nim:3,4,5") == (Tally(1), (1,))
    assert record(store)[0].wins == 4
    assert record(store, "ultimate") == (Tally(), ())


def test_two_apps_that_continue_the_same_game_both_keep_it(store: Store, path: Path) -> None:
    mine = play(store, "b2 a1")
    other = sound(path)
    theirs = other.load("one")
    assert theirs
    play(other, "c1", theirs.match, theirs)
    forked = store.save(moved("b2 a1 a2"), mine)
    assert forked.id != "one"
    assert forked.started == mine.started
    forked = store.save(moved("b2 a1 a2 c2"), forked)
    assert {kept.moves for kept in store.unfinished()} == {"b2 a1 c1", "b2 a1 a2 c2"}
    assert store.unfinished()[0] == forked
    other.close()


def test_looking_at_the_list_does_not_make_a_stale_game_fresh(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    play(other, "a1", mine.match, mine)
    store.unfinished()
    store.save(moved("b2 c3"), mine)
    assert {kept.moves for kept in store.unfinished()} == {"b2 a1", "b2 c3"}
    other.close()


def test_a_game_forgotten_by_another_app_comes_back_with_the_next_ply(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    other.forget("one")
    play(other, "a1", after=mine)
    store.save(moved("b2 c3"), mine)
    assert {kept.moves for kept in store.unfinished()} == {"a1", "b2 c3"}
    other.close()


def test_saving_what_already_stands_there_makes_no_second_game(store: Store, path: Path) -> None:
    mine = play(store, "b2")
    other = sound(path)
    theirs = play(other, "a1", mine.match, mine)
    assert store.save(moved("b2 a1"), mine) == theirs
    assert len(store.unfinished()) == 1
    other.close()


@pytest.mark.parametrize("plies", [1, 7, 100])
def test_after_kill_9_in_the_middle_of_writing_the_game_stands_at_the_last_saved_ply(plies: int, path: Path) -> None:
    with writer(path, "one", 1_000_000) as other:
        assert other.stdout
        for line in other.stdout:
            if int(line) == plies:
                break
        other.send_signal(signal.SIGKILL)
        said = [int(line) for line in other.stdout.read().split("\n")[:-1]]
    last = max([plies, *said])
    store = sound(path)
    (kept,) = store.unfinished()
    assert len(kept.moves.split()) in (last, last + 1)  # killed between the save and the word about it
    store.close()


def pragma(store: Store, name: str) -> int:
    assert store._db
    return int(store._db.execute(f"PRAGMA {name}").fetchone()[0])


def test_every_connection_syncs_at_each_commit_and_waits_half_a_minute_for_a_lock(store: Store) -> None:
    # https://www.sqlite.org/pragma.html#pragma_synchronous: with the write-ahead log, only FULL (2) syncs at each commit;
    # NORMAL (1) may lose the last plies when the power fails.
    kept = play(store, "b2")
    assert (pragma(store, "synchronous"), pragma(store, "busy_timeout")) == (2, 30_000)
    store.close()
    play(store, "b2 a1", after=kept)
    assert (pragma(store, "synchronous"), pragma(store, "busy_timeout")) == (2, 30_000)


def test_what_a_connection_has_of_the_file_in_memory_does_not_grow_with_the_file(store: Store) -> None:
    # https://www.sqlite.org/pragma.html#pragma_cache_size: a negative number of KiB; SQLite's own is -2000.
    play(store, "b2")
    assert pragma(store, "cache_size") == -256


@pytest.mark.parametrize("series", [{"players": 3}, {"sets": []}, [1], "best of three"])
def test_a_series_that_only_a_newer_version_knows_is_left_out_and_stays(
    series: object, store: Store, path: Path
) -> None:
    store.save(replace(GAME, series=Series(GAME.players, 3, (0, None))))
    respell(path, series=series)
    before = documents(path)
    assert store.unfinished() == []
    assert documents(path) == before


def documents(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [text for (text,) in db.execute("SELECT document FROM games ORDER BY rowid")]


def test_what_else_is_known_of_a_game_by_a_newer_version_alone_leaves_it_out_and_stays(
    store: Store, path: Path
) -> None:
    store.save(GAME)
    respell(path, opening="the middle")
    before = documents(path)
    assert store.unfinished() == []
    assert documents(path) == before


@pytest.mark.parametrize("text", ["[1]", "{", ""])
def test_a_document_that_is_none_leaves_the_game_out_and_stays(text: str, store: Store, path: Path) -> None:
    store.save(GAME)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE games SET document = ?", (text,))
    assert store.unfinished() == []
    assert documents(path) == [text]


def test_an_ending_that_only_a_newer_version_knows_is_left_out_and_stays(store: Store, path: Path) -> None:
    store.save(replace(GAME, outcome=WON))
    respell(path, reason="abducted")
    before = documents(path)
    assert store.finished() == []
    assert store.unfinished() == []
    assert documents(path) == before


def test_closing_twice_harms_nothing_and_a_later_call_opens_again(store: Store) -> None:
    kept = play(store, "b2")
    store.close()
    store.close()
    assert store.unfinished() == [kept]


def watched(store: Store, count: int, players: tuple[str, str] = ("best:2", "random")) -> None:
    store.save_all(
        (Match(get("tictactoe"), players, outcome=WON, id=f"{players} {number}"), None) for number in range(count)
    )


def left(store: Store) -> list[str]:
    return [kept.id for kept in store.finished(limit=None)]


def test_beyond_those_to_be_kept_the_oldest_watched_games_are_dropped(store: Store) -> None:
    watched(store, 5)
    assert store.drop_watched(2) == 3
    assert left(store) == ["('best:2', 'random') 4", "('best:2', 'random') 3"]


def test_where_no_more_games_were_watched_than_are_kept_none_is_dropped(store: Store) -> None:
    watched(store, 5)
    assert store.drop_watched(5) == 0
    assert len(left(store)) == 5


@pytest.mark.parametrize(
    "players", [("human", "random"), ("human", "human"), ("best:2", "human:ana"), ("menace", "random")]
)
def test_no_game_of_a_person_is_dropped_and_none_that_an_engine_learns_by(
    players: tuple[str, str], store: Store
) -> None:
    watched(store, 3, players)
    assert store.drop_watched(0) == 0
    assert len(left(store)) == 3


def test_no_unfinished_game_is_dropped(store: Store) -> None:
    play(store, "b2", Match(get("tictactoe"), ("best:2", "random")))
    assert store.drop_watched(0) == 0
    assert len(store.unfinished()) == 1


def test_a_page_of_games_goes_on_after_the_last_one_of_the_page_before(store: Store) -> None:
    watched(store, 5)
    first = store.finished(limit=2, watched=True)
    assert [kept.id for kept in first + store.finished(limit=3, watched=True, before=first[-1])] == left(store)


def test_games_that_ended_at_one_time_stand_on_one_page_each(store: Store) -> None:
    store.take_in(Stored.of(replace(GAME, id=str(number), outcome=WON), 1.0, 1.0) for number in range(5))
    first = store.finished(limit=2)
    assert len({kept.id for kept in first + store.finished(before=first[-1])}) == 5


def test_ones_own_games_and_those_that_were_watched_are_listed_apart(store: Store) -> None:
    watched(store, 2)
    watched(store, 1, ("human", "random"))
    assert [len(store.finished(watched=each)) for each in (True, False)] == [2, 1]
