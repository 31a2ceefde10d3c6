"""Events: what has happened in a game, reported with the state after it.

An event without a field is a member of :class:`Signal`, any other an instance of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from core.errors import CoreError
from core.game import Player
from core.phrase import Phrase
from core.position import Outcome


class Event:
    """Something that has happened in a game."""


class Signal(Event, Enum):
    """Events without a field."""

    TAKEN_BACK = auto()
    """Moves, or the end of the game, were taken back."""
    MADE_AGAIN = auto()
    """Undone moves were made again."""
    ABORTED = auto()
    """The game was ended before it counted."""
    NEW_GAME = auto()
    """Another game begins, or a saved one goes on."""
    SERIES_OVER = auto()
    """All planned games have been played."""
    FLIPPED = auto()
    """The players have changed seats, and the game goes on."""
    SEATED = auto()
    """Another player has taken a seat."""
    PREPARED = auto()
    """The next game has another set-up."""
    LEFT = auto()
    """No more engines are asked, and everything is saved."""


@dataclass(frozen=True)
class Moved(Event):
    """A move was made, the ``ply``-th from 1. ``reason`` is what its player says of it."""

    ply: int
    reason: Phrase | None = None


@dataclass(frozen=True)
class Ended(Event):
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True)
class TimeUp(Event):
    """The time of a seat has run out. Moved, with a random move for that seat, or Ended follows."""

    seat: Player


@dataclass(frozen=True)
class DrawOffered(Event):
    """A seat offers a draw, and the other has to answer."""

    seat: Player


@dataclass(frozen=True)
class DrawDeclined(Event):
    """A seat declines a draw, and why."""

    seat: Player
    reason: Phrase


@dataclass(frozen=True)
class Forfeited(Event):
    """An external program has failed and lost. If that is taken back, Failed is reported in its place."""

    error: CoreError


@dataclass(frozen=True)
class Failed(Event):
    """An engine gives no answer. It is asked again after RUN, MOVE_NOW, UNDO or Sit."""

    error: CoreError


@dataclass(frozen=True)
class Refused(Event):
    """An action cannot be done; nothing has changed."""

    error: CoreError


@dataclass(frozen=True)
class Unsaved(Event):
    """The last change could not be saved, and will be saved with the next ply. Told once until saving works again."""

    error: CoreError


@dataclass(frozen=True)
class UndoAsked(Event):
    """A seat asks to take its move back, and the other has to answer."""

    seat: Player


@dataclass(frozen=True)
class UndoDeclined(Event):
    """A seat does not let the other take its move back."""

    seat: Player


@dataclass(frozen=True)
class RematchAsked(Event):
    """A seat wants another game."""

    seat: Player


@dataclass(frozen=True)
class Went(Event):
    """The person on a seat has left the table."""

    seat: Player


@dataclass(frozen=True)
class Came(Event):
    """The person on a seat is back at the table."""

    seat: Player


@dataclass(frozen=True)
class Said(Event):
    """Somebody at the table has said a phrase."""

    name: str
    phrase: Phrase


@dataclass(frozen=True)
class Looked(Event):
    """Somebody else who looks at this board now looks at this ply."""

    ply: int


@dataclass(frozen=True)
class Closed(Event):
    """The end of the reports, and why: another window has the seat, or the connection is gone."""

    reason: Phrase
