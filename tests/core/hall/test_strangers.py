"""A person is kept once there is something to keep of them: of strangers nothing is left once they have gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.hall.disk_store import DiskStore
from core.hall.people import person_id
from core.store.keeper import Keeper
from core.store.rows import Member
from core.store.store import open_store
from tests.core.hall.foyer import Client, Foyer, play


def test_of_a_stranger_who_looks_and_leaves_nothing_is_written_and_nothing_is_known() -> None:
    foyer = Foyer()
    for number in range(100):
        stranger = foyer.enter(f"key {number}")
        stranger.ask("lobby")
        assert stranger.lobby()["people"].keys() == {stranger.id}
        stranger.leave()
    assert foyer.disk.known == {}
    assert list(foyer.house.people) == []


def test_the_lobby_lists_those_who_are_here() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    window = foyer.enter("a")
    ana.leave()
    ben.ask("lobby")
    assert ben.lobby()["people"].keys() == {window.id, ben.id}
    window.leave()
    foyer.pass_time(1)
    assert ben.lobby()["people"].keys() == {ben.id}


def named(ana: Client, ben: Client) -> None:
    ana.ask("name", text="ana")


def blocking(ana: Client, ben: Client) -> None:
    ana.ask("block", who=ben.id)


def offering(ana: Client, ben: Client) -> None:
    ana.ask("seek", game="tictactoe", seat=0, post=True)


def at_a_table(ana: Client, ben: Client) -> None:
    ana.foyer.table(ana, ben)


def having_played(ana: Client, ben: Client) -> None:
    play(ana.foyer.table(ana, ben), ana, ben, "a1 a2 b1 b2 c1")


@pytest.mark.parametrize("something", [named, blocking, offering, at_a_table, having_played])
def test_somebody_of_whom_there_is_something_to_keep_is_kept_with_the_time_when_they_were_here(
    something: Callable[[Client, Client], None],
) -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    something(ana, ben)
    foyer.pass_time(100)
    person = ana.guest.person
    ana.leave()
    assert foyer.disk.known["a"].seen == foyer.wall
    assert foyer.house.people.get(person.id) is person
    assert foyer.enter("a").guest.person is person


def test_who_is_banned_is_kept() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    foyer.house.ban(ana.guest.person, True)
    assert foyer.house.people.of("a").kept.banned


def test_who_leaves_while_their_name_is_on_its_way_to_the_disk_has_it_when_they_come_again() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    foyer.disk.held = True
    ana.send("name", text="ana")
    foyer.house.gone(ana.guest)
    foyer.disk.held = False
    foyer.run()
    assert foyer.disk.known["a"].name == "ana"
    assert foyer.enter("a").guest.person.name == "ana"


def test_who_has_only_begun_a_game_is_known_when_the_hall_opens_again() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, post=True)
    foyer.open()
    assert foyer.enter("a").heard[0]["turns"]


def test_an_opening_hall_drops_those_of_whom_an_older_one_has_kept_nothing_but_the_key(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    store, _trouble = open_store(path)
    others = [Member("named", "ana"), Member("blocking", blocked=frozenset({person_id("x")}))]
    for member in (*others, *(Member(f"stranger {number}") for number in range(50))):
        store.people.enroll(member)
    store.people.ban("never here", True)
    keeper = Keeper(path, lambda call: call(), lambda error: None)
    found = {member.key for member in DiskStore(store, keeper).members()}
    assert found == {"named", "blocking", "never here"}
    assert {member.key for member in store.people.members()} == found
    store.close()
    keeper.close()
