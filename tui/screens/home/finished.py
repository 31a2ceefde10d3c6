"""The list of finished games, of which one is chosen for a review. Games between engines have their own page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from core.errors import CoreError
from core.phrase import phrase
from core.play.source import Archive, Snapshot
from core.store.store import Store, Stored
from tui.drawing.frame import EdgeKey
from tui.screens.base.picker import ListDialog, PickGroup, PickList, PickRow, PickValue
from tui.screens.base.screen import HallScreen
from tui.screens.base.window import USUAL_COLUMNS
from tui.text.catalogue import _, key_name
from tui.text.clocks import ago
from tui.text.fit import shorten
from tui.text.kept import name_of, result_mark
from tui.text.keys import bindings
from tui.text.seats import player_name, two_people

PAGE = 100
"""Number of games on a page."""
_NO_AGE = (PickValue(""),)
_NAME = 22
"""Columns of a game's name in a row."""


class GamesPage(NamedTuple):
    """Some finished games, newest first."""

    games: list[Stored]
    watched: bool
    """Whether engines alone played them."""
    older: bool
    """Whether there are older ones."""
    others: bool
    """Whether there are games of the other kind."""


def read(store: Store, watched: bool = False, before: Stored | None = None) -> GamesPage:
    """A page with the games that come after the one ``before`` them, or with the newest."""
    games = store.finished(limit=PAGE + 1, watched=watched, before=before)
    return GamesPage(games[:PAGE], watched, len(games) > PAGE, bool(store.finished(limit=1, watched=not watched)))


def first(store: Store) -> GamesPage:
    """The page that is shown first: games of one's own, if there are any."""
    page = read(store)
    return page if page.games else read(store, True)


class Finished(ListDialog[Stored]):
    """The games of a page; ``now`` is in seconds since 1970. ``turn(watched, before, show)`` has ``show`` called with another
    page, and ``retry()`` has the mistakes in all games tried again. Gives the game that is chosen, or None."""

    listed: PickList

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", str(phrase("games that you watched")), show=False),
        *bindings(hidden=("retry_mistakes",)),
    ]

    def __init__(
        self,
        page: GamesPage,
        now: float,
        turn: Callable[[bool, Stored | None, Callable[[GamesPage], None]], None],
        retry: Callable[[], None],
    ) -> None:
        super().__init__(PickList(self._question, self._groups, self._take, self._keys))
        self._now = now
        self._turn = turn
        self._retry = retry
        self._show(page)

    def _question(self) -> str:
        return _("Review which watched game?") if self._page.watched else _("Review which game?")

    def _groups(self) -> Sequence[PickGroup]:
        narrow = self.app.size.width < USUAL_COLUMNS
        return [PickGroup("", [row._replace(values=_NO_AGE) for row in self._rows] if narrow else self._rows)]

    def _show(self, page: GamesPage) -> None:
        """Show another page."""
        self._page = page
        older = [PickRow(_("older games ..."), "", [PickValue("")])] if page.older else []
        self._rows = [*map(self._game, page.games), *older]
        self.listed.point(0)

    async def retranslate(self) -> None:
        """Show everything in a language that is new."""
        self._show(self._page)
        await super().retranslate()

    def _game(self, kept: Stored) -> PickRow:
        """Which game, who won, and how long ago."""
        first, second = map(player_name, kept.players)
        text = _("two people, {result}") if two_people(kept.players) else "{first} {result} {second}"
        players = text.format(first=first, result=result_mark(kept.outcome), second=second)
        age = ago(self._now - kept.updated)
        return PickRow(shorten(name_of(kept.game), _NAME), players, [PickValue("", note=age)])

    def _keys(self) -> Sequence[EdgeKey]:
        """Those of every list, and the one for the games of the other kind."""
        other = _("your games") if self._page.watched else _("watched games")
        turn = [("Tab", other, "screen.turn")] if self._page.others else []
        retry = (
            [] if self._page.watched else [(key_name("retry_mistakes"), _("your mistakes"), "screen.retry_mistakes")]
        )
        return [*turn, *retry, *self.listed.usual_keys()]

    def action_retry_mistakes(self) -> None:
        """Try the mistakes of all games again."""
        if not self._page.watched:
            self.dismiss(None)
            self._retry()

    def action_turn(self) -> None:
        """Show the games of the other kind, if there are any."""
        if self._page.others:
            self._turn(not self._page.watched, None, self._show)

    def _take(self, number: int, value: str) -> None:
        """Give the game, or show older ones."""
        if number < len(self._page.games):
            self.dismiss(self._page.games[number])
        else:
            self._turn(self._page.watched, self._page.games[-1], self._show)


def offer(home: HallScreen, page: GamesPage) -> None:
    """Let one of the games be chosen, and look at it."""

    def review(kept: Stored | None) -> None:
        if kept is None:
            return
        try:
            home.hall.review(Archive(Snapshot.of(kept.match)))
        except CoreError as error:
            home.say_error(error)

    def turn(watched: bool, before: Stored | None, show: Callable[[GamesPage], None]) -> None:
        home.hall.keeper.look(lambda store: read(store, watched, before), show, home.say_error, "finished")

    if home.is_active:
        home.app.push_screen(Finished(page, home.hall.store_clock(), turn, lambda: home.hall.go_to("mistakes")), review)
