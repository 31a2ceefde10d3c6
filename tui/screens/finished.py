"""The list of the games that are over: one is chosen, to be looked at move by move. Games that engines alone played are on a
page of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.errors import CoreError
from core.phrase import phrase
from core.play.source import Archive, Snapshot
from core.store.store import Store, Stored
from tui.drawing.line import KeyLine, ShownKey
from tui.screens.base import HallScreen
from tui.screens.dialogs import ChoiceDialog
from tui.screens.home_card import ago
from tui.text.catalogue import _, say
from tui.text.fit import shorten
from tui.text.kept import name_of, result_mark
from tui.text.seats import player_name, two_people

PAGE = 200
"""Number of games on a page."""
_WIDTH = 66
"""Columns of a row, where the window is not narrower."""
_MIN_WIDTH = 32
"""Columns that it has even where the window is too small to show them."""
_NAME = 22
"""Columns of a game's name in it."""
_AROUND = 8
"""Columns that the frame takes."""


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


class Finished(ChoiceDialog[Stored]):
    """The games of a page; ``now`` is in seconds since 1970. ``turn(watched, before, show)`` has ``show`` called with another
    page. Gives the game that is chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "turn", str(phrase("games that you watched")), show=False)]

    def __init__(
        self, page: GamesPage, now: float, turn: Callable[[bool, Stored | None, Callable[[GamesPage], None]], None]
    ) -> None:
        super().__init__()
        self._page = page
        self._now = now
        self._turn = turn

    def compose(self) -> ComposeResult:
        """The list."""
        yield from self.asking(self._question, self._rows())

    @property
    def _question(self) -> str:
        return _("Which watched game is to be reviewed?") if self._page.watched else _("Which game is to be reviewed?")

    def _rows(self) -> list[str]:
        width = max(_MIN_WIDTH, min(_WIDTH, self.app.size.width - _AROUND))
        older = [_("older games ...")] if self._page.older else []
        return [*(self._row(kept, width) for kept in self._page.games), *older]

    def shown(self) -> None:
        """Show the keys."""
        super().shown()
        if self._page.others:
            other = _("your games") if self._page.watched else _("watched games")
            choose = ShownKey("Enter", _("choose"), "screen.choose")
            self.query_one(KeyLine).show(
                [
                    choose,
                    ShownKey("Tab", other, "screen.turn", True),
                    ShownKey("Esc", _("cancel"), "screen.cancel", True),
                ]
            )

    def _show(self, page: GamesPage) -> None:
        """Show another page."""
        if self.is_attached:
            self._page = page
            self.ask(self._question)
            self.query_one(OptionList).set_options(map(Option, self._rows())).highlighted = 0
            self.shown()

    def action_turn(self) -> None:
        """Show the games of the other kind, if there are any."""
        if self._page.others:
            self._turn(not self._page.watched, None, self._show)

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
        """Give the game, or show older ones."""
        if event.option_index < len(self._page.games):
            self.dismiss(self._page.games[event.option_index])
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
            home.say(say(error))

    def turn(watched: bool, before: Stored | None, show: Callable[[GamesPage], None]) -> None:
        home.hall.keeper.look(
            lambda store: read(store, watched, before), show, lambda error: home.say(say(error)), "finished"
        )

    if home.app.screen is home:
        home.app.push_screen(Finished(page, home.hall.store_clock(), turn), review)
