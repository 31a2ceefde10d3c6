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
class SeatEvent(Event):
    """An event that concerns one seat."""

    seat: Player


@dataclass(frozen=True)
class ErrorEvent(Event):
    """An event with the error behind it."""

    error: CoreError


@dataclass(frozen=True)
class Moved(Event):
    """A move was made, the ``ply``-th from 1. ``reason`` is what its player says of it."""

    ply: int
    reason: Phrase | None = None


@dataclass(frozen=True)
class Ended(Event):
    """The game is over."""

    outcome: Outcome


class TimeUp(SeatEvent):
    """The time of a seat has run out. Moved, with a random move for that seat, or Ended follows."""


class DrawOffered(SeatEvent):
    """A seat offers a draw, and the other has to answer."""


@dataclass(frozen=True)
class DrawDeclined(SeatEvent):
    """A seat declines a draw, and why."""

    reason: Phrase


class Forfeited(ErrorEvent):
    """An external program has failed and lost. If that is taken back, Failed is reported in its place."""


class Failed(ErrorEvent):
    """An engine gives no answer. It is asked again after RUN, MOVE_NOW, UNDO or Sit."""


class Refused(ErrorEvent):
    """An action cannot be done; nothing has changed."""


class Unsaved(ErrorEvent):
    """The last change could not be saved, and will be saved with the next ply. Reported once until saving works again."""


class UndoAsked(SeatEvent):
    """A seat asks to take its move back, and the other has to answer."""


class UndoDeclined(SeatEvent):
    """A seat does not let the other take its move back."""


class RematchAsked(SeatEvent):
    """A seat wants another game."""


class Went(SeatEvent):
    """The person on a seat has left the table."""


class Came(SeatEvent):
    """The person on a seat is back at the table."""


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
