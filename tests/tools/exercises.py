"""Find the exercises of the games that the hall lists, and write them to ``core/data/exercises.json``.

    python -m tests.tools.exercises [GAME ...]

It takes some minutes; the same program finds the same. With games named, only those are found anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.games import presets
from core.study.exercises import shelf
from core.study.exercises.finding import Exercise, course

FILE = Path(shelf.__file__).parents[2] / "data" / "exercises.json"


def main() -> None:
    """Find them, and write the file after each game."""
    named = sys.argv[1:]
    found: dict[str, tuple[Exercise, ...]] = {}
    if named:
        found = {game.id: shelf.exercises(game) for game in presets()}
    for game in presets():
        if not named or game.id in named:
            found[game.id] = course(game, effort=shelf.RARE.get(game.id, shelf.PATIENT))
            print(game.id, len(found[game.id]), flush=True)
            FILE.write_text(shelf.text_of(found), "utf-8")


if __name__ == "__main__":
    main()
