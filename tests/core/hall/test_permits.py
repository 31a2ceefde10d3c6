"""Who may count in a process of his own: one after the other, and nobody for ever."""

from __future__ import annotations

import asyncio

from core.hall.permits import Permits
from tests.core.test_pool import soon


class Counting:
    """What somebody hears of a permit."""

    def __init__(self, permits: Permits, owner: str) -> None:
        self.told: list[object] = []
        self.permit = permits.ask(
            owner, lambda: self.told.append("granted"), self.told.append, lambda why: self.told.append(str(why))
        )


async def test_permits_are_given_in_turn() -> None:
    permits = Permits()
    ana, ben, cid = (Counting(permits, owner) for owner in ("ana", "ben", "cid"))
    assert ana.told == []
    await soon()
    assert (ana.told, ben.told, cid.told) == (["granted"], [0], [1])
    permits.gone("ben")
    assert cid.told == [1, 0]
    permits.give_back(ana.permit)
    permits.give_back(ana.permit)
    assert cid.told == [1, 0, "granted"]
    assert ben.told == [0]
    permits.gone("cid")


async def test_as_many_count_at_the_same_time_as_may() -> None:
    permits = Permits(at_once=2)
    found = [Counting(permits, owner) for owner in ("ana", "ben", "cid")]
    await soon()
    assert [each.told for each in found] == [["granted"], ["granted"], [0]]
    for each in found:
        permits.give_back(each.permit)


async def test_a_new_permit_of_somebody_ends_the_old_one() -> None:
    permits = Permits()
    first = Counting(permits, "ana")
    await soon()
    second = Counting(permits, "ana")
    await soon()
    assert first.told == ["granted", "Something else is counted for you now. Ask again here when that is done."]
    assert second.told == ["granted"]
    permits.gone("ana")


async def test_a_permit_holds_for_a_time_only() -> None:
    permits = Permits(seconds=0.0)
    ana, ben = Counting(permits, "ana"), Counting(permits, "ben")
    while len(ben.told) < 3:
        await asyncio.sleep(0)
    why = "Counting here ends after 0 s, so that others can count too. Ask again to go on, or about a smaller board."
    assert (ana.told, ben.told) == (["granted", why], [0, "granted", why])
