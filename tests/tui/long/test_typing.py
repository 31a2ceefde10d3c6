"""Moves are typed as they are written, also where their letters are commands, and nowhere where nothing can be played. It
takes 3 seconds."""

from __future__ import annotations

from collections.abc import Container
from random import Random

from core import games
from core.play.seats import Setup
from core.players.opponents import HUMAN
from tests.tui.hall import Door

PEOPLE = (HUMAN, HUMAN)

LARGE = ("mnk:19,19,5", "nim:1,1,1,1,2,2,2,2", "chomp:15,9", "mnk:7,7,4/wild")
"""Boards on which many letters are commands too."""


def some(names: list[str], commands: Container[str], random: Random) -> list[str]:
    """One name for each first letter that is a command, one that begins otherwise, and the longest."""
    by_letter = {name[0] if name[0].lower() in commands else "": name for name in random.sample(names, len(names))}
    return list(dict.fromkeys([*by_letter.values(), max(names, key=len)]))


async def test_every_move_of_every_board_can_be_typed_as_it_is_written(hall: Door) -> None:
    hall.engines.hold()
    async with hall(size=(40, 12)) as visit:
        for game in (*games.presets(), *map(games.get, LARGE)):
            visit.app.open_game(game, Setup(PEOPLE))
            await visit.settle()
            position = visit.play.state.match.position
            names = [position.name(move) for move in position.moves]
            for name in some(names, visit.play.active_bindings, Random(game.id)):
                capital = name[0].isupper() and name[0] in visit.play.active_bindings  # which is its command
                await visit.flood(*(name.lower() if capital else name), "enter")
                assert visit.play.state.match.names == (name,), game.id
                await visit.flood("u")
            visit.app.go_home()
