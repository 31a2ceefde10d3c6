"""The store of a hall on disk: read once before the hall opens, and written by the keeper from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from core.game import Player
from core.hall.records import table_of
from core.hall.store import Done, Met
from core.store.rows import Member, Offered, Stored

if TYPE_CHECKING:
    from core.store.keeper import Keeper
    from core.store.store import Store


class Meetings(Counter[tuple[str, str, str, Player | None]]):
    """Number of games between people by game id, by the keys of the two people in the order of their seats, and by winner,
    None for a draw; a :class:`core.store.running.Total`."""

    name = "meetings"
    watched = False

    def add(self, game: Stored) -> None:
        """Add one more game."""
        table = table_of(game.extra)
        if table and game.outcome:
            self[game.game, *table.keys, game.outcome.winner] += 1

    def to_json(self) -> Any:
        """The games as plain values."""
        return [[*kind, games] for kind, games in self.items()]

    @classmethod
    def from_json(cls, value: Any) -> Meetings:
        """The inverse of :meth:`to_json`."""
        return cls({(game, first, second, winner): games for game, first, second, winner, games in value})


class DiskStore:
    """A :class:`core.hall.store.HallStore`. ``store`` is read at once, in the caller's thread; ``keeper`` writes to the
    same file. Raises StoreBroken."""

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._keeper = keeper
        self._unfinished = [kept for kept in store.unfinished() if table_of(kept.extra)]
        meetings = store.totals.of(Meetings())
        self._met = [Met(game, (one, two), winner, games) for (game, one, two, winner), games in meetings.items()]
        self._offers = store.people.offers()
        played = {key for met in self._met for key in met.keys}
        played |= {key for kept in self._unfinished if (table := table_of(kept.extra)) for key in table.keys}
        played |= {key for offer in self._offers for key in (offer.who, offer.challenged) if key}
        members = store.people.members()
        self._members = [member for member in members if not member.blank or member.key in played]
        if len(self._members) < len(members):
            store.people.forget(member.key for member in members if member.blank and member.key not in played)

    def members(self) -> Iterable[Member]:
        """All people with something saved."""
        return self._members

    def unfinished(self) -> Iterable[Stored]:
        """The unfinished games between people, as last saved; the next state of each will follow it."""
        for kept in self._unfinished:
            self._keeper.continuing(kept)
        return self._unfinished

    def met(self) -> Iterable[Met]:
        """The finished games between people."""
        return self._met

    def offers(self) -> Iterable[Offered]:
        """The open offers of games by post."""
        return self._offers

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        """Save these offers in place of the old ones."""
        self._keeper.read(lambda store: store.people.offer(offers), lambda nothing: done(None), done)

    def write(self, member: Member, done: Done) -> None:
        """Save what is known about a person."""
        self._keeper.read(lambda store: store.people.enroll(member), lambda nothing: done(None), done)

    def forget(self, id: str, done: Done) -> None:
        """Delete an unfinished game."""
        self._keeper.forget(id, lambda: done(None), done)
