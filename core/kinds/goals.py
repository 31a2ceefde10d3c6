"""Goals that several games share."""

from __future__ import annotations

from core.phrase import Phrase, phrase

_NUMBERS = {
    2: phrase("two"),
    3: phrase("three"),
    4: phrase("four"),
    5: phrase("five"),
    6: phrase("six"),
    7: phrase("seven"),
    8: phrase("eight"),
    9: phrase("nine"),
    10: phrase("ten"),
}

LAST_STICK = phrase("the last stick wins")
LAST_MOVE = phrase("the last move wins")
BLOCK = phrase("block the other player")
FULL_LINE = phrase("a full line wins")


def in_a_row(count: int, misere: bool = False) -> Phrase:
    """``three in a row wins``, or loses in misere play."""
    number = _NUMBERS.get(count, count)
    if misere:
        return phrase("{number} in a row loses", number=number)
    return phrase("{number} in a row wins", number=number)


def last_stick(misere: bool) -> Phrase:
    """For heaps of which every stick can be taken alone."""
    return phrase("the last stick loses") if misere else LAST_STICK


def last_move(misere: bool) -> Phrase:
    """For heaps from which something may be left that nobody can take."""
    return phrase("the last move loses") if misere else LAST_MOVE
