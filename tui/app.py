"""Hall: the Textual app. It owns the store and the settings; screens own their matches and engines."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from subprocess import DEVNULL
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, ClassVar, Literal

from textual.app import App, SystemCommand
from textual.screen import Screen

from core.analysis import Analysis
from core.errors import CoreError, StoreBroken
from core.game import Game
from core.match import Match
from core.opponents import HUMAN
from core.series import Series
from tui import settings as settings_file
from tui.seats import person
from tui.settings import Settings, SettingsBroken
from tui.setup import Setup, against
from tui.texts import _, say
from tui.theme import variables

if TYPE_CHECKING:
    from core.store import Kept, Store
    from core.worker import Worker

STORE_FILE = "games.sqlite"
LOG_FILE = "engine.log"
REPORT_LOCAL, REPORT_SSH = 0.1, 0.25
"""Least seconds between two updates of the panel: a slow line gets fewer."""
PACE = 0.4
"""Least seconds an engine takes for its move, so that a person can follow."""


class Hall(App[None]):
    """The app. ``first`` opens its first screen; ``folders`` are those of the data and of the settings."""

    CSS_PATH = "app.tcss"
    TITLE = "triqui"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[Any]] = []

    def __init__(self, folders: tuple[Path, Path], first: Opening | None = None, pace: float = PACE) -> None:
        super().__init__()
        self._data, self._config = folders
        self._opening = first or Opening()
        self.pace = pace
        self.store_clock = time.time
        self.settings: Settings
        self.settings, broken = settings_file.load(self._config)
        self._notices: list[CoreError] = [broken] if broken else []
        self._store: Store | None = None
        self._kept: dict[str, Kept] = {}
        self._store_fails = False
        self.ascii_only = self.settings.ascii or not _speaks_unicode()
        self.report_interval = REPORT_SSH if os.environ.get("SSH_CONNECTION") else REPORT_LOCAL
        self.marks = {"play": False, "study": self.settings.marks}
        self.setup = against(self.settings.opponent)
        self.set_keymap(self.settings.keys)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of values, for this theme."""
        theme = self.current_theme
        return variables(theme.dark, theme.name.startswith("ansi"))

    def on_mount(self) -> None:
        """Open the first screen; say what could not be read once it is there."""
        theme = self.settings.theme
        if os.environ.get("NO_COLOR") is not None:
            theme = "ansi-dark"
        if theme in self.available_themes:
            self.theme = theme
        self._catch_signals()
        self._open_first()
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """After the first paint: collect garbage again, and say what could not be read."""
        gc.enable()
        self._open_store()
        for error in self._notices:
            self.notify(say(error), severity="warning", timeout=20)
        self._notices.clear()

    @property
    def store(self) -> Store:
        """The games that are kept; opened when first used, which is after the first paint."""
        return self._store or self._open_store()

    def _open_store(self) -> Store:
        from core.store import open_store

        if self._store is None:
            self._store, lost = open_store(self._data / STORE_FILE)
            if lost:
                self._notices.append(lost)
        return self._store

    def worker(self, on_analysis: Callable[[int, Analysis], None], on_trouble: Callable[[CoreError], None]) -> Worker:
        """An engine's process of one's own; see :class:`core.worker.Worker`."""
        from core.worker import Worker

        return Worker(on_analysis, on_trouble, stderr=self.log_file)

    @cached_property
    def log_file(self) -> int | IO[bytes]:
        """Where the engines' processes write what goes wrong in them; begun anew each time the hall is opened."""
        with suppress(OSError):
            self._data.mkdir(parents=True, exist_ok=True)
            return open(self._data / LOG_FILE, "wb")
        return DEVNULL

    def _catch_signals(self) -> None:
        """Leave in good order when asked to end; every ply is on disk already."""
        if self.is_headless or sys.platform == "win32":
            return
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        signal.signal(signal.SIGHUP, _hang_up)

    def _open_first(self) -> None:
        opening = self._opening
        if opening.game is None:
            self.go_home()
            return
        match = Match(opening.game, opening.players, opening.start)
        for move in opening.moves:
            match.play(move)
        self.open_match(match)

    # Screens.

    def open_match(self, match: Match, setup: Setup | None = None, series: Series | None = None) -> None:
        """Play or watch a match from where it stands, on top of the home screen."""
        setup = setup or Setup(match.players)
        series = series or Series(match.players, setup.length)
        if match.moves and not match.outcome and match.id not in self._kept:
            self.call_after_refresh(self.keep, match)
        if HUMAN in match.players:
            from tui.screens.play import PlayScreen

            self.push_screen(PlayScreen(match, setup, series))
        else:
            from tui.screens.watch import WatchScreen

            self.push_screen(WatchScreen(match, series))

    def play(self, game: Game, setup: Setup) -> None:
        """Begin a game as it is set up."""
        series = setup.series(Random())
        self.open_match(Match(game, series.seats), setup, series)

    def continue_match(self, kept: Kept) -> None:
        """Go on with an unfinished game at its last ply."""
        match = Match.from_record(kept.record)
        self._kept[match.id] = kept
        self.open_match(match)

    def review(self, match: Match) -> None:
        """Look at a match move by move."""
        from tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(match))

    def go_home(self) -> None:
        """Close everything but the home screen, which need not be there yet: a game may have been opened first."""
        from tui.screens.home import HomeScreen

        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 1:
            self.push_screen(HomeScreen())
        elif not isinstance(self.screen, HomeScreen):
            self.switch_screen(HomeScreen())

    # What is kept.

    def keep(self, match: Match) -> None:
        """Save a match. A store that fails is named once, until it works again; the game goes on either way."""
        try:
            try:
                self._save(match)
            except StoreBroken as error:
                self._tell_once(error)
                self._save(match)  # a file that has gone is made anew at the second try
        except StoreBroken as error:
            self._tell_once(error)
        else:
            self._store_fails = False

    def _save(self, match: Match) -> None:
        self._kept[match.id] = self.store.save(match.record, self._kept.get(match.id))

    def _tell_once(self, error: StoreBroken) -> None:
        if not self._store_fails:
            self.notify(say(error), severity="warning", timeout=20)
        self._store_fails = True

    def change_settings(self, **changes: Any) -> None:
        """Change settings and save them; what cannot be saved lasts until the end of the program."""
        changed = replace(self.settings, **changes)
        if changed == self.settings:
            return
        self.settings = changed
        try:
            settings_file.save(self._config, changed)
        except SettingsBroken as error:
            self.notify(say(error), severity="warning")

    def remember_setup(self, setup: Setup) -> None:
        """Offer the same setup the next time."""
        self.setup = setup
        seat = person(setup.seats)
        if seat is not None:
            self.change_settings(opponent=setup.seats[1 - seat])

    def watch_theme(self, theme: str) -> None:
        """Keep the theme that the palette chose."""
        if self.is_running and os.environ.get("NO_COLOR") is None:
            self.change_settings(theme=theme)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette: the app's own commands, and every action of the screen."""
        from tui.screens.help import named_bindings

        yield from super().get_system_commands(screen)
        for binding in named_bindings(screen):
            key = _("key: {key}").format(key=self.get_key_display(binding))
            yield SystemCommand(binding.description.capitalize(), key, self._runner(screen, binding.action))

    def _runner(self, screen: Screen[Any], action: str) -> Any:
        async def run_it() -> None:
            await screen.run_action(action)

        return run_it

    def on_unmount(self) -> None:
        """Let go of the store."""
        if self._store:
            self._store.close()


class Opening:
    """What the app opens with: the home screen, or above it a match of ``game`` between ``players`` (seat texts) from a
    position in text or the start, with ``moves`` played."""

    def __init__(
        self,
        game: Game | None = None,
        players: tuple[str, str] = (HUMAN, HUMAN),
        moves: Iterable[int] = (),
        start: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.moves = tuple(moves)
        self.start = start


def run(
    screen: Literal["home", "play", "watch"],
    game: Game | None = None,
    players: tuple[str, str] | None = None,
    moves: str = "",
    start: str | None = None,
) -> None:
    """Open the hall and return when the user leaves. Raises CoreError for moves that cannot be played."""
    from core.position import play_all

    opening = Opening()
    if game is not None and screen != "home":
        played, _position = play_all(game, moves, start)
        opening = Opening(game, players or (HUMAN, HUMAN), played, start)
    Hall(settings_file.folders(), opening).run()


def _speaks_unicode() -> bool:
    """Whether the terminal shows more than ASCII."""
    encoding = (getattr(sys.__stderr__, "encoding", None) or "").lower().replace("-", "")
    if encoding != "utf8":
        for stream in (sys.__stderr__, sys.__stdout__):
            if stream is not None and hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        return False
    return os.environ.get("TERM", "") not in ("linux", "vt100")


def _hang_up(number: int, frame: FrameType | None) -> None:
    """The line is lost: there is no terminal left to restore, and a blocked loop must not keep the process alive."""
    os._exit(128 + number)
