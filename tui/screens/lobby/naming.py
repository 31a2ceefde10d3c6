"""The line in which a person chooses a name for the hall."""

from __future__ import annotations

from typing import ClassVar

from core.phrase import Phrase, phrase
from tui.game.link import Link
from tui.screens.base.dialogs import OneLine

MAX_NAME = 16
"""Characters of a name."""


class Naming(OneLine):
    """A name to be written, which the hall may refuse."""

    LEAVES: ClassVar[Phrase] = phrase("not now")

    def __init__(self, link: Link, proposed: str) -> None:
        question = phrase("What is your name here? Letters a to z, digits, - and _; you can change it once a day.")
        super().__init__(question, proposed, MAX_NAME)
        self._link = link

    async def refuse(self, written: str) -> None:
        """Ask the hall for the name."""
        await self._link.send("name", text=written)
