"""What a front sees of a game, and what it can do there: the one value that screens, lines of text and spectators draw
from.

A front holds a :class:`Source` and cannot tell whether a game at home stands behind it (:mod:`core.play.session`) or a
table far away: it does actions, and hears what came of them together with the state after it. Which ply it shows is its
own affair.
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
"""Names a match on its way to the disk, for the answer that comes later."""


class Thinking(NamedTuple):
    """The seat that is asked for a move, the latest of what it thinks, and how much of all that it may search it has by
    now, from 0 to 1."""

    seat: Player
    analysis: Analysis | None
    share: float = 0.0


class Sitter(NamedTuple):
    """Who sits at a table: the ``id`` and name of a person, or an engine without an id; ``here``: somebody is at the
    board."""

    id: str
    name: str
    here: bool = True


@dataclass(frozen=True)
class Company:
    """The people of a table at which they play from afar, with all that it has beside its game."""

    table: str
    """The id of the table."""
    sitters: tuple[Sitter, Sitter]
    """Who sits there, by seat."""
    others: int = 0
    """How many only watch."""
    post: bool = False
    """Whether it is a game that may take weeks."""
    aborted: bool = False
    """Whether it was ended before it counted."""
    rematch: tuple[bool, bool] = (False, False)
    """By seat, who wants another game."""
    claim: tuple[Player, int] | None = None
    """The seat that may end the game because the other one has left, and in how many seconds, 0 for now."""
    offers: tuple[int, int] | None = None
    """How many draws each may still offer."""
    said: tuple[tuple[str, Phrase], ...] = ()
    """The last phrases, with the names of those who said them."""
    muted: bool = False
    """Whether nobody wants to hear them."""


@dataclass(frozen=True)
class Snapshot:
    """A match as it stands, and beside it what is only of the moment: all that a front draws of a game."""

    course: Course
    """The game now, and what the players have asked each other."""
    pace: float = 0.0
    """The least time in seconds that an engine takes for a move."""
    running: bool = True
    """False: engines wait with their moves as long as no person sits."""
    thinking: Thinking | None = None
    """The engine that is asked for a move."""
    next: Choice | None = None
    """The move that an engine has drawn and not made yet."""
    failed: bool = False
    """The engine on turn has not answered and is asked no more."""
    saving: bool = False
    """The ply on its way to the disk takes long."""
    company: Company | None = None
    """Those at a table at which people play from afar."""
    quiet: bool = False
    """Who sees this plays against a person, and may hear of no values, hints or proofs."""

    @classmethod
    def of(cls, match: Match) -> Snapshot:
        """A game as it was kept."""
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
        """Whether nobody moves any more."""
        return self.match.outcome is not None or (self.company is not None and self.company.aborted)

    @property
    def held(self) -> bool:
        """Whether engines wait with their moves: somebody has stopped a game in which no person plays."""
        return not self.running and HUMAN not in self.match.players


SnapshotListener: TypeAlias = Callable[[Snapshot, tuple[Event, ...]], None]


class Source(Protocol):
    """A game that a front can show and act in."""

    @property
    def state(self) -> Snapshot:
        """The game as it stands, all that is told of it kept."""
        ...

    @property
    def mine(self) -> frozenset[Player]:
        """The seats that this front acts for: both for two people at one board, none for a spectator."""
        ...

    def do(self, action: Action) -> None:
        """Ask for something; what comes of it is heard, perhaps before this returns."""
        ...

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Hear every change of the state with what has happened; what is returned ends it."""
        ...


class Archive:
    """A game that is only looked at: a source that refuses every action."""

    mine: frozenset[Player] = frozenset()

    def __init__(self, state: Snapshot) -> None:
        self.state = state
        self._hearers: list[SnapshotListener] = []

    def do(self, action: Action) -> None:
        """Refuse what would change it."""
        if isinstance(action, Look):
            return
        refused = Refused(CoreError("This game is only looked at; nothing can be played in it."))
        for hear in list(self._hearers):
            hear(self.state, (refused,))

    def listen(self, hear: SnapshotListener) -> Callable[[], None]:
        """Hear what is refused."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)
