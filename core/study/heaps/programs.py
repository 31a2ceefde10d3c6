"""Valido's two programs for won and lost heaps as parts of a study: every call, every entry, and what is wrong in print."""

from __future__ import annotations

from core.games.nim import Subtraction
from core.phrase import Fact, Sentence, fact, figure
from core.study.heaps.periods import PeriodRow
from core.study.heaps.recursion import POINTER_OVER_INT, Call, as_printed, calls, looked_up, plain_calls
from core.study.study import (
    Cell,
    Marked,
    PagePart,
    StudyTable,
    TableColumn,
    joined,
    short,
    won_cell,
    won_letter,
)

MAX_CALLS = 400
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
    return StudyTable(
        "table.calls",
        tuple(_call_row(game, call) for call in made[:MAX_CALLS]),
        tuple(notes),
        columns=(
            TableColumn("step", right=True),
            TableColumn("depth", right=True),
            TableColumn("call"),
            TableColumn("answer"),
            TableColumn("why"),
        ),
    )


def _call_row(game: Subtraction, call: Call) -> tuple[Cell, ...]:
    indent = "·" * min(call.depth, _DEEPEST)
    return (
        call.step,
        call.depth,
        f"{indent}esGanador({call.heap})",
        won_cell(call.wins),
        Marked(_why(game, call), "minor" if call.remembered else ""),
    )


def _why(game: Subtraction, call: Call) -> Sentence:
    if call.remembered:
        return fact("table.calls.known", step=call.remembered)
    if call.took is not None:
        return fact("table.calls.taking", number=call.took, left=call.heap - call.took)
    if call.heap < game.numbers[0]:
        return fact("table.calls.nothing")
    return fact("table.calls.only_won")


def _loop(game: Subtraction, heap: int, row: PeriodRow) -> StudyTable:
    """What the loop looks at for each heap, and what it says as it is printed."""
    numbers, last = game.numbers, min(heap, MAX_CALLS)
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
        "table.loop",
        tuple(rows),
        tuple(_loop_notes(game, row, heap, total, printed)),
        columns=(
            TableColumn("heap", right=True),
            TableColumn("looked_at"),
            TableColumn("answer"),
            TableColumn("as_printed"),
        ),
    )


def _said(wins: int, right: bool) -> Marked:
    """An answer of the program as it is printed."""
    if right:
        return Marked(won_letter(wins))
    return Marked(fact("table.loop.wrong_win") if wins else fact("table.loop.wrong_loss"), "guess")


def _loop_notes(game: Subtraction, row: PeriodRow, heap: int, total: int, printed: list[int] | None) -> list[Fact]:
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
