"""Parity, multiples and Grundy values: the words of subtraction games."""

from __future__ import annotations

from core.explain.heaps import WIDTH, HeapWords, answer, leaving_value, value_rows
from core.explain.words import Notes
from core.game import State
from core.games.nim import Subtraction
from core.kinds.heaps import letter
from core.phrase import Phrase, phrase
from core.position import Position


class SubtractionWords(HeapWords[Subtraction]):
    """Explains a move by the plainest theory that its numbers have."""

    def value(self, s: State) -> int | None:
        """The Grundy value."""
        return self.game.grundy(s)

    def leaving(self, after: Position) -> Phrase | None:
        """What decides: whether the heap is odd, of which number it is a multiple, or its Grundy value."""
        game, left = self.game, after.state[0]
        numbers, single, wins = game.numbers, len(game.sizes) == 1, game.wins(after.state)
        if single and all(number % 2 for number in numbers) and 1 in numbers:
            return phrase("All numbers are odd, so what counts is whether {left} is odd.", left=left)
        if wins is None:
            return None
        if single and numbers == tuple(range(1, len(numbers) + 1)):
            return _leaving_multiple(game, after, len(numbers) + 1)
        if not game.misere:
            return leaving_value(game, [game.nim_values.of(heap) or 0 for heap in after.state[:-1]], after)
        if wins:
            return phrase(
                "It leaves {left}, a won number; the opponent answers {answer}.", left=left, answer=answer(game, after)
            )
        return phrase("It leaves {left}, a lost number.", left=left)

    def notes(self, position: Position) -> Notes | None:
        """The values of the heaps, or of one heap's last sizes."""
        game, s = self.game, position.state
        if position.outcome or game.wins(s) is None:
            return None
        if len(game.sizes) == 1:
            return _small_table(game, s[0])
        values = [(f"{letter(heap)} {size:,}", game.nim_values.of(size) or 0) for heap, size in enumerate(s[:-1])]
        return Notes(phrase("Grundy values"), value_rows(values))


def _leaving_multiple(game: Subtraction, after: Position, period: int) -> Phrase:
    """Of a heap from which every number up to a limit may be taken."""
    left = after.state[0]
    if game.wins(after.state):
        named = {"left": left, "period": period, "answer": answer(game, after)}
        if game.misere:
            return phrase(
                "It leaves {left}, not one more than a multiple of {period}: the answer {answer} makes it so.", **named
            )
        return phrase("It leaves {left}, not a multiple of {period}: the answer {answer} leaves one.", **named)
    if left == 1:
        return phrase("It leaves 1, which the opponent has to take.")
    if game.misere:
        return phrase(
            "It leaves {left}, one more than a multiple of {period}: answer k with {period} - k.",
            left=left,
            period=period,
        )
    return phrase("It leaves {left}, a multiple of {period}: answer k with {period} - k.", left=left, period=period)


def _small_table(game: Subtraction, heap: int) -> Notes:
    width = len(str(heap)) + 1
    sizes = range(max(0, heap - (WIDTH - 7) // width + 1), heap + 1)
    values = (
        ["+" if game.wins((size, 0)) else "-" for size in sizes]
        if game.misere
        else [str(game.nim_values.of(size)) for size in sizes]
    )
    rows = (
        phrase("sticks{sizes}", sizes="".join(f"{size:>{width}}" for size in sizes)),
        phrase("value {values}", values="".join(f"{value:>{width}}" for value in values)),
    )
    return Notes(phrase("Won or lost") if game.misere else phrase("Grundy values"), rows)
