"""The people of a hall: identity, names and connections.

A person is a public key and nothing else. The id that others see is derived from it, and the name is their own choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from core.errors import CoreError, StoreBroken
from core.hall.limits import HallLimits
from core.hall.wire import Message
from core.phrase import Phrase, phrase, phrase_out
from core.store.rows import Member
from core.tally import Tally, add_tally

NAME = re.compile(r"[A-Za-z0-9_-]{2,16}")
_RESERVED = "guest-"
UNKEPT = phrase("The hall cannot save this right now, so nothing has changed. Try again in a moment.")


class No(CoreError):
    """A refusal of the hall, with its reason."""


class Person:
    """A person who is or was here: what is ``kept`` (saved) about them, their connections in order of arrival, when
    they last said something, and their results by game id."""

    def __init__(self, member: Member) -> None:
        self.id = person_id(member.key)
        self.kept = member
        self.guests: list[Guest] = []
        self.writing = False
        self.spoke = float("-inf")
        self.results: dict[str, Tally] = {}

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.kept.name or f"{_RESERVED}{self.id[:4]}"

    def shuns(self, other: Person) -> bool:
        """Whether they have blocked another person."""
        return other.id in self.kept.blocked

    def count(self, game: str, tally: Tally) -> None:
        """Count finished games of theirs."""
        add_tally(self.results, game, tally)

    def tell(self, message: Message) -> None:
        """Send a message to all their connections."""
        for guest in list(self.guests):
            guest.send(message)


@dataclass(eq=False)
class Guest:
    """A connection of a person. Neither ``send`` nor ``end`` comes back into the hall from inside the call."""

    person: Person
    """The person whose connection it is."""
    send: Callable[[Message], None]
    """Sends a message to the client."""
    end: Callable[[Phrase], None]
    """Ends the connection, with the reason."""
    bucket: Rate
    """The requests that it may still send."""
    tables: set[str] = field(default_factory=set)
    """Ids of the tables that it watches."""
    lobby: dict[str, dict[str, object]] | None = None
    """The lobby as last sent; None if it does not watch the lobby."""
    bound: Sequence[Message] = ()
    """The games that limit what the person may ask, as last sent."""
    rev: int = 0
    """The number of its messages about the lobby."""

    def ok(self, n: int, **values: object) -> None:
        """Answer a request that was done."""
        self.send({"op": "ok", "n": n, **values})

    def no(self, n: int | None, error: CoreError, **values: object) -> None:
        """Answer a request that was refused."""
        # Where the disk of the hall fails is no affair of its guests.
        said = UNKEPT if isinstance(error, StoreBroken) else error.phrase
        self.send({"op": "no", "n": n, **phrase_out(said), **values})


class Rate:
    """A token bucket: a maximum number at once, and a maximum number a second."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._since = rate, burst, burst, now

    def takes(self, now: float) -> bool:
        """Whether one more may come now; if so it is counted."""
        self._left = min(self._burst, self._left + max(0.0, now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class People:
    """All people whom the hall knows, by id, and the names that are taken."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._people: dict[str, Person] = {}
        self._named: dict[str, Person] = {}
        self._here: dict[str, Person] = {}
        for member in members:
            self.of(member.key, member)

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def get(self, id: str) -> Person | None:
        """The person with that id; None if there is none."""
        return self._people.get(id)

    def of(self, key: str, member: Member | None = None) -> Person:
        """The person with a key, new if necessary. Raises No for a key whose id another person has."""
        person = self._people.get(person_id(key))
        if person is None:
            person = Person(member or Member(key))
            self._people[person.id] = person
            if person.kept.name:
                self._named[person.kept.name.casefold()] = person
        if person.kept.key != key:
            raise No("Another key has the same number in this hall; make a new one with ssh-keygen.")
        return person

    @property
    def here(self) -> list[Person]:
        """All people with a connection."""
        return list(self._here.values())

    def arrive(self, guest: Guest) -> None:
        """Add a connection to its person."""
        guest.person.guests.append(guest)
        self._here[guest.person.id] = guest.person

    def leave(self, guest: Guest) -> None:
        """Remove a connection from its person."""
        guest.person.guests.remove(guest)
        if not guest.person.guests:
            del self._here[guest.person.id]

    def forget(self, person: Person) -> None:
        """Forget a person who has left and has no name."""
        self._people.pop(person.id, None)

    def check(self, person: Person, name: str, limits: HallLimits, wall: float) -> None:
        """Check a new name. Raises No if this person may not take it now."""
        if not NAME.fullmatch(name):
            raise No("A name has 2 to 16 characters: letters from a to z, digits, - or _.")
        if name.lower().startswith(_RESERVED):
            raise No("Names that begin with guest- are for people without a name of their own.")
        if self._named.get(name.casefold(), person) is not person:
            raise No("The name {name} is already taken here; choose another name.", name=name)
        named = person.kept.named
        if named is not None and wall < named + limits.rename:
            raise No("You can change your name once a day.")

    def take(self, person: Person, name: str) -> None:
        """Reserve a name for a person."""
        self._named[name.casefold()] = person

    def give_up(self, person: Person, name: str) -> None:
        """Free a name, unless it is still the name of this person."""
        if name and name.casefold() != person.kept.name.casefold():
            self._named.pop(name.casefold(), None)

    def proposal(self, wanted: str) -> str:
        """A free name as close as possible to the name that a person uses elsewhere; empty if there is none."""
        stem = "".join(re.findall(r"[A-Za-z0-9_-]", wanted))[:14]
        if len(stem) < 2 or stem.lower().startswith(_RESERVED):
            return ""
        names = (stem, *(f"{stem}{number}" for number in range(2, 100)))
        return next((name for name in names if name.casefold() not in self._named), "")


def person_id(key: str) -> str:
    """The id of the person with a key: 16 hexadecimal digits."""
    return sha256(key.encode()).hexdigest()[:16]
