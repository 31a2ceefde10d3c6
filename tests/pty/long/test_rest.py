"""What a real terminal is sent by a screen at rest, reached from the hall. It takes two minutes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.tools.latency import HALL, SIZES, from_the_hall


@pytest.mark.parametrize("keys", HALL.values(), ids=HALL)
def test_a_screen_reached_from_the_hall_sends_nothing_at_rest(keys: Sequence[str]) -> None:
    assert from_the_hall(keys, SIZES[0]) == 0
