"""Valido's two programs for won and lost heaps as parts of a study: every call, every entry, and what is wrong in print."""

from __future__ import annotations

from core.games.nim import Subtraction
from core.phrase import Phrase, phrase
from core.study.periods import PeriodRow
from core.study.recursion import POINTER_OVER_INT, Call, as_printed, calls, looked_up, plain_calls
from core.study.study import (
    Cell,
    Marked,
    PagePart,
    StudyTable,
    TableColumn,
    figure,
    joined,
    short,
    won_cell,
    won_letter,
)

MOST_CALLS = 400
"""Calls and entries that are listed."""
_DEEPEST = 8
"""Calls are indented so far at most."""


def parts(game: Subtraction, heap: int, row: PeriodRow) -> tuple[PagePart, ...]:
    """The recursion for a heap, and the loop up to it; ``row`` has the answers."""
    return (_recursion(game, heap, row), _loop(game, heap, row))


def _recursion(game: Subtraction, heap: int, row: PeriodRow) -> StudyTable:
    made = calls(heap, game.numbers, game.misere)
    remembered = sum(call.remembered > 0 for call in made)
    notes = [
        phrase(
            "Calls for esGanador({heap}) where answers are remembered: {calls}, of which {known} need no more than that. As "
            "it is printed the recursion remembers nothing; its calls: {plain}.",
            heap=heap,
            calls=figure(len(made)),
            known=figure(remembered),
            plain=short(plain_calls(heap, game.numbers, row.entries)),
        )
    ]
    if len(made) > MOST_CALLS:
        notes.append(phrase("The first {most} calls are listed.", most=MOST_CALLS))
    return StudyTable(
        "calls",
        phrase("Recursion"),
        (
            TableColumn("step", phrase("step"), True),
            TableColumn("depth", phrase("depth"), True),
            TableColumn("call", phrase("call")),
            TableColumn("answer", phrase("answer")),
            TableColumn("why", phrase("why")),
        ),
        tuple(_call_row(game, call) for call in made[:MOST_CALLS]),
        tuple(notes),
    )


def _call_row(game: Subtraction, call: Call) -> tuple[Cell, ...]:
    indent = "·" * min(call.depth, _DEEPEST)
    return (
        call.step,
        call.depth,
        f"{indent}esGanador({call.heap})",
        won_cell(call.wins),
        Marked(_why(game, call), "dim" if call.remembered else ""),
    )


def _why(game: Subtraction, call: Call) -> Phrase:
    if call.remembered:
        return phrase("known from step {step}", step=call.remembered)
    if call.took is not None:
        return phrase("taking {number} leaves {left}, lost", number=call.took, left=call.heap - call.took)
    if call.heap < game.numbers[0]:
        return phrase("nothing to take")
    return phrase("it leaves only won heaps")


def _loop(game: Subtraction, heap: int, row: PeriodRow) -> StudyTable:
    """What the loop looks at for each heap, and what it says as it is printed."""
    numbers, last = game.numbers, min(heap, MOST_CALLS)
    printed = as_printed(last, numbers) if len(numbers) >= POINTER_OVER_INT and not game.misere else None
    rows: list[tuple[Cell, ...]] = []
    for each in range(last + 1):
        seen = looked_up(each, numbers, row.entries)
        steps = joined([joined([left, won_letter(row[left])], ":") for left in seen], " ")
        said: Cell = None
        if printed is not None:
            said = _said(printed[each], printed[each] == row[each])
        rows.append((each, steps, won_cell(row[each]), said))
    total = sum(len(looked_up(each, numbers, row.entries)) for each in range(heap + 1))
    return StudyTable(
        "loop",
        phrase("Loop"),
        (
            TableColumn("heap", phrase("heap"), True),
            TableColumn("looked_at", phrase("entries looked at")),
            TableColumn("answer", phrase("answer")),
            TableColumn("as_printed", phrase("C++ as printed")),
        ),
        tuple(rows),
        tuple(_loop_notes(game, row, heap, total, printed)),
    )


def _said(wins: int, right: bool) -> Marked:
    """An answer of the program as it is printed."""
    if right:
        return Marked(won_letter(wins))
    return Marked(phrase("W, wrong") if wins else phrase("L, wrong"), "guess")


def _loop_notes(game: Subtraction, row: PeriodRow, heap: int, total: int, printed: list[int] | None) -> list[Phrase]:
    notes = [
        phrase(
            "It breaks off at the first lost entry. Entries looked at for a heap of {heap}: {total}, where O(nk) allows "
            "{most}.",
            total=figure(total),
            heap=figure(heap),
            most=figure(heap * len(game.numbers)),
        )
    ]
    if game.misere:
        notes.append(
            phrase("For misere play a heap from which nothing can be taken has to be won; as printed it has it lost.")
        )
    if printed is None:
        return notes
    wrong = [each for each in range(len(printed)) if printed[each] != row[each]]
    values = {"count": POINTER_OVER_INT, "numbers": ", ".join(map(str, game.numbers[:POINTER_OVER_INT]))}
    if wrong:
        error = phrase(
            "Error in print: the C++ takes the length of the list from a pointer, 8 / 4 = {count} on the machines of today, "
            "so only {numbers} are tried. That is wrong for {wrong} of these heaps, first for {first}.",
            wrong=len(wrong),
            first=wrong[0],
            **values,
        )
    else:
        error = phrase(
            "Error in print: the C++ takes the length of the list from a pointer, 8 / 4 = {count} on the machines of today, "
            "so only {numbers} are tried. For these heaps it is right all the same.",
            **values,
        )
    return [*notes, error]
