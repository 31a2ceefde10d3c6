"""What a hall keeps, in a store on disk: read once before the hall opens, written by the keeper from then on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.hall.records import table_of
from core.hall.store import Done, Met
from core.store.rows import Member, Offered, Stored

if TYPE_CHECKING:
    from core.store.keeper import Keeper
    from core.store.store import Store


class DiskStore:
    """A :class:`core.hall.store.HallStore`. ``store`` is read at once, in the caller's thread; ``keeper`` is of the same file.
    Raises StoreBroken."""

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._keeper = keeper
        self._unfinished = [kept for kept in store.unfinished() if table_of(kept.extra)]
        self._met = store.people.met()
        self._offers = store.people.offers()
        played = {key for extra in self._tables() if (table := table_of(extra)) for key in table.keys}
        played |= {key for offer in self._offers for key in (offer.who, offer.challenged) if key}
        members = store.people.members()
        self._members = [member for member in members if not member.blank or member.key in played]
        if len(self._members) < len(members):
            store.people.forget(member.key for member in members if member.blank and member.key not in played)

    def _tables(self) -> Iterable[str]:
        """What stands beside each game between people."""
        yield from (kept.extra for kept in self._unfinished)
        yield from (extra for _game, extra, _winner in self._met)

    def members(self) -> Iterable[Member]:
        """Everybody who is known."""
        return self._members

    def unfinished(self) -> Iterable[Stored]:
        """The games between people that are not over; what is next kept of them follows what is there."""
        for kept in self._unfinished:
            self._keeper.continuing(kept)
        return self._unfinished

    def met(self) -> Iterable[Met]:
        """The games between people that are over."""
        for game, extra, winner in self._met:
            table = table_of(extra)
            if table:
                yield Met(game, table.keys, 0 if winner == 0 else None if winner is None else 1)

    def offers(self) -> Iterable[Offered]:
        """The games by post that are offered."""
        return self._offers

    def offer(self, offers: Iterable[Offered], done: Done) -> None:
        """Keep these offers in place of those that there were."""
        self._keeper.read(lambda store: store.people.offer(offers), lambda nothing: done(None), done)

    def write(self, member: Member, done: Done) -> None:
        """Keep what is known of a person."""
        self._keeper.read(lambda store: store.people.enroll(member), lambda nothing: done(None), done)

    def forget(self, id: str, done: Done) -> None:
        """Drop an unfinished game."""
        self._keeper.forget(id, lambda: done(None), done)
