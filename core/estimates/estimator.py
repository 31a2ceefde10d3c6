"""What an engine may ask about a position that it cannot search to the end."""

from __future__ import annotations

from typing import NamedTuple

from core.game import State


class LengthBounds(NamedTuple):
    """How long a game can still last: ``draw`` no draw comes sooner, in plies; ``end`` no game lasts longer, None where
    that is not known. Where both are equal every draw is equally far."""

    draw: int
    end: int | None


class Estimator:
    """The guesses about one game. As it stands: that of a game of which nothing is known."""

    def value(self, s: State) -> float:
        """-1..+1 for the player to move, s not over; strictly between, as nothing is proven."""
        return 0.0

    def span(self, s: State) -> LengthBounds:
        """Bounds on the plies still to come, s not over."""
        return LengthBounds(1, None)
