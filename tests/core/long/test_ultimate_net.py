"""The net of ultimate tic-tac-toe against its features counted one by one, and its lanes against their limits. It takes 2
seconds."""

from __future__ import annotations

import pytest

from tests.core.ultimate_net_cases import (
    positions,
    units,
)


@pytest.mark.parametrize("rule", ["draw", "count"])
def test_no_lane_and_no_guess_comes_near_its_limits(rule: str) -> None:
    for position in positions(rule, 3000):
        found = units(rule, position.text)
        assert max(map(abs, found)) < 0x8000 * 3 // 4
        assert abs(sum(-unit if lane % 2 else unit for lane, unit in enumerate(found) if unit > 0)) < 0x8000 * 3 // 4
