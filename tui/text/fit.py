"""Texts cut to the columns that there are, of which a Chinese character takes two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len

from tui.text.wrap import wrapped

_MORE = " …"
_AFTER_SENTENCE = re.compile(r"(?<=[.!?]) (?=[^\W\d_a-z])")


def clipped(text: str, width: int, height: int) -> list[str]:
    """The text in lines of whole words, at most so many, the last with the sign that there were more."""
    lines = wrapped(text, width)
    if len(lines) <= height or not height:
        return lines[:height]
    last = lines[height - 1]
    while cell_len(last) > width - 2 and " " in last:
        last = last[: last.rindex(" ")].rstrip()
    return [*lines[: height - 1], f"{last} …"]


def head(text: str, width: int) -> str:
    """As many of the text's characters as fit."""
    if cell_len(text) <= width:
        return text
    end = max(0, width)
    while end and cell_len(text[:end]) > width:
        end -= 1
    while cell_len(text[: end + 1]) <= width:  # what has no width of its own
        end += 1
    return text[:end]


def cut(text: str, width: int) -> str:
    """The text, or as many of its words as fit with the sign that there were more."""
    if cell_len(text) <= width:
        return text
    words = text.split(" ")
    while words and cell_len(" ".join(words) + _MORE) > width:
        words.pop()
    return " ".join(words) + _MORE if words else shorten(text, width)


def whole(text: str, width: int) -> str:
    """As many of the text's sentences as fit where they fill half the room, else as many of its words."""
    end = _end_of_whole(text, width)
    return text[:end] if end else cut(text, width)


def is_cut(text: str, width: int) -> bool:
    """Whether :func:`whole` cuts a sentence."""
    return not _end_of_whole(text, width)


def _end_of_whole(text: str, width: int) -> int:
    """The end of the last sentence that fits, 0 if less than half the room is filled then."""
    if cell_len(text) <= width:
        return len(text)
    ends = [found.start() for found in _AFTER_SENTENCE.finditer(text)]
    return max((end for end in ends if width // 2 <= cell_len(text[:end]) <= width), default=0)


def lines_of(text: str, width: int, height: int) -> list[str]:
    """As many of the text's sentences as fit in so many lines of whole words; of a first one that does not, its first words."""
    for end in [len(text), *(found.start() for found in reversed([*_AFTER_SENTENCE.finditer(text)]))]:
        lines = wrapped(text[:end], width)
        if len(lines) <= height:
            return lines
    return clipped(text, width, height)


def shorten(text: str, width: int) -> str:
    """The text, or as many of its characters as fit with the sign that there were more."""
    return text if cell_len(text) <= width else head(text, width - 1).rstrip() + "…"


def shared(texts: Sequence[str], width: int) -> list[str]:
    """The texts in so many columns together: what some of them leave the longer ones share equally."""
    rooms: dict[int, int] = {}
    columns = [cell_len(text) for text in texts]
    for index in sorted(range(len(texts)), key=columns.__getitem__):
        share = max(0, width - sum(rooms.values())) // (len(texts) - len(rooms))
        rooms[index] = min(columns[index], share)
    return [shorten(text, rooms[index]) for index, text in enumerate(texts)]
