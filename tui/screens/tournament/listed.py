"""The left side of a tournament: a frame with the crosstable and the games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from core.tally import Tally
from core.tournament.table import CrossTable
from tui.drawing.canvas import Row, Span
from tui.drawing.frame import Section, frame, section
from tui.text.catalogue import _
from tui.text.crosstable import cell, decimal, interval
from tui.text.fit import shorten
from tui.text.seats import player_name, table_name
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

MIN_PLAYERS = 3
"""Rows of the crosstable that are shown however low the window is."""


class ListedGame(NamedTuple):
    """A game in the list: its number, who moves first and second, the result or that it is being played, and its moves."""

    number: int
    first: str
    second: str
    result: str
    moves: int


class TournamentList(ListCanvas):
    """The frame with the crosstable, and below it the games in their order."""

    def __init__(
        self, screen: Along, table: Callable[[], CrossTable | None], games: Callable[[], Sequence[ListedGame]]
    ) -> None:
        super().__init__(screen, "played")
        self._table, self._listed = table, games

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        table = self._table()
        if table is None:
            return frame(width, height, [section(_("Table"), [])])
        rows = crosstable(table, width - 4)
        count = len(rows)

        def listed(width: int, height: int) -> Sequence[Row]:
            return [[Span(" "), *row] for row in _cut(rows, height)]

        played = f"{len(table.numbers)}/{table.plan.length}"
        return frame(
            width,
            height,
            [
                Section(_("Table"), listed, count, min(count, MIN_PLAYERS + 1)),
                Section(_("Games"), self._games, 2, 2, played),
            ],
        )

    def _games(self, width: int, height: int) -> Sequence[Row]:
        """The games, those that are being played among them."""
        rows = self._listed()
        names = [(table_name(first), table_name(second)) for _number, first, second, _result, _moves in rows]
        room = (width - 10 - len("1/2-1/2") - 8) // 2
        wide = [min(room, max((len(pair[at]) for pair in names), default=0)) for at in (0, 1)]
        number_width = max((len(str(row[0])) for row in rows), default=1)
        listed = []
        for (number, _first, _second, result, moves), pair in zip(rows, names, strict=True):
            first, second = (shorten(text, size).ljust(size) for text, size in zip(pair, wide, strict=True))
            left = [Span(f"{number:>{number_width}}", "dim"), Span("  "), Span(f"{first}  {second}")]
            listed.append(ListRow(left, [Span(result), Span(f"{moves:>5} ", "dim")], number))
        return self.in_view(listed, width, height)


def _cut(rows: Sequence[Row], height: int) -> Sequence[Row]:
    """The rows, or as many as fit with a last one that counts the others."""
    if len(rows) <= height:
        return rows
    left = len(rows) - height + 1
    return [*rows[: height - 1], [Span(f"… {_('{count} more below')}".format(count=left), "dim")]]


def crosstable(table: CrossTable, width: int) -> list[Row]:
    """The crosstable, its heads first, with as much as there is room for: points of games or points alone against each player,
    whole names or short ones, and at last neither points against each nor intervals nor numbers of games."""
    for against, full, gap in product((cell, _points, None), (True, False), (2, 1)):
        columns = _columns(table, full, against)
        if sum(len(column[0]) + gap for column in columns) - gap <= width:
            return _rows(columns, gap)
    return _rows([column for at, column in enumerate(_columns(table, False, None)) if at not in (3, 5)], 1)


def _points(score: Tally | None) -> str:
    return "" if score is None else decimal(score.points)


def _columns(table: CrossTable, full: bool, against: Callable[[Tally | None], str] | None) -> list[list[str]]:
    """The columns with their heads, the texts of each of one length."""
    rows, players = table.rows, table.plan.players
    places = [str(place) for place in range(1, len(rows) + 1)]
    names = [player_name(players[row.player], True) if full else table_name(players[row.player]) for row in rows]
    strengths = [interval(row.strength) for row in rows]
    columns = [
        ["", *places],
        [_("player"), *names],
        [_("Elo"), *(elo for elo, _width in strengths)],
        ["±", *(width for _elo, width in strengths)],
        [_("points"), *(decimal(row.score.points) for row in rows)],
        [_("games"), *(str(row.score.games) for row in rows)],
    ]
    if against:
        columns += [[place, *(against(row.against[i]) for row in rows)] for i, place in enumerate(places)]
    widths = [max(map(len, column)) for column in columns]
    return [
        [text.ljust(width) if at == 1 else text.rjust(width) for text in column]
        for at, (column, width) in enumerate(zip(columns, widths, strict=True))
    ]


def _rows(columns: Sequence[Sequence[str]], gap: int) -> list[Row]:
    heads, *lines = zip(*columns, strict=True)
    space = Span(" " * gap)
    return [
        [span for text in heads for span in (Span(text, "dim"), space)],
        *([Span(place, "dim"), *(span for text in cells for span in (space, Span(text)))] for place, *cells in lines),
    ]
