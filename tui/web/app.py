"""WebHall: the hall on a page in a browser."""

from __future__ import annotations

from typing import Any

from textual.driver import Driver

from core.errors import CoreError
from core.play.events import Event, Signal
from core.play.source import Snapshot, Source
from core.store.rows import Stored
from tui.hall.app import Hall
from tui.household.settings import Settings
from tui.web.driver import PageDriver
from tui.web.page import GAME_MESSAGE, WebPage

LIGHT = "textual-light"
"""The theme for a page that prefers light colours, unless the settings name one."""


class WebHall(Hall):
    """The app of a page, None where a server of others has started it; the rest is as for :class:`tui.hall.app.Hall`.

    It starts no external program but those that were named when the server was started.
    """

    CSS_PATH = "../hall/app.tcss"

    def __init__(self, page: WebPage | None, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._page = page
        self._game = self._page.game if self._page else ""
        """Id of the game on the page, empty for none that is worth to be continued."""
        self.trusted = set(self._page.programs if self._page else ())
        if self._page and self._page.light and self.settings.theme == Settings.theme:
            self.set_reactive(Hall.theme, LIGHT)
            self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """The class that draws on the page, whichever server has started this process."""
        return PageDriver

    def _open_first(self) -> None:
        """Continue the game of the page where it has one."""
        if self._game:
            self.keeper.look(lambda store: store.load(self._game), self._continue, self.warn)
        else:
            super()._open_first()

    def _continue(self, kept: Stored | None) -> None:
        try:
            if kept and kept.match.outcome is None:
                self.continue_game(kept)
                return
        except CoreError as error:
            self.warn(error)
        self._tell_game("")
        super()._open_first()

    def follow(self, game: Source) -> None:
        """Tell the server which game the page shows, so that it opens again after a reload."""
        super().follow(game)
        game.listen(self._follow)

    def _follow(self, state: Snapshot, told: tuple[Event, ...]) -> None:
        shown = state.match.moves and Signal.LEFT not in told
        self._tell_game(state.match.id if shown else "")

    def _tell_game(self, id: str) -> None:
        if self._page and isinstance(self._driver, PageDriver) and id != self._game:
            self._driver.write_meta({"type": GAME_MESSAGE, "game": id})
        self._game = id
