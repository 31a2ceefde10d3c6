"""What a hall keeps of its people and reads at its start: the part of the store that it knows of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeAlias

from core.errors import CoreError, StoreBroken
from core.game import Player
from core.play.match import Match
from core.play.source import Ticket
from core.store.rows import Member, Offered, Stored

Keep: TypeAlias = Callable[[Match, Callable[[Ticket], None], Callable[[Ticket, StoreBroken], None]], Ticket]
"""Keeps a match and tells by ticket, later, that it is on disk or why it is not: :meth:`core.store.keeper.Keeper.keep`."""
Done: TypeAlias = Callable[[CoreError | None], None]
"""Told once something is on disk, or why it is not."""


class Met(NamedTuple):
    """Games between two people that are over and had the same result: the id of the game, the keys of the people by seat, the
    winner, None for a draw, and the number of such games."""

    game: str
    keys: tuple[str, str]
    winner: Player | None
    games: int = 1


class HallStore(Protocol):
    """Where a hall keeps its people. The first four are asked once, before anybody enters; the others answer later, never from
    inside the call."""

    def members(self) -> Iterable[Member]:
        """Everybody who is known."""
        ...

    def unfinished(self) -> Iterable[Stored]:
        """The games between people that are not over, as they were last kept."""
        ...

    def met(self) -> Iterable[Met]:
        """The games between people that are over."""
        ...

    def offers(self) -> Iterable[Offered]:
        """The games by post that are offered."""
        ...

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        """Keep these offers in place of those that there were."""
        ...

    def write(self, member: Member, done: Done) -> None:
        """Keep what is known of a person."""
        ...

    def forget(self, id: str, done: Done) -> None:
        """Drop an unfinished game."""
        ...
