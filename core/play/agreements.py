"""What two at a board ask each other: a draw, or that a move is taken back; and by which policy."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import CoreError
from core.game import Player
from core.play.match import Match
from core.position import other


@dataclass(frozen=True)
class Policy:
    """How two may agree. At one board a draw is offered before a move of one's own, any move takes the offer back, and nobody
    is asked when moves are taken back; from ``afar`` a draw is offered at any time and stands until the other side has moved,
    and the other side has to agree that a move is taken back. ``draws``: how many each may offer in a game, None for any
    number."""

    afar: bool = False
    draws: int | None = None


AT_ONE_BOARD = Policy()


class Agreements:
    """``offered`` are the draws that each has offered in the game by now, by seat. All methods that ask for something raise
    CoreError for what cannot be asked."""

    def __init__(self, policy: Policy, offered: tuple[int, int] = (0, 0)) -> None:
        self._policy = policy
        self.offered = offered
        self.offer: Player | None = None
        """Who has offered a draw and has no answer yet."""
        self.takeback: Player | None = None
        """Who has asked to take a move back and has no answer yet."""
        self._declined = ("", 0)
        """The game and the ply of which a draw was declined last."""

    def draw(self, match: Match, seat: Player) -> bool:
        """Whether a seat takes the draw that the other one has offered; else it offers one."""
        if match.outcome:
            raise CoreError("The game is over; no draw can be offered.")
        if self.offer == other(seat):
            return True
        if self.offer == seat:
            raise CoreError("The draw is offered already; the answer will come.")
        if self._policy.draws is not None and self.offered[seat] >= self._policy.draws:
            raise CoreError("You have offered {count} draws in this game, and that is all.", count=self._policy.draws)
        if not self._policy.afar and match.position.turn != seat:
            raise CoreError("It is not your turn; a draw is offered before a move of one's own.")
        if not self._policy.afar and self._declined == (match.id, len(match.moves)):
            raise CoreError("A draw has just been declined here; make a move first.")
        first, second = self.offered
        self.offer, self.offered = seat, (first + (seat == 0), second + (seat == 1))
        return False

    def no_draw(self, match: Match) -> None:
        """The draw is declined."""
        self.offer, self._declined = None, (match.id, len(match.moves))

    def back(self, match: Match, seat: Player) -> Match | None:
        """The match with the last move of the other seat taken back, where that has asked for it; else a seat asks for its own,
        and None."""
        if match.clock:
            raise CoreError("In a game with a clock no move is taken back.")
        if self.takeback == seat:
            raise CoreError("You have asked for it already; the answer will come.")
        asker = seat if self.takeback is None else self.takeback
        plies = [ply for ply in range(len(match.moves)) if match.positions[ply].turn == asker]
        if not plies:
            raise CoreError("You have made no move that could be taken back.")
        if asker == seat:
            self.takeback = seat
            return None
        while len(match.moves) > plies[-1]:
            match = match.undo()
        return match

    def after(self, match: Match, moved: bool) -> None:
        """What still stands once the game has changed, by a move or otherwise."""
        self.takeback = None
        if not (self._policy.afar and moved and self.offer == match.positions[-2].turn):
            self.offer = None
