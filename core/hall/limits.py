"""The limits and times of a hall, in seconds where nothing else is said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from core.game import Game
from core.games import presets

MAX_MOVES = 400
"""Games that begin with more moves to choose from are not on offer: all that is said of a position costs everybody.
Later in a game there are hardly more; how moves are numbered does not matter."""
DAY = 86_400.0


@dataclass(frozen=True)
class HallLimits:
    """How long and how many, for what people do in a hall: seconds, and numbers of things."""

    away: float = 120.0
    """Seconds that the player on turn may be gone before the other may claim the game."""
    away_clock: float = 60.0
    """The same where there is a clock."""
    both_away: float = 3_600.0
    """Seconds after which a live game that both have left hinders nobody."""
    post: float = 14 * DAY
    """Seconds that a move by post may take."""
    stale: float = 14 * DAY
    """Seconds for which a game that nobody goes on with is in view."""
    grace: float = 30.0
    """Seconds that the clock of the player on turn gets when the hall comes back."""
    phrase: float = 5.0
    """Least seconds between two phrases of a person."""
    rename: float = DAY
    """Least seconds between two names of a person."""
    repaint: float = 0.5
    """Least seconds between two messages of the lobby."""
    draws: int = 3
    """Draws that a player may offer in a game."""
    offers: int = 5
    """Seeks and challenges that a person may have open."""
    tables: int = 4
    """Tables that a connection may look at."""
    post_games: int = 20
    """Games by post that a person may have."""
    requests: float = 20.0
    """Requests that a connection may send in a second, for long."""
    burst: int = 40
    """Requests that it may send at once."""
    waiting: int = 8
    """Requests that may wait at a table while the disk is slow."""
    after: float = 600.0
    """Seconds that a table stays when its game is over and everybody has left."""
    retry: float = 1.0
    """Seconds until what could not be kept is tried again."""
    pace: float = 1.5
    """Least seconds for a move at the featured table."""
    between: float = 5.0
    """Seconds between two games there."""

    @property
    def in_view(self) -> float:
        """Seconds for which a game is in view after its last move."""
        return self.post + self.stale


def first_moves(game: Game) -> int:
    """From how many moves who begins can choose."""
    return len(game.moves(game.start()))


@cache
def games_on_offer() -> tuple[str, ...]:
    """The ids of the games that are played in a hall."""
    return tuple(game.id for game in presets() if first_moves(game) <= MAX_MOVES)
