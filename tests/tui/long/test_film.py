"""The game of the moving picture, played. It takes 20 seconds."""

from __future__ import annotations

from tests.tools.film import STEPS, film


async def test_the_steps_of_the_picture_begin_a_game_and_end_with_a_mistake_that_is_marked() -> None:
    shown = [frame.svg.replace("&#160;", " ") for frame in await film()]
    assert len(shown) == len(STEPS)
    assert "WIN in 41" in shown[2]
    assert "only move that wins" in shown[4]
    assert "?? " in shown[5]
    assert "4 won" in shown[5]
