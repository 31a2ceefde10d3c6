"""Every reading of every engine holds against brute force, in a few games of several kinds; ``long`` has all of them."""

from __future__ import annotations

import pytest

from tests.core.readings import FEW, FEW_GAMES, false_readings, late
from tests.core.readings import fine as fine


@pytest.mark.usefixtures("fine")
@pytest.mark.parametrize("id", FEW)
def test_every_report_of_every_engine_holds_against_brute_force(id: str) -> None:
    assert next(late(id, FEW_GAMES), None), "nothing was asked"
    assert not next(false_readings(id, FEW_GAMES), None)
