"""ServedHall: the app of one session in a served hall. It begins in the lobby; the hall as it is at home lies below."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import work
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.widget import AwaitMount

from core import own
from core.errors import CoreError
from core.games import get
from core.hall.wire import Message
from core.phrase import Phrase, phrase, phrase_in
from core.players.asking import Adviser
from core.players.worker.request import Use
from core.position import Position
from core.study import told_of
from core.study.study import Study, StudyQuestion
from tui.game.link import Link, Wanted, closed_to, untold
from tui.game.remote_table import RemoteTable, table_at
from tui.game.remote_worker import Queue, RemoteStudying, RemoteWorker
from tui.hall.app import PACE, Hall
from tui.household.surroundings import Surroundings
from tui.screens.base.screen import HallScreen
from tui.screens.home.screen import HomeScreen
from tui.screens.lobby.naming import Naming
from tui.screens.lobby.rows import yours
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.text.catalogue import _, say


class ServedHall(Hall):
    """``folders`` are the person's own, which the hall keeps; ``wire`` leads to the hall."""

    CSS_PATH = "../hall/app.tcss"
    has_lobby = True
    keeps_settings = True

    def __init__(
        self,
        folders: tuple[Path, Path],
        wire: socket.socket,
        surroundings: Surroundings = Surroundings(served=True),  # noqa: B008, a value that nobody changes
        pace: float = PACE,
    ) -> None:
        super().__init__(folders, None, pace, surroundings)
        self.link = Link(wire)
        self.wanted = Wanted(get("tictactoe"))
        """The game that is offered next."""
        self.offered: set[str] = set()
        """The ids of the offers made in this session."""
        self._opening_tables: set[str] = set()
        self._queue = Queue(self._say_place)

    def on_mount(self) -> None:
        """Listen to the hall, and show the first screen meanwhile."""
        self.link.hear("hi", self._welcomed)
        self._deaf_to_turns = self.link.hear("lobby", self._tell_turns)
        self.link.hear("bound", self._bound)
        self.link.hear("begun", self._begun)
        self.link.hear("declined", self._declined)
        self.link.hear("end", self._ended)
        self.link.send("lobby")
        self.run_worker(self.link.open())

    def _open_first(self) -> None:
        self.go_home()
        self.go_to_lobby()

    # What the hall tells.

    def _welcomed(self, message: Message) -> None:
        """List the games of the host's own, and let one who has no name choose one."""
        for content in self.link.terms["own"]:
            self._join(own.offer(own.taken(content)).id)
        if not self.link.you["named"]:
            self.choose_name()
        self._refresh_lobby()

    def _join(self, game: str) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.shelf.more = phrase("MORE")
                screen.shelf.join(get(game))

    def _tell_turns(self, message: Message) -> None:
        """Say in a line at which tables it is one's own move, once."""
        self._deaf_to_turns()
        told = [entry.text for entry in yours(self.link, self.store_clock()) if entry.urgent]
        if told:
            text = _("It is your move: {games}.").format(games=", ".join(told))
            if isinstance(self.screen, LobbyScreen):
                self.screen.say(text)
            else:
                self.notify(text, timeout=20, markup=False)

    def _begun(self, message: Message) -> None:
        """Go to the table that an offer made here has led to; where somebody is busy, only say so."""
        if not self._answered(message["id"]):
            return
        if isinstance(self.screen, LobbyScreen | HomeScreen):
            self.open_table(message["table"])
        else:
            self.notify(
                _("Your offer was accepted: the game is in the lobby, under Your games."), timeout=20, markup=False
            )

    def _declined(self, message: Message) -> None:
        if self._answered(message["id"]):
            self.notify(_("Your challenge was declined."), timeout=10, markup=False)

    def _answered(self, offer: str) -> bool:
        """Whether an offer was made here; that it stands is true no more, and the lobby does not say so."""
        here = offer in self.offered
        self.offered.discard(offer)
        for screen in self.screen_stack:
            if here and isinstance(screen, LobbyScreen):
                screen.say("")
        return here

    def _refresh_lobby(self) -> None:
        if isinstance(self.screen, LobbyScreen):
            self.screen.refresh_all()

    def _ended(self, message: Message) -> None:
        """Nothing can be done without the hall."""
        self.exit(message=say(phrase_in(message)), return_code=1)

    # Screens.

    @work
    async def open_table(self, id: str) -> None:
        """Go to a table: to play there, where one has a seat, else to watch."""
        if id in self._opening_tables or any(table.id == id for table in self._tables):
            return
        self._opening_tables.add(id)
        try:
            table = await table_at(self.link, id)
        except CoreError as error:
            self.warn(error)
        else:
            screen = PlayScreen(table)
            if self.may_see(screen):
                self.push_screen(screen)
            else:
                await table.close()
        finally:
            self._opening_tables.discard(id)

    # Fair play.

    def may_see(self, screen: Screen[Any]) -> bool:
        """Whether nothing on a screen is about a game that one plays against somebody; else that is said."""
        reason = self._reason(screen)
        if reason:
            self.notify(say(reason), timeout=20, markup=False)
        return reason is None

    def _reason(self, screen: Screen[Any]) -> Phrase | None:
        return closed_to(self.link, screen.valued) if isinstance(screen, HallScreen) else None

    def push_screen(self, screen: Screen[Any], *arguments: Any, **options: Any) -> Any:  # type: ignore[override]
        """Open a screen, unless it tells what one may not know now."""
        return (
            super().push_screen(screen, *arguments, **options) if self.may_see(screen) else AwaitMount(self.screen, ())
        )

    def pop_screen(self) -> AwaitComplete:
        """Close a screen, and those below that tell what one may not know now."""
        popped = super().pop_screen()
        self._close_pages()
        return popped

    def untold(self, position: Position) -> Phrase | None:
        """Why one is told nothing about a position, as one plays against somebody; None if one is."""
        return untold(self.link, position)

    def _bound(self, message: Message) -> None:
        self._close_pages()
        for screen in self.screen_stack:
            if isinstance(screen, HallScreen):
                screen.heed()

    def _close_pages(self) -> None:
        """Close the pages on top that tell what one may not know now, down to a table of one's own."""
        lowest, reason = len(self.screen_stack), None
        for at, screen in reversed(list(enumerate(self.screen_stack))):
            if isinstance(screen, PlayScreen) and isinstance(screen.source, RemoteTable) and screen.source.own:
                break
            if found := self._reason(screen):
                lowest, reason = at, found
        while len(self.screen_stack) > lowest:
            self.pop_screen()
        if reason:
            self.notify(_("A page was closed. {reason}").format(reason=say(reason)), timeout=20, markup=False)

    @property
    def _tables(self) -> list[RemoteTable]:
        """The tables that are open."""
        sources = (screen.source for screen in self.screen_stack if isinstance(screen, PlayScreen))
        return [source for source in sources if isinstance(source, RemoteTable)]

    def go_home(self) -> None:
        """Close what lies above the lobby; from a table always go there."""
        if any(isinstance(screen, LobbyScreen) for screen in self.screen_stack):
            while not isinstance(self.screen, LobbyScreen):
                self.pop_screen()
            return
        at_table = bool(self._tables)
        super().go_home()
        if at_table:
            self.go_to_lobby()

    def go_to_lobby(self) -> None:
        """Show the lobby above the home screen."""
        self.push_screen(LobbyScreen())

    def go_to_engines(self) -> None:
        """Show the home screen."""
        if isinstance(self.screen, LobbyScreen):
            self.pop_screen()

    @work(exclusive=True, group="name")
    async def choose_name(self) -> None:
        """Let a name be chosen."""
        you = self.link.you
        name = await self.push_screen_wait(Naming(self.link, you["name"] if you["named"] else you["proposed"]))
        if name:
            self.link.you = {**you, "name": name, "named": True}
            self._refresh_lobby()

    # Engines.

    def worker(self, use: Use = "review") -> Adviser:
        """The engines of the hall, which answer everybody in turns."""
        say = self._queue.place()

        def place(before: int | None) -> None:
            say(before)
            if before is not None and isinstance(self.screen, HallScreen):
                self.screen.refresh_all()  # what waits for the answer says so too

        return RemoteWorker(self.link, use, place)

    def move_seconds(self, use: Use) -> float:
        """No more than the hall gives."""
        given = float(self.link.terms["seconds"][use])
        wanted = self.settings.move_seconds
        return given if wanted is None else min(given, wanted)

    def studying(
        self, question: StudyQuestion, on_study: Callable[[Study], None], on_trouble: Callable[[CoreError], None]
    ) -> RemoteStudying:
        """What counts, as soon as the hall gives leave."""

        def hear(study: Study) -> None:
            reason = closed_to(self.link, told_of(question, study))
            if reason:
                on_trouble(CoreError(reason.template, **reason.values))
            else:
                on_study(study)

        return RemoteStudying(self.link, question, hear, on_trouble, self._queue.place(), self.household.log_file)

    def _say_place(self, text: str, before: str) -> None:
        """Say how long one waits, in place of what was said of it before; say nothing more once one does not."""
        screen = self.screen
        if isinstance(screen, HallScreen) and (text or screen.notice == before):
            screen.say(text)

    async def on_unmount(self) -> None:
        """Let go of the line."""
        await self.link.close()
