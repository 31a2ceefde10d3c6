"""Sources of a game for a front: a screen, the line mode or a spectator.

A front holds a :class:`Source` and cannot tell whether it is a game at home (:mod:`core.play.session`) or a table far
away. It does actions, and reports the events with the state after them. Which ply it shows is its own affair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Player
from core.phrase import Phrase
from core.play.actions import Action, Look
from core.play.course import Course
from core.play.events import Event, Refused
from core.play.match import Match
from core.play.seats import Setup
from core.players.opponents import HUMAN, Choice

Ticket: TypeAlias = int
"""The number of a match on its way to the disk, for the answer that comes later."""


class Thinking(NamedTuple):
    """An engine at work: its seat, its latest analysis, and the share of its search that it has done, from 0 to 1."""

    seat: Player
    analysis: Analysis | None
    share: float = 0.0


class Sitter(NamedTuple):
    """A player at a table: the ``id`` and name of a person, or an engine without an id; ``here``: they are at the
    board."""

    id: str
    name: str
    here: bool = True


@dataclass(frozen=True)
class Company:
    """The table of a game from afar: its people, and all that it has beside its game."""

    table: str
    """The id of the table."""
    sitters: tuple[Sitter, Sitter]
    """The players by seat."""
    others: int = 0
    """Number of people who only watch."""
    post: bool = False
    """Whether it is a game by post, which may take weeks."""
    aborted: bool = False
    """Whether it was ended before it counted."""
    rematch: tuple[bool, bool] = (False, False)
    """By seat, whether the player wants another game."""
    claim: tuple[Player, int] | None = None
    """The seat that may end the game because the other one has left, and in how many seconds, 0 for now."""
    offers: tuple[int, int] | None = None
    """By seat, the number of draws that the player may still offer."""
    said: tuple[tuple[str, Phrase], ...] = ()
    """The last phrases, with the names of those who said them."""
    muted: bool = False
    """Whether the phrases of others are not shown."""


@dataclass(frozen=True)
class Snapshot:
    """The state of a game: its course, and what is true only for the moment. A front draws from nothing else."""

    course: Course
    """The game now, and what the players have asked each other."""
    pace: float = 0.0
    """Minimum seconds for an engine's move."""
    running: bool = True
    """False if engines wait with their moves as long as no person plays."""
    thinking: Thinking | None = None
    """The engine that is asked for a move; None if none is."""
    next: Choice | None = None
    """The move that an engine has chosen and not made yet."""
    failed: bool = False
    """Whether the engine to move has given no answer, and is asked no more."""
    saving: bool = False
    """Whether a change takes long to save."""
    company: Company | None = None
    """The table of a game from afar; None at home."""
    quiet: bool = False
    """Whether the viewer plays against a person, and may see no values, hints or proofs."""

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        """The state of a saved game."""
        return cls(Course(match, Setup.of(match)))

    @property
    def match(self) -> Match:
        """The game now."""
        return self.course.match

    @property
    def awaited(self) -> bool:
        """Whether a person at this board is to move."""
        return not self.ended and self.match.players[self.match.position.turn] == HUMAN

    @property
    def ended(self) -> bool:
        """Whether the game is over or aborted."""
        return self.match.outcome is not None or (self.company is not None and self.company.aborted)

    @property
    def held(self) -> bool:
        """Whether engines wait with their moves: a game in which no person plays was paused."""
        return not self.running and HUMAN not in self.match.players


SnapshotListener: TypeAlias = Callable[[Snapshot, tuple[Event, ...]], None]


class Source(Protocol):
    """A game that a front can show and act in."""

    @property
    def state(self) -> Snapshot:
        """The game now, all of it saved."""

    @property
    def mine(self) -> frozenset[Player]:
        """The seats that this front acts for: both for two people at one board, none for a spectator."""

    def do(self, action: Action) -> None:
        """Ask for an action. Its events are reported, perhaps before this returns."""

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Tell ``hear`` of every change, with its events; the function that is returned ends it."""


class Archive:
    """A game to look at: a source that refuses every action."""

    mine: frozenset[Player] = frozenset()

    def __init__(self, state: Snapshot) -> None:
        self.state = state
        self._hearers: list[SnapshotListener] = []

    def do(self, action: Action) -> None:
        """Refuse every action that would change the game."""
        if isinstance(action, Look):
            return
        refused = Refused(CoreError("You are only viewing this game; you cannot make moves in it."))
        for hear in list(self._hearers):
            hear(self.state, (refused,))

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Tell ``hear`` of refusals; the function that is returned ends it."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)
