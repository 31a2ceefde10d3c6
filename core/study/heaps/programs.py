"""Valido's two programs for won and lost heaps, the recursion and the loop, followed step by step; and an error in print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.games.nim import Subtraction
from core.phrase import Fact, Sentence, fact, figure
from core.study.heaps.periods import PeriodRow, won
from core.study.study import PagePart, StudyTable, joined, short, won_letter

MAX_CALLS = 400
"""Maximum number of calls and entries in a table."""
_MAX_INDENT = 8
"""Maximum indent of a call."""
POINTER_OVER_INT = 2
"""The value of ``sizeof(moves) / sizeof(moves[0])`` in his C++, however many moves there are: the size of a pointer by that of
an int, 8 by 4 bytes on the machines of today."""


def parts(game: Subtraction, heap: int, row: PeriodRow) -> tuple[PagePart, ...]:
    """The recursion for a heap, and the loop up to it, with their answers from ``row``."""
    return (_recursion(game, heap, row), _loop(game, heap, row))


def _recursion(game: Subtraction, heap: int, row: PeriodRow) -> StudyTable:
    made = calls(heap, game.numbers, row.entries)
    remembered = sum(call.remembered > 0 for call in made)
    notes = [
        fact(
            "table.calls.note",
            heap=heap,
            calls=figure(len(made)),
            known=figure(remembered),
            plain=short(plain_calls(heap, game.numbers, row.entries)),
        )
    ]
    if len(made) > MAX_CALLS:
        notes.append(fact("table.calls.first", most=MAX_CALLS))
    return StudyTable("table.calls", tuple(_call(game, call) for call in made[:MAX_CALLS]), tuple(notes))


class _ShownCall(NamedTuple):
    """A call of the recursion as it is shown."""

    step: int
    depth: int
    call: str
    answer: Sentence
    why: Sentence
    look: str


def _call(game: Subtraction, call: Call) -> _ShownCall:
    shown = f"{'·' * min(call.depth, _MAX_INDENT)}esGanador({call.heap})"
    look = "minor" if call.remembered else ""
    return _ShownCall(call.step, call.depth, shown, won_letter(call.wins), _why(game, call), look)


def _why(game: Subtraction, call: Call) -> Sentence:
    if call.remembered:
        return fact("table.calls.known", step=call.remembered)
    if call.took is not None:
        return fact("table.calls.taking", number=call.took, left=call.heap - call.took)
    if call.heap < game.numbers[0]:
        return fact("table.calls.nothing")
    return fact("table.calls.only_won")


class _LoopStep(NamedTuple):
    """An entry that the loop fills: the entries that it looks at, and the answer of the program as printed."""

    heap: int
    looked_at: Sentence
    answer: Sentence
    as_printed: Sentence | None
    look: str


def _loop(game: Subtraction, heap: int, row: PeriodRow) -> StudyTable:
    """The entries that the loop looks at for each heap, and its answers as it is printed."""
    numbers, last = game.numbers, min(heap, MAX_CALLS)
    printed = None
    if len(numbers) >= POINTER_OVER_INT and not game.misere:
        printed = won(numbers[:POINTER_OVER_INT], False, last).entries[: last + 1]
    rows: list[_LoopStep] = []
    for each in range(last + 1):
        seen = looked_up(each, numbers, row.entries)
        steps = joined([joined([left, won_letter(row[left])], ":") for left in seen], " ")
        said, look = (None, "") if printed is None else _said(printed[each], printed[each] == row[each])
        rows.append(_LoopStep(each, steps, won_letter(row[each]), said, look))
    total = sum(len(looked_up(each, numbers, row.entries)) for each in range(heap + 1))
    return StudyTable("table.loop", tuple(rows), tuple(_loop_notes(game, row, heap, total, printed)))


def _said(wins: int, right: bool) -> tuple[Sentence, str]:
    """An answer of the program as printed, and its look."""
    if right:
        return won_letter(wins), ""
    return fact("table.loop.wrong_win") if wins else fact("table.loop.wrong_loss"), "guess"


def _loop_notes(game: Subtraction, row: PeriodRow, heap: int, total: int, printed: bytes | None) -> list[Fact]:
    notes = [fact("table.loop.note", total=figure(total), heap=figure(heap), most=figure(heap * len(game.numbers)))]
    if game.misere:
        notes.append(fact("table.loop.misere"))
    if printed is None:
        return notes
    wrong = [each for each in range(len(printed)) if printed[each] != row[each]]
    values = {"count": POINTER_OVER_INT, "numbers": ", ".join(map(str, game.numbers[:POINTER_OVER_INT]))}
    if wrong:
        error = fact("table.loop.pointer_wrong", wrong=len(wrong), first=wrong[0], **values)
    else:
        error = fact("table.loop.pointer_right", **values)
    return [*notes, error]


# The programs.


class Call(NamedTuple):
    """A call of the recursion. ``took`` is the number whose taking won, None if there is none; ``remembered`` the earlier step
    with the same heap, 0 if this is the first."""

    step: int
    depth: int
    heap: int
    wins: bool
    took: int | None
    remembered: int


def calls(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> list[Call]:
    """Every call for a heap in its order, if answers are remembered; ``wins`` has the answers up to the heap."""
    made: list[Call] = []
    first: dict[int, int] = {}
    waiting = [(heap, 0)]
    while waiting:
        of, depth = waiting.pop()
        seen = looked_up(of, numbers, wins)
        took = of - seen[-1] if seen and wins[of] else None
        made.append(Call(len(made) + 1, depth, of, bool(wins[of]), took, first.get(of, 0)))
        if of not in first:
            first[of] = len(made)
            waiting += [(left, depth + 1) for left in reversed(seen)]
    return made


def plain_calls(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> int:
    """The number of calls of the recursion as printed, which remembers nothing; ``wins`` has the answers up to the heap."""
    count: list[int] = []
    for of in range(heap + 1):
        count.append(1 + sum(count[left] for left in looked_up(of, numbers, wins)))
    return count[heap]


def looked_up(heap: int, numbers: Sequence[int], wins: Sequence[int]) -> list[int]:
    """The entries that the program looks at for a heap: one for each number in turn, up to the first that is lost."""
    left = [heap - number for number in numbers if number <= heap]
    lost = next((at for at, each in enumerate(left) if not wins[each]), len(left))
    return left[: lost + 1]
