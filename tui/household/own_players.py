"""The user's Python players: files of a folder, each a choice in every game that it plays."""

from __future__ import annotations

from contextlib import suppress
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


def files(folder: Path) -> list[Path]:
    """The Python files of a folder, by name; none if it is missing or cannot be read."""
    with suppress(OSError):
        found = (file for file in folder.iterdir() if file.suffix == ENDING and not file.name.startswith("."))
        return sorted(found)[:MAX_FILES]
    return []


def in_folder(path: Path | None, game: Game) -> list[Opponent]:
    """The players of a folder that play a game, by the names of their files."""
    players = (parse(f"{PYTHON}:{file}") for file in (files(path) if path else ()))
    return [player for player in players if player and player.plays(game)]
