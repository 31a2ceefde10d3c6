"""What the tests of tints share, those that take long and those that do not."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES

from tests.tui.colours import ground_letters
from tests.tui.goldens import check_board
from tests.tui.hall import Visit
from tui.drawing.theme import OWN

PEOPLE = ("human", "human")


MIXED = [theme for theme in (*OWN, *BUILTIN_THEMES.values()) if not theme.name.startswith("ansi")]
"""Themes whose colours can be mixed."""


async def look(visit: Visit, name: str) -> None:
    check_board(f"tints-{name}", visit, ground_letters)
