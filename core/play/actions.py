"""What can be done in a game: the actions that a source takes."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from core.game import Move, Player
from core.play.seats import Setup
from core.position import Outcome


class Play(NamedTuple):
    """Make a move for the person whose turn it is."""

    move: Move


class Undo(NamedTuple):
    """Take back the last move, and with it those of the engine since the person's own; or the end of the game."""


class Redo(NamedTuple):
    """Make again what was undone."""


class Resign(NamedTuple):
    """Give the game up."""

    seat: Player


class OfferDraw(NamedTuple):
    """Offer a draw, or take the one that the other side has offered."""

    seat: Player


class DeclineDraw(NamedTuple):
    """Refuse the draw that is offered."""


class Conclude(NamedTuple):
    """End the game in a way that the position does not show."""

    outcome: Outcome


class New(NamedTuple):
    """Begin the next game."""


class Swap(NamedTuple):
    """Begin a game with the seats exchanged; a planned series ends."""


class Flip(NamedTuple):
    """Let the players of this game change seats: the same position, the other side."""


class Sit(NamedTuple):
    """Put another player on a seat, from now on."""

    seat: Player
    player: str


class Prepare(NamedTuple):
    """Set up the next game; one without moves begins anew."""

    setup: Setup


class Hint(NamedTuple):
    """Count a hint that was given."""


class Caution(NamedTuple):
    """Count a move that the teacher has stopped."""


class Lesson(NamedTuple):
    """From now on the game counts as one in which somebody had help."""


class MoveNow(NamedTuple):
    """Let the engine move that is thinking, or ask it again where it has failed."""


class Run(NamedTuple):
    """Let engines make their moves by themselves, and ask again one that failed."""


class Pause(NamedTuple):
    """Let engines wait with their moves."""


class Step(NamedTuple):
    """Make one engine's move, and wait."""


class Pace(NamedTuple):
    """Change the least seconds that an engine takes for a move, and those between two games of engines; None keeps these."""

    seconds: float
    between: float | None = None


class Leave(NamedTuple):
    """Ask no more; Left is told once all is kept."""


class AskUndo(NamedTuple):
    """Ask the other side from afar that one's last move is taken back, or agree to what it has asked."""

    seat: Player


class DeclineUndo(NamedTuple):
    """Refuse that a person from afar takes a move back."""


class Abort(NamedTuple):
    """End a game that has hardly begun, so that it counts for nobody."""


class Claim(NamedTuple):
    """End the game because the other side has left it: as won, or as a draw."""

    win: bool


class Say(NamedTuple):
    """Say one of the fixed phrases to all at the table."""

    phrase: int


class Mute(NamedTuple):
    """Hear phrases no more, or again."""

    muted: bool


class Look(NamedTuple):
    """Look at a ply, and let others do so who look at the same board."""

    ply: int


Action: TypeAlias = (
    Play | Undo | Redo | Resign | OfferDraw | DeclineDraw | Conclude | New | Swap | Flip | Sit | Prepare | Hint
    | Caution | Lesson | MoveNow | Run | Pause | Step | Pace | Leave
    | AskUndo | DeclineUndo | Abort | Claim | Say | Mute | Look
)  # fmt: skip

FROM_AFAR: frozenset[type[Action]] = frozenset((AskUndo, DeclineUndo, Abort, Claim, Say, Mute, Look))
"""What is done only where people play from afar."""
