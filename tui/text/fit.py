"""Texts in the room that there is: the one place where they are wrapped and cut. A character is one column wide."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

_MORE = " ..."
_AFTER_SENTENCE = re.compile(r"(?<=[.!?]) (?=[^\W\d_a-z])")


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of whole words; an empty text is one empty line, and a word that is too long keeps its line."""
    return textwrap.wrap(text, max(1, width), break_long_words=False, break_on_hyphens=False) or [""]


def clipped(text: str, width: int, height: int) -> list[str]:
    """The text in lines of whole words, at most so many, the last with the sign that there were more."""
    lines = wrapped(text, width)
    if len(lines) <= height or not height:
        return lines[:height]
    last = lines[height - 1]
    while len(last) > width - 2 and " " in last:
        last = last[: last.rindex(" ")].rstrip()
    return [*lines[: height - 1], f"{last} …"]


def cut(text: str, width: int) -> str:
    """The text, or as many of its words as fit with the sign that there were more."""
    if len(text) <= width:
        return text
    return textwrap.shorten(text, max(width, len(_MORE)), break_on_hyphens=False, placeholder=_MORE)


def whole(text: str, width: int) -> str:
    """As many of the text's sentences as fit where they fill half the room, else as many of its words."""
    if len(text) <= width:
        return text
    ends = [found.start() for found in _AFTER_SENTENCE.finditer(text) if width // 2 <= found.start() <= width]
    return text[: ends[-1]] if ends else cut(text, width)


def shorten(text: str, width: int) -> str:
    """The text, or as many of its characters as fit with the sign that there were more."""
    return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + "…"


def shared(texts: Sequence[str], width: int) -> list[str]:
    """The texts in so many columns together: what some of them leave the longer ones share equally."""
    rooms: dict[int, int] = {}
    for index in sorted(range(len(texts)), key=lambda index: len(texts[index])):
        share = max(0, width - sum(rooms.values())) // (len(texts) - len(rooms))
        rooms[index] = min(len(texts[index]), share)
    return [shorten(text, rooms[index]) for index, text in enumerate(texts)]
