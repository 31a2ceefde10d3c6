"""The port through which screens use the app. Screens import no app: the app imports them, and implements this port."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive
from core.position import Position
from tui.household.preferences import Preferences
from tui.household.settings import MarksSetting, Settings
from tui.household.surroundings import Surroundings

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.events import Key
    from textual.screen import Screen
    from textual.timer import Timer

    from core.players.asking import Adviser
    from core.players.worker.request import Use
    from core.store.keeper import Keeper
    from core.store.store import Stored
    from core.study.study import Study, StudyQuestion
    from tui.game.link import Link, Wanted
    from tui.household.household import Household


class KeyPort(Protocol):
    """Gives out the keys in turn, and knows what they do."""

    @property
    def given_keys(self) -> Mapping[str, str]:
        """The keys of actions with other keys than the usual ones; another object after each change."""

    def does(self, action: str, node: DOMNode) -> bool:
        """Whether an action does something now, as a key or a click at a node has it."""

    def after_key(self, then: Callable[[], object]) -> None:
        """Call ``then`` once the last key has had its effect, at once if it already has."""

    def hand_on(self, keys: Sequence[Key], closed: Screen[Any]) -> None:
        """Give keys to the screen on top, before the waiting keys. Those for a screen that has ``closed`` go to it too."""
        ...


class HallPort(KeyPort, Protocol):
    """The household of the hall, and the ways from one screen to another."""

    setup: Setup
    """Who is going to play the next game."""
    surroundings: Surroundings
    """Where the hall is shown."""
    preferences: Preferences
    """Changes settings, and keeps them."""
    marks: MarksSetting
    """Whether values stand on the cells."""
    has_lobby: bool
    """Whether other people can be met here."""
    store_clock: Callable[[], float]
    """Seconds since 1970."""
    own_folder: Path | None
    """The folder of games of one's own; None where nobody has one."""
    household: Household
    """The store, and where processes write what goes wrong."""
    copied_file: Path | None
    """The file for what was copied last; None where none is written."""
    players_folder: Path | None
    """The folder of Python players of one's own; None where no file is run."""
    trusted: set[str]
    """The texts of programs that the user has named or chosen, and that play without a question."""
    left_out: Collection[str]
    """The names of players and engines that are no choice here."""

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""

    @property
    def settings_path(self) -> Path | None:
        """The file in which the settings are kept; None where it is nobody's business which."""

    @property
    def keeps_settings(self) -> bool:
        """Whether settings that are changed are written to the folder."""

    @property
    def tournaments(self) -> Path:
        """The folder of the tournaments."""

    @property
    def keeper(self) -> Keeper:
        """Keeps the games, in a thread of its own."""

    @property
    def available_themes(self) -> Mapping[str, Any]:
        """The themes by name."""

    def choose(self, name: str, value: Any) -> None:
        """Change a setting, None for the usual value, with effect at once."""

    def give_key(self, action: str, key: str) -> Phrase | None:
        """Give an action another key, or say what is wrong with it."""

    def remember_setup(self, setup: Setup) -> None:
        """Let this hold for the next game."""

    def warn(self, error: CoreError) -> None:
        """Say what has gone wrong, in a notice."""

    def worker(self, use: Use = "review") -> Adviser:
        """What asks an engine."""

    def untold(self, position: Position) -> Phrase | None:
        """Why one is told nothing about a position; None if one is."""

    def studying(
        self, question: StudyQuestion, on_study: Callable[[Study], None], on_trouble: Callable[[CoreError], None]
    ) -> CountingPort:
        """What counts, in a process of its own."""

    def run_worker(self, work: Awaitable[Any]) -> Any:
        """Let something go on that outlives the screen."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call in so many seconds."""

    def go_to(self, screen: str, *about: object) -> None:
        """Open a screen by its name."""

    def open_game(self, game: Game, setup: Setup, match: Match | None = None) -> None:
        """Play or watch a game. Raises CoreError."""
        ...

    def continue_game(self, kept: Stored) -> None:
        """Go on with an unfinished game. Raises CoreError."""

    def review(self, archive: Archive, known: Callable[[Position], Analysis | None] = lambda position: None) -> None:
        """Look at a game move by move."""

    def study(self, question: StudyQuestion) -> None:
        """Study something, on the screen of its topic."""

    def go_home(self) -> None:
        """Close everything but the home screen."""

    def go_to_lobby(self) -> None:
        """Where people meet."""


class CountingPort(Protocol):
    """What counts for a study, or judges a player, until it is closed."""

    async def close(self) -> None:
        """Do no more."""
        ...


class ServedPort(HallPort, Protocol):
    """The app of a session in a served hall."""

    link: Link
    """The line to the hall."""
    wanted: Wanted
    """The game that is offered next."""
    offered: set[str]
    """The ids of the offers made in this session."""

    def open_table(self, id: str) -> object:
        """Go to a table."""

    def choose_name(self) -> object:
        """Let a name be chosen."""

    def go_to_engines(self) -> None:
        """Show the home screen."""
