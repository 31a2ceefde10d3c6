"""What is typed, in the characters in which moves are written."""

from __future__ import annotations

import unicodedata


def normalised(text: str) -> str:
    """What is typed in the letters and digits of moves: full-width ones are the same as the others."""
    return unicodedata.normalize("NFKC", text)
