"""Who has a file of a game open in an editor sees its board drawn anew when it is saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from core.errors import CoreError
from core.game import Game
from core.phrase import phrase
from tui.household import own_files

if TYPE_CHECKING:
    from tui.game.home_game import HomeGame

LOOK_SECONDS = 0.5
"""How often the file is looked at."""


def follow(
    screen: Screen[None],
    repeat_work: Callable[[float, Callable[[], Coroutine[Any, Any, None]]], None],
    home: HomeGame,
    renew: Callable[[Game], None],
    warn: Callable[[CoreError], None],
) -> None:
    """Look whether the file of a screen's game was saved, as long as the screen is on top.

    ``repeat_work(seconds, work)`` does work again and again. Before the first move ``renew`` begins the game that the file
    makes now; later on the game goes its way by the rules that it began with, which ``warn`` says. It also says what is wrong
    with a file.
    """
    looking = own_files.Following(home.state.match.game)

    async def look() -> None:
        try:
            game = await asyncio.to_thread(looking.changed)
        except CoreError as error:
            warn(error)
            return
        if game is None or not screen.is_active:
            return
        if home.state.match.moves:
            warn(own_files.BadOwnGame(LATER.template))
        else:
            renew(game)

    repeat_work(LOOK_SECONDS, look)


LATER = phrase("The file has changed; this game continues with the rules that it began with.")
