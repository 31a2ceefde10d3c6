"""What a key does on a screen whose board takes moves, in one table.

Arrows and Enter choose and play. A digit begins a move. A letter is a command, unless the rest of a move follows at once. The
colon begins any move. Where a widget has the focus that has keys of its own, as the box for moves, these come first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from core.errors import CoreError
from core.game import Move
from core.position import Position

WAIT_SECONDS = 0.5
"""How long a letter that is a command too waits for the rest of a move."""


class Means(Enum):
    """What a key that writes something means on a board."""

    COMMAND = "its action, if it has one"
    PLAY = "the move of that digit, at once"
    TYPE = "the begin of a move: the box opens"
    WAIT = "the begin of a move, or its action where nothing follows with which the move goes on"
    NOTHING = "nothing on this screen"


class Character(NamedTuple):
    """What is known of a character on a board: ``steers``: it moves the cursor; ``plays``: a move has this digit; ``acts``: it
    is the key of an action; ``begins``: a printed move begins with it, a capital where the key is one and has an action."""

    steers: bool = False
    plays: bool = False
    acts: bool = False
    begins: bool = False


def meaning(character: str, known: Character) -> Means:
    """What a character means; the first line that holds decides."""
    rules = (
        (known.steers, Means.COMMAND),
        (known.plays, Means.PLAY),
        (character.isdecimal(), Means.TYPE),
        (known.acts and known.begins, Means.WAIT),
        (known.acts, Means.COMMAND),
        (known.begins or character in "abcdABCD", Means.TYPE),  # which are the keys of no action
    )
    return next((means for holds, means in rules if holds), Means.NOTHING)


def begins(text: str, names: Iterable[str]) -> bool:
    """Whether the name of a move begins with a text."""
    return any(name.lower().startswith(text.lower()) for name in names)


def begins_printed(character: str, names: Iterable[str]) -> bool:
    """Whether a move begins with a character; a capital only where the move is printed with it."""
    return any(name.startswith(character) for name in names) if character.isupper() else begins(character, names)


def normalised(text: str) -> str:
    """What is typed in the letters and digits of moves: full-width ones are the same as the others."""
    return unicodedata.normalize("NFKC", text)


def foreign(text: str) -> tuple[str, str] | None:
    """The first letter of a text that is not Latin, and the name of its script, as ``CYRILLIC``; None where there is none."""
    for letter in text:
        script = unicodedata.name(letter, "").split(" ")[0]
        if letter.isalpha() and script != "LATIN":
            return letter, script.capitalize()
    return None


def read_move(position: Position, text: str, digits: Mapping[str, Move]) -> Move:
    """The legal move that a text names; a name of one letter and a number in either order, ``h8`` as ``8h``, where no digit is
    a move. Raises BadNotation or IllegalMove."""
    try:
        return position.parse(text)
    except CoreError:
        number, letter = text[:-1], text[-1:]
        if digits or not (letter.isalpha() and number.isdecimal()):
            raise
        try:
            move = position.parse(letter + number)
        except CoreError:
            move = None
        if move is None or position.name(move).lower() != (letter + number).lower():
            raise
        return move
