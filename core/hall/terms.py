"""The limits and times of a hall, in seconds where nothing else is said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from core.games import presets

MOST_MOVES = 400
"""Games with more different moves than that are not on offer: a position of theirs costs everybody."""
DAY = 86_400.0


@dataclass(frozen=True)
class HallLimits:
    """``away`` is how long the one on turn may be gone before the other may claim the game, ``away_clock`` where there is a
    clock; ``both_away`` after how long a live game that both have left hinders nobody; ``post`` how long a move by post
    may take; ``stale`` how long a game that nobody goes on with is in view. ``grace`` is what the clock of the one on
    turn gets when the hall comes back. ``phrase`` lies between two phrases of a person, ``rename`` between two names of his,
    ``repaint`` between two messages of the lobby. ``draws`` is how many draws a player may offer in a game, ``offers`` how many
    seeks and challenges a person has open, ``tables`` how many tables a connection looks at, ``post_games`` how many games by
    post a person has; ``requests`` how many a connection sends in a second, ``burst`` how many at once, ``waiting`` how many at
    a table while the disk is slow. ``after`` is how long a table stays when its game is over and everybody has left; ``retry``
    when something that could not be kept is tried again. ``pace`` is the least time for a move at the featured table, and
    ``between`` what lies between two games there."""

    away: float = 120.0
    away_clock: float = 60.0
    both_away: float = 3_600.0
    post: float = 14 * DAY
    stale: float = 14 * DAY
    grace: float = 30.0
    phrase: float = 5.0
    rename: float = DAY
    repaint: float = 0.5
    draws: int = 3
    offers: int = 5
    tables: int = 4
    post_games: int = 20
    requests: float = 20.0
    burst: int = 40
    waiting: int = 8
    after: float = 600.0
    retry: float = 1.0
    pace: float = 1.5
    between: float = 5.0


@cache
def games_on_offer() -> tuple[str, ...]:
    """The ids of the games that are played in a hall."""
    return tuple(game.id for game in presets() if game.move_count <= MOST_MOVES)
