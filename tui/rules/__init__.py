"""The rules pages: for each family of games ``FAMILY.md`` in English, and in ``LANGUAGE/FAMILY.md`` in other languages. Before
the page of its kind, a game of one's own says what its file says."""

from __future__ import annotations

import re
from importlib.resources import files

from core.game import Game
from core.kits import family
from tui.text.catalogue import _, language, say


def page(game: Game) -> str:
    """The rules page of a game as Markdown; empty where there is none."""
    return (_own(game) if game.content else "") + of_family(family(game.id))


def of_family(id: str) -> str:
    """The page that all games of a family share."""
    for place in (f"{language().code}/{id}.md", f"{id}.md"):
        file = files(__package__).joinpath(place)
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""


def _own(game: Game) -> str:
    """What a file says of its game: text, picture, and what is joined."""
    from core.own.game import OwnGame

    assert isinstance(game, OwnGame)
    definition, values = game.definition, game.definition.values
    parts = [_plain(definition.text), _plain(say(game.said()))]
    if "points" in values:
        parts.append(f"```\n{values['points']}\n```")
    for key, heading in (("lines", _("Lines")), ("edges", _("Edges"))):
        if key in values:
            parts.append(f"**{heading}.** {', '.join(values[key])}.")
    if definition.source:
        parts.append(f"**{_('Source')}.** {_plain(definition.source)}.")
    return "".join(f"{part}\n\n" for part in parts if part)


def _plain(text: str) -> str:
    """A text in which nothing is Markdown: it may come from anybody."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)
