"""What the course of larger games proves is held to brute force. It takes 25 seconds."""

from __future__ import annotations

import pytest

from tests.core.remembered import GAMES, hold


@pytest.mark.parametrize(
    "game", [*GAMES, "tictactoe/wild", "mnk:4,3,3", "morris", "morris/tapatan", "achi", "vanishing"]
)
def test_nothing_is_kept_that_brute_force_denies(game: str) -> None:
    hold(game, 40)
