"""One keeper for very many games: none is doubled, and none stays in memory."""

from __future__ import annotations

import gc
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from core.keeper import Keeper
from core.match import Record
from tests.core.keeping import Desk
from tests.core.storing import GAME, sound

MANY = 100
"""Games that are under way at one time, as in a hall that is served to many."""


def test_many_games_under_way_keep_their_ids_and_all_their_plies(keeper: Keeper, desk: Desk, path: Path) -> None:
    ids = [f"game {number}" for number in range(MANY)]
    for text in ("b2", "b2 a1", "b2 a1 c1"):
        for id in ids:
            keeper.keep(replace(GAME, id=id, moves=text), desk.kept, desk.unkept)
    assert {said for said, _ticket in desk.take(3 * MANY)} == {"kept"}
    with closing(sqlite3.connect(path)) as db:
        assert sorted(db.execute("SELECT id, moves FROM games")) == sorted((id, "b2 a1 c1") for id in ids)


def test_games_that_other_apps_have_moved_on_go_on_beside_them_however_many_there_are(
    keeper: Keeper, desk: Desk, path: Path
) -> None:
    ids = [f"game {number}" for number in range(MANY)]
    other = sound(path)
    for id in ids:
        other.save(replace(GAME, id=id, moves="a3"))
    for text in ("b2", "b2 a1"):
        for id in ids:
            keeper.keep(replace(GAME, id=id, moves=text), desk.kept, desk.unkept)
    desk.take(2 * MANY)
    for id in ids:
        keeper.mark(id, "b2 a1", ("", "?"), desk.failed)
    keeper.read(lambda store: [kept.marks for kept in store.unfinished()], desk.answer, desk.failed)
    assert desk.take() == [("found", [("", "?")] * MANY + [()] * MANY)]
    assert sorted(kept.record.moves for kept in other.unfinished()) == ["a3"] * MANY + ["b2 a1"] * MANY
    other.close()


def test_of_a_game_that_is_kept_no_record_stays_in_memory(keeper: Keeper, desk: Desk) -> None:
    keeper.keep(replace(GAME, id="over", extra="long" * 1000), desk.kept, desk.unkept)
    keeper.keep(GAME, desk.kept, desk.unkept)
    desk.take(2)
    gc.collect()
    assert [one.id for one in gc.get_objects() if isinstance(one, Record) and one.id == "over"] == []
