"""What the server of pages tells the process of a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

VARIABLE = "TRIQUI_PAGE"
"""The variable of a page's process that has its :class:`WebPage` in JSON."""
GAME_MESSAGE = "page_game"
"""The type of the message by which the process tells the server which game the page shows."""


@dataclass(frozen=True)
class WebPage:
    """A page of the hall in a browser."""

    game: str = ""
    """Id of the unfinished game to continue, empty for none."""
    light: bool = False
    """Whether the browser prefers light colours."""
    programs: tuple[str, ...] = ()
    """External programs that were named when the server was started."""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> WebPage | None:
        """The page of a process, None if no server of ours has started it."""
        text = environment.get(VARIABLE)
        if not text:
            return None
        found = json.loads(text)
        return cls(found["game"], found["light"], tuple(found["programs"]))

    @property
    def variable(self) -> dict[str, str]:
        """What the environment of its process has to have."""
        return {VARIABLE: json.dumps(asdict(self))}
