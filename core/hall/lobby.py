"""The lobby: open offers, and the messages about them to each guest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias

from core.game import Player
from core.hall.limits import HallLimits
from core.hall.people import Guest, No, People, Person
from core.hall.seated import SeatedTable
from core.hall.table import Table
from core.hall.wire import Message, control_out
from core.play.clock import TimeControl
from core.store.rows import Offered

LobbyRows: TypeAlias = dict[str, dict[str, Any]]
"""The content of the lobby: its sections, and in each of them entries by id."""


@dataclass(frozen=True)
class Offer:
    """A game that a person seeks, or offers to one other person."""

    id: str
    """The id of the offer."""
    who: Person
    """The person who makes it."""
    game: str
    """The id of the game."""
    control: TimeControl | None
    """Its time control; None without a clock."""
    seat: Player | None
    """The seat that they want; None for either."""
    post: bool
    """Whether it is played by post."""
    to: Person | None = None
    """The person whom it is for; None if anybody may accept it."""

    @property
    def entry(self) -> Message:
        """The entry of the offer in the lobby."""
        plain = {
            "game": self.game,
            "clock": control_out(self.control),
            "seat": self.seat,
            "post": self.post,
            "who": self.who.id,
            "name": self.who.name,
        }
        return {**plain, "to": self.to.id} if self.to else plain

    def seen_by(self, person: Person) -> bool:
        """Whether the lobby shows it to a person."""
        if apart(person, self.who):
            return False
        return self.to is None or person in (self.who, self.to)


def apart(one: Person, other: Person) -> bool:
    """Whether one of the two has blocked the other."""
    return one.shuns(other) or other.shuns(one)


class Lobby:
    """The open offers, and the guests who hear of changes. ``free`` raises No if a person may not begin a
    game."""

    def __init__(self, limits: HallLimits, people: People, free: Callable[[Person, bool], None]) -> None:
        self._limits, self._people, self._free = limits, people, free
        self.offers: dict[str, Offer] = {}
        self._numbers = count(1)
        self.guests: list[Guest] = []

    # Offers.

    def put(
        self, who: Person, game: str, control: TimeControl | None, seat: Player | None, post: bool, to: Person | None
    ) -> Offer:
        """Open an offer. Raises No if that is not allowed."""
        self._free(who, post)
        if sum(offer.who is who for offer in self.offers.values()) >= self._limits.offers:
            raise No("You have {count} offers open; withdraw one of them.", count=self._limits.offers)
        if to is who:
            raise No("You cannot play against yourself here.")
        if to and apart(who, to):
            raise No("{name} does not accept challenges from you.", name=to.name)
        if to and not (post or to.guests):
            raise No("{name} is not here; offer a game by post.", name=to.name)
        offer = Offer(f"s{next(self._numbers)}", who, game, control, seat, post, to)
        self.offers[offer.id] = offer
        return offer

    def take(self, id: str, person: Person) -> Offer:
        """Close an offer that a person accepts. Raises No if they may not."""
        offer = self.offers.get(id)
        if offer is None or not offer.seen_by(person):
            raise No("That offer is no longer open.")
        if offer.who is person:
            raise No("You cannot play against yourself here.")
        self._free(person, offer.post)
        try:
            self._free(offer.who, offer.post)
        except No as error:
            raise No("{name} is no longer free.", name=offer.who.name) from error
        del self.offers[id]
        return offer

    def close(self, id: str, fits: Callable[[Offer], bool]) -> Offer:
        """Close an offer of one's own, or to oneself, as ``fits`` says. Raises No if there is none."""
        offer = self.offers.get(id)
        if offer is None or not fits(offer):
            raise No("That offer is no longer open.")
        del self.offers[id]
        return offer

    def drop(self, fits: Callable[[Offer], bool]) -> None:
        """Close all offers that fit."""
        self.offers = {id: offer for id, offer in self.offers.items() if not fits(offer)}

    # Offers of games by post, which outlive the hall.

    def take_up(self, offers: Iterable[Offered], games: Collection[str]) -> None:
        """Open again the offers of the last time, as far as their games are still on offer."""
        for who, game, seat, challenged in offers:
            with suppress(No):
                to = None if challenged is None else self._people.of(challenged)
                offer = Offer(f"s{next(self._numbers)}", self._people.of(who), game, None, seat, True, to)
                if game in games:
                    self.offers[offer.id] = offer

    @property
    def by_post(self) -> list[Offered]:
        """The offers of games by post, as they are saved."""
        return [
            Offered(offer.who.kept.key, offer.game, offer.seat, offer.to.kept.key if offer.to else None)
            for offer in self.offers.values()
            if offer.post
        ]

    # Messages to the guests.

    def tell(self, guests: Iterable[Guest], tables: Mapping[str, Table]) -> None:
        """Send guests the changes since their last message; the first message has everything."""
        shared: LobbyRows = {
            "people": {person.id: doing(person, tables) for person in self._people.here},
            "games": {table.id: table.listing() for table in tables.values() if shown(table)},
        }
        seats: dict[str, list[SeatedTable]] = {}
        for table in tables.values():
            if isinstance(table, SeatedTable) and table.open and not table.over:
                for person in table.people:
                    seats.setdefault(person.id, []).append(table)
        common: dict[int, LobbyRows] = {}
        for guest in guests:
            view = {**shared, **self._own(guest.person, seats.get(guest.person.id, []))}
            news = view if guest.lobby is None else _changes(guest.lobby, view, common)
            guest.lobby = view
            if news:
                guest.rev += 1
                guest.send({"op": "lobby", "rev": guest.rev, **news})

    def _own(self, person: Person, tables: Iterable[SeatedTable]) -> LobbyRows:
        seen = [offer for offer in self.offers.values() if offer.seen_by(person)]
        blocked = {id: self._people.get(id) for id in person.kept.blocked}
        return {
            "seeks": {offer.id: offer.entry for offer in seen if offer.to is None},
            "challenges": {offer.id: offer.entry for offer in seen if offer.to},
            "yours": {table.id: _entry(table, person) for table in tables},
            "results": {game: list(counts) for game, counts in person.results.items()},
            "blocked": {id: one.name if one else id[:4] for id, one in blocked.items()},
        }


def outdated(offer: Offer, tables: Mapping[str, Table], limits: HallLimits, wall: float) -> bool:
    """Whether an offer is out of date: its owner plays another game, or has not been here for long."""
    if not offer.post:
        return live_table(offer.who, tables) is not None
    return not offer.who.guests and wall > offer.who.kept.seen + limits.stale


def own(person: Person, tables: Mapping[str, Table]) -> list[SeatedTable]:
    """The tables at which a person has an unfinished game."""
    return [
        table
        for table in tables.values()
        if isinstance(table, SeatedTable) and table.seat_of(person) is not None and table.open and not table.over
    ]


def turn_of(table: SeatedTable, person: Person) -> bool:
    """Whether a person is to move at a table."""
    return not table.over and table.people[table.course.match.position.turn] is person


def _entry(table: SeatedTable, person: Person) -> Message:
    """The entry of a table in the list of a person's own games."""
    return {
        "game": table.course.match.game.id,
        "names": table.names,
        "turn": turn_of(table, person),
        "post": table.post,
        "updated": table.updated,
        "here": table.seats.here,
    }


def shown(table: Table) -> bool:
    """Whether the lobby lists a table among the current games."""
    return not isinstance(table, SeatedTable) or (table.open and table.live)


def doing(person: Person, tables: Mapping[str, Table]) -> Message:
    """The activity of a person, as others see it."""
    at = [tables[id] for guest in person.guests for id in sorted(guest.tables) if id in tables]
    played = [table for table in at if isinstance(table, SeatedTable) and table.seat_of(person) is not None]
    table = next(iter([*played, *at]), None)
    what = "playing" if played else "watching" if at else "lobby"
    return {"name": person.name, "doing": what, "table": table.id if table else None}


def _changes(old: LobbyRows, new: LobbyRows, common: dict[int, LobbyRows]) -> LobbyRows:
    """The changes in each section. ``common`` holds them by the id of the old section, since many guests share one."""
    changes: LobbyRows = {}
    for name, entries in new.items():
        before = old[name]
        known = common.setdefault(id(before), {})
        if name not in known:
            known[name] = entries if name == "results" and entries != before else _change(before, entries)
        if known[name]:
            changes[name] = known[name]
    return changes


def _change(before: dict[str, Any], entries: dict[str, Any]) -> dict[str, Any]:
    changed = {id: entry for id, entry in entries.items() if before.get(id) != entry}
    return {**changed, **{id: None for id in before if id not in entries}}


def worth_keeping(person: Person, tables: Iterable[Table], offers: Iterable[Offer]) -> bool:
    """Whether there is anything to save about a person: a name, a blocked person, a ban, a result, a game, or an
    offer."""
    return (
        not person.kept.blank
        or bool(person.results)
        or any(isinstance(table, SeatedTable) and person in table.people for table in tables)
        or any(person in (offer.who, offer.to) for offer in offers)
    )


def live_table(person: Person, tables: Mapping[str, Table]) -> SeatedTable | None:
    """The one live game of a person; None if they have none."""
    seated = (
        table for table in tables.values() if isinstance(table, SeatedTable) and table.seat_of(person) is not None
    )
    return next((table for table in seated if table.live), None)
