"""Won and lost heaps from 0 on for any numbers that may be taken, the proof of their period, and Valido's programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.games.nim import Subtraction
from core.phrase import Phrase, phrase
from core.position import Position
from core.study import contests, programs
from core.study.periods import MOST_ENTRIES, PeriodRow, grundy, won
from core.study.sources import CONTESTS, COWS, GRUNDY, OURS
from core.study.study import (
    Cell,
    Marked,
    PlayLink,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Topic,
    Unstudied,
    figure,
    joined,
    short,
    won_cell,
    won_letter,
)

USUAL = "subtraction:11:1,3,4"
MOST_ROWS = 500
"""Heaps that are listed; beyond them the period tells."""
MOST_TRACED = 2_000
"""Sticks of the heap whose computation is followed step by step."""
_BLOCK = 20
"""Heaps in a line of the picture."""


class HeapTable(NamedTuple):
    """What heaps from 0 on are worth, by each rule."""

    normal: PeriodRow
    grundy: PeriodRow
    misere: PeriodRow


_NAMES = (phrase("normal"), phrase("Grundy"), phrase("misere"))


def study(question: StudyQuestion) -> Iterator[Study]:
    """The table, its periods, and how Valido's programs come to it."""
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, Subtraction):
        raise Unstudied(
            "{game} has no table of this kind: it is for games in which certain numbers may be taken from a heap, as in "
            "'triqui study table {usual}'.",
            game=game.id,
            usual=USUAL,
        )
    heap = max(position.state[:-1])
    rows = HeapTable(won(game.numbers, False, heap), grundy(game.numbers, heap), won(game.numbers, True, heap))
    last = min(MOST_ROWS, max([heap, *(row.proven_at for row in rows if row.period)]))
    parts = (
        _picture(rows, last),
        _table(game, rows, last, heap),
        _periods(game, rows),
        *programs.parts(game, min(heap, MOST_TRACED), rows.misere if game.misere else rows.normal),
        contests.TABLE,
        contests.titles(),
    )
    title = phrase("Won and lost heaps: {game}", game=game.name)
    yield Study(question, title, parts, (CONTESTS, GRUNDY, COWS, OURS), nodes=sum(len(row.entries) for row in rows))


def _picture(rows: HeapTable, last: int) -> StudyPicture:
    """Each kind of entry as Valido has it, in lines side by side; a stroke stands before each repetition of the period."""
    width = len(str(last)) + 2
    lines: list[Phrase | str] = []
    for first in range(0, last + 1, _BLOCK):
        heaps = range(first, min(first + _BLOCK, last + 1))
        lines.append(f"{'n':<7}" + "".join(f"{heap:>{width}}" for heap in heaps))
        for name, row in zip(_NAMES, rows, strict=True):
            pieces: list[Phrase | str] = [name, " " * (7 - len(str(name)))]
            for heap in heaps:
                entry = str(row[heap]) if row is rows.grundy else won_letter(row[heap])
                starts = (row.place(heap) or (0, 0))[1] == 1
                pieces += [("|" if starts else "").rjust(width - len(str(entry))), entry]
            lines.append(joined(pieces))
        lines.append("")
    return StudyPicture(
        "rows",
        phrase("Rows"),
        tuple(lines[:-1]),
        (
            phrase(
                "W: who is to move wins, L: loses, where the last stick wins (normal) or loses (misere). A Grundy value of 0 "
                "is a loss. A stroke stands where a period begins."
            ),
        ),
    )


def _table(game: Subtraction, rows: HeapTable, last: int, heap: int) -> StudyTable:
    studied = rows.misere if game.misere else rows.normal
    listed = [*range(last + 1), *([heap] if heap > last and (studied.period or heap < len(studied.entries)) else [])]
    notes = [
        phrase(
            "The place in the period stands beside each entry, - before the first. Taking one of the numbers in the last "
            "column wins by the rule of {game}. Enter plays that heap.",
            game=game.id,
        )
    ]
    if rows.normal.period and heap > last:
        notes.append(
            phrase("Heaps from {first} on repeat; the last row is that of {heap}.", first=last + 1, heap=figure(heap))
        )
    return StudyTable(
        "heaps",
        phrase("Heap by heap"),
        (
            TableColumn("heap", phrase("heap"), True),
            TableColumn("normal", phrase("normal")),
            TableColumn("normal_place", phrase("place"), True),
            TableColumn("grundy", phrase("Grundy"), True),
            TableColumn("grundy_place", phrase("place"), True),
            TableColumn("misere", phrase("misere")),
            TableColumn("misere_place", phrase("place"), True),
            TableColumn("take", phrase("wins by taking")),
        ),
        tuple(_heap_row(game, rows, each) for each in listed),
        tuple(notes),
    )


def _heap_row(game: Subtraction, rows: HeapTable, heap: int) -> tuple[Cell, ...]:
    studied = rows.misere if game.misere else rows.normal
    takes = [str(number) for number in game.numbers if number <= heap and not studied[heap - number]]
    play = PlayLink(_of(game, heap)) if heap >= game.numbers[0] else None
    return (
        Marked(heap, "", play),
        won_cell(rows.normal[heap]),
        _place(rows.normal, heap),
        rows.grundy[heap],
        _place(rows.grundy, heap),
        won_cell(rows.misere[heap]),
        _place(rows.misere, heap),
        ", ".join(takes),
    )


def _place(row: PeriodRow, heap: int) -> Cell:
    place = row.place(heap)
    if place is None:
        return "-"
    return Marked(f"{place[1]}/{row.period}", "strong" if place[1] == 1 else "dim")


def _of(game: Subtraction, heap: int) -> str:
    return f"subtraction:{heap}:{','.join(map(str, game.numbers))}" + "/misere" * game.misere


def _periods(game: Subtraction, rows: HeapTable) -> StudyTable:
    span = game.numbers[-1]
    notes = [
        phrase(
            "Proof: an entry depends on those before it alone, no further back than {span}, the largest number that may be "
            "taken. So once as many in a row come back, all that follows comes back too: the two windows beside it prove "
            "the period, and it is the least.",
            span=figure(span),
        )
    ]
    if span <= 1000 and rows.normal.period:
        notes.append(
            phrase(
                "Of letters W and L there are 2^{span} = {many} windows as long as that, so one has to come back, as Valido "
                "says; in the normal row {met} of them occur.",
                span=span,
                many=short(1 << span),
                met=rows.normal.before + rows.normal.period,
            )
        )
    if not all(row.period for row in rows):
        notes.append(
            phrase("Where no window has come back by a heap of {most}, no period is told.", most=figure(MOST_ENTRIES))
        )
    return StudyTable(
        "periods",
        phrase("Periods"),
        (
            TableColumn("row", phrase("row")),
            TableColumn("before", phrase("before"), True),
            TableColumn("period", phrase("period"), True),
            TableColumn("window", phrase("entries of"), True),
            TableColumn("again", phrase("back at"), True),
            TableColumn("lost", phrase("lost in each")),
        ),
        tuple(_period_row(name, row) for name, row in zip(_NAMES, rows, strict=True)),
        tuple(notes),
    )


def _period_row(name: Phrase, row: PeriodRow) -> tuple[Cell, ...]:
    if not row.period:
        return (name, None, Marked(phrase("not proven"), "guess"), None, None, None)
    first, again = row.before, row.before + row.period
    lost = [heap for heap in range(first, again) if row.entries[heap] == 0]
    return (
        name,
        row.before,
        Marked(row.period, "strong"),
        f"{first}-{first + row.span - 1}",
        f"{again}-{row.proven_at}",
        listed(lost),
    )


def listed(numbers: Sequence[int], most: int = 6) -> str:
    """The first numbers of a list, with a sign where there are more."""
    return ", ".join(map(str, numbers[:most])) + (" …" if len(numbers) > most else "")


def about(position: Position) -> StudyQuestion | None:
    """The table of the numbers that may be taken."""
    if not isinstance(position.game, Subtraction) or position.outcome:
        return None
    return StudyQuestion("table", (position.game.id,), position=position.text)


TOPIC = Topic(
    "table",
    phrase("Won and lost heaps"),
    phrase("Heaps from which certain numbers may be taken, and why it all repeats."),
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
