"""The list of the games in a file. Each opens in review, above the list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from textual.screen import Screen

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.notation.common import ReadGame
from core.play.source import Archive, Snapshot
from core.position import Position
from tui.screens.base.picker import ListDialog, PickGroup, PickList, PickRow, PickValue
from tui.screens.base.port import HallPort
from tui.text.catalogue import _
from tui.text.fit import shorten
from tui.text.kept import name_of, result_mark
from tui.text.seats import player_name

PAGE = 200
"""Number of games that are listed at once."""
_NAME = 22
"""Columns of a game's name in a row."""


class OpenedGames(ListDialog[None]):
    """The games of a file; ``show`` is called with the chosen one."""

    listed: PickList

    def __init__(self, games: Sequence[ReadGame], show: Callable[[ReadGame], None]) -> None:
        super().__init__(PickList(self._question, self._groups, self._take))
        self._games, self._show, self._begin = games, show, 0

    def _question(self) -> str:
        first, last = self._begin + 1, min(self._begin + PAGE, len(self._games))
        return _("Games {first} to {last} of {count}").format(first=first, last=last, count=len(self._games))

    def _groups(self) -> Sequence[PickGroup]:
        shown = self._games[self._begin : self._begin + PAGE]
        rows = [_row(number, each) for number, each in enumerate(shown, self._begin + 1)]
        if len(self._games) > PAGE:
            rows.append(PickRow(_("more games ..."), "", [PickValue("")]))
        return [PickGroup("", rows)]

    def _take(self, number: int, value: str) -> None:
        """Show the game, or the next ones; after the last the first."""
        at = self._begin + number
        if number < PAGE and at < len(self._games):
            self._show(self._games[at])
            return
        self._begin = self._begin + PAGE if self._begin + PAGE < len(self._games) else 0
        self.listed.point(0)


def _row(number: int, read: ReadGame) -> PickRow:
    """The row of a game: its number and name, the players, the result and the day."""
    stored = read.stored
    first, second = map(player_name, stored.players)
    players = f"{first} {result_mark(stored.outcome)} {second}"
    day = datetime.fromtimestamp(max(0.0, stored.started), UTC).date().isoformat()
    return PickRow(f"{number}  {shorten(name_of(stored.game), _NAME)}", players, [PickValue("", note=day)])


def open_read(hall: HallPort, push: Callable[[Screen[None]], object], games: Sequence[ReadGame]) -> None:
    """Show games of a file: one in review, several as a list that ``push`` opens."""
    if len(games) == 1:
        show(hall, games[0])
    else:
        push(OpenedGames(games, partial(show, hall)))


def show(hall: HallPort, read: ReadGame) -> None:
    """Open a game of a file in review, show its notes, and compare the score that the file claims."""
    try:
        match = read.stored.match
        if not match.moves:
            raise CoreError("No moves were made in this game, so there is nothing to review; choose another.")
        hall.review(Archive(Snapshot.of(match)))
    except CoreError as error:
        hall.warn(error)
    for note in read.notes:
        hall.warn(CoreError(note.template, **note.values))
    position = read.stored.match.position
    if read.claim is not None and not hall.untold(position):
        hall.run_worker(_compare(hall, position, read.claim))


async def _compare(hall: HallPort, position: Position, claim: int) -> None:
    """Say whether the score that a file claims for a position is right."""
    from core.players.worker.request import Request
    from core.protocols.pons import CHECK_SECONDS, compared

    done = asyncio.Event()

    def hear(analysis: Analysis) -> None:
        if analysis.final:
            note = compared(claim, analysis)
            hall.warn(CoreError(note.template, **note.values))
            done.set()

    def lose(error: CoreError) -> None:
        hall.warn(error)
        done.set()

    worker = hall.worker()
    try:
        worker.ask(Request(position, limit=Limit(CHECK_SECONDS)), hear, lose)
        await done.wait()
    finally:
        await worker.close()
