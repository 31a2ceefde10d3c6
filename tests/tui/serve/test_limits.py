"""What is enough, counted without a clock."""

from __future__ import annotations

import pytest

from tui.serve.limits import Bucket, Door, Limits, neighbourhood, window

LIMITS = Limits(
    sessions=4,
    sessions_by_address=2,
    sessions_by_key=1,
    logins=5,
    logins_by_address=2,
    connects=3,
    columns=300,
    rows=100,
)


def test_a_bucket_lets_its_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(10, 25, 0.0)
    assert [bucket.take(20, now) for now in (0.0, 0.0, 0.0, 1.0, 1.0)] == [20, 5, 0, 10, 0]
    assert bucket.take(100, 1000.0) == 25


def test_a_bucket_tells_when_so_much_comes_through_or_as_much_as_ever_does() -> None:
    bucket = Bucket(10, 20, 0.0)
    assert bucket.wait(20, 0.0) == 0
    bucket.take(20, 0.0)
    assert [bucket.wait(wanted, 0.0) for wanted in (5, 20, 1000)] == [0.5, 2.0, 2.0]
    assert bucket.wait(5, 0.4) == pytest.approx(0.1)
    assert [bucket.full(now) for now in (1.9, 2.0)] == [False, True]


def test_what_has_been_used_up_is_made_up_for_by_waiting() -> None:
    bucket = Bucket(0.1, 6, 0.0)
    assert [bucket.spend(amount, 0.0) for amount in (5, 1, 0.2, 0.1)] == pytest.approx([0, 0, 2, 3])
    assert [bucket.spend(0, now) for now in (1.0, 3.0, 3600.0)] == pytest.approx([2, 0, 0])
    assert bucket.spend(7, 3600.0) == pytest.approx(10), "it is full again, and no fuller than at first"


def test_from_one_address_so_many_may_wait_to_show_a_key() -> None:
    door = Door(LIMITS)
    assert [door.knock(guest, "192.0.2.1", 0.0) for guest in range(3)] == [[], [], None]
    door.known(0)
    assert door.knock(3, "192.0.2.1", 0.0) == []


def test_where_all_places_are_taken_the_one_that_is_silent_for_longest_makes_room() -> None:
    door = Door(LIMITS)
    assert [door.knock(guest, f"192.0.2.{guest}", 0.0) for guest in range(7)] == [[], [], [], [], [], [0], [1]]


def test_one_address_comes_so_often_a_minute() -> None:
    door = Door(LIMITS)
    seen = []
    for at in (0.0, 1.0, 2.0, 3.0, 21.0, 22.0):
        seen.append(door.knock(at, "192.0.2.1", at) is not None)
        door.known(at)
    assert seen == [True, True, True, False, True, False]


def test_addresses_are_forgotten_so_that_they_cost_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.serve.limits.ADDRESSES", 10)
    door = Door(LIMITS)
    for number in range(100):
        door.knock(number, f"192.0.2.{number}", number / 100)
        assert len(door._connects) <= 10


def test_a_hall_has_so_many_sessions_in_all_by_key_and_by_address() -> None:
    door = Door(LIMITS)
    assert [
        str(door.enter(*each) or "")[:13] for each in ((1, "a", "k1"), (2, "b", "k1"), (3, "a", "k2"), (4, "a", "k3"))
    ] == [
        "",
        "Your key alre",
        "",
        "Your address ",
    ]
    assert door.enter(5, "b", "k5") is None
    assert door.enter(6, "c", "k6") is None
    assert "full with 4" in str(door.enter(7, "d", "k7"))
    for guest in (1, 1, 2):
        door.leave(guest)
    assert door.enter(8, "a", "k1") is None
    assert "full with 4" in str(door.enter(9, "e", "k9"))


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_household_is_one_address(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted


def test_a_window_is_as_large_as_it_is_within_reason() -> None:
    sizes = [(120, 40), (0, 0), (1, 1), (4_294_967_295, 4_294_967_295)]
    assert [window(*size, LIMITS) for size in sizes] == [(120, 40), (80, 24), (1, 1), (300, 100)]
