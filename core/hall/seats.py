"""The seats of a table: the connection that holds each of them, or since when nobody does."""

from __future__ import annotations

from core.game import Player
from core.hall.people import Guest


class TableSeats:
    """``holders`` are the connections that act for the seats; ``left`` is for each seat the time since when nobody is
    there, None while somebody is."""

    def __init__(self, now: float) -> None:
        self.holders: list[Guest | None] = [None, None]
        self.left: list[float | None] = [now, now]

    def hold(self, seat: Player, guest: Guest | None, now: float) -> bool:
        """Put a connection on a seat, or nobody. Returns whether a person has come or gone by that."""
        before = self.here
        self.holders[seat] = guest
        if guest or self.left[seat] is None:
            self.left[seat] = None if guest else now
        return self.here != before

    @property
    def here(self) -> list[bool]:
        """For each seat, whether somebody is there."""
        return [left is None for left in self.left]

    @property
    def empty(self) -> float | None:
        """The time since when nobody is on either seat; None while somebody is."""
        first, second = self.left
        return None if first is None or second is None else max(first, second)

    def change(self) -> None:
        """Exchange the two seats."""
        self.holders.reverse()
        self.left.reverse()
