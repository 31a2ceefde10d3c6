"""What the store keeps of the people of a hall."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

from core.store.rows import (
    BAN_PERSON,
    FORGET_PERSON,
    SELECT_OFFERS,
    SELECT_PEOPLE,
    WRITE_OFFER,
    WRITE_PERSON,
    Member,
    Offered,
    member_of,
    offered_of,
)


class Members:
    """People by their keys, beside the games of a store; raises what the store raises. ``connection`` gives the open file, for
    one transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection

    def members(self) -> list[Member]:
        """Everybody of whom something is kept; a row that cannot be read is left out."""
        with self._connection() as db:
            return list(filter(None, map(member_of, db.execute(SELECT_PEOPLE))))

    def enroll(self, member: Member) -> None:
        """Keep what is known of a person, but for whether they are banned."""
        named = (member.name, member.name.casefold() or None, member.named)
        with self._connection() as db:
            db.execute(WRITE_PERSON, (member.key, *named, " ".join(sorted(member.blocked)), float(member.seen)))

    def ban(self, key: str, banned: bool) -> None:
        """Keep whether somebody may come in, who need not have been here."""
        with self._connection() as db:
            db.execute(BAN_PERSON, (key, int(banned)))

    def forget(self, keys: Iterable[str]) -> None:
        """Drop people of whom nothing is kept but the key."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(FORGET_PERSON, [(key,) for key in keys])

    def offers(self) -> list[Offered]:
        """The games by post that are offered, as they were offered one after the other."""
        with self._connection() as db:
            return list(filter(None, map(offered_of, db.execute(SELECT_OFFERS))))

    def offer(self, offers: Iterable[Offered]) -> None:
        """Keep these offers in place of those that there were."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM offers")
            db.executemany(WRITE_OFFER, offers)
