"""Every move is made as it is printed: behind the colon, pasted, and bare where a digit or a letter from a to d begins it."""

from __future__ import annotations

from random import Random

import pytest
from textual.events import Paste

from core.games import get, presets
from core.own import new_games
from core.players.opponents import HUMAN
from core.position import Position
from tests.tui.hall import Door

PEOPLE = (HUMAN, HUMAN)
GAMES = [game.id for game in (*presets(), *(get(definition.id) for definition in new_games()))]
WAYS = ("colon", "paste", "bare")
MAX_TRIED = 12
"""Moves tried in a position."""


def a_position(id: str) -> Position:
    """A position of a game some random moves from the start, in which somebody is to move."""
    random, position = Random(id), Position.start(get(id))
    for _ply in range(random.randrange(5)):
        after = position.play(random.choice(position.moves))
        if after.outcome:
            break
        position = after
    return position


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("id", GAMES)
async def test_a_move_is_made_as_it_is_printed(hall: Door, id: str, way: str) -> None:
    hall.engines.hold()
    position = a_position(id)
    moves = Random(id).sample(list(position.moves), min(MAX_TRIED, len(position.moves)))
    async with hall(id, "", PEOPLE, start=position.text) as visit:
        for name in map(position.name, moves):
            if way == "colon":
                await visit.press("colon", *name, "enter")
            elif way == "paste":
                visit.app.post_message(Paste(name))
                await visit.settle()
                await visit.press("enter")
            else:
                await visit.press(*name, "enter")
            assert visit.play.state.match.names == (name,)
            await visit.do("undo")
            assert visit.play.state.match.names == ()
