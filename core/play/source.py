"""What a front sees of a game, and what it can do there: the one value that screens, lines of text and spectators draw from.

A front holds a :class:`Source` and cannot tell whether a game at home stands behind it (:mod:`core.play.session`) or a table
far away: it does actions, and hears what came of them together with the state after it. Which ply it shows is its own affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game, Move, Player, Remark
from core.phrase import Phrase
from core.play.actions import Action, Look
from core.play.clock import Clock
from core.play.events import Event, Refused
from core.play.match import Match, Record
from core.play.seats import Setup
from core.play.series import Series
from core.players.opponents import HUMAN, Choice, Opponent, from_afar, parse
from core.players.worker.request import Request
from core.position import Outcome, Position

Ticket: TypeAlias = int
"""Names a question or a record on its way, for the answer that comes later."""


class Thinking(NamedTuple):
    """The seat that is asked for a move, the latest of what it thinks, and how much of all that it may search it has by now,
    from 0 to 1."""

    seat: Player
    analysis: Analysis | None
    share: float = 0.0


class Sitter(NamedTuple):
    """Who sits at a table: the ``id`` and name of a person, or an engine without an id; ``here``: somebody is at the board."""

    id: str
    name: str
    here: bool = True


@dataclass(frozen=True)
class Company:
    """The people of a table at which they play from afar, with all that it has beside its game. ``others`` is how many only
    watch. ``post``: a game that may take weeks; ``aborted``: it was ended before it counted; ``takeback`` is the seat that
    asks to take a move back; ``rematch`` who wants another game; ``claim`` the seat that may end the game because the other
    one has left, and in how many seconds, 0 for now; ``offers`` how many draws each may still offer; ``said`` has the last
    phrases with the names of those who said them, and ``muted`` is set where nobody wants to hear them."""

    table: str
    sitters: tuple[Sitter, Sitter]
    others: int = 0
    post: bool = False
    aborted: bool = False
    takeback: Player | None = None
    rematch: tuple[bool, bool] = (False, False)
    claim: tuple[Player, int] | None = None
    offers: tuple[int, int] | None = None
    said: tuple[tuple[str, Phrase], ...] = ()
    muted: bool = False


@dataclass(frozen=True)
class Snapshot:
    """A game as it stands: all that a front draws of it. ``positions`` are one more than ``moves``; ``seats`` the texts of the
    players as :func:`core.players.opponents.parse` takes them; ``undone`` how many moves redo would make; ``remarks`` what is
    kept of moves, by ply from 1; ``number`` which game of the series this is, from 1. ``running`` False: engines wait with
    their moves as long as no person sits; ``next`` is the move that an engine has drawn and not made yet; ``failed``: the
    engine on turn has not answered and is asked no more. ``saving``: the ply on its way to the disk takes long. ``setup`` holds
    for the next game, ``pace`` is the least time in seconds that an engine takes for a move. ``clock`` is what time is left,
    told anew with every second, None in a game without one; ``allowed`` how many hints may be asked for, None for any number;
    ``offer`` the seat that has offered a draw, as long as nobody has answered. ``company`` is there where people play from
    afar; ``quiet``: whoever sees this plays against a person, and may hear of no values, hints or proofs."""

    id: str
    game: Game
    start: str | None
    moves: tuple[Move, ...]
    positions: tuple[Position, ...]
    seats: tuple[str, str]
    setup: Setup
    series: Series
    number: int
    outcome: Outcome | None
    repetitions: int
    undone: int = 0
    hints: int = 0
    remarks: Mapping[int, Remark] = field(default_factory=dict)
    cautions: int = 0
    running: bool = True
    pace: float = 0.0
    next: Choice | None = None
    thinking: Thinking | None = None
    saving: bool = False
    failed: bool = False
    clock: Clock | None = None
    allowed: int | None = None
    offer: Player | None = None
    company: Company | None = None
    quiet: bool = False

    @classmethod
    def of(cls, match: Match, setup: Setup, series: Series, number: int) -> Snapshot:
        """A match as it stands."""
        return cls(
            match.id,
            match.game,
            match.start,
            tuple(match.moves),
            tuple(match.positions),
            match.players,
            setup,
            series,
            number,
            match.outcome,
            match.repetitions,
            match.undone,
            match.hints,
            match.remarks,
            match.cautions,
            allowed=match.allowed,
        )

    @classmethod
    def of_record(cls, record: Record) -> Snapshot:
        """A game as it was kept. Raises CoreError for a record whose texts do not make a game."""
        match, before = Match.from_record(record), record.series or Series(record.players)
        series = before.after(match.outcome) if match.outcome else before
        shown = cls.of(match, Setup.of_record(record), series, before.played + 1)
        return replace(shown, clock=record.clock)

    @property
    def forced(self) -> tuple[int, ...]:
        """The plies, from 1, that were drawn for a player whose time had run out."""
        return tuple(ply for ply, remark in self.remarks.items() if remark is Remark.FORCED)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The moves in notation."""
        return tuple(position.name(move) for position, move in zip(self.positions, self.moves, strict=False))

    @cached_property
    def opponent(self) -> Opponent | None:
        """The engine whose turn it is, None for a person or when the game is over."""
        seat = self.seats[self.position.turn]
        return None if self.outcome or from_afar(seat) is not None else parse(seat)

    @property
    def awaited(self) -> bool:
        """Whether a person at this board is to move."""
        return not self.ended and self.seats[self.position.turn] == HUMAN

    @property
    def ended(self) -> bool:
        """Whether nobody moves any more."""
        return self.outcome is not None or (self.company is not None and self.company.aborted)

    @property
    def held(self) -> bool:
        """Whether engines wait with their moves: somebody has stopped a game in which no person plays."""
        return not self.running and HUMAN not in self.seats


Hear: TypeAlias = Callable[[Snapshot, tuple[Event, ...]], None]


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

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear every change of the state with what has happened; what is returned ends it."""
        ...


class Players(Protocol):
    """Whoever asks the engines. Answers come to the session by ticket, later, never from inside these."""

    def ask(self, seat: Player, request: Request) -> Ticket:
        """Ask what the player on a seat thinks of a position."""
        ...

    def stop(self, ticket: Ticket) -> None:
        """The final answer, now."""
        ...

    def drop(self, ticket: Ticket) -> None:
        """Nobody wants the answer any more."""
        ...


class Archive:
    """A game that is only looked at: a source that refuses every action."""

    mine: frozenset[Player] = frozenset()

    def __init__(self, state: Snapshot) -> None:
        self.state = state
        self._hearers: list[Hear] = []

    def do(self, action: Action) -> None:
        """Refuse what would change it."""
        if isinstance(action, Look):
            return
        refused = Refused(CoreError("This game is only looked at; nothing can be played in it."))
        for hear in list(self._hearers):
            hear(self.state, (refused,))

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear what is refused."""
        self._hearers.append(hear)
        return lambda: self._hearers.remove(hear)
