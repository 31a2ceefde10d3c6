"""Write the rows of the games that the hall lists to ``core/data/listed.json``.

    python -m tests.tools.listed

A preset needs it that is new, or whose name or known result has changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import core
from core.game import Game
from core.games import presets
from core.phrase import phrase_out

FILE = Path(core.__file__).parent / "data" / "listed.json"


def row(game: Game) -> str:
    """The row of a game: its id, its name, and the verdict, the plies and their bound of best play."""
    known = game.known and [game.known.verdict, game.known.plies, game.known.within]
    return json.dumps([game.id, phrase_out(game.name), known], ensure_ascii=False)


def text() -> str:
    """The text of the file."""
    return "[\n" + ",\n".join(map(row, presets())) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
