"""The limits and times of a hall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from core.game import Game
from core.games import presets

MAX_MOVES = 400
"""Maximum number of first moves of a game on offer: everybody pays for what is computed about a position. There are
hardly more moves later in a game."""
DAY = 86_400.0


@dataclass(frozen=True)
class HallLimits:
    """Limits for what people do in a hall: seconds, and numbers of things."""

    away: float = 120.0
    """Seconds that the player to move may be away before the opponent may claim the game."""
    away_clock: float = 60.0
    """Seconds that the player to move may be away in a game with a clock."""
    both_away: float = 3_600.0
    """Seconds after which a live game that both have left becomes dormant: both may play other games."""
    post: float = 14 * DAY
    """Seconds that a move by post may take."""
    stale: float = 14 * DAY
    """Seconds for which a game remains in view after the time of its move."""
    grace: float = 30.0
    """Seconds that the clock of the player to move gets when the hall opens again."""
    phrase: float = 5.0
    """Minimum seconds between two phrases of a person."""
    rename: float = DAY
    """Minimum seconds between two names of a person."""
    repaint: float = 0.5
    """Minimum seconds between two messages of the lobby."""
    draws: int = 3
    """Maximum draws that a player may offer in a game."""
    offers: int = 5
    """Maximum open seeks and challenges of a person."""
    tables: int = 4
    """Maximum tables that a connection may watch."""
    post_games: int = 20
    """Maximum games by post of a person."""
    requests: float = 20.0
    """Maximum requests of a connection a second, on average."""
    burst: int = 40
    """Maximum requests of a connection at once."""
    waiting: int = 8
    """Maximum requests that wait at a table while the disk is slow."""
    after: float = 600.0
    """Seconds that a table remains after its game is over and everybody has left."""
    retry: float = 1.0
    """Seconds that the clock is stopped after a change could not be saved."""
    pace: float = 1.5
    """Minimum seconds for a move at the featured table."""
    between: float = 5.0
    """Seconds between two games there."""

    @property
    def in_view(self) -> float:
        """Seconds for which a game is in view after its last move."""
        return self.post + self.stale


def first_moves(game: Game) -> int:
    """The number of first moves of a game."""
    return len(game.moves(game.start()))


@cache
def games_on_offer() -> tuple[str, ...]:
    """The ids of the built-in games that a hall offers."""
    return tuple(game.id for game in presets() if first_moves(game) <= MAX_MOVES)
