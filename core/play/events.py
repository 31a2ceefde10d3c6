"""What happens in a game: told with the state after it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from core.errors import CoreError
from core.game import Player
from core.phrase import Phrase
from core.position import Outcome


class Moved(NamedTuple):
    """A move was made, the ``ply``-th from 1, and what its player says of it."""

    ply: int
    reason: Phrase | None = None


class TakenBack(NamedTuple):
    """Moves, or the end of the game, were taken back."""


class MadeAgain(NamedTuple):
    """Undone moves were made again."""


class Ended(NamedTuple):
    """The game is over."""

    outcome: Outcome


class Aborted(NamedTuple):
    """The game was ended before it counted."""


class TimeUp(NamedTuple):
    """The time of a seat has run out: Moved with a move that was drawn for it follows, or Ended."""

    seat: Player


class DrawOffered(NamedTuple):
    """A seat offers a draw, and the other has to answer."""

    seat: Player


class DrawDeclined(NamedTuple):
    """A seat takes no draw, and why."""

    seat: Player
    reason: Phrase


class NewGame(NamedTuple):
    """Another game begins, or a kept one goes on."""


class SeriesOver(NamedTuple):
    """All planned games are played."""


class Flipped(NamedTuple):
    """The players have changed seats, and the game goes on."""


class Seated(NamedTuple):
    """Somebody else sits on a seat."""


class Prepared(NamedTuple):
    """The next game is set up otherwise."""


class Forfeited(NamedTuple):
    """A program from elsewhere has failed, and loses. After Undo it has failed, and no more than that."""

    error: CoreError


class Failed(NamedTuple):
    """An engine gives no answer; it is asked again after Run, MoveNow, Undo or Sit."""

    error: CoreError


class Refused(NamedTuple):
    """An action cannot be done; all is as it was."""

    error: CoreError


class Unsaved(NamedTuple):
    """What was done could not be kept, and is kept with the next ply; said once until it works again."""

    error: CoreError


class Left(NamedTuple):
    """Nobody is asked any more, and all is kept."""


class UndoAsked(NamedTuple):
    """A seat asks to take its move back, and the other has to answer."""

    seat: Player


class UndoDeclined(NamedTuple):
    """A seat does not let a move be taken back."""

    seat: Player


class RematchAsked(NamedTuple):
    """A seat wants another game."""

    seat: Player


class Went(NamedTuple):
    """Who has a seat has left the table."""

    seat: Player


class Came(NamedTuple):
    """Who has a seat is back at the table."""

    seat: Player


class Said(NamedTuple):
    """Somebody at the table has said a phrase."""

    name: str
    phrase: Phrase


class Looked(NamedTuple):
    """Another who looks at this board looks at a ply."""

    ply: int


class Closed(NamedTuple):
    """There is no more to be heard of the game, and why: another window has the seat, or the line is gone."""

    reason: Phrase


Event: TypeAlias = (
    Moved | TakenBack | MadeAgain | Ended | Aborted | TimeUp | DrawOffered | DrawDeclined | NewGame | SeriesOver | Flipped
    | Seated | Prepared
    | Forfeited | Failed | Refused | Unsaved | Left
    | UndoAsked | UndoDeclined | RematchAsked | Went | Came | Said | Looked | Closed
)  # fmt: skip
