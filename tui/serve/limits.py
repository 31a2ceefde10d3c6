"""What nobody gets more of than others: connections, sessions, bytes and time. Nothing here waits or knows what time it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from core.phrase import Phrase, phrase

MINUTE = 60.0
ADDRESSES = 10_000
"""Addresses whose connections are remembered at most, so that they cost no memory without end."""


@dataclass(frozen=True)
class Limits:
    """How much is enough for who visits a hall, so that nobody takes what is for all. Who has cost more waits; who floods
    is cut off."""

    sessions: int = 200
    """Sessions in all."""
    sessions_by_address: int = 3
    """Sessions from one address."""
    sessions_by_key: int = 2
    """Sessions with one key."""
    logins: int = 64
    """Connections in all that have not begun a session."""
    logins_by_address: int = 4
    """The same from one address."""
    connects: int = 10
    """New connections from one address within a minute."""
    starts: int = 2
    """Sessions that begin at the same time."""
    login: float = MINUTE
    """Seconds until a session has to begin: one reads a fingerprint in that time and types a passphrase."""
    start: float = 20.0
    """Seconds in which a session has to have begun."""
    line_rate: int = 65_536
    """Bytes a second that a client may send for long."""
    line_burst: int = 1_048_576
    """Bytes that it may send at once."""
    variables: int = 64
    """Variables that a client may set."""
    input_rate: int = 2_048
    """Bytes a second of what is typed that come through for long."""
    input_burst: int = 8_192
    """Bytes of these that come through at once."""
    wire_rate: int = 40
    """Lines a second that a session may say to the hall for long."""
    wire_burst: int = 400
    """Lines of these at once."""
    cpu: float = 6.0
    """Seconds of a processor that the keys of a session may cost a minute; beyond that they wait."""
    key_cpu: float = 0.2
    """Seconds that a key counts at most: the rest is what the session shows by itself, as engines that play."""
    stall: float = 30.0
    """Seconds for which a client may take nothing."""
    idle: float = 30 * MINUTE
    """Seconds in which nobody does anything."""
    table_idle: float = 120 * MINUTE
    """The same at a table."""
    longest: float = 720 * MINUTE
    """Seconds after which a session ends in any case."""
    alive: float = 15.0
    """Seconds between two times that a client is asked whether it is there."""
    alive_asked: int = 3
    """How often it may leave that without an answer."""
    farewell: float = 3.0
    """Seconds that a session gets to end by itself."""
    resize: float = 0.1
    """Least seconds between two sizes of a window."""
    sizes_rate: float = 1.0
    """Sizes a second for long."""
    sizes_burst: int = 30
    """Sizes in a row."""
    columns: int = 300
    """The most that a window has, in characters."""
    rows: int = 100
    """The most that a window has, in lines."""
    spare: int = 1 << 28
    """Bytes of the disk that have to be free for who has never been here: what is left is for the games."""


class Bucket:
    """Lets ``burst`` through at once and ``rate`` a second in the long run; it is full at the time ``now``."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._filled = burst
        self._at = now

    def take(self, wanted: int, now: float) -> int:
        """As much of what is wanted as comes through now."""
        self._fill(now)
        taken = min(wanted, int(self._filled))
        self._filled -= taken
        return taken

    def wait(self, wanted: int, now: float) -> float:
        """Seconds until so much comes through at once, or as much as ever does."""
        self._fill(now)
        return max(0.0, min(wanted, self._burst) - self._filled) / self._rate

    def spend(self, amount: float, now: float) -> float:
        """Take what has been used up already, be it there or not. Seconds until nothing is owed."""
        self._fill(now)
        self._filled -= amount
        return max(0.0, -self._filled) / self._rate

    def full(self, now: float) -> bool:
        """Whether it is as if nothing had been taken."""
        self._fill(now)
        return self._filled >= self._burst

    def _fill(self, now: float) -> None:
        self._filled = min(self._burst, self._filled + (now - self._at) * self._rate)
        self._at = now


class Door:
    """Counts who stands before the door and who is inside, by address and key. ``Guest`` is whatever the caller tells
    connections apart by."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[Hashable, str] = {}
        """The address of each connection that has not shown a key yet, the one that came first before the others."""
        self._connects: dict[str, Bucket] = {}
        self._inside: dict[Hashable, tuple[str, str]] = {}
        """Address and key of each session."""
        self._counted: Counter[tuple[str, str]] = Counter()

    def knock(self, guest: Hashable, address: str, now: float) -> list[Hashable] | None:
        """Note a new connection. The ones that have to go for it: where all places are taken, the one that has been silent for
        longest makes room. None: it may not come itself."""
        address = neighbourhood(address)
        if list(self._waiting.values()).count(address) >= self._limits.logins_by_address:
            return None
        bucket = self._connects.get(address)
        if bucket is None:
            self._forget(now)
            bucket = self._connects[address] = Bucket(self._limits.connects / MINUTE, self._limits.connects, now)
        if not bucket.take(1, now):
            return None
        gone = list(self._waiting)[: max(0, len(self._waiting) - self._limits.logins + 1)]
        for each in gone:
            del self._waiting[each]
        self._waiting[guest] = address
        return gone

    def _forget(self, now: float) -> None:
        """Make room for an address: for one that has not come for a while, else for the one known for longest."""
        if len(self._connects) >= ADDRESSES:
            for each in [address for address, bucket in self._connects.items() if bucket.full(now)]:
                del self._connects[each]
        if len(self._connects) >= ADDRESSES:
            del self._connects[next(iter(self._connects))]

    def known(self, guest: Hashable) -> None:
        """A connection has shown its key, or is gone."""
        self._waiting.pop(guest, None)

    def enter(self, guest: Hashable, address: str, key: str) -> Phrase | None:
        """Note a new session; or why it cannot be."""
        address = neighbourhood(address)
        if len(self._inside) >= self._limits.sessions:
            return phrase("The hall is full with {number} people. Please come again later.", number=len(self._inside))
        if self._counted["key", key] >= self._limits.sessions_by_key:
            return phrase("Your key already has the maximum number of sessions in the hall; leave one of them.")
        if self._counted["address", address] >= self._limits.sessions_by_address:
            return phrase(
                "Your address already has the maximum number of sessions in the hall. Please come again later."
            )
        self._inside[guest] = (address, key)
        self._counted["address", address] += 1
        self._counted["key", key] += 1
        return None

    def leave(self, guest: Hashable) -> None:
        """A session has ended; to say so twice, or of one that was refused, does nothing."""
        if guest in self._inside:
            for counted in zip(("address", "key"), self._inside.pop(guest), strict=True):
                self._counted[counted] -= 1
                self._counted += Counter()  # drops what has come to nothing


def neighbourhood(address: str) -> str:
    """What counts as one address: of IPv6 the 64 bits that one household gets; of IPv4 in IPv6 the IPv4."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)


def window(columns: int, rows: int, limits: Limits) -> tuple[int, int]:
    """The size in characters that a terminal is given, of the one that its client tells: 80x24 where it tells none."""
    return min(columns or 80, limits.columns), min(rows or 24, limits.rows)
