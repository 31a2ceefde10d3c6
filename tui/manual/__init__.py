"""The manual: a page for each topic, ``LANGUAGE/TOPIC.md``, for the command ``help``, the man page and the help of the screens.

A page is written in a little Markdown: headings, paragraphs, blocks of code, and bullets, of which those that begin with a
code and a colon are the rows of a table. A line ``{name}`` stands for what the hall's own tables say, so that it cannot become
untrue, and ``{key:undo}`` for the key of an action.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files

from core import engines, games, strategies
from core.engines.dialects import SPOKEN
from core.kits import KITS
from core.players import opponents
from core.records.strengths import measured
from tui.household.settings import SETTINGS
from tui.locale import ENGLISH
from tui.text.catalogue import _, figures, language, say, with_keys
from tui.text.keys import KEYS
from tui.text.words import name, variants

TOPICS = (
    *(
        "games",
        "players",
        "engines",
        "panel",
        "review",
        "tournaments",
        "keys",
        "hall",
        "plain",
        "browser",
        "serving",
        "files",
        "formats",
        "protocols",
    ),
    *("own", "python", "certificates", "api", "versions", "exit"),
)
"""In the order of the man page."""


def page(topic: str) -> str:
    """The page of a topic as Markdown, in the reader's language."""
    texts = files(__package__)
    file = texts.joinpath(f"{language().code}/{topic}.md")
    if not file.is_file():
        file = texts.joinpath(f"{ENGLISH}/{topic}.md")
    text = file.read_text(encoding="utf-8")
    for field, rows in TABLES.items():
        mark = f"\n{{{field}}}\n"
        if mark in text:
            text = text.replace(mark, "\n" + "\n".join(f"- {row}" for row in rows()) + "\n")
    return with_keys(text)


def title(topic: str) -> str:
    """The heading of a page."""
    return page(topic).partition("\n")[0].removeprefix("# ")


def _games() -> Iterable[str]:
    return (f"`{game.id}`: {name(game)}. {say(game.rules)}" for game in games.presets())


def _levels() -> Iterable[str]:
    """As a game has them in which no theory and no table takes the place of search."""
    game = games.get("gomoku")
    levels = (player for player in opponents.players(game) if player.level)
    return (f"`{player.text}`: {say(player.summary(game))}" for player in levels)


def _gaps() -> Iterable[str]:
    """How far apart the levels of each game are, as ``tests.tools.levels`` has measured it: of each level against the one below
    that the game tells apart its share of the points, with the 95 % interval."""
    for id, (count, gaps) in measured().items():
        yield f"`{id}`: {count}; " + ", ".join(f"{level} {figures(gap)}" for level, gap in gaps.items())


def _strategies() -> Iterable[str]:
    for id, made in strategies.STRATEGIES.items():
        families = ", ".join(kit.id for kit in KITS.values() if id in kit.strategies.split())
        yield f"`{id}`: {say(made().summary)} ({families})"
    game = games.get("gomoku")
    yield f"`{opponents.LOSER}`: {say(opponents.player(opponents.LOSER, game).summary(game))}"


def _engines() -> Iterable[str]:
    return (f"`{engine}`: {say(engines.facts(engine).summary)}" for engine in engines.NAMES)


def _keys() -> Iterable[str]:
    for action, key in KEYS.items():
        shown = _(key.display) or key.usual.replace(",", ", ")
        yield f"`{shown}`: {say(key.label)} (`{action}`)"


def _settings() -> Iterable[str]:
    """Each with its usual value and what it does, but for the tables; TOML writes these values as JSON does."""
    for setting in SETTINGS.values():
        if not setting.kind.table:
            usual = json.dumps(False if setting.usual is None else setting.usual)
            yield f"`{setting.name}`: {usual}. {say(setting.what)}"


TABLES: Mapping[str, Callable[[], Iterable[str]]] = {
    "games": _games,
    "forms": lambda: map(variants, games.FAMILIES.values()),
    "levels": _levels,
    "gaps": _gaps,
    "strategies": _strategies,
    "engines": _engines,
    "keys": _keys,
    "settings": _settings,
    "protocols": lambda: (f"`{protocol}`: {say(made_for)}" for protocol, (_plays, made_for) in SPOKEN.items()),
}
"""What a line of a page stands for: the texts of the bullets that take its place."""
