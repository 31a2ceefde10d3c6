"""The parts of a text for a screen, which names rows and keys, and for a command, which names commands."""

from __future__ import annotations

import re
from collections.abc import Mapping

PRINTED: Mapping[str, str] = {"open": "Enter", "subject": ":", "find": "/", "back": "<", "step": ">"}
"""The keys that the pages of studies name, as commands print them: the usual ones."""

_PLACE = re.compile(r"\{(screen|command):((?:[^{}]|\{[^{}]*\})*)\}")


def parted(text: str, *, screen: bool) -> str:
    """A text for a screen or for a command: of its fields ``{screen:...}`` and ``{command:...}`` those of the other
    are left out. Other fields may stand in them."""
    place = "screen" if screen else "command"
    return _PLACE.sub(lambda found: found[2] if found[1] == place else "", text) if "{" in text else text
