"""Actions: what can be done in a game.

An action without a field is a member of an enum, any other an instance of its class. What a source takes is a set of
*kinds*: such members, and classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from core.errors import CoreError
from core.game import Move, Player, Remark
from core.phrase import Phrase, phrase
from core.play.seats import Setup
from core.position import Outcome


class Action:
    """Something that can be done in a game."""


class FromAfar(Action):
    """Something that can be done only where people play from afar."""


ActionKind: TypeAlias = Action | type[Action]


class Command(Action, Enum):
    """Actions without a field."""

    UNDO = auto()
    """Take back the last move, with those of the engine since the person's own; or the end of the game."""
    REDO = auto()
    """Make again what was undone."""
    NEW = auto()
    """Begin the next game."""
    SWAP = auto()
    """Begin a game with the seats exchanged; this ends a planned series."""
    FLIP = auto()
    """Let the players of this game change seats and go on from the same position."""
    HINT = auto()
    """Count a hint that was given."""
    CAUTION = auto()
    """Count a move that the teacher has stopped."""
    LESSON = auto()
    """Count the game as one in which somebody had help."""
    MOVE_NOW = auto()
    """Let the engine that is thinking move at once, or ask it again if it has failed."""
    RUN = auto()
    """Let engines move by themselves, and ask again one that has failed."""
    PAUSE = auto()
    """Let engines wait with their moves."""
    STEP = auto()
    """Make one engine's move, then wait."""
    LEAVE = auto()
    """Ask no more engines. LEFT is reported once everything is saved."""


class AfarCommand(FromAfar, Enum):
    """Actions without a field, between people from afar."""

    DECLINE_UNDO = auto()
    """Refuse to let the other side take a move back."""
    ABORT = auto()
    """End a game that has hardly begun, so that it counts for nobody."""


GOES_ON = phrase("The game goes on.")
"""The reason that a person gives for declining a draw."""


@dataclass(frozen=True)
class Play(Action):
    """Make a move for the side to move. ``reason`` is what its player says of it, ``remark`` what is saved with it."""

    move: Move
    reason: Phrase | None = None
    remark: Remark | None = None


@dataclass(frozen=True)
class Resign(Action):
    """Give the game up."""

    seat: Player


@dataclass(frozen=True)
class OfferDraw(Action):
    """Offer a draw, or accept the one that the other side has offered."""

    seat: Player


@dataclass(frozen=True)
class DeclineDraw(Action):
    """Decline the draw that is offered, and say why."""

    reason: Phrase = GOES_ON


@dataclass(frozen=True)
class Conclude(Action):
    """End the game in a way that the position does not show."""

    outcome: Outcome


@dataclass(frozen=True)
class Sit(Action):
    """Put another player on a seat, from now on."""

    seat: Player
    player: str


@dataclass(frozen=True)
class Prepare(Action):
    """Set up the next game. A game without moves is replaced by it."""

    setup: Setup


@dataclass(frozen=True)
class Pace(Action):
    """Change the minimum seconds for an engine's move, and the seconds between two games of engines; None keeps
    those."""

    seconds: float
    between: float | None = None


@dataclass(frozen=True)
class CountTime(Action):
    """Count the time up to now. From now on the time of ``player`` runs, or nobody's."""

    player: Player | None


@dataclass(frozen=True)
class Forfeit(Action):
    """Let the side to move lose because its program has failed."""

    error: CoreError


@dataclass(frozen=True)
class AskUndo(FromAfar):
    """Ask the other side to let one's last move be taken back, or agree to what it has asked."""

    seat: Player


@dataclass(frozen=True)
class Claim(FromAfar):
    """End the game because the other side has left it: as won, or as a draw."""

    win: bool


@dataclass(frozen=True)
class Say(FromAfar):
    """Say one of the fixed phrases to everybody at the table."""

    phrase: int


@dataclass(frozen=True)
class Mute(FromAfar):
    """Stop or resume showing the phrases of others."""

    muted: bool


@dataclass(frozen=True)
class Look(FromAfar):
    """Look at a ply, and show it to the others who look at the same board."""

    ply: int
