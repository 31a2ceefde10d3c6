"""What all games of one's own have in common, whatever is played."""

from __future__ import annotations

from collections.abc import Mapping

from core.game import Game
from core.own.definition import Definition
from core.own.symmetries import Group
from core.phrase import FileTitle, Phrase, phrase


class OwnGame(Game):
    """A game that a ``definition`` makes: it gives the id, the content that travels, the name, and the rules in short where it
    has a text."""

    definition: Definition

    def define(self, definition: Definition, board: Phrase) -> None:
        """Take what every definition says, and in a few words what it is played on."""
        self._board = board
        self.definition, self.content, self.id = definition, definition.content, definition.id
        self.name = Phrase("{title}", {"title": FileTitle(definition.title)})
        self.rules = Phrase("{text}", {"text": definition.text}) if definition.text else self.said()

    def said(self) -> Phrase:
        """The rules in short, as the values of the definition have them."""
        raise NotImplementedError

    @property
    def in_words(self) -> Phrase:
        """The rules as the values of the definition have them, whatever its title and its text say."""
        return phrase("From a file: {board}. {rules}", board=self._board, rules=self.said())

    def counts(self) -> Mapping[str, int]:
        """How many points, lines, edges or heaps there are, by these words."""
        raise NotImplementedError

    @property
    def group(self) -> Group | None:
        """The symmetries of the board; None where nobody looks for any."""
        return None
