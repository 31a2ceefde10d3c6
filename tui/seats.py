"""Who sits where, in words, and what the choices are."""

from __future__ import annotations

from core.engines import ENGINES
from core.game import Game, Player
from core.opponents import BEST, HUMAN, LEVELS, parse
from tui.texts import _


def player_name(text: str, full: bool = False) -> str:
    """A seat's text as a name: You, or the engine; with its level when ``full``."""
    opponent = parse(text)
    if opponent is None:
        return _("You")
    name = opponent.name.capitalize()
    return f"{name}, {_(opponent.level.name)}" if full else name


def seat_name(game: Game, player: Player, seats: tuple[str, str]) -> str:
    """Mark and name: ``X Minimax``."""
    return f"{game.players[player]} {player_name(seats[player])}"


def person(seats: tuple[str, str]) -> Player | None:
    """The seat of the one person at the board, None when there are two or none."""
    if seats.count(HUMAN) != 1:
        return None
    return 0 if seats[0] == HUMAN else 1


def next_seat(text: str, people: bool = True) -> str:
    """The choice after this one for who sits at the board: a person, then each engine at the same level."""
    opponent = parse(text)
    level = opponent.level.name if opponent else LEVELS[-1].name
    choices = [*([HUMAN] if people else []), *(f"{engine}:{level}" for engine in (BEST, *ENGINES))]
    return choices[(choices.index(text) + 1) % len(choices)] if text in choices else choices[0]


def next_level(text: str) -> str:
    """The same engine, a level stronger, or the weakest again; a person stays as he is."""
    opponent = parse(text)
    if opponent is None:
        return text
    names = [level.name for level in LEVELS]
    return f"{opponent.name}:{names[(names.index(opponent.level.name) + 1) % len(names)]}"
