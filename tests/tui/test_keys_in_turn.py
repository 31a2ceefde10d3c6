"""Of keys that come at once each does what it does after those before it."""

from __future__ import annotations

from tests.tui.hall import Door

PEOPLE = ("human", "human")


async def test_what_follows_the_key_of_the_search_at_once_is_written_there(hall: Door) -> None:
    async with hall() as visit:
        await visit.flood("slash", *"gomoku", "enter")
        assert visit.home.game.id == "gomoku"
