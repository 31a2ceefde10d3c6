"""A level of many positions in little memory. It takes 3 seconds."""

from __future__ import annotations

from tests.core.packing import hold_level


def test_every_position_of_a_large_level_comes_out_once_in_order_and_with_one_of_its_numbers() -> None:
    hold_level(300_000)
