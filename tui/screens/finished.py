"""The list of the games that are over: one is chosen, to be looked at move by move."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.widgets import OptionList

from core.errors import CoreError
from core.play.source import Archive, Snapshot
from core.store.store import Store, Stored
from tui.screens.base import HallScreen
from tui.screens.dialogs import ChoiceDialog
from tui.screens.home_card import ago
from tui.text.catalogue import _, say
from tui.text.fit import shorten
from tui.text.kept import name_of, result_mark
from tui.text.seats import player_name, two_people

MOST = 500
"""How many games are listed, the newest."""
_WIDTH = 66
"""Columns of a row, where the window is not narrower."""
_LEAST = 32
"""Columns that it has even where the window is too small to show them."""
_NAME = 22
"""Columns of a game's name in it."""
_AROUND = 8
"""Columns that the frame takes."""


class Finished(ChoiceDialog[Stored]):
    """The games that are over, newest first; ``now`` is in seconds since 1970. Gives the one that is chosen, or None."""

    def __init__(self, games: Sequence[Stored], now: float) -> None:
        super().__init__()
        self._games = games
        self._now = now

    def compose(self) -> ComposeResult:
        """The list."""
        width = max(_LEAST, min(_WIDTH, self.app.size.width - _AROUND))
        yield from self.asking(_("Which game is to be reviewed?"), (self._row(kept, width) for kept in self._games))

    def _row(self, kept: Stored, width: int) -> str:
        """How long ago, where there is room for that, which game, and who won."""
        result = result_mark(kept.outcome)
        room = _NAME if width == _WIDTH else max(0, width // 2 - 1)
        age = f"{ago(self._now - kept.updated):>6}  " if width == _WIDTH else ""
        first, second = map(player_name, kept.players)
        text = _("two people, {result}") if two_people(kept.players) else "{first} {result} {second}"
        players = text.format(first=first, result=result, second=second)
        return shorten(f"{age}{shorten(name_of(kept.game), room):<{room}}  {players}", width)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the game."""
        self.dismiss(self._games[event.option_index])


def read(store: Store) -> list[Stored]:
    """The games that are listed."""
    return store.finished(limit=MOST)


def offer(home: HallScreen, games: list[Stored]) -> None:
    """Let one of the games be chosen, and look at it."""

    def review(kept: Stored | None) -> None:
        if kept is None:
            return
        try:
            home.hall.review(Archive(Snapshot.of(kept.match)))
        except CoreError as error:
            home.say(say(error))

    if home.app.screen is home:
        home.app.push_screen(Finished(games, home.hall.store_clock()), review)
