"""Sums of Fibonacci numbers: the words of Fibonacci Nim."""

from __future__ import annotations

from core.explain.heaps import WIDTH, HeapWords, answer
from core.explain.words import Notes
from core.games.fibonacci_nim import FibonacciNim, zeckendorf
from core.phrase import Figures, Phrase, phrase
from core.position import Position


class FibonacciNimWords(HeapWords[FibonacciNim]):
    """Explains a move by the least Fibonacci part of what it leaves."""

    def leaving(self, after: Position) -> Phrase | None:
        """Whether the least part may be taken."""
        game, (heap, most, _turn) = self.game, after.state
        if game.wins(after.state):
            return phrase(
                "It leaves {left}; {answer} takes the smallest of its Fibonacci parts.",
                left=heap,
                answer=answer(game, after),
            )
        return phrase(
            "It leaves {left}: its smallest part, {part}, is more than the {most} allowed.",
            left=heap,
            part=zeckendorf(heap)[0],
            most=most,
        )

    def notes(self, position: Position) -> Notes | None:
        """The sum of Fibonacci numbers, cut where it is too long, and what may be taken."""
        if position.outcome:
            return None
        heap, most, _turn = position.state
        said = f"{heap:,} ="
        parts = zeckendorf(heap)
        while parts and len(said) + len(f" {parts[-1]} +") + 3 <= WIDTH:
            said += f" {parts.pop()}" + " +" * bool(parts)
        rows = (
            Figures(said + " ..." * bool(parts)),
            phrase("you may take up to {most}", most=Figures(f"{min(heap, most):,}")),
        )
        return Notes(phrase("Fibonacci sum"), rows)
