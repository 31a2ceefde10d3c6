"""Growing: an immutable sequence that takes one more item in constant time, for the course of a game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T", bound=Hashable)


class _Shared(Generic[T]):
    """The items of all sequences that continue each other; it only ever grows."""

    __slots__ = ("indexed", "items", "places")

    def __init__(self, items: list[T]) -> None:
        self.items = items
        self.places: dict[T, list[int]] = {}
        """Where each of the first ``indexed`` items is, ascending."""
        self.indexed = 0

    def places_of(self, item: T) -> list[int]:
        """Where an item is, ascending."""
        for place in range(self.indexed, len(self.items)):
            self.places.setdefault(self.items[place], []).append(place)
        self.indexed = len(self.items)
        return self.places.get(item, [])


class Growing(Sequence[T]):
    """An immutable sequence, equal to a tuple of the same items. Sequences that continue each other share one list, of which
    each sees its first items; one that is continued in two ways is copied once. Counting an item takes the time of a look-up.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._shared = _Shared(list(items))
        self._length = len(self._shared.items)

    def add(self, item: T) -> Growing[T]:
        """The sequence with one item more."""
        items = self._shared.items
        if len(items) == self._length:
            items.append(item)
        # Another thread, or a sequence that this one was cut from, may have put something else there.
        if items[self._length] == item:
            return self._first(self._length + 1)
        return Growing((*self, item))

    def common(self, other: Sequence[T]) -> int:
        """The number of items with which both begin."""
        shorter = min(len(self), len(other))
        if isinstance(other, Growing) and other._shared is self._shared:
            return shorter
        pairs = enumerate(zip(self, other, strict=False))
        return next((place for place, (one, two) in pairs if one != two), shorter)

    def count(self, value: Any) -> int:
        """How many items are equal to a value."""
        return bisect_left(self._shared.places_of(value), self._length)

    def _first(self, length: int) -> Growing[T]:
        cut = Growing[T].__new__(Growing)
        cut._shared, cut._length = self._shared, length
        return cut

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared.items, self._length)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Growing[T]: ...
    def __getitem__(self, place: int | slice) -> T | Growing[T]:
        within = range(self._length)[place]
        if isinstance(within, int):
            return self._shared.items[within]
        first = within.start == 0 and within.step == 1
        return self._first(len(within)) if first else Growing(self._shared.items[each] for each in within)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Growing, tuple)):
            return NotImplemented
        return len(self) == len(other) == self.common(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Growing, (tuple(self),)
