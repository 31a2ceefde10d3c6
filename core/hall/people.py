"""The people of a hall: who somebody is, what they are called, and their connections.

A person is a public key and nothing else. The id that others see is made of it, and the name is their own choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from core.errors import CoreError, StoreBroken
from core.hall.limits import HallLimits
from core.hall.wire import Message, phrase_out
from core.phrase import Phrase, phrase
from core.store.rows import Member
from core.tally import Tally

NAME = re.compile(r"[A-Za-z0-9_-]{2,16}")
_RESERVED = "guest-"
UNKEPT = phrase("The hall cannot keep this on its disk just now, and nothing has changed. Try again in a moment.")


class No(CoreError):
    """What the hall does not do, and why."""


class Person:
    """Somebody who is here or was: what is ``kept`` of them, the connections in the order in which they came, when they last
    said something, and how their games ended, by the game's id."""

    def __init__(self, member: Member) -> None:
        self.id = person_id(member.key)
        self.kept = member
        self.guests: list[Guest] = []
        self.writing = False
        self.spoke = float("-inf")
        self.results: dict[str, Tally] = {}

    @property
    def name(self) -> str:
        """What they are called."""
        return self.kept.name or f"{_RESERVED}{self.id[:4]}"

    def shuns(self, other: Person) -> bool:
        """Whether they do not want to hear somebody."""
        return other.id in self.kept.blocked

    def count(self, game: str, tally: Tally) -> None:
        """Add games of theirs that are over."""
        self.results[game] = self.results.get(game, Tally()).plus(tally)

    def tell(self, message: Message) -> None:
        """Send to all their connections."""
        for guest in list(self.guests):
            guest.send(message)


@dataclass(eq=False)
class Guest:
    """A connection of a person. Neither ``send`` nor ``end`` comes back into the hall from inside the call."""

    person: Person
    """Whose it is."""
    send: Callable[[Message], None]
    """Takes messages for the session."""
    end: Callable[[Phrase], None]
    """Ends the session, with the reason."""
    bucket: Rate
    """What it may still send."""
    tables: set[str] = field(default_factory=set)
    """Ids of the tables that it looks at."""
    lobby: dict[str, dict[str, object]] | None = None
    """What it was last told of the lobby; None where it does not want to know."""
    bound: Sequence[Message] = ()
    """The games of the person that it was last told of as those which bind them."""
    rev: int = 0
    """How often it was told of the lobby."""

    def ok(self, n: int, **values: object) -> None:
        """A request was done."""
        self.send({"op": "ok", "n": n, **values})

    def no(self, n: int | None, error: CoreError, **values: object) -> None:
        """A request was not done."""
        # Where the disk of the hall fails is no affair of its guests.
        said = UNKEPT if isinstance(error, StoreBroken) else error.phrase
        self.send({"op": "no", "n": n, **phrase_out(said), **values})


class Rate:
    """How much may come at once and in a second."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._since = rate, burst, burst, now

    def takes(self, now: float) -> bool:
        """Whether one more may come now, which then has come."""
        self._left = min(self._burst, self._left + max(0.0, now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class People:
    """Everybody whom the hall knows, by id, and the names that are taken."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._people: dict[str, Person] = {}
        self._named: dict[str, Person] = {}
        self._here: dict[str, Person] = {}
        for member in members:
            self.of(member.key, member)

    def __iter__(self) -> Iterator[Person]:
        return iter(self._people.values())

    def get(self, id: str) -> Person | None:
        """The person of that id."""
        return self._people.get(id)

    def of(self, key: str, member: Member | None = None) -> Person:
        """The person with a key, who is new if need be. Raises No for a key whose id another one has."""
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
        """Those who are connected."""
        return list(self._here.values())

    def arrive(self, guest: Guest) -> None:
        """A person has one more connection."""
        guest.person.guests.append(guest)
        self._here[guest.person.id] = guest.person

    def leave(self, guest: Guest) -> None:
        """A person has one connection fewer."""
        guest.person.guests.remove(guest)
        if not guest.person.guests:
            del self._here[guest.person.id]

    def forget(self, person: Person) -> None:
        """Know nothing any more of somebody who has left and has no name."""
        self._people.pop(person.id, None)

    def check(self, person: Person, name: str, limits: HallLimits, wall: float) -> None:
        """Raises No for a name that this person cannot take now."""
        if not NAME.fullmatch(name):
            raise No("A name has 2 to 16 letters from a to z, figures, - or _.")
        if name.lower().startswith(_RESERVED):
            raise No("Names that begin with guest- are for those who have chosen none.")
        if self._named.get(name.casefold(), person) is not person:
            raise No("Somebody here is called {name} already; choose another name.", name=name)
        named = person.kept.named
        if named is not None and wall < named + limits.rename:
            raise No("A name can be changed once a day.")

    def take(self, person: Person, name: str) -> None:
        """From now on the name is this person's."""
        self._named[name.casefold()] = person

    def give_up(self, person: Person, name: str) -> None:
        """The name is free, unless they are still called so."""
        if name and name.casefold() != person.kept.name.casefold():
            self._named.pop(name.casefold(), None)

    def proposal(self, wanted: str) -> str:
        """A name that is free and as near as may be to what somebody is called elsewhere; empty where there is none."""
        stem = "".join(re.findall(r"[A-Za-z0-9_-]", wanted))[:14]
        if len(stem) < 2 or stem.lower().startswith(_RESERVED):
            return ""
        names = (stem, *(f"{stem}{number}" for number in range(2, 100)))
        return next((name for name in names if name.casefold() not in self._named), "")


def person_id(key: str) -> str:
    """The id of the person with a key: 16 hexadecimal figures."""
    return sha256(key.encode()).hexdigest()[:16]
