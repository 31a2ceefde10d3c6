"""The people of a hall and their offers, as stored."""

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
    """The stored people of a hall by key, and their offers. Raises the errors of the store. ``connection`` gives the
    open file for one transaction."""

    def __init__(self, connection: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._connection = connection

    def members(self) -> list[Member]:
        """All stored people. Unreadable rows are skipped."""
        with self._connection() as db:
            return list(filter(None, map(member_of, db.execute(SELECT_PEOPLE))))

    def enroll(self, member: Member) -> None:
        """Save a person, except whether they are banned."""
        named = (member.name, member.name.casefold() or None, member.named)
        with self._connection() as db:
            db.execute(WRITE_PERSON, (member.key, *named, " ".join(sorted(member.blocked)), float(member.seen)))

    def ban(self, key: str, banned: bool) -> None:
        """Ban or unban a person, who need not have been here before."""
        with self._connection() as db:
            db.execute(BAN_PERSON, (key, int(banned)))

    def forget(self, keys: Iterable[str]) -> None:
        """Delete the people of whom only the key is stored."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(FORGET_PERSON, [(key,) for key in keys])

    def offers(self) -> list[Offered]:
        """The offered games by post, the oldest first."""
        with self._connection() as db:
            return list(filter(None, map(offered_of, db.execute(SELECT_OFFERS))))

    def offer(self, offers: Iterable[Offered]) -> None:
        """Replace all stored offers by these."""
        with self._connection() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM offers")
            db.executemany(WRITE_OFFER, offers)
