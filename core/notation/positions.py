"""Positions in the ways that people write them, for games on rows of cells::

    X.O/.X./..O     our own form      xo1/1x1/2o     a number for so many empty cells      xo_-x-o__     without rows

Empty cells are ``.``, ``_``, ``-`` or ``*``, marks also ``b`` and ``w`` or ``●`` and ``○``; rows end with ``/`` or a line.
"""

from __future__ import annotations

import re

from core.errors import BadNotation
from core.game import Game
from core.kinds.faces import ColumnsGame, GridGame
from core.position import Position

MAX_LETTERS = 4_000
"""Maximum length of a position, in characters."""
_MARKS = str.maketrans("xXbB●oOwW○._-*", "XXXXXOOOOO....")


def read(text: str, game: Game) -> Position:
    """The position of a text. Raises BadNotation."""
    plain = text.strip()
    if len(plain) > MAX_LETTERS:
        raise BadNotation("A position has at most {most} characters.", most=f"{MAX_LETTERS:,}")
    try:
        return Position.from_text(game, plain)
    except BadNotation as error:
        rows = _rows(plain, game)
        if rows is None:
            raise
        try:
            return Position.from_text(game, rows)
        except BadNotation as better:
            raise better from error


def _rows(text: str, game: Game) -> str | None:
    """A text in our own form, if it has as many cells as the game; else None."""
    if not isinstance(game, GridGame | ColumnsGame):
        return None
    rows = game.rows * (game.layers if isinstance(game, GridGame) else 1)
    cells = re.sub(r"[0-9]{1,3}", lambda found: "." * int(found[0]), text)
    cells = re.sub(r"[/|\s]+", "", cells).translate(_MARKS)
    if len(cells) != game.columns * rows or set(cells) - set("XO."):
        return None
    return "/".join(cells[row : row + game.columns] for row in range(0, len(cells), game.columns))
