"""Games of one's own: a text becomes a definition, which is checked, named by what it holds, and known from then on.

``triqui help own`` tells how a file is written. This room reads and checks it; the rules of such games stand in
:mod:`core.games`, a file for each kind.
"""

from __future__ import annotations

from core.own.definition import Definition, NotOwn
from core.own.library import find, gallery, known, new_games, offer, only, register, shown
from core.own.reading import MAX_BYTES, BadOwnFile, read, taken

__all__ = [
    "MAX_BYTES",
    "BadOwnFile",
    "Definition",
    "NotOwn",
    "find",
    "gallery",
    "known",
    "new_games",
    "offer",
    "only",
    "read",
    "register",
    "shown",
    "taken",
]
