"""The part of the store that a hall knows: its people, their games and offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol, TypeAlias

from core.errors import CoreError, StoreBroken
from core.game import Player
from core.play.match import Match
from core.play.source import Ticket
from core.store.rows import Member, Offered, Stored

Keep: TypeAlias = Callable[[Match, Callable[[Ticket], None], Callable[[Ticket, StoreBroken], None]], Ticket]
"""Saves a match and returns a ticket; later it tells by the ticket that the match is on disk, or why it is not:
:meth:`core.store.keeper.Keeper.keep`."""
Done: TypeAlias = Callable[[CoreError | None], None]
"""Called once something is on disk, or with the reason why it is not."""


class Met(NamedTuple):
    """The finished games of two people that had the same result: the id of the game, the keys of the people by seat,
    the winner, None for a draw, and the number of such games."""

    game: str
    keys: tuple[str, str]
    winner: Player | None
    games: int = 1


class HallStore(Protocol):
    """The store of a hall. The first four methods are called once, before anybody enters; the others answer later,
    never from inside the call."""

    def members(self) -> Iterable[Member]:
        """All people with something saved."""

    def unfinished(self) -> Iterable[Stored]:
        """The unfinished games between people, as last saved."""

    def met(self) -> Iterable[Met]:
        """The finished games between people."""

    def offers(self) -> Iterable[Offered]:
        """The open offers of games by post."""

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        """Save these offers in place of the old ones."""

    def write(self, member: Member, done: Done) -> None:
        """Save what is known about a person."""

    def forget(self, id: str, done: Done) -> None:
        """Delete an unfinished game."""
