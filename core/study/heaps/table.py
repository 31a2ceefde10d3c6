"""Won and lost heaps for any numbers that may be taken, the proof of their period, and Valido's programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.games.nim import Subtraction
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.study.heaps import contests, programs
from core.study.heaps.periods import MAX_ENTRIES, PeriodRow, grundy, won
from core.study.sources import CONTESTS, COWS, GRUNDY, OURS
from core.study.study import (
    PlayLink,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
    short,
    won_letter,
)

USUAL = "subtraction:11:1,3,4"
MAX_ROWS = 500
"""Maximum number of heaps in the table."""
MAX_TRACED = 2_000
"""Maximum size of the heap whose computation is followed step by step."""


class HeapTable(NamedTuple):
    """The values of the heaps from 0 on, by each rule."""

    normal: PeriodRow
    grundy: PeriodRow
    misere: PeriodRow


class HeapRows(NamedTuple):
    """The values of the heaps from 0 to ``last``."""

    table: HeapTable
    last: int


NAMES = (fact("table.names.normal"), fact("table.names.grundy"), fact("table.names.misere"))


def study(question: StudyQuestion) -> Iterator[Study]:
    """The table, its periods, and Valido's programs step by step."""
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, Subtraction):
        raise Unstudied(
            "{command:{game} has no table of this kind: such tables are for games in which certain numbers may be "
            "taken from a heap, as in 'triqui study table {usual}'}{screen:{game} has no such table; games in which "
            "you take from one heap have one, such as {usual}}.",
            game=game.id,
            usual=USUAL,
        )
    heap = max(position.state[:-1])
    rows = HeapTable(won(game.numbers, False, heap), grundy(game.numbers, heap), won(game.numbers, True, heap))
    last = min(MAX_ROWS, max([heap, *(row.proven_at for row in rows if row.period)]))
    parts = (
        StudyPicture("table.rows", HeapRows(rows, last)),
        _table(game, rows, last, heap),
        _periods(game, rows),
        *programs.parts(game, min(heap, MAX_TRACED), rows.misere if game.misere else rows.normal),
        contests.TABLE,
        Text("contests.titles"),
    )
    title = fact("table.study", game=game.name)
    yield Study(question, title, parts, (CONTESTS, GRUNDY, COWS, OURS), nodes=sum(len(row.entries) for row in rows))


class _HeapRow(NamedTuple):
    """A heap: whether it is won, its Grundy value, its place in each period, and which numbers win."""

    heap: int
    normal: Sentence
    normal_place: Sentence
    grundy: int
    grundy_place: Sentence
    misere: Sentence
    misere_place: Sentence
    take: str
    play: PlayLink | None


def _table(game: Subtraction, rows: HeapTable, last: int, heap: int) -> StudyTable:
    studied = rows.misere if game.misere else rows.normal
    listed = [*range(last + 1), *([heap] if heap > last and (studied.period or heap < len(studied.entries)) else [])]
    notes = [fact("table.heaps.note", game=game.id)]
    if rows.normal.period and heap > last:
        notes.append(fact("table.heaps.repeat", first=last + 1, heap=figure(heap)))
    return StudyTable("table.heaps", tuple(_heap_row(game, rows, each) for each in listed), tuple(notes))


def _heap_row(game: Subtraction, rows: HeapTable, heap: int) -> _HeapRow:
    studied = rows.misere if game.misere else rows.normal
    takes = [str(number) for number in game.numbers if number <= heap and not studied[heap - number]]
    return _HeapRow(
        heap,
        won_letter(rows.normal[heap]),
        _place(rows.normal, heap),
        rows.grundy[heap],
        _place(rows.grundy, heap),
        won_letter(rows.misere[heap]),
        _place(rows.misere, heap),
        ", ".join(takes),
        PlayLink(_of(game, heap)) if heap >= game.numbers[0] else None,
    )


def _place(row: PeriodRow, heap: int) -> Sentence:
    place = row.place(heap)
    if place is None:
        return fact("table.heaps.place.none")
    at = {"at": place[1], "period": row.period}
    return fact("table.heaps.place.first", **at) if place[1] == 1 else fact("table.heaps.place.later", **at)


def _of(game: Subtraction, heap: int) -> str:
    return f"subtraction:{heap}:{','.join(map(str, game.numbers))}" + "/misere" * game.misere


class _Period(NamedTuple):
    """The period of a row of entries, and the two windows that prove it."""

    row: Sentence
    before: int | None
    period: int | Sentence
    window: str | None = None
    again: str | None = None
    lost: str | None = None

    @property
    def look(self) -> str:
        """The look of the period."""
        return "guess" if self.before is None else "notable"


def _periods(game: Subtraction, rows: HeapTable) -> StudyTable:
    span = game.numbers[-1]
    notes = [fact("table.periods.note", span=figure(span))]
    if span <= 1000 and rows.normal.period:
        met = rows.normal.before + rows.normal.period
        notes.append(fact("table.periods.windows", span=span, many=short(1 << span), met=met))
    if not all(row.period for row in rows):
        notes.append(fact("table.periods.unseen", most=figure(MAX_ENTRIES)))
    return StudyTable("table.periods", tuple(map(_period, NAMES, rows)), tuple(notes))


def _period(name: Sentence, row: PeriodRow) -> _Period:
    if not row.period:
        return _Period(name, None, fact("table.periods.unproven"))
    first, again = row.before, row.before + row.period
    lost = [heap for heap in range(first, again) if row.entries[heap] == 0]
    window = f"{first}-{first + row.span - 1}"
    return _Period(name, first, row.period, window, f"{again}-{row.proven_at}", listed(lost))


def listed(numbers: Sequence[int], most: int = 6) -> str:
    """The first numbers of a list, with … if there are more."""
    return ", ".join(map(str, numbers[:most])) + (" …" if len(numbers) > most else "")


def about(position: Position) -> StudyQuestion | None:
    """The table of the numbers that may be taken."""
    if not isinstance(position.game, Subtraction) or position.outcome:
        return None
    return StudyQuestion("table", (position.game.id,), position=position.text)


TOPIC = Topic(
    "table",
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
