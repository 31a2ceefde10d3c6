"""Notes: a small table that shows what the theory of a game sees in a position."""

from __future__ import annotations

from typing import NamedTuple

from core.phrase import Phrase


class Notes(NamedTuple):
    """A title and rows of text, at most 34 columns wide, that read as a table."""

    title: Phrase
    rows: tuple[Phrase | str, ...]
