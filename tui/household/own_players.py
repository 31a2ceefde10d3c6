"""Python players of one's own: the files in the folder for them, each of which is a choice wherever it plays the game."""

from __future__ import annotations

from pathlib import Path

from core.engines.dialects import PYTHON
from core.game import Game
from core.players.opponents import Opponent, parse
from tui.household.surroundings import PLAYERS

ENDING = ".py"
MAX_FILES = 200
"""Maximum number of files of the folder that are read, the first by their names."""


def folder(data: Path) -> Path:
    """The folder for Python players in that of the data."""
    return data / PLAYERS


def in_folder(path: Path | None, game: Game) -> list[Opponent]:
    """The players of a folder that play a game, by the names of their files; none if it is missing or cannot be read."""
    try:
        files = sorted(file for file in path.iterdir() if file.suffix == ENDING) if path else []
    except OSError:
        return []
    players = (parse(f"{PYTHON}:{file}") for file in files[:MAX_FILES] if not file.name.startswith("."))
    return [player for player in players if player and player.plays(game)]
