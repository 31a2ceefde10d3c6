"""What a topic says, as texts: the cells of its tables, and what a link of one leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from operator import attrgetter
from typing import Any, NamedTuple

from core.phrase import Fact, Figures, Phrase, Sentence, fact
from core.score import Score
from core.study import topic
from core.study.study import Cell, PlayLink, Share, StudyLink, StudyQuestion, StudyTable, short
from tui import study
from tui.text import words
from tui.text.catalogue import _, figures, say, shown
from tui.text.kept import name_of

_SHORT = 1000
"""Shares of fewer are shown with their numbers, others as a percentage alone."""

_LOOKS = {"notable": "strong", "minor": "dim"}
"""The roles of what is notable and what is not; other marks are roles by themselves."""

_FEW = 40
"""Moves that are as long as this as a text, or shorter, are named; more of them are seen on the board."""


class ShownColumn(NamedTuple):
    """A column: its name in JSON and CSV, its head, and whether its cells are aligned to the right."""

    key: str
    head: Sentence
    right: bool = False


class ShownCell(NamedTuple):
    """A cell: its value, the role that colours it, and what it opens."""

    value: Cell
    role: str = ""
    link: StudyLink | None = None

    @property
    def text(self) -> str:
        """The value as it is shown."""
        return cell_text(self.value)


class ShownTable(NamedTuple):
    """A table laid out by its page, as text, JSON, CSV and screens show it."""

    columns: tuple[ShownColumn, ...]
    rows: tuple[tuple[ShownCell, ...], ...]


def laid_out(table: StudyTable, hidden: bool = False) -> ShownTable:
    """A table with the columns that its page gives it, the hidden ones only if asked for."""
    columns: list[ShownColumn] = []
    cells: list[Iterable[tuple[ShownCell, ...]]] = []
    for column in study.columns(table.section):
        secret = column.hidden or column.key in table.hidden
        if column.key not in table.without and (hidden or not secret):
            columns += _columns(column, table)
            cells.append(_cells(column, table.rows))
    return ShownTable(tuple(columns), tuple(tuple(chain(*groups)) for groups in zip(*cells, strict=True)))


def _columns(column: study.Column, table: StudyTable) -> Iterator[ShownColumn]:
    """The column, or for a field with several values a column for each of its labels."""
    head = f"{table.section}.columns.{column.key}"
    if not column.each:
        yield ShownColumn(column.key, fact(head, **table.values), column.right)
        return
    for label in table.labels[column.key]:
        yield ShownColumn(column.each.format(label), fact(head, **table.values, label=label), column.right)


def _cells(column: study.Column, rows: Iterable[Any]) -> Iterator[tuple[ShownCell, ...]]:
    """The cell of each row in a column, or one for each of the values of its field."""
    value_of = attrgetter(column.field or column.key)
    mark_of = attrgetter(column.mark) if column.mark else lambda row: column.look
    link_of = attrgetter(column.opens) if column.opens else lambda row: None
    for row in rows:
        value, mark, link = value_of(row), mark_of(row), link_of(row)
        if not column.each:
            yield (_cell(column, value, mark, link),)
        else:
            marks = mark if isinstance(mark, tuple) else repeat(mark)
            links = link if isinstance(link, tuple) else repeat(link)
            yield tuple(map(_cell, repeat(column), value, marks, links))


def _cell(column: study.Column, value: Cell, mark: str, link: StudyLink | None) -> ShownCell:
    if value is None:
        return ShownCell(None, "", link)
    if mark == "sign":
        number = int(str(value))
        mark = "win" if number > 0 else "lose" if number < 0 else "tie"
    elif isinstance(value, Fact) and not (column.mark or column.look):
        mark = study.mark(value.name)
    return ShownCell(value, _LOOKS.get(mark, mark) or (words.role(value) if isinstance(value, Score) else ""), link)


def cell_text(cell: Cell) -> str:
    """The value of a cell as it is shown."""
    match cell:
        case None:
            return ""
        case Share(part, whole, brief):
            percent = figures(f"{100 * part / whole:.2f} %") if whole else "-"
            return f"{part}/{whole}  {percent}" if 0 < whole < _SHORT and not brief else percent
        case Score():
            return f"{words.value_word(cell)} {words.distance(cell)}".rstrip()
        case Fact() | Phrase():
            return say(cell)
        case int():
            return figures(short(cell))
        case Figures():
            return figures(cell)
        case _:
            return str(cell)


def link_words(link: StudyLink) -> str:
    """What a link leads to, in a few words."""
    match link:
        case PlayLink(game, moves, _position) if moves and len(moves) <= _FEW:
            return _("play {game} after {moves}").format(game=name_of(game), moves=moves)
        case PlayLink(game, _moves, _position):
            return _("play {game}").format(game=name_of(game))
        case StudyQuestion(name, arguments, moves):
            about = ": ".join((say(topic(name).title), *(_about(name, word) for word in arguments[:1])))
            return _("{study} after {moves}").format(study=about, moves=moves) if moves else about


def _about(topic: str, word: str) -> str:
    """What a question is about: a game, whose id may leave out its family, as in ``mnk 5,4,4``, or a figure of a book."""
    if word.startswith("figure-"):
        return _("figure {number}").format(number=word.removeprefix("figure-"))
    family = f"{topic}:{word}"
    return name_of(word) if name_of(family) == shown(family) else name_of(family)


def paragraphs_of(facts: Iterable[Sentence], say: Callable[[Sentence], str] = say) -> list[str]:
    """What is told of some facts, each of which may take several paragraphs."""
    return [paragraph for each in facts for paragraph in say(each).split("\n\n")]
