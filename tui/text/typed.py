"""How the text of a move is read that somebody types."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from core.errors import CoreError
from core.game import Move
from core.position import Position


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
