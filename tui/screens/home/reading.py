"""Games that come in: the dialog for a file or a text, and reading both while the hall goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Paste
from textual.widgets import Input, Label

from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase, phrase
from tui.household import game_files
from tui.household.game_files import FoundGames
from tui.screens.base.dialogs import OneLine, SteadyInput
from tui.screens.base.paths import FileNames
from tui.screens.base.screen import HallScreen
from tui.screens.home.opened import open_read
from tui.text.catalogue import _, say

Read: TypeAlias = Callable[[Game, Callable[[], bool]], FoundGames]
"""Reads games, as :func:`tui.household.game_files.in_file` and ``in_text`` do for what they are given."""


async def found(read: Read, game: Game) -> FoundGames:
    """Read games in a thread, so that the hall goes on. Cancelling the caller ends the reading too. Raises CoreError."""
    stopped = Event()
    try:
        return await asyncio.to_thread(read, game, stopped.is_set)
    finally:
        stopped.set()


def pasted(text: str) -> Read:
    """Reads a text."""
    return partial(game_files.in_text, text)


def show(home: HallScreen, found: FoundGames) -> None:
    """Show games: one in review, several as a list; and say which were left out."""
    open_read(home.hall, home.app.push_screen, found.games)
    if found.why:
        home.hall.warn(CoreError("Games left out: {count}. {reason}", count=found.left_out, reason=found.why.phrase))


class PathLine(SteadyInput):
    """A line for a path, which Tab completes. ``take`` is called with a pasted text of several lines, which is no path."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "cursor_right", show=False)]

    def __init__(self, placeholder: str, take: Callable[[str], None]) -> None:
        names = FileNames((*game_files.ENDINGS, game_files.ARCHIVE))
        super().__init__(placeholder=placeholder, suggester=names, compact=True)
        self._take = take

    def on_paste(self, event: Paste) -> None:
        """Take a text of several lines, of which Textual would write the first."""
        if len(event.text.strip().splitlines()) > 1:
            event.stop()
            event.prevent_default()
            self._take(event.text)


class OpenGames(OneLine):
    """Asks for a file, a folder or a zip, or for the games themselves. ``found`` has the games once it closes."""

    TAKES: ClassVar[Phrase] = phrase("open")

    def __init__(self, game: Game) -> None:
        super().__init__(
            phrase("A file, a folder or a zip of games; or paste games, or moves of {game}:", game=game.name), ""
        )
        self._game = game
        self._text: str | None = None
        """The pasted text; None if the line was typed."""
        self.found = FoundGames(())

    def compose(self) -> ComposeResult:
        """The question, the line and the error."""
        with Vertical(classes="dialog"):
            yield Label(say(self._question), markup=False)
            yield PathLine(_("a path; Tab completes it"), self._take_text)
            yield Label("", id="answer", markup=False)

    def _take_text(self, text: str) -> None:
        self._text = text
        self.action_take()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Replace the pasted text by the typed one."""
        self._text = None
        self.query_one("#answer", Label).update("")

    async def refuse(self, written: str) -> None:
        """Read the games. Raises CoreError where there are none."""
        text = written if self._text is None else self._text
        if not text.strip():
            raise CoreError("Type a path, or paste games.")
        self.query_one("#answer", Label).update(_("Reading ..."))
        named = self._text is None and await asyncio.to_thread(_is_path, written)
        self.found = await found(partial(game_files.in_file, written) if named else pasted(text), self._game)


def _is_path(written: str) -> bool:
    """Whether a text is the path of a file, or looks like one."""
    try:
        path = Path(written).expanduser()
        return path.exists() or path.suffix.lower() in (*game_files.ENDINGS, game_files.ARCHIVE)
    except (OSError, RuntimeError, ValueError):
        return False
