"""Lines of moves beside a game, which a player looks at on the board while the game stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from core.game import Move
from core.play.source import Snapshot
from core.players.opponents import HUMAN
from core.position import Position


class AsideKind(Enum):
    """Whose moves they are: the player's own, those that the panel expects, or those that the other side threatens."""

    VARIATION = "variation"
    LINE = "line"
    THREAT = "threat"


@dataclass(frozen=True)
class Aside:
    """A line that leaves the game after ``root`` moves. ``state`` is the game as it would be then, with people on both seats;
    ``planned`` are further moves, which a step forward makes."""

    kind: AsideKind
    root: int
    state: Snapshot
    planned: tuple[Move, ...] = ()

    def studied(self, at: int) -> Position:
        """The position that the panel looks at while the one after ``at`` moves is on the board: a threat is all one."""
        return self.state.positions[self.root if self.kind is AsideKind.THREAT else at]

    def played(self, move: Move) -> Aside:
        """The line with one move more."""
        position = self.state.positions[-1].play(move)
        state = _beside(self.state, (*self.state.moves, move), (*self.state.positions, position))
        return replace(self, state=state, planned=self.planned[1:])

    @property
    def shortened(self) -> Aside:
        """The line without its last move."""
        return replace(self, state=_beside(self.state, self.state.moves[:-1], self.state.positions[:-1]))


def variation(shown: Snapshot, at: int, root: int, move: Move) -> Aside:
    """The variation that a move begins after ``at`` moves of what is shown."""
    state = _beside(shown, shown.moves[:at], shown.positions[: at + 1])
    return Aside(AsideKind.VARIATION, root, state).played(move)


def line(shown: Snapshot, at: int, moves: tuple[Move, ...]) -> Aside:
    """The moves that an engine expects after ``at`` moves; the first is made."""
    state = _beside(shown, shown.moves[:at], shown.positions[: at + 1])
    return Aside(AsideKind.LINE, at, state, moves).played(moves[0])


def threat(shown: Snapshot, at: int) -> Aside | None:
    """The position after ``at`` moves with the other side to move, None where there is no such position."""
    passed = shown.positions[at].passed()
    if passed is None:
        return None
    return Aside(AsideKind.THREAT, at, _beside(shown, shown.moves[:at], (*shown.positions[:at], passed)))


def going_on(aside: Aside, planned: tuple[Move, ...]) -> Aside:
    """The line with the first of the planned moves made."""
    return replace(aside, planned=planned).played(planned[0])


def _beside(state: Snapshot, moves: tuple[Move, ...], positions: tuple[Position, ...]) -> Snapshot:
    match = replace(state.match.beside(moves, positions), players=(HUMAN, HUMAN))
    return replace(
        state,
        match=match,
        next=None,
        thinking=None,
        saving=False,
        failed=False,
    )
