"""What a move takes and leaves: the words that all games of heaps have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import TypeVar

from core.explain.words import Words
from core.game import Move, State
from core.kinds.heaps import HeapGame
from core.kinds.solved import SolvedGame
from core.phrase import Figures, Phrase, phrase
from core.position import Position

WIDTH = 34
"""Columns of a note."""
ROWS = 4
"""Heaps or runs that a note lists one to a row."""
_SUM = 28
"""Columns that the xor of what is left may take in a sentence."""
_SHORT, _LONG = 9, 14
"""Columns up to which a list of moves, and a sentence, name all heaps that are left."""


Heaps_co = TypeVar("Heaps_co", bound=HeapGame, covariant=True)


class HeapWords(Words[Heaps_co]):
    """Explains a move by what it leaves. A family says more by ``leaving`` and ``value``."""

    value_name = phrase("Grundy")
    """The heading of a column of values."""

    def leaving(self, after: Position) -> Phrase | None:
        """Why it is good or bad to leave a position that is not over."""
        return None

    def value(self, s: State) -> int | None:
        """The number that the theory gives a position, 0 where it is lost; None where there is none."""
        return None

    def valued(self, effect: Phrase, value: int) -> Phrase:
        """What a move leaves, with its value."""
        return phrase("{effect}, Grundy value {value}", effect=effect, value=value)

    def left(self, s: State) -> str:
        """What stands."""
        return Figures("-".join(f"{heap:,}" for heap in self.game.heaps(s)))

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move leaves, and what that means."""
        after = position.play(move)
        if after.outcome:
            won = after.outcome.winner == position.turn
            return phrase("It is the last move, and wins.") if won else phrase("It is the last move, and loses.")
        return self.leaving(after)

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The heap."""
        game = self.game
        if len(game.groups) == 1:
            return None
        names = game.letters(move // game.span)
        if len(names) > 1:
            return phrase("Look at both heaps.")
        return (
            phrase("Look at row {heap}.", heap=names) if game.numbered else phrase("Look at heap {heap}.", heap=names)
        )

    def column(self, position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
        """What each move leaves, with its value."""
        game, s = self.game, position.state
        short = len(self.left(s)) <= _SHORT
        width = max(6, len(self.left(s))) if short else len(f"A={max(game.heaps(s)):,}")
        counted = self.value(s) is not None and width <= _SHORT

        def cell(move: Move) -> str:
            after = game.play(s, move)
            heap = game.taken(s, move)[0].heap
            left = self.left(after) if short else f"{game.label(heap)}={game.heaps(after)[heap]:,}"
            return Figures(f"{left:<{width}}  {self.value(after)}" if counted else left)

        heading = phrase("leaves")
        if counted:
            heading = phrase("{leaves!s:<{width}}  {value}", leaves=heading, width=width, value=self.value_name)
        return heading, cell

    def effect(self, position: Position, move: Move, theory: bool) -> Phrase | None:
        """What a move takes and leaves."""
        game, s = self.game, position.state
        takes, after = game.taken(s, move), game.play(s, move)
        heap, left = takes[0].heap, self.left(after)
        values = {
            "move": position.name(move),
            "number": Figures(f"{takes[0].number:,}"),
            "heap": game.label(heap),
            "left": left if len(left) <= _LONG else Figures(f"{game.heaps(after)[heap]:,}"),
        }
        if len(takes) > 1:
            said = phrase("{move} takes {number} from both heaps, leaves {left}", **values | {"left": left})
        elif len(left) > _LONG and game.numbered:
            said = phrase("{move} takes {number} from row {heap}, leaves {left} in it", **values)
        elif len(left) > _LONG:
            said = phrase("{move} takes {number} from heap {heap}, leaves {left} in it", **values)
        elif game.numbered:
            said = phrase("{move} takes {number} from row {heap}, leaves {left}", **values)
        else:
            said = phrase("{move} takes {number} from heap {heap}, leaves {left}", **values)
        value = self.value(after) if theory else None
        return said if value is None else self.valued(said, value)


def answer(game: SolvedGame, after: Position) -> str:
    """The notation of the best answer, as the theory has it."""
    return after.name(game.winning_moves(after.state)[0])


def verdict(wins: bool | None) -> Phrase:
    """What a position is to the player to move."""
    return phrase("a win") if wins else phrase("a loss")


def leaving_value(game: SolvedGame, values: Sequence[int], after: Position) -> Phrase:
    """Why it is good or bad to leave heaps of these Grundy values."""
    value, sum_ = reduce(xor, values, 0), xor_sum(values)
    if value == 0 and sum_:
        return phrase("It leaves Grundy value 0, {sum}, as you can do every time.", sum=sum_)
    if value == 0:
        return phrase("It leaves Grundy value 0, as you can do every time.")
    if sum_:
        return phrase(
            "It leaves Grundy value {sum}; the answer {answer} makes it 0.", sum=sum_, answer=answer(game, after)
        )
    return phrase(
        "It leaves Grundy value {value}; the answer {answer} makes it 0.", value=value, answer=answer(game, after)
    )


def xor_sum(numbers: Sequence[int]) -> str:
    """``5 = 1 + 4`` where the xor is 0 and one number is the sum of the others, else ``3 xor 5 xor 6 = 0``; of another xor it
    comes first: ``3 = 2 xor 4 xor 5``. Zeros are left out. Empty where that is too long, or where there is but one number."""
    numbers = sorted(filter(None, numbers), reverse=True)
    if len(numbers) < 2:
        return ""
    total, (most, *others) = reduce(xor, numbers), numbers
    chain = " xor ".join(f"{number:,}" for number in reversed(numbers))
    if total:
        said = f"{total:,} = {chain}"
    elif most == sum(others):
        said = f"{most:,} = {' + '.join(f'{number:,}' for number in reversed(others))}"
    else:
        said = f"{chain} = 0"
    return Figures(said) if len(said) <= _SUM else ""


def value_rows(named: Sequence[tuple[str, int]]) -> tuple[Phrase | str, ...]:
    """Grundy values with their xor; of many only the first."""
    width = max(len(name) for name, _value in named)
    rows: list[Phrase | str] = [Figures(f"{name:<{width}}   {value:>2}") for name, value in named[:ROWS]]
    if len(named) > ROWS:
        rows[-1] = "..."
    total = reduce(xor, (value for _name, value in named))
    rows.append(phrase("{total}   {verdict}", total=f"{'xor':<{width}}   {total:>2}", verdict=verdict(total != 0)))
    return tuple(rows)
