"""Nim-sum, Grundy value, lost pairs: the words of the games of heaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from core.explain.words import Notes, Words
from core.game import Move, State
from core.games.fibonacci_nim import FibonacciNim, zeckendorf
from core.games.kayles import Kayles, run_grundy
from core.games.nim import Nim, Subtraction
from core.games.wythoff import Wythoff
from core.heaps import HeapGame, SolvedGame, letter
from core.phrase import Phrase, phrase
from core.position import Position

WIDTH = 34
"""Columns of a note."""
_ROWS = 4
"""Heaps or runs that a note lists one to a row."""
_SHORT, _LONG = 9, 14
"""Columns up to which a list of moves, and a sentence, name all heaps that are left."""
_PAIRS = ("1-2", "3-5", "4-7", "6-10", "8-13", "9-15")


class HeapWords(Words):
    """Explains the games by their theory. ``effect`` and ``column`` say what a move leaves."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move leaves, and what that means."""
        game, after = position.game, position.play(move)
        if after.outcome:
            won = after.outcome.winner == position.turn
            return phrase("It is the last move, and wins.") if won else phrase("It is the last move, and loses.")
        if isinstance(game, Nim):
            return _why_nim(game, after)
        if isinstance(game, Subtraction):
            return _why_subtraction(game, after)
        if isinstance(game, Kayles):
            return _why_kayles(game, after)
        if isinstance(game, Wythoff):
            return _why_wythoff(game, after)
        return _why_fibonacci(game, after) if isinstance(game, FibonacciNim) else None

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The heap."""
        game = position.game
        assert isinstance(game, HeapGame)
        if len(game.groups) == 1:
            return None
        names = game.letters(move // game.span)
        return phrase("Look at heap {heap}.", heap=names) if len(names) == 1 else phrase("Look at both heaps.")

    def column(self, position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
        """What each move leaves, with its nim-sum or Grundy value."""
        return _column(position)

    def effect(self, position: Position, move: Move, theory: bool) -> Phrase | None:
        """What a move takes and leaves."""
        return _effect(position, move, theory)

    def notes(self, position: Position) -> Notes | None:
        """The heaps in binary with their xor, or what else the theory counts."""
        game, s = position.game, position.state
        if position.outcome:
            return None
        if isinstance(game, Nim):
            return Notes(phrase("Nim-sum"), tuple(_binary(game, s)))
        if isinstance(game, Subtraction):
            return _subtraction_notes(game, s)
        if isinstance(game, Kayles):
            runs = [(name, run_grundy(length, game.takes)) for name, length in _runs(game, s)]
            return None if game.misere else Notes(phrase("Grundy values"), tuple(_values(runs, game.wins(s))))
        if isinstance(game, Wythoff):
            pairs = phrase("lost: {pairs} ...", pairs=" ".join(_PAIRS[:5]))
            return Notes(phrase("Golden ratio"), (pairs, phrase("here: {heaps}", heaps=_left(game, s))))
        if isinstance(game, FibonacciNim):
            parts = " + ".join(map(str, reversed(zeckendorf(s[0]))))
            rows = (f"{s[0]:,} = {parts}"[:WIDTH], phrase("you may take up to {most}", most=f"{min(s[0], s[1]):,}"))
            return Notes(phrase("Fibonacci sum"), rows)
        return None


def _effect(position: Position, move: Move, theory: bool) -> Phrase | None:
    """What a move takes and leaves, and with ``theory`` what that is worth by it; None where nothing is counted."""
    game = position.game
    if not isinstance(game, HeapGame):
        return None
    s, takes = position.state, game.taken(position.state, move)
    after = game.play(s, move)
    heap, left = takes[0].heap, _left(game, after)
    values = {
        "move": position.name(move),
        "number": f"{takes[0].number:,}",
        "heap": letter(heap),
        "left": left if len(left) <= _LONG else f"{game.heaps(after)[heap]:,}",
    }
    if len(takes) > 1:
        said = phrase("{move} takes {number} from both heaps, leaves {left}", **values | {"left": left})
    elif len(left) > _LONG:
        said = phrase("{move} takes {number} from heap {heap}, leaves {left} in it", **values)
    elif game.numbered:
        said = phrase("{move} takes {number} from row {heap}, leaves {left}", **values)
    else:
        said = phrase("{move} takes {number} from heap {heap}, leaves {left}", **values)
    value = _grundy(game, after) if theory else None
    if value is None:
        return said
    if isinstance(game, Nim):
        return phrase("{effect}, nim-sum {value}", effect=said, value=value)
    return phrase("{effect}, Grundy value {value}", effect=said, value=value)


def _column(position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
    """A column for a list of moves: its heading, and what it says of a move; None where nothing is counted."""
    game, s = position.game, position.state
    if not isinstance(game, HeapGame):
        return None
    short = len(_left(game, s)) <= _SHORT
    width = max(6, len(_left(game, s))) if short else len(f"A={max(game.heaps(s)):,}")
    counted = _grundy(game, s) is not None and width <= _SHORT

    def cell(move: Move) -> str:
        after = game.play(s, move)
        heap = game.taken(s, move)[0].heap
        left = _left(game, after) if short else f"{letter(heap)}={game.heaps(after)[heap]:,}"
        return f"{left:<{width}}  {_grundy(game, after)}" if counted else left

    heading = phrase("leaves")
    if counted:
        value = phrase("xor") if isinstance(game, Nim) else phrase("Grundy")
        heading = phrase("{leaves}  {value}", leaves="leaves".ljust(width), value=value)
    return heading, cell


def _left(game: HeapGame, s: State) -> str:
    """What stands: the heaps, or the runs of pins."""
    if isinstance(game, Kayles):
        return "-".join(str(length) for _name, length in _runs(game, s)) or "0"
    return "-".join(f"{heap:,}" for heap in game.heaps(s))


def _grundy(game: HeapGame, s: State) -> int | None:
    return game.grundy(s) if isinstance(game, Nim | Subtraction | Kayles) else None


def _answer(game: SolvedGame, after: Position) -> str:
    """The notation of the best answer, as the theory has it."""
    return after.name(game.winning_moves(after.state)[0])


# Why.


def _why_nim(game: Nim, after: Position) -> Phrase:
    heaps = after.state[:-1]
    wins = game.wins(after.state)
    if game.misere and max(heaps) <= 1:
        if wins:
            return phrase("It leaves an even number of single sticks: the last is yours.")
        return phrase("It leaves an odd number of single sticks: the last is not yours.")
    value = game.grundy(after.state)
    if not wins:
        return phrase("It leaves a nim-sum of 0, as you can every time.")
    if value == 0 or (game.misere and sum(heap > 1 for heap in heaps) == 1):
        return phrase("It leaves one high heap; {answer} leaves an odd number of singles.", answer=_answer(game, after))
    return phrase(
        "It leaves a nim-sum of {value}; the answer {answer} makes it 0.", value=value, answer=_answer(game, after)
    )


def _why_subtraction(game: Subtraction, after: Position) -> Phrase | None:
    numbers, left = game.numbers, after.state[0]
    single = len(after.state) == 2
    if single and all(number % 2 for number in numbers) and 1 in numbers:
        return phrase("All numbers are odd, so only whether {left} is odd counts.", left=left)
    wins = game.wins(after.state)
    if wins is None:
        return None
    if single and numbers == tuple(range(1, len(numbers) + 1)):
        values = {"left": left, "period": len(numbers) + 1, "answer": _answer(game, after) if wins else ""}
        if wins:
            return phrase("It leaves {left}; the opponent answers {answer}.", **values)
        if game.misere:
            return phrase("It leaves {left}, a multiple of {period} and 1: answer k with {period} - k.", **values)
        return phrase("It leaves {left}, a multiple of {period}: answer k with {period} - k.", **values)
    if game.misere:
        if wins:
            return phrase(
                "It leaves {left}, which is won; the opponent answers {answer}.", left=left, answer=_answer(game, after)
            )
        return phrase("It leaves {left}, which is lost.", left=left)
    return _why_grundy(game, game.grundy(after.state), after)


def _why_kayles(game: Kayles, after: Position) -> Phrase | None:
    if game.misere:
        return None
    lengths = [length for _name, length in _runs(game, after.state)]
    if all(lengths.count(length) % 2 == 0 for length in lengths):
        return phrase("It leaves equal runs in pairs: copy every move in the twin.")
    return _why_grundy(game, game.grundy(after.state), after)


def _why_grundy(game: SolvedGame, value: int | None, after: Position) -> Phrase:
    if value == 0:
        return phrase("It leaves a Grundy value of 0, as you can every time.")
    return phrase(
        "It leaves a Grundy value of {value}; the answer {answer} makes it 0.", value=value, answer=_answer(game, after)
    )


def _why_wythoff(game: Wythoff, after: Position) -> Phrase:
    left = _left(game, after.state)
    if game.wins(after.state):
        return phrase("It leaves {left}; {answer} leaves a lost pair.", left=left, answer=_answer(game, after))
    if not any(after.state[:-1]):
        return phrase("It takes all that is left.")
    return phrase(
        "It leaves {left}, one of the lost pairs (k = {k}).",
        left=left,
        k=abs(after.state[0] - after.state[1]),
    )


def _why_fibonacci(game: FibonacciNim, after: Position) -> Phrase:
    heap, most, _turn = after.state
    least = zeckendorf(heap)[0]
    if game.wins(after.state):
        return phrase(
            "It leaves {left}; {answer} takes the least of its Fibonacci parts.", left=heap, answer=_answer(game, after)
        )
    return phrase(
        "It leaves {left}: its least part, {part}, is more than the {most} allowed.",
        left=heap,
        part=least,
        most=most,
    )


# Notes.


def _verdict(wins: bool | None) -> Phrase:
    return phrase("a win") if wins else phrase("a loss")


def _binary(game: Nim, s: State) -> list[Phrase | str]:
    """The heaps and their xor in binary; beyond a few heaps those that are left, or only the highest."""
    heaps = [(letter(heap), size) for heap, size in enumerate(s[:-1])]
    if len(heaps) > _ROWS:
        heaps = [(name, size) for name, size in heaps if size]
    value = game.grundy(s)
    digits = max(len(str(size)) for _name, size in heaps)
    bits = max(size for _name, size in heaps).bit_length() or 1
    long = 6 + digits + bits > WIDTH - 8

    def row(name: str, size: int) -> str:
        if long:
            return f"{name:<4} {size:>{digits}}  {size:0{bits}b}"
        return f"{name:<6}  {size:>{digits + 1}}   {size:0{bits}b}"

    shown = heaps
    if len(heaps) > _ROWS:
        shown = sorted(heaps, key=lambda heap: -heap[1])[: _ROWS - 1]
    rows: list[Phrase | str] = [row(name if long else f"heap {name}", size) for name, size in shown]
    if len(heaps) > len(shown):
        rest = 0
        for heap in heaps:
            rest ^= 0 if heap in shown else heap[1]
        rows.append(row("rest", rest))
    if len(rows) < _ROWS:
        rows.append(" " * (digits + (7 if long else 11)) + "-" * (bits + (0 if long else 2)))
    total = row("xor", value)
    said = _said(game, s, value)
    rows.append(
        phrase("{total}   {said}", total=total, said=said) if len(total) + 3 + len(str(said)) <= WIDTH else total
    )
    return rows


def _said(game: Nim, s: State, value: int) -> Phrase:
    wins = game.wins(s)
    if wins != (value != 0):
        return phrase("singles: {verdict}", verdict=_verdict(wins))
    return phrase("not 0: a win") if wins else phrase("0: a loss")


def _subtraction_notes(game: Subtraction, s: State) -> Notes | None:
    if len(s) == 2:
        return _small_table(game, s[0])
    values = [(f"{letter(heap)} {size:,}", game.heap_grundy(size)) for heap, size in enumerate(s[:-1])]
    known = [(name, value) for name, value in values if value is not None]
    if game.wins(s) is None or len(known) < len(values):
        return None
    return Notes(phrase("Grundy values"), tuple(_values(known, game.wins(s))))


def _small_table(game: Subtraction, heap: int) -> Notes | None:
    """The values of one heap's last sizes."""
    if game.wins((heap, 0)) is None:
        return None
    width = len(str(heap)) + 1
    sizes = range(max(0, heap - (WIDTH - 7) // width + 1), heap + 1)
    values = (
        ["L" if not game.wins((size, 0)) else "W" for size in sizes]
        if game.misere
        else [str(game.heap_grundy(size)) for size in sizes]
    )
    rows = (
        "sticks" + "".join(f"{size:>{width}}" for size in sizes),
        "value " + "".join(f"{value:>{width}}" for value in values),
    )
    return Notes(phrase("Won or lost") if game.misere else phrase("Grundy values"), rows)


def _runs(game: Kayles, s: State) -> list[tuple[str, int]]:
    """The runs of pins that can still be played in: their names and lengths."""
    found = []
    for row, pins in enumerate(s[:-1]):
        for run in re.finditer("x+", "".join(".x"[pins >> pin & 1] for pin in range(game.sizes[row]))):
            first, last = run.start() + 1, run.end()
            if last - first + 1 >= game.takes[0]:
                name = f"{letter(row)}{first}"
                found.append((f"{name}-{last}" if last > first else name, last - first + 1))
    return found


def _values(named: Sequence[tuple[str, int]], wins: bool | None) -> list[Phrase | str]:
    """Grundy values with their xor; of many only the first."""
    width = max(len(name) for name, _value in named)
    rows: list[Phrase | str] = [f"{name:<{width}}   {value:>2}" for name, value in islice(named, _ROWS)]
    if len(named) > _ROWS:
        rows[-1] = "..."
    total = 0
    for _name, value in named:
        total ^= value
    rows.append(phrase("{total}   {verdict}", total=f"{'xor':<{width}}   {total:>2}", verdict=_verdict(wins)))
    return rows
