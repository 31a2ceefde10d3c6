"""Who is known to a hall, for its host: to be listed, banned, and let in again. Works on the store, open or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import CoreError, quoted
from core.hall.people import person_id
from core.store.rows import Member
from core.store.store import Store, open_store
from tui.serve.hosting import STORE
from tui.serve.running import tell_open

FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
"""That of a key, by which somebody is banned who is not known."""


class NoSuchPerson(CoreError):
    """A text that means nobody of the hall, or several."""


def people(data: Path) -> list[Member]:
    """Everybody of whom something is kept, the last ones first. Raises CoreError."""
    with _store(data) as store:
        return sorted(store.people.members(), key=lambda member: -member.seen)


def ban(data: Path, who: str, banned: bool) -> Member:
    """Ban somebody, or let them in again; out of a hall that is open they are sent. Raises CoreError."""
    with _store(data) as store:
        members = store.people.members()
        member = Member(who) if banned and FINGERPRINT.fullmatch(who) else _named(members, who)
        store.people.ban(member.key, banned)
    tell_open(data)
    return member


def _named(members: list[Member], who: str) -> Member:
    """The one person that a name, the beginning of an id, both as the lobby shows them, or a fingerprint means."""
    name, _dot, id = who.rpartition("·")
    found = [
        member
        for member in members
        if who == member.key
        or (member.name and who.casefold() == member.name.casefold())
        or (len(id) >= 4 and person_id(member.key).startswith(id) and (not name or name == member.name))
    ]
    if len(found) != 1:
        raise NoSuchPerson(
            "{who} matches {count} people of this hall; 'triqui serve people' lists them with their ids.",
            who=quoted(who),
            count=len(found),
        )
    return found[0]


@contextmanager
def _store(data: Path) -> Iterator[Store]:
    if not (data / STORE).exists():
        raise NoSuchPerson("There is no hall in {folder} yet; 'triqui serve' opens one.", folder=data)
    store, trouble = open_store(data / STORE)
    try:
        if trouble:
            raise trouble
        yield store
    finally:
        store.close()
