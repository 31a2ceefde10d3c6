"""What the tests of the book of lines have in common, those that take long and those that do not."""

from __future__ import annotations

from string import ascii_letters

from core.engines.lines import book
from core.game import State
from core.games import get
from core.games.mnk import Mnk
from core.score import Verdict


def five_by_five() -> Mnk:
    """The board of the book that these tests look at."""
    game = get("mnk:5,5,4")
    assert isinstance(game, Mnk)
    return game


def states(game: Mnk) -> list[tuple[State, Verdict]]:
    """The positions of the book, with what it says of the player to move."""
    found = []
    for text, known in sorted(book._book()[game.id].items(), key=str):
        half = (len(text) + 1) // 2
        marks = [sum(1 << ascii_letters.index(letter) for letter in part) for part in (text[:half], text[half:])]
        found.append(((marks[0], marks[1], *game.start()[2:]), known))
    return found
