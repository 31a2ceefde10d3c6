"""Drafts: a position's text in parts that can be changed one by one, whether or not the rules allow what comes of it.

A draft is the tuple of its parts; joined, they are a text for ``parse_state``, which says in a sentence why a position is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, overload

from core.game import Game
from core.phrase import Phrase, phrase

TO_MOVE = phrase("to move")


class DraftPart(NamedTuple):
    """A piece of the text: what stands there now, and what may. ``x`` to the right and ``y`` downwards say where it is drawn;
    ``before`` is the text between it and the part before; one with a ``label`` is no place of the board, such as who moves."""

    value: str
    choices: Sequence[str]
    x: int = 0
    y: int = 0
    before: str = ""
    label: Phrase | None = None


Draft: TypeAlias = tuple[DraftPart, ...]


class Numbers(Sequence[str]):
    """The numbers from 0 to ``most`` as texts."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __len__(self) -> int:
        return self._most + 1

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[str]: ...
    def __getitem__(self, i: int | slice) -> str | Sequence[str]:
        return list(map(str, range(len(self))[i])) if isinstance(i, slice) else str(range(len(self))[i])

    def index(self, value: str, start: int = 0, stop: int = -1) -> int:
        """The number that a text is."""
        return int(value)


def text_of(draft: Draft) -> str:
    """The text that the parts make."""
    return "".join(part.before + part.value for part in draft)


def changed(draft: Draft, at: int, step: int) -> Draft:
    """The draft with another choice in one part: so many further on, round from the last to the first; numbers stop at the
    ends."""
    part = draft[at]
    index = part.choices.index(part.value) + step
    last = len(part.choices) - 1
    index = max(0, min(index, last)) if isinstance(part.choices, Numbers) else index % (last + 1)
    return (*draft[:at], part._replace(value=part.choices[index]), *draft[at + 1 :])


def cells(text: str, places: Sequence[tuple[int, int]], drawn: str) -> tuple[list[DraftPart], str]:
    """A part for each place, which one of the ``drawn`` characters fills, and what stands behind them in the text."""
    parts: list[DraftPart] = []
    before = ""
    for at, character in enumerate(text):
        if len(parts) == len(places):
            return parts, text[at:]
        if character in drawn:
            parts.append(DraftPart(character, drawn, *places[len(parts)], before))
            before = ""
        else:
            before += character
    return parts, ""


def last_word(rest: str, choices: Sequence[str], label: Phrase = TO_MOVE) -> Draft:
    """The part that a separator and the last word of a text are; none where there is no such word."""
    return (DraftPart(rest[1:], choices, before=rest[0], label=label),) if rest else ()


class DrawnGame(Game):
    """A game whose positions can be set up place by place. ``drawn`` are the characters that fill a place in the text of a
    position, first the one for an empty place; ``last_words`` what may stand behind the places, as who moves, and
    ``last_label`` what that says."""

    drawn: str = ".XO"
    last_words: tuple[str, ...] = ()
    last_label: Phrase = TO_MOVE

    @property
    def spots(self) -> Sequence[tuple[int, int]]:
        """Where the places are drawn, to the right and downwards, in the order of the text."""
        raise NotImplementedError

    def draft(self, text: str) -> Draft:
        """The text of a position in parts."""
        parts, rest = cells(text, self.spots, self.drawn)
        return (*parts, *last_word(rest, self.last_words, self.last_label))
