"""Find the exercises of the games that the hall lists, and write them to ``core/data/exercises.json``.

    python -m tests.tools.exercises [GAME ...]

It takes some minutes; the same program finds the same. With games named, only those are found anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from core.games import presets
from core.study.exercises import shelf
from core.study.exercises.finding import Effort, Exercise, course

FILE = Path(shelf.__file__).parents[2] / "data" / "exercises.json"
PATIENT = Effort(500, 3.0, 120)
"""The limits of the search for exercises."""
RARE = {"ultimate": Effort(5_000, 12.0, 1_000)}
"""The limits for games with rare kinds of exercises."""


def text_of(found: dict[str, tuple[Exercise, ...]]) -> str:
    """The text of the file, a line for each exercise."""
    games = []
    for id, listed in found.items():
        rows = (
            json.dumps([each.moves, each.kind, each.answer, each.plies, each.ground.value], ensure_ascii=False)
            for each in listed
        )
        games.append(f"{json.dumps(id)}: [" + ",".join(f"\n  {row}" for row in rows) + "]")
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Find them, and write the file after each game."""
    named = sys.argv[1:]
    found: dict[str, tuple[Exercise, ...]] = {}
    if named:
        found = {game.id: shelf.exercises(game) for game in presets()}
    for game in presets():
        if not named or game.id in named:
            found[game.id] = course(game, effort=RARE.get(game.id, PATIENT))
            print(game.id, len(found[game.id]), flush=True)
            FILE.write_text(text_of(found), "utf-8")


if __name__ == "__main__":
    main()
