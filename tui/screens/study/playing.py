"""From a study to a game."""

from __future__ import annotations

from random import Random

from core.errors import CoreError
from core.games import get
from core.position import play_all
from core.study.study import PlayLink
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import say


def play(screen: HallScreen, link: PlayLink) -> None:
    """Play from a position, against the usual opponent."""
    game = get(link.game)
    setup = screen.hall.setup.fitting(game)
    try:
        moves, _position = play_all(game, link.moves, link.position)
        match = setup.begun(game, Random(), moves, link.position)
    except CoreError as error:
        screen.say(say(error))
        return
    screen.hall.open_game(game, setup, match)
