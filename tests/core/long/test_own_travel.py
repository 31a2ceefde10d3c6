"""Certificates of larger games of one's own hold for both checkers. It takes 4 seconds."""

from __future__ import annotations

import io

import pytest

from core import own
from core.games import get
from core.position import Position
from core.proofs.certificate import Checked
from tests.core.certifying import certified
from tests.core.second_checker import check


@pytest.mark.parametrize("name", ["affine-plane-3", "projective-plane-3"])
def test_a_second_checker_that_shares_no_code_comes_to_the_same(name: str) -> None:
    definition = next(each for each in own.gallery() if each.name == name)
    data = certified(Position.start(get(definition.id)))
    found = Checked(io.BytesIO(data))
    assert check(data) == f"{definition.id} {found.claim}"
