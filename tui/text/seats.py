"""Who sits where, and how many games are played, in words."""

from __future__ import annotations

from core.game import Game, Player
from core.levels import FULL
from core.opponents import HUMAN, parse
from core.phrase import phrase
from core.seats import Setup
from tui.text.catalogue import _, say

NO_OTHER_LEVEL = phrase("There is no other strength to choose; x and o choose other players.")


def player_name(text: str, full: bool = False) -> str:
    """A seat's text as a name: You, or the engine; with its level when ``full``."""
    opponent = parse(text)
    if opponent is None:
        return _("You")
    name = say(opponent.title)
    if not full or not opponent.has_levels:
        return name
    level = opponent.level
    return f"{name}, {_('full')}" if level is FULL else f"{name}, {_('level {level}').format(level=level.name)}"


def seat_name(game: Game, player: Player, seats: tuple[str, str]) -> str:
    """Mark and name: ``X Minimax``."""
    return f"{game.players[player]} {player_name(seats[player])}"


def first_words(setup: Setup) -> str:
    """Who starts."""
    return _("by lot") if setup.lot else player_name(setup.seats[0])


def who_starts(setup: Setup) -> str:
    """The same as part of a sentence."""
    if setup.lot:
        return _("the lot decides who starts")
    if setup.seats[0] == HUMAN:
        return _("you start")
    return _("{name} starts").format(name=player_name(setup.seats[0]))


def length_words(setup: Setup) -> str:
    """How many games."""
    return _("best of {games}, swap sides").format(games=setup.length) if setup.length else _("open end")
