"""Which titles are those of the hall's own games: a game from a file that has one says where it is from."""

from __future__ import annotations

import re
from functools import cache

from core import games
from core.kits import KITS, plain
from tui import locale
from tui.text.catalogue import Language, in_language, say


def ours(title: str) -> bool:
    """Whether a game of the hall is called so, by its name in any language, its id or another name, in any size or
    without one, whatever stands between its letters."""
    return _folded(title) in _names()


@cache
def _names() -> frozenset[str]:
    names = [game.id for game in games.presets()]
    names += [name for kit in KITS.values() for name in (kit.id, *kit.aliases)]
    for code in locale.codes():
        with in_language(Language(code)):
            names += [say(game.name) for game in games.presets()]
    found = set(map(_folded, names))
    return frozenset(found | {name.removesuffix("0") for name in found})


_LOOKALIKES = str.maketrans("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u00d7", "aeopcyxix")
"""Cyrillic letters and the sign of multiplication by what they look like."""


def _folded(title: str) -> str:
    """A title as it is compared: as it is looked for, with every size the same, letters and digits alone."""
    sized = re.sub(r"\d+(?:[^\w.]*x?[^\w.]*\d+)*", "0", plain(title).translate(_LOOKALIKES))
    return re.sub(r"[^\w.]|_|\.(?!\d)", "", sized)
