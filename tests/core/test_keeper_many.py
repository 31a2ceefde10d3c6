"""One keeper for very many games: none is doubled, and none stays in memory."""

from __future__ import annotations

import gc
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import StoreBroken
from core.play.match import Match
from core.store.keeper import Keeper
from tests.core.keeping import PATIENCE, Desk, FakeStore
from tests.core.storing import GAME, kept_moves, moved, sound

MANY = 100
"""Games that are under way at one time, as in a hall that is served to many."""


def test_many_games_under_way_keep_their_ids_and_all_their_plies(keeper: Keeper, desk: Desk, path: Path) -> None:
    ids = [f"game {number}" for number in range(MANY)]
    for text in ("b2", "b2 a1", "b2 a1 c1"):
        for id in ids:
            keeper.keep(replace(moved(text), id=id), desk.kept, desk.unkept)
    assert {said for said, _ticket in desk.take(3 * MANY)} == {"kept"}
    assert sorted(kept_moves(path)) == sorted((id, "b2 a1 c1") for id in ids)


def test_games_that_other_apps_have_moved_on_go_on_beside_them_however_many_there_are(
    keeper: Keeper, desk: Desk, path: Path
) -> None:
    ids = [f"game {number}" for number in range(MANY)]
    other = sound(path)
    for id in ids:
        other.save(replace(moved("a3"), id=id))
    for text in ("b2", "b2 a1"):
        for id in ids:
            keeper.keep(replace(moved(text), id=id), desk.kept, desk.unkept)
    desk.take(2 * MANY)
    for id in ids:
        keeper.mark(id, "b2 a1", ("", "?"), desk.failed)
    keeper.read(lambda store: [kept.marks for kept in store.unfinished()], desk.answer, desk.failed)
    assert desk.take() == [("found", [("", "?")] * MANY + [()] * MANY)]
    assert sorted(kept.moves for kept in other.unfinished()) == ["a3"] * MANY + ["b2 a1"] * MANY
    other.close()


def test_of_a_game_that_is_kept_no_record_stays_in_memory(keeper: Keeper, desk: Desk) -> None:
    keeper.keep(replace(GAME, id="over", extra="long" * 1000), desk.kept, desk.unkept)
    keeper.keep(GAME, desk.kept, desk.unkept)
    desk.take(2)
    gc.collect()
    assert [one.id for one in gc.get_objects() if isinstance(one, Match) and one.id == "over"] == []


def test_records_that_wait_together_share_a_transaction_and_the_plies_of_one_game_do_not(
    desk: Desk, path: Path
) -> None:
    store = FakeStore()
    keeper = desk.keeper(path, store)
    keeper.keep(GAME, desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    for id in ("a", "b", "a", "c"):
        keeper.keep(replace(GAME, id=id), desk.kept, desk.unkept)
    keeper.read(lambda store: "read", desk.answer, desk.failed)
    keeper.keep(replace(GAME, id="d"), desk.kept, desk.unkept)
    store.gate.set()
    assert len(desk.take(7)) == 7
    assert store.batches == [["one"], ["a", "b"], ["a", "c"], ["d"]]
    keeper.close()


def test_what_cannot_be_kept_with_others_is_told_to_each_of_them(desk: Desk, path: Path) -> None:
    store = FakeStore(StoreBroken("first"), StoreBroken("then"))
    keeper = desk.keeper(path, store)
    keeper.keep(GAME, desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    tickets = [keeper.keep(replace(GAME, id=id), desk.kept, desk.unkept) for id in ("a", "b")]
    store.gate.set()
    assert desk.take(3)[1:] == [("then", ticket) for ticket in tickets]
    keeper.close()


def test_a_record_that_makes_no_row_costs_those_beside_it_nothing(keeper: Keeper, desk: Desk, path: Path) -> None:
    bad = replace(GAME, id="bad", outcome=object())  # type: ignore[arg-type]
    with closing(sqlite3.connect(path)) as db:
        sound(path).close()
        db.execute("BEGIN IMMEDIATE")
        tickets = [
            keeper.keep(record, desk.kept, desk.unkept)
            for record in (replace(GAME, id="first"), replace(GAME, id="a"), bad, GAME)
        ]
    assert desk.take(2) == [("kept", ticket) for ticket in tickets[:2]]
    with pytest.raises(AttributeError):
        desk.take()
    assert desk.take() == [("kept", tickets[3])]
