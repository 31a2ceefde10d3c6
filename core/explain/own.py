"""The words of games of one's own: those of the games that they are like, without what these say of their boards."""

from __future__ import annotations

from core.explain.heaps import HeapWords, leaving_value, value_rows
from core.explain.mnk import LineWords, MisereWords, WildWords
from core.explain.morris import SlideWords
from core.explain.words import Notes, Words
from core.game import Move, State
from core.games.own_heaps import OwnHeaps
from core.games.own_lines import OwnEither, OwnLines
from core.games.own_slides import OwnSlides
from core.kinds.lines import MarkGame
from core.phrase import Phrase, phrase
from core.position import Position


def line_words(game: OwnLines | OwnEither) -> Words[MarkGame]:
    """The words of a game in which each player has marks, of one in which a line loses, or of one with either mark. Where marks
    fall a line that lacks a mark is no threat as long as nothing can fall there, and nothing is said of lines."""
    if game.gravity:
        return Words(game)
    if isinstance(game, OwnEither):
        return _EitherWords(game)
    assert isinstance(game, OwnLines)
    return _MisereWords(game) if game.misere else OwnLineWords(game)


def _through(game: MarkGame, cell: int) -> int:
    """How many lines go through a point."""
    return sum(line >> cell & 1 for line in game.lines)


def _where(game: MarkGame, cell: int) -> Phrase | None:
    """How many lines go through the point of a move; None where that is the same for all."""
    count = _through(game, cell)
    if all(_through(game, other) == count for other in range(game.cell_count)):
        return None
    return phrase("Look at the points with this many lines through them: {count}.", count=count)


class OwnLineWords(LineWords):
    """Where marks of one's own are to make a line: what there is to say of any lines."""

    shapes = {}  # noqa: RUF012 (no board is known on which rows have names)

    def where(self, position: Position, move: Move) -> Phrase | None:
        return _where(self.game, move)


class _MisereWords(MisereWords):
    def where(self, position: Position, move: Move) -> Phrase | None:
        return _where(self.game, move)


class _EitherWords(WildWords):
    def where(self, position: Position, move: Move) -> Phrase | None:
        return _where(self.game, self.game.cell(move))


class OwnSlideWords(SlideWords[OwnSlides]):
    """Lines that are made, threatened, blocked or allowed, and who runs out of moves."""


class OwnHeapWords(HeapWords[OwnHeaps]):
    """Nim-values, where they are known."""

    value_name = phrase("nim-value")

    def value(self, s: State) -> int | None:
        return self.game.grundy(s)

    def leaving(self, after: Position) -> Phrase | None:
        values = self._values(after.state)
        return None if values is None else leaving_value(self.game, values, after)

    def notes(self, position: Position) -> Notes | None:
        """The nim-values of the heaps, and the period where one shows."""
        game, values = self.game, self._values(position.state)
        if position.outcome or values is None:
            return None
        named = [
            (f"{game.label(heap)} {size}", value)
            for heap, (size, value) in enumerate(zip(position.state, values, strict=False))
        ]
        rows = value_rows([each for each in named if not each[0].endswith(" 0")] or named)
        found = game.nim_values.period
        if found:
            rows = (*rows, phrase("period {period} after {preperiod}", period=found[0], preperiod=found[1]))
        return Notes(phrase("Nim-values"), rows)

    def _values(self, s: State) -> list[int] | None:
        """The nim-value of every heap; None where one is not known."""
        if self.game.grundy(s) is None:
            return None
        return [self.game.nim_values.of(size) or 0 for size in s[:-1]]
