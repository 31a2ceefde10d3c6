"""The nim-sum, and the singles at the end of misere play: the words of nim."""

from __future__ import annotations

from functools import reduce
from operator import xor

from core.explain.heaps import ROWS, WIDTH, HeapWords, answer, verdict, xor_sum
from core.explain.words import Notes
from core.game import State
from core.games.nim import Nim
from core.kinds.heaps import letter
from core.phrase import Phrase, phrase
from core.position import Position


class NimWords(HeapWords[Nim]):
    """Explains a move by the nim-sum that it leaves."""

    value_name = phrase("xor")

    def value(self, s: State) -> int | None:
        """The nim-sum."""
        return self.game.grundy(s)

    def valued(self, effect: Phrase, value: int) -> Phrase:
        """What a move leaves, with its nim-sum."""
        return phrase("{effect}, nim-sum {value}", effect=effect, value=value)

    def leaving(self, after: Position) -> Phrase | None:
        """The nim-sum, or how many singles there are."""
        game, heaps = self.game, after.state[:-1]
        wins, value, high = game.wins(after.state), game.grundy(after.state), sum(heap > 1 for heap in heaps)
        if game.misere and not high:
            if wins:
                return phrase("It leaves an even number of single sticks: the last is yours.")
            return phrase("It leaves an odd number of single sticks: the last is not yours.")
        if game.misere and high == 1:
            return phrase(
                "It leaves one high heap; {answer} leaves an odd number of singles.", answer=answer(game, after)
            )
        sum_ = xor_sum(heaps)
        if wins and sum_:
            return phrase(
                "It leaves nim-sum {sum}; the answer {answer} makes it 0.", sum=sum_, answer=answer(game, after)
            )
        if wins:
            return phrase(
                "It leaves nim-sum {value}; the answer {answer} makes it 0.", value=value, answer=answer(game, after)
            )
        if game.misere and sum_:
            return phrase("It leaves nim-sum 0, {sum}, as you can do while two heaps are higher than 1.", sum=sum_)
        if game.misere:
            return phrase("It leaves nim-sum 0, as you can do while two heaps are higher than 1.")
        if sum_:
            return phrase("It leaves nim-sum 0, {sum}, as you can do every time.", sum=sum_)
        return phrase("It leaves nim-sum 0, as you can do every time.")

    def notes(self, position: Position) -> Notes | None:
        """The heaps and their xor in binary; beyond a few heaps those that are left, or only the highest."""
        game, s = self.game, position.state
        if position.outcome:
            return None
        heaps = [(letter(heap), size) for heap, size in enumerate(s[:-1])]
        if len(heaps) > ROWS:
            heaps = [(name, size) for name, size in heaps if size]
        digits = max(len(str(size)) for _name, size in heaps)
        bits = max(size for _name, size in heaps).bit_length()
        long = 6 + digits + bits > WIDTH - 8

        def row(name: str, size: int) -> str:
            if long:
                return f"{name:<4} {size:>{digits}}  {size:0{bits}b}"
            return f"{name:<6}  {size:>{digits + 1}}   {size:0{bits}b}"

        shown = heaps
        if len(heaps) > ROWS:
            shown = sorted(heaps, key=lambda heap: -heap[1])[: ROWS - 1]
        rows: list[Phrase | str] = [
            row(name, size) if long else phrase("heap {name}{size}", name=name, size=row("", size)[6:])
            for name, size in shown
        ]
        if len(heaps) > len(shown):
            rows.append(row("rest", reduce(xor, (size for name, size in heaps if (name, size) not in shown))))
        if len(rows) < ROWS:
            rows.append(" " * (digits + (7 if long else 11)) + "-" * (bits + (0 if long else 2)))
        total, said = row("xor", game.grundy(s)), _said(game, s)
        fits = len(total) + 3 + len(str(said)) <= WIDTH
        rows.append(phrase("{total}   {said}", total=total, said=said) if fits else total)
        return Notes(phrase("Nim-sum"), tuple(rows))


def _said(game: Nim, s: State) -> Phrase:
    wins, value = game.wins(s), game.grundy(s)
    if wins != (value != 0):
        return phrase("singles: {verdict}", verdict=verdict(wins))
    return phrase("not 0: a win") if wins else phrase("0: a loss")
