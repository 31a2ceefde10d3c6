"""The rules pages: for each family of games ``FAMILY.md`` in English, and in ``LANGUAGE/FAMILY.md`` in other languages."""

from __future__ import annotations

from importlib.resources import files

from core.game import Game
from tui.texts import language


def page(game: Game) -> str:
    """The rules page of a game as Markdown; empty where there is none."""
    family = game.id.partition("/")[0].partition(":")[0]
    for name in (f"{language()}/{family}.md", f"{family}.md"):
        file = files(__package__).joinpath(name)
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""
