"""Positions in little memory are the same as in much."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from core.errors import CertificateTooLarge
from core.proofs.packed import PackedLayer, PackedReplies, Room
from tests.core.packing import hold_level, states


@pytest.mark.parametrize("count", [0, 1, 50, 40_000])
def test_every_position_of_a_level_comes_out_once_in_order_and_with_one_of_its_numbers(count: int) -> None:
    hold_level(count)


def test_a_plan_has_for_every_position_what_was_put_there_last() -> None:
    plan, kept = PackedReplies(Room(math.inf)), dict[tuple[int, ...], tuple[int, ...]]()
    for number, state in enumerate(states(30_000, "plan")):
        plan[state] = number, 7
        kept[state] = number, 7
        if number % 3 == 0:
            plan.extend((number, 5))
            kept[state] += (number, 5)
    assert plan.count == len(kept)
    assert {state: tuple(plan.get(state) or ()) for state in kept} == kept
    assert plan.get((-1, -1)) is None


def test_positions_of_a_large_board_that_python_hashes_alike_are_told_apart() -> None:
    plan, alike = PackedReplies(Room(math.inf)), [(0, 1 << 55), (0, 1 << 360)]
    assert len({hash(state) for state in alike}) == 1
    for number, state in enumerate(alike):
        plan[state] = number, 7
    assert [tuple(plan.get(state) or ()) for state in alike] == [(0, 7), (1, 7)]


def test_what_is_put_in_takes_room_which_a_level_gives_back() -> None:
    room = Room(1e7)
    level = PackedLayer(room)
    for number, state in enumerate(states(100_000, "room")):
        level.add(state, number)
    assert room.left < 1e7
    assert len(list(level.taken_out()))
    assert room.left == 1e7


def many_positions(room: Room) -> None:
    level = PackedLayer(room)
    for i in range(1_000_000):
        level.add((i, i * i), i)


def many_moves(room: Room) -> None:
    plan = PackedReplies(room)
    for i in range(1_000_000):
        plan[i,] = i, 1


def many_pairs(room: Room) -> None:
    plan = PackedReplies(room)
    plan[0,] = 0, 1
    for _ in range(1_000_000):
        plan.extend((1, 2))


@pytest.mark.parametrize("fill", [many_positions, many_moves, many_pairs])
def test_there_is_no_room_for_more_than_was_said(fill: Callable[[Room], None]) -> None:
    with pytest.raises(CertificateTooLarge, match="a larger --limit allows more"):
        fill(Room(1e5))
