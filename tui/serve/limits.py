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
    """How much is enough. Rates are bytes a second, times seconds, the rest connections, sessions, bytes or characters.

    Connections: ``connects`` new ones within a minute come from one address; ``logins`` may be there, in all and from one
    address, that have not begun a session, for which each has ``login`` seconds: one reads a fingerprint in that time and types
    a passphrase. Whatever it sends, a client that sends more than ``line_burst`` at once and ``line_rate`` for long is cut off,
    and so is one that sets more than ``variables``.

    Sessions: so many in all, from one address, with one key; ``starts`` begin at the same time, each within ``start``. What is
    typed comes through with ``input_burst`` at once and ``input_rate`` for long, what a session says to the hall with
    ``wire_burst`` lines at once and ``wire_rate`` for long. Keys may cost ``cpu`` of a processor a minute, and wait when they
    have cost more; what a session uses from one key to the next is the cost of a key, but ``key_cpu`` at most, for the rest is
    what it shows by itself, as engines that play. A window has ``columns`` and ``rows`` at most, and another size every
    ``resize``, ``sizes_burst`` times in a row and ``sizes_rate`` for long. A session ends whose client takes nothing for
    ``stall`` or does not answer when it is asked ``alive_asked`` times, each ``alive`` apart; in which nobody does anything for
    ``idle``, at a table for ``table_idle``; and after ``longest`` in any case. It gets ``farewell`` to end by itself.

    Who has never been here comes in as long as ``spare`` bytes of the disk are free: what is left is for the games.
    """

    sessions: int = 200
    sessions_by_address: int = 3
    sessions_by_key: int = 2
    logins: int = 64
    logins_by_address: int = 4
    connects: int = 10
    starts: int = 2
    login: float = MINUTE
    start: float = 20.0
    line_rate: int = 65_536
    line_burst: int = 1_048_576
    variables: int = 64
    input_rate: int = 2_048
    input_burst: int = 8_192
    wire_rate: int = 40
    wire_burst: int = 400
    cpu: float = 6.0
    key_cpu: float = 0.2
    stall: float = 30.0
    idle: float = 30 * MINUTE
    table_idle: float = 120 * MINUTE
    longest: float = 720 * MINUTE
    alive: float = 15.0
    alive_asked: int = 3
    farewell: float = 3.0
    resize: float = 0.1
    sizes_rate: float = 1.0
    sizes_burst: int = 30
    columns: int = 300
    rows: int = 100
    spare: int = 1 << 28


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
            return phrase("The hall is full: {number} are in it. Please come again later.", number=len(self._inside))
        if self._counted["key", key] >= self._limits.sessions_by_key:
            return phrase(
                "Your key is in the hall already, as often as it may be at a time; leave one of these sessions."
            )
        if self._counted["address", address] >= self._limits.sessions_by_address:
            return phrase("From your address as many are in the hall as may be at a time. Please come again later.")
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

    @property
    def inside(self) -> int:
        """How many sessions there are."""
        return len(self._inside)


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
