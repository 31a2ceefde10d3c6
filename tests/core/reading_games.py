"""Games of a text, for tests: all of them as stored, or the first error."""

from __future__ import annotations

from core import notation
from core.store.rows import Stored


def read(text: str, now: float) -> list[Stored]:
    """The games of a text in any format. Raises BadGames."""
    return [each.stored for each in notation.read(text, now)]
