"""Your statistics: results by game, opponent and side, streaks, and accuracy as far as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.markup import escape
from textual.widgets import Label

from core.game import Game
from core.records.statistics import Statistics, statistics
from core.tally import Tally
from tui.screens.base.dialogs import Dialog
from tui.text.catalogue import _, key_name
from tui.text.counted import SIGNS, results, summary, tables
from tui.text.fit import shorten
from tui.text.kept import name_of
from tui.text.keys import bindings
from tui.text.wrap import wrapped

if TYPE_CHECKING:
    from tui.screens.base.screen import HallScreen

_WIDTH, _AROUND = 70, 10
"""Columns of the text, where the window is not narrower, and those that the frame and the bar at its side take."""
_NUMBER, _MIN_NAME = 9, 16
"""Columns of a number in a table, and of the name before the numbers; with less room there is no table."""


class Stats(Dialog[None]):
    """The statistics of all finished games, or of those of the ``game`` chosen at home alone, which ``ask(show)`` has shown
    later."""

    CSS_PATH = "stats.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(hidden=("scope", "leave"), runs={"leave": "cancel"}),
    ]

    def __init__(self, found: Statistics, game: Game, ask: Callable[[Callable[[Statistics], None]], None]) -> None:
        super().__init__()
        self._all = found
        self._of_game: Statistics | None = None
        self._game = game.id
        self._ask = ask
        self._only = False

    def compose(self) -> ComposeResult:
        """The text, longer than the window perhaps."""
        with Vertical(classes="dialog", id="stats"), VerticalScroll():
            yield Label(markup=False)

    def on_mount(self) -> None:
        """Show the numbers and the keys."""
        scope = (key_name("scope"), _("this game or all"), "screen.scope")
        self.show_keys(scope, ("Esc", _("close"), "screen.cancel"))
        self.query_one(VerticalScroll).focus()
        self._show()

    def on_resize(self) -> None:
        """The text is wrapped for the window."""
        self._show()

    def _show(self) -> None:
        found = self._of_game if self._only and self._of_game else self._all
        width = min(_WIDTH, self.app.size.width - _AROUND)
        heading = name_of(self._game) if self._only else _("All games")
        self.query_one(".dialog", Vertical).border_title = escape(heading)
        lines = [line for sentence in summary(found) for line in wrapped(sentence, width)]
        if found.results.games:
            for head, rows in tables(found):
                lines += ["", *_table(head, rows, width)]
        self.query_one(Label).update("\n".join(lines))

    def action_scope(self) -> None:
        """Show the other: all games, or the one that is chosen."""
        if self._of_game is None:
            self._ask(self._show_game)
        else:
            self._only = not self._only
            self._show()

    def _show_game(self, found: Statistics) -> None:
        if self.is_attached:
            self._of_game, self._only = found, True
            self._show()


def offer(home: HallScreen, found: Statistics) -> None:
    """Show what the games come to."""
    game = home.game

    def ask(show: Callable[[Statistics], None]) -> None:
        home.hall.keeper.look(lambda store: statistics(store, game.id), show, home.say_error, "record")

    if home.is_active:
        home.app.push_screen(Stats(found, game, ask))


def _table(head: str, rows: Iterable[tuple[str, Tally]], width: int) -> list[str]:
    room = width - 4 * _NUMBER
    if room < _MIN_NAME:
        return [head, *(line for name, tally in rows for line in (shorten(name, width), f"  {results(tally)}"))]
    heads = (_("played"), *SIGNS)
    return [
        head.ljust(room) + "".join(shorten(name, _NUMBER - 1).rjust(_NUMBER) for name in heads),
        *(
            shorten(name, room - 1).ljust(room) + "".join(f"{number:>{_NUMBER}}" for number in (tally.games, *tally))
            for name, tally in rows
        ),
    ]
