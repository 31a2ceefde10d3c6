"""The rules pages: for each family of games ``FAMILY.md`` in English, and in ``LANGUAGE/FAMILY.md`` in other languages."""

from __future__ import annotations

from importlib.resources import files

from core.game import Game
from core.kits import family
from tui.text.catalogue import language


def page(game: Game) -> str:
    """The rules page of a game as Markdown; empty where there is none."""
    name = f"{family(game.id)}.md"
    for place in (f"{language().code}/{name}", name):
        file = files(__package__).joinpath(place)
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""
