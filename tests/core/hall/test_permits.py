"""Who may count in a process of his own: one after the other, and nobody for ever."""

from __future__ import annotations

from core.hall.permits import Permits


class Counting:
    """What somebody hears of a permit."""

    def __init__(self, permits: Permits, owner: str) -> None:
        self.told: list[object] = []
        self.permit = permits.ask(
            owner, lambda: self.told.append("granted"), self.told.append, lambda why: self.told.append(str(why))
        )


def test_permits_are_given_in_turn() -> None:
    permits = Permits()
    ana, ben, cid = (Counting(permits, owner) for owner in ("ana", "ben", "cid"))
    assert ana.told == []
    permits.tick(0)
    assert (ana.told, ben.told, cid.told) == (["granted"], [0], [1])
    permits.give_back(ben.permit)
    permits.tick(1)
    assert cid.told == [1, 0]
    permits.give_back(ana.permit)
    permits.give_back(ana.permit)
    permits.tick(2)
    assert cid.told == [1, 0, "granted"]
    assert ben.told == [0]


def test_a_new_permit_of_somebody_ends_the_old_one() -> None:
    permits = Permits()
    first = Counting(permits, "ana")
    permits.tick(0)
    second = Counting(permits, "ana")
    permits.tick(1)
    assert first.told == ["granted", "Something else is being counted for you. Ask again here when that is done."]
    assert second.told == ["granted"]


def test_a_permit_holds_for_a_time_only_from_when_it_is_granted() -> None:
    permits = Permits(seconds=120)
    ana, ben = Counting(permits, "ana"), Counting(permits, "ben")
    assert permits.tick(5) == 125
    assert permits.tick(124) == 125
    assert (ana.told, ben.told) == (["granted"], [0])
    assert permits.tick(125) == 245
    why = (
        "Counting here stops after 120 s, so that others can count too. Ask again to go on, or choose a smaller board."
    )
    assert (ana.told, ben.told) == (["granted", why], [0, "granted"])
    permits.give_back(ben.permit)
    assert permits.tick(126) is None
