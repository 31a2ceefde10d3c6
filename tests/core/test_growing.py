"""A growing sequence is a value like a tuple, and shares its memory with those that continue it."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from core.growing import Growing

ITEMS = st.lists(st.integers(0, 3))


@given(ITEMS, ITEMS, ITEMS)
def test_two_ways_to_go_on_from_one_sequence_leave_each_other_as_they_are(
    first: list[int], one: list[int], other: list[int]
) -> None:
    start = Growing(first)
    found = []
    for way in (one, other):
        longer = start
        for item in way:
            longer = longer.add(item)
        found.append(longer)
    assert [list(start), *map(list, found)] == [first, first + one, first + other]


@given(ITEMS, st.integers(-5, 5), st.integers(-5, 5))
def test_items_and_slices_are_those_of_a_tuple(items: list[int], first: int, last: int) -> None:
    assert Growing(items)[first:last] == tuple(items)[first:last]
    assert list(reversed(Growing(items))) == items[::-1]


@given(ITEMS, ITEMS, st.integers(0, 3))
def test_an_item_is_counted_in_the_part_that_the_sequence_sees(items: list[int], more: list[int], item: int) -> None:
    seen = Growing(items)
    longer = seen
    for each in more:
        longer = longer.add(each)
    assert (longer.count(item), seen.count(item)) == ((items + more).count(item), items.count(item))


@given(ITEMS, ITEMS)
def test_two_begin_alike_as_far_as_their_items_are_equal(one: list[int], other: list[int]) -> None:
    common = Growing(one).common(Growing(other))
    assert one[:common] == other[:common]
    assert common == min(len(one), len(other)) or one[common] != other[common]


def test_it_is_equal_to_a_tuple_and_hashed_like_one() -> None:
    assert Growing((1, 2)) == (1, 2)
    assert hash(Growing((1, 2))) == hash((1, 2))
    assert Growing((1, 2)) != (1, 2, 3)


def test_it_is_pickled_without_what_others_have_added() -> None:
    short = Growing((1, 2))
    short.add(3)
    assert pickle.loads(pickle.dumps(short)) == (1, 2)


class Item:
    """Counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Item.compared += 1
        return self is other

    __hash__ = object.__hash__


def test_to_add_and_to_count_takes_as_long_at_any_length() -> None:
    def steps(length: int) -> int:
        grown = Growing[Item]()
        for _ in range(length):
            grown = grown.add(Item())
        grown.count(grown[0])
        before, last = Item.compared, Item()
        grown.add(last).count(last)
        return Item.compared - before

    assert steps(10) == steps(1000)
