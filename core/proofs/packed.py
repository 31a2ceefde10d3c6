"""Positions in little memory, for who checks a certificate: what a player does in them, and those of one ply.

All that is kept is counted in a :class:`Room`, so that no file, however it was made, takes more than there is.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Sequence
from heapq import merge
from marshal import dumps, loads
from typing import TypeAlias

from core.errors import CertificateTooLarge

_State: TypeAlias = tuple[int, ...]
_RUN = 1 << 15
"""Positions that are kept as they are before they are packed."""
_BLOCK = 1 << 7
"""Positions that are packed and unpacked together."""
_MIN_SLOTS = 1 << 10
"""Places of an empty table."""


class Room:
    """So many bytes; any number where they are infinite."""

    def __init__(self, size: float) -> None:
        self.left = size

    def take(self, size: int) -> None:
        """Take some of it. Raises CertificateTooLarge."""
        self.left -= size
        if self.left < 0:
            raise CertificateTooLarge("the check needs more memory than allowed; a larger --limit allows more.")


class PackedReplies:
    """By position the line of a file and moves, those put last.

    A hash alone identifies a position. That is enough, since each move found is tried: two positions of one hash can make a
    true proof be refused, which happens to one in a million of the largest, and never a false one be accepted.
    """

    def __init__(self, room: Room) -> None:
        self.count, self._room = 0, room
        self._hashes, self._places = array("q", [0]) * _MIN_SLOTS, array("q", [0]) * _MIN_SLOTS
        self._given, self._last = array("I", [0]), 0

    def __setitem__(self, state: _State, line_and_moves: Sequence[int]) -> None:
        if 2 * self.count > len(self._hashes):
            self._grow()
        at = self._find(key := _key(state))
        self.count += not self._places[at]
        self._hashes[at] = key
        self._places[at] = self._last = len(self._given)
        self._given.extend((len(line_and_moves), *line_and_moves))
        self._room.take(4 + 4 * len(line_and_moves))

    def extend(self, moves: Sequence[int]) -> None:
        """More moves for the position of which some were put last."""
        self._given.extend(moves)
        self._given[self._last] += len(moves)
        self._room.take(4 * len(moves))

    def get(self, state: _State) -> Sequence[int] | None:
        """What was put there."""
        place = self._places[self._find(_key(state))]
        return self._given[place + 1 : place + 1 + self._given[place]] if place else None

    def _find(self, key: int) -> int:
        """Where a hash stands, or would."""
        last = len(self._hashes) - 1
        at = (key ^ key >> 32) & last
        while self._places[at] and self._hashes[at] != key:
            at = at + 1 & last
        return at

    def _grow(self) -> None:
        hashes, places = self._hashes, self._places
        self._room.take(16 * len(hashes))
        self._hashes, self._places = array("q", [0]) * (2 * len(hashes)), array("q", [0]) * (2 * len(hashes))
        for key, place in zip(hashes, places, strict=True):
            if place:
                at = self._find(key)
                self._hashes[at], self._places[at] = key, place


def _key(state: _State) -> int:
    """A hash of 64 bits. That of the tuple itself is the same for a stone on two cells that are 61 apart."""
    return hash(dumps(state, 2))


class PackedLayer:
    """Positions, each with a number."""

    def __init__(self, room: Room) -> None:
        self._room, self._new, self._runs = room, dict[_State, int](), list[list[bytes]]()

    def __len__(self) -> int:
        """How many there are at most: those of different runs may be the same."""
        return len(self._new) + _RUN * len(self._runs)

    def add(self, state: _State, number: int) -> None:
        """One more. Raises CertificateTooLarge."""
        self._new[state] = number
        if len(self._new) == _RUN:
            each = sorted(self._new.items(), reverse=True)
            run = [zlib.compress(dumps(each[at : at + _BLOCK], 2), 1) for at in range(0, _RUN, _BLOCK)]
            self._room.take(sum(map(len, run)))
            self._runs.append(run)
            self._new.clear()

    def taken_out(self) -> Iterator[tuple[_State, int]]:
        """Each position once, in ascending order; none is there afterwards."""
        new, self._new = sorted(self._new.items()), {}
        last = None
        for state, number in merge(new, *map(self._unpacked, self._runs)):
            if state != last:
                yield state, number
                last = state
        self._runs.clear()

    def _unpacked(self, run: list[bytes]) -> Iterator[tuple[_State, int]]:
        while run:
            block = run.pop()
            self._room.take(-len(block))
            yield from reversed(loads(zlib.decompress(block)))
