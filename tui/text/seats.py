"""Who sits where, and how many games are played, in words."""

from __future__ import annotations

from core.errors import CoreError
from core.game import Game, Player
from core.levels import FULL
from core.opponents import parse
from core.seats import Setup
from tui.text.catalogue import _, say


def player_name(text: str, full: bool = False) -> str:
    """A seat's text as a name: You, or the engine; with its level when ``full``; or the text itself, as in a game kept by a
    version that had another engine."""
    try:
        opponent = parse(text)
    except CoreError:
        return text
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


def length_words(setup: Setup) -> str:
    """How many games."""
    if not setup.length:
        return _("open end")
    text = _("{games} games, swap sides") if setup.every else _("best of {games}, swap sides")
    return text.format(games=setup.length)
