"""A hall on a real file: what was told is there when another hall opens it."""

from __future__ import annotations

import itertools
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from core.hall.disk_store import DiskStore
from core.hall.house import House
from core.hall.people import Guest
from core.hall.wire import line_of
from core.store.keeper import Keeper
from core.store.store import open_store

PATIENCE = 120.0


class Hall:
    """A hall on a file, whose answers come through a queue."""

    def __init__(self, path: Path) -> None:
        self.post: SimpleQueue[Any] = SimpleQueue()
        self.keeper = Keeper(path, self.post.put, lambda error: None)
        store, trouble = open_store(path)
        assert trouble is None
        times = itertools.count(1000)
        self.house = House(
            DiskStore(store, self.keeper),
            self.keeper.keep,
            None,
            lambda: float(next(times)),
            lambda: 1_700_000_000.0,
            Random(),
        )
        store.close()

    def enter(self, key: str) -> tuple[Guest, list[Any]]:
        heard: list[Any] = []
        return self.house.enter(key, "", heard.append, lambda reason: None), heard

    def ask(self, guest: tuple[Guest, list[Any]], op: str, **values: Any) -> Any:
        """Ask, and wait for the answer."""
        one, heard = guest
        n = len(heard)
        self.house.hear(one, line_of({"op": op, "n": n, **values}))
        while True:
            for message in heard:
                if message["op"] in ("ok", "no") and message["n"] == n:
                    assert message["op"] == "ok", message
                    return message
            self.house.tick()
            self.post.get(timeout=PATIENCE)()


def test_names_blocks_games_and_results_are_there_when_the_hall_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    hall = Hall(path)
    ana, ben = hall.enter("a"), hall.enter("b")
    hall.ask(ana, "name", text="ana")
    hall.ask(ana, "block", who=hall.enter("c")[0].person.id)
    for moves in ("a1 a2 b1 b2 c1", "b2 a1"):
        id = hall.ask(ana, "seek", game="tictactoe", seat=0, post=False)["id"]
        table = hall.ask(ben, "accept", id=id)["table"]
        hall.ask(ana, "watch", table=table)
        hall.ask(ben, "watch", table=table)
        for seq, move in enumerate(moves.split(), 1):
            hall.ask((ana, ben)[(seq - 1) % 2], "move", table=table, seq=seq, move=move)
    for seat in (0, None):
        hall.ask(ana, "seek", game="tictactoe", seat=seat, post=True)
    hall.ask(ben, "challenge", game="tictactoe", who=ana[0].person.id, post=True)
    hall.keeper.close()

    hall = Hall(path)
    ana, ben = hall.enter("a"), hall.enter("b")
    person = ana[0].person
    assert person.name == "ana"
    assert person.shuns(hall.enter("c")[0].person)
    assert person.results == {"tictactoe": (1, 0, 0)}
    assert ana[1][0]["turns"] == [table]
    assert [(one.seat, one.who, one.to) for one in hall.house.lobby.offers.values()] == [
        *((seat, person, None) for seat in (0, None)),
        (None, ben[0].person, person),
    ]
    hall.ask(ana, "watch", table=table)
    state = next(message for message in ana[1] if message["op"] == "table")
    assert state["match"]["moves"] == ["b2", "a1"]
    hall.ask(ana, "move", table=table, seq=state["seq"], move="c1")
    hall.keeper.close()

    store, _ = open_store(path)
    assert [kept.moves for kept in store.unfinished()] == ["b2 a1 c1"]
    store.close()
