"""Texts in lines of whole words."""

from __future__ import annotations

import textwrap


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of whole words; an empty text is one empty line, and a word that is too long keeps its line."""
    return textwrap.wrap(text, max(1, width), break_long_words=False, break_on_hyphens=False) or [""]
