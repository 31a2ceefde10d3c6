"""A thousand games come back from every format that is written. It takes 5 seconds."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.round_trips import OF, again, played, same

COUNT = 1000


@pytest.mark.parametrize("form", OF)
def test_a_thousand_games_come_back_from_every_format(form: str) -> None:
    games = [played(form, Random(f"{form} {number}")) for number in range(COUNT)]
    assert [stored.document for stored in games if not same(form, stored, again(form, stored))] == []
