"""Hall: the Textual app. It owns the keeper of games and the settings; screens hold games and their engines."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import COLOR_SYSTEMS
from textual import constants, work
from textual.binding import Binding

from core.analysis import Analysis
from core.engines import MENACE
from core.errors import CoreError, printable, quoted
from core.game import Game
from core.phrase import Phrase, phrase
from core.play.match import Match
from core.play.seats import Setup, built_in, gathered, programs
from core.players import opponents
from core.players.opponents import DEFAULT, HUMAN
from core.position import Position
from core.store.keeper import Keeper
from tui.hall.chosen import BadVariable, ChosenApp
from tui.household.household import Household
from tui.household.opening import Opening
from tui.household.settings_file import folders
from tui.household.surroundings import AS_BEFORE, COPIED, OWN_GAMES, PLAYERS, TOURNAMENTS, Surroundings
from tui.text.catalogue import name_keys, say, speak
from tui.text.kept import dropped_words, unreadable_words
from tui.text.seats import with_level

if TYPE_CHECKING:
    from core.notation.common import ReadGame
    from core.play.source import Archive, Source
    from core.players.asking import Adviser
    from core.players.worker.request import Use
    from core.store.store import Stored
    from core.study.process import Studying
    from core.study.study import Study, StudyQuestion
    from tui.game.remote_worker import RemoteStudying

PACE = 0.4
"""Least seconds an engine takes for its move, so that a person can follow."""
SHOWN_WHOLE = 400
"""Characters of a question of which none is hidden: nobody says yes to the part of a command that is not seen."""
RESTORE_SECONDS = 0.5
"""How long a terminal that takes nothing is waited for when the app has to end at once."""


class Hall(ChosenApp):
    """The app. ``first`` opens its first screen; ``folders`` are those of the data and of the settings; ``surroundings`` say
    where it is shown."""

    CSS_PATH = "app.tcss"
    TITLE = "triqui"
    ENABLE_COMMAND_PALETTE = True
    has_lobby = False
    """Whether other people can be met here."""
    BINDINGS: ClassVar[list[Any]] = [Binding("ctrl+z", "suspend_process", show=False, system=True)]

    def __init__(
        self,
        folders: tuple[Path, Path],
        first: Opening | None = None,
        pace: float = PACE,
        surroundings: Surroundings = Surroundings(),  # noqa: B008, a value that nobody changes
    ) -> None:
        self._data, config = folders
        super().__init__(config, surroundings)
        self._opening = first or Opening()
        self.trusted = set(programs(self._opening.setup.seats))
        """Programs from elsewhere that the user has named on the command line, chosen from a list, or said yes to."""
        self.pace = pace
        self.store_clock = time.time
        self.household = Household(self._data, self.preferences, self.warn, lambda: self.store_clock())
        self.own_folder = None if surroundings.served else self._data / OWN_GAMES
        self.copied_file = None if surroundings.served else self._data / COPIED
        self.players_folder = self._data / PLAYERS if surroundings.starts_programs else None
        # What it has learned from somebody is known where that person's games are, and not where the hall has its engines.
        self.left_out: Collection[str] = (MENACE,) if surroundings.served else ()
        self.restore_terminal: Callable[[], None] = lambda: None
        """Gives the terminal back at once, without the loop."""

    def on_load(self) -> None:
        """Speak the reader's language and name the reader's keys; all that the app does follows from here."""
        speak(self.language)
        name_keys(self.active_keys, on_screen=True)

    def on_mount(self) -> None:
        """Open the first screen; say what could not be read once it is there."""
        self._catch_signals()
        if not self.surroundings.served:
            asyncio.get_running_loop().set_exception_handler(self._fail)
        self._open_first()
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        """After the first paint: collect garbage again, and say what could not be read."""
        if not gc.isenabled():
            gc.freeze()  # to look through all that the app is made of takes a full collection 40 ms of a player's time
            gc.enable()
        for error in (*self.notices, *self.wrong_settings()):
            self.warn(error)
        self.notices.clear()
        # Now, so that trouble is told at once.
        self.keeper.look(lambda store: store.unreadable(), self._tell_unreadable, self.warn)
        self.household.drop_watched(lambda count: self._notice(dropped_words(count)))

    @property
    def keeper(self) -> Keeper:
        """Keeps the games, in a thread of its own."""
        return self.household.keeper

    def _tell_unreadable(self, count: int) -> None:
        """Say how many games are there that cannot be shown."""
        if count:
            self._notice(unreadable_words(count))

    def warn(self, error: CoreError) -> None:
        """Say what has gone wrong, in a notice."""
        self._notice(say(error))

    def _notice(self, text: str) -> None:
        self.notify(text, severity="warning", timeout=20, markup=False)

    def worker(self, use: Use = "review") -> Adviser:
        """An engine's process of one's own, whatever its ``use`` is; see :class:`core.players.worker.parent.Worker`."""
        return self.household.worker()

    def move_seconds(self, use: Use) -> float | None:
        """The most that an engine may take for a move, None for no end."""
        return self.settings.move_seconds

    def _catch_signals(self) -> None:
        """Leave in good order when asked to end; every ply is on disk already."""
        if self.is_headless or self.surroundings.served or sys.platform == "win32":
            return
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        for number in (signal.SIGHUP, signal.SIGQUIT):
            signal.signal(number, self._hang_up)

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        """The line may be lost or stuck, and a blocked loop must not keep the process alive: restore what can be restored."""
        with suppress(OSError):
            self.restore_terminal()
        os._exit(128 + number)

    def _fail(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """End with the error where a call of the loop has failed, as by one in a message: nobody plays on half an app."""
        error = context.get("exception")
        if not isinstance(error, Exception):
            loop.default_exception_handler(context)
            return
        try:
            raise error
        except Exception as raised:  # the traceback is drawn from the one that is being handled
            self._handle_exception(raised)

    def _open_first(self) -> None:
        opening = self._opening
        if opening.match:
            self._go_on(opening.match)
            return
        if opening.assignment:
            from tui.screens.study.judge import JudgeScreen

            self.push_screen(JudgeScreen(opening.assignment))
            return
        if opening.games:
            self.go_home()
            self.open_read(opening.games)
            return
        if opening.game and opening.tournament:
            from tui.screens.tournament.screen import TournamentScreen

            self.push_screen(TournamentScreen(opening.game, opening.tournament, run=True))
            return
        if opening.game is None:
            self.go_home()
            return
        match = opening.setup.begun(opening.game, Random(), opening.moves, opening.start)
        self.open_game(opening.game, opening.setup, match)

    # Screens.

    def open_game(self, game: Game, setup: Setup, match: Match | None = None) -> None:
        """Play or watch a game as it is set up, or go on with one as it was kept, on top of the home screen; after a question
        where a program is to play that nobody has named since the app was started.

        A game with somebody from afar goes on with a guest at this board. Raises CoreError where nobody can play
        for a seat.
        """
        setup, match = replace(setup, seats=gathered(setup.seats)), match and match.seated(gathered)
        series = match.series.players if match and match.series else ()
        strangers = [
            name
            for name in programs((*setup.seats, *(match.players if match else ()), *series))
            if name not in self.trusted
        ]
        if strangers:
            self._ask_about(strangers, game, setup, match)
            return
        from tui.game.home_game import HomeGame

        self.preferences.change(welcome=False)
        played = HUMAN in (match.players if match else setup.seats)
        use: Use = "move" if played else "review"
        home = HomeGame(
            self.keeper,
            partial(self.worker, use=use),
            self.surroundings.report_interval,
            game,
            setup,
            match,
            pace=self.pace if played else 1.0,
            between=None if played else 0.0,
            cap=self.move_seconds(use),
        )
        self.follow(home)
        if played:
            from tui.screens.play.screen import PlayScreen

            screen = PlayScreen(home)
            self.push_screen(screen)
            if game.content and self.own_folder:
                from tui.game.own_live import follow

                def renew(fresh: Game) -> None:
                    self.pop_screen()
                    self.open_game(fresh, setup)

                follow(screen, screen.repeat_work, home, renew, self.warn)
        else:
            from tui.screens.watch.screen import WatchScreen

            self.push_screen(WatchScreen(home))

    def follow(self, game: Source) -> None:
        """Listen to a game that is opened."""
        self.sounds.follow(game)

    @work(exclusive=True, group="strangers")
    async def _ask_about(self, strangers: list[str], game: Game, setup: Setup, match: Match | None) -> None:
        """Start programs only once their command lines have been seen, else let the usual player sit there."""
        from tui.screens.base.picker import QuestionDialog

        programs_named = "\n".join(map(printable, strangers))
        question = phrase("This game was played by an external program:\n\n{programs}", programs=programs_named)
        answers = [phrase("Play on with {player} instead", player=with_level(opponents.player(DEFAULT, game)))]
        if self.surroundings.starts_programs and len(say(question)) <= SHOWN_WHOLE:
            answers.append(phrase("Start this program"))
        chosen = await self.push_screen_wait(QuestionDialog(question, answers))
        if chosen == 1:
            self.trusted.update(strangers)
        elif chosen == 0:
            setup = replace(setup, seats=built_in(setup.seats))
            match = match and match.seated(built_in)
        else:
            return
        try:
            self.open_game(game, setup, match)
        except CoreError as error:
            self.warn(error)

    def continue_game(self, kept: Stored) -> None:
        """Go on with an unfinished game at its last ply. Raises CoreError where what is kept makes none."""
        self.keeper.continuing(kept)
        self._go_on(kept.match)

    def _go_on(self, match: Match) -> None:
        self.open_game(match.game, Setup.of(match), match)

    def review(self, archive: Archive, known: Callable[[Position], Analysis | None] = lambda position: None) -> None:
        """Look at a game move by move, beginning with what is known of its positions."""
        from tui.screens.review.screen import ReviewScreen

        self.push_screen(ReviewScreen(archive, known))

    def open_read(self, games: Sequence[ReadGame]) -> None:
        """Show games of a file: one in review, several as a list."""
        from tui.screens.home.opened import open_read

        open_read(self, self.push_screen, games)

    def study(self, question: StudyQuestion) -> None:
        """Study something, on the screen of its topic."""
        from tui.screens.study.learn import screen_for

        self.push_screen(screen_for(question))

    def untold(self, position: Position) -> Phrase | None:
        """None: what one plays at home binds nobody."""
        return None

    def studying(
        self, question: StudyQuestion, on_study: Callable[[Study], None], on_trouble: Callable[[CoreError], None]
    ) -> Studying | RemoteStudying:
        """What counts, in a process of its own; see :class:`core.study.process.Studying`."""
        from core.study.process import Studying

        return Studying(question, on_study, on_trouble, stderr=self.household.log_file)

    def go_home(self) -> None:
        """Close everything but the home screen, which need not be there yet: a game may have been opened first."""
        from tui.screens.home.screen import HomeScreen

        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 1:
            self.push_screen(HomeScreen())
        elif not isinstance(self.screen, HomeScreen):
            self.switch_screen(HomeScreen())

    @property
    def tournaments(self) -> Path:
        """The folder of the tournaments for which no file was named."""
        return self._data / TOURNAMENTS

    def go_to_lobby(self) -> None:
        """Show where people meet, in a hall in which they do."""

    # What is not for those who are served.

    def action_suspend_process(self) -> None:
        """Stop until the shell says otherwise, but not where there is no shell."""
        if not self.surroundings.served:
            super().action_suspend_process()

    def copy_to_clipboard(self, text: str) -> None:
        """Send a text to the clipboard of the terminal; tmux, on this machine, is given it."""
        if self.surroundings.tmux and not self.surroundings.served:
            from tui.hall import clipboard  # which most sessions never need

            self.run_worker(clipboard.through_tmux(text, super().copy_to_clipboard))
        else:
            super().copy_to_clipboard(text)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Show a page in a browser, but not in that of the machine which serves."""
        if not self.surroundings.served:
            super().open_url(url, new_tab=new_tab)

    def save_screenshot(self, *arguments: Any, **options: Any) -> str:
        """Write a picture of the screen to a file, but not on the machine which serves."""
        return "" if self.surroundings.served else super().save_screenshot(*arguments, **options)

    def deliver_screenshot(self, *arguments: Any, **options: Any) -> str | None:
        """The same, as the palette asks for it."""
        return None if self.surroundings.served else super().deliver_screenshot(*arguments, **options)

    async def on_unmount(self) -> None:
        """Let go of the store, once all is kept."""
        self.sounds.close()
        await self.household.close()


def run(opening: Opening, surroundings: Surroundings, make: Callable[..., Hall]) -> None:
    """Open the hall, which ``make`` makes, and return when the user leaves. Raises whatever exception has ended the app."""
    from rich.console import Console

    if constants.COLOR_SYSTEM not in (known := ("auto", *COLOR_SYSTEMS)):
        raise BadVariable(
            "TEXTUAL_COLOR_SYSTEM={name} is not a colour system; unset that variable, or set it to one of {known}.",
            name=quoted(constants.COLOR_SYSTEM or ""),
            known=", ".join(known),
        )
    hall = make(folders(surroundings.home), opening, surroundings=surroundings)
    if sys.platform != "win32" and not surroundings.web:
        with suppress(OSError):  # some terminals have no name
            hall.restore_terminal = _restorer()
    hall.error_console = Console(
        file=StringIO()
    )  # where Textual draws the traceback of the failure that is raised here
    hall.run(mouse=hall.settings.mouse and not surroundings.spares_mouse)
    if isinstance(hall._exception, Exception):
        raise hall._exception
    if hall.return_code:
        sys.exit(hall.return_code)


def _restorer() -> Callable[[], None]:
    """A function that makes the terminal what it is now, however slowly it takes what is written to it."""
    import termios

    keyboard, screen = sys.stdin.fileno(), os.ttyname(sys.stderr.fileno())
    before = termios.tcgetattr(keyboard)

    def restore() -> None:
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # the shell may have the terminal by now
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
            termios.tcflush(keyboard, termios.TCIFLUSH)
        # Opened anew, since not to wait is a property that others would share.
        line = os.open(screen, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        select.select([], [line], [], RESTORE_SECONDS)
        os.write(line, AS_BEFORE)

    return restore
