"""What a screen says in place of a text that names a command: the row or the key that leads there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.phrase import Phrase, phrase

REFUSALS: Mapping[str, Phrase] = {
    "There is no game {id}; 'triqui games' lists all (NAME[:NUMBERS][/OPTION...], as {forms}).": phrase(
        "There is no game {id}; the home screen lists all."
    ),
    "There is no game {id}; the closest is {close}, and 'triqui games' lists all (NAME[:NUMBERS][/OPTION...], "
    "as {forms}).": phrase("There is no game {id}. Close to it: {close}."),
    "There is no game {id}; the closest are {close}, and 'triqui games' lists all "
    "(NAME[:NUMBERS][/OPTION...], as {forms}).": phrase("There is no game {id}. Close to it: {close}."),
    "{id} is a tree, and nobody plays on it; 'triqui study minimax' searches it, by its file or its name.": phrase(
        "{id} is a tree, and nobody plays on it; Minimax in Learn searches it."
    ),
    "{topic} is about one board, as in 'triqui study {topic} {usual}'; leave out {word}.": phrase(
        "This study is about one board, as {usual}; leave out {word}."
    ),
    "No strategy is written down for {game}; 'triqui study strategies' is about tictactoe.": phrase(
        "No strategy is written down for {game}, only for tictactoe."
    ),
    "{text} is no day; write year, month and day, as in 'triqui study daily 2026-01-31'.": phrase(
        "{text} is no day; write year, month and day, as in 2026-01-31."
    ),
    "There is no exercise {number}; they are numbered from 1 to {count}, as in 'triqui study puzzles {usual} "
    "2'.": phrase("There is no exercise {number}; they are numbered from 1 to {count}."),
    "{game} is no game of heaps; trees are drawn of those, as in 'triqui study nim {usual}'.": phrase(
        "{game} is no game of heaps; {usual} is one."
    ),
    "{game} is no nim: the xor is told of the heaps of nim, and of the Grundy values of subtraction games, as "
    "in 'triqui study xor nim:3,4,5'.": phrase(
        "{game} has no xor; nim has one, as nim:3,4,5, and so have subtraction games."
    ),
    "In misere play Grundy values do not add up, so the xor says nothing of {game}; 'triqui study table "
    "{game}' has what is known of one heap.": phrase(
        "The xor says nothing of misere play; see 'Won and lost heaps' in Learn."
    ),
    "{game} has no table of this kind: it is for games in which certain numbers may be taken from a heap, as "
    "in 'triqui study table {usual}'.": phrase(
        "{game} has no such table; games of taking from one heap have it, as {usual}."
    ),
    "learning is about one game and one teacher, as in 'triqui study learning {usual} perfect games=500'; "
    "leave out {word}.": phrase("This study is about one game and one teacher; leave out {word}."),
    "minimax is about one board, as in 'triqui study minimax {usual} scores depth=4', or one figure, as in "
    "'triqui study minimax figure-3.5'; say each thing once, and a depth of 1 at least.": phrase(
        "This is about one board, as '{usual} depth=4', or one figure, as 'figure-3.5'."
    ),
    "{file} holds no player; write a function choose(position), as 'triqui new player' prints one.": phrase(
        "{file} holds no player; write a function choose(position)."
    ),
    "{file} has the shapes {shapes}; name one by --as.": phrase(
        "{file} has the shapes {shapes}; the form of Judge your program asks which."
    ),
    "needs the package {package}, which {python} does not have; name another Python by --python": phrase(
        "needs the package {package}, which {python} does not have; install it there"
    ),
}
"""The refusals of the core by their templates. A screen fills them with the same values."""

PRINTED: Mapping[str, str] = {"open": "Enter", "subject": ":", "find": "/", "back": "<", "step": ">"}
"""The keys that the pages of studies name, as commands print them: the usual ones."""

_PLACE = re.compile(r"\{(screen|command):((?:[^{}]|\{[^{}]*\})*)\}")


def parted(text: str, *, screen: bool) -> str:
    """A text of a page for a screen or for a command: of its fields ``{screen:...}`` and ``{command:...}`` those of the other
    are left out. Other fields may stand in them."""
    place = "screen" if screen else "command"
    return _PLACE.sub(lambda found: found[2] if found[1] == place else "", text) if "{" in text else text
