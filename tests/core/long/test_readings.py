"""Every reading of every engine holds against brute force, in every game. It takes 430 seconds, half of them for one game of
more than a thousand plies."""

from __future__ import annotations

import pytest

from tests.core.readings import OTHERS, PRESETS, false_readings, late
from tests.core.readings import fine as fine


@pytest.mark.usefixtures("fine")
@pytest.mark.parametrize("id", [*PRESETS, *OTHERS])
def test_every_report_of_every_engine_holds_against_brute_force(id: str) -> None:
    assert next(late(id), None), "nothing was asked"
    assert not next(false_readings(id), None)
