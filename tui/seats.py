"""Who sits where, in words, and what the choices are."""

from __future__ import annotations

from core.engines import of
from core.game import Game, Player
from core.levels import FULL, levels_of
from core.opponents import DEFAULT, HUMAN, Opponent, parse, players
from tui.texts import _, say


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


def person(seats: tuple[str, str]) -> Player | None:
    """The seat of the one person at the board, None when there are two or none."""
    if seats.count(HUMAN) != 1:
        return None
    return 0 if seats[0] == HUMAN else 1


def fitting(text: str, game: Game) -> str:
    """The player, or the usual one where he does not know the game."""
    opponent = parse(text)
    if opponent is None:
        return HUMAN
    return opponent.text if opponent.plays(game) else DEFAULT


def next_seat(text: str, game: Game) -> str:
    """The choice after this one for who sits at the board: a person, the best engine, the others who play the game, then each
    engine at the same level."""
    opponent = parse(text)
    level = opponent.level if opponent else FULL
    engines = [player for name in of(game) if (player := Opponent(name, level)).has_levels]
    others = [player for player in players(game) if not player.has_levels]
    choices = [HUMAN, *(player.text for player in (Opponent(None, level), *others, *engines))]
    return choices[(choices.index(text) + 1) % len(choices)] if text in choices else HUMAN


def next_level(text: str, game: Game) -> str:
    """The same engine, a level stronger, or the weakest again; whoever has no levels stays as he is."""
    opponent = parse(text)
    if opponent is None or not opponent.has_levels:
        return text
    levels = levels_of(game)
    at = levels.index(opponent.level) if opponent.level in levels else -1
    return Opponent(opponent.engine, levels[(at + 1) % len(levels)]).text
