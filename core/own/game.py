"""What all games of one's own have in common, whatever is played."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Game
from core.own.definition import Definition
from core.own.symmetries import Group
from core.phrase import Phrase


class OwnGame(Game):
    """A game that a ``definition`` makes: it gives the id, the content that travels, the name, and the rules in short where it
    has a text."""

    definition: Definition

    def define(self, definition: Definition) -> None:
        """Take what every definition says."""
        self.definition, self.content, self.id = definition, definition.content, definition.id
        self.name = Phrase("{title}", {"title": definition.title})
        self.rules = Phrase("{text}", {"text": definition.text}) if definition.text else self.said()

    def said(self) -> Phrase:
        """The rules in short, as the values of the definition have them."""
        raise NotImplementedError

    def counts(self) -> Mapping[str, int]:
        """How many points, lines, edges or heaps there are, by these words."""
        raise NotImplementedError

    @property
    def group(self) -> Group | None:
        """The symmetries of the board; None where nobody looks for any."""
        return None
