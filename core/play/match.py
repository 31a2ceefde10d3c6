"""Match: one game being played, the one mutable object of the core; and Record, what is kept of it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from core.errors import IllegalMove
from core.game import Game, Move, Player, Reason, Remark
from core.games import get
from core.play.clock import Clock
from core.play.series import Series
from core.position import Outcome, Position, other

REPETITIONS = 3
"""The occurrence of a position, with the same player to move, that ends the game as a draw."""


@dataclass(frozen=True)
class Record:
    """A match as it is kept: plain text and numbers. ``start`` is a position's text or None for the usual start; ``moves``
    in notation with spaces between; ``players`` who sat where; ``outcome`` None while the game goes on; ``hints`` how many
    were asked for, of ``allowed`` ones, None for any number; ``series`` how the games between the two stood before this one,
    None for a game that stands alone; ``extra`` a text that means something only to whoever wrote it; ``remarks`` the plies,
    from 1, that bear one, in order; ``cautions`` how many moves the teacher has stopped; ``clock`` what time was left, None
    for a game without one."""

    id: str
    game: str
    start: str | None
    moves: str
    players: tuple[str, str]
    outcome: Outcome | None
    hints: int = 0
    series: Series | None = None
    extra: str = ""
    remarks: tuple[tuple[int, Remark], ...] = ()
    cautions: int = 0
    allowed: int | None = None
    clock: Clock | None = None

    @property
    def between(self) -> bool:
        """Whether this game is over and the planned match that it belongs to is not."""
        series = self.series.after(self.outcome) if self.series and self.outcome else None
        return series is not None and series.length > 0 and not series.over

    def seated(self, change: Callable[[tuple[str, str]], tuple[str, str]]) -> Record:
        """The same game with other players, as ``change`` has them for each two."""
        series = self.series and replace(self.series, players=change(self.series.players))
        return replace(self, players=change(self.players), series=series)


BY_PLAYERS: Mapping[Reason, bool | None] = {
    Reason.RESIGNED: True,
    Reason.AGREED: False,
    Reason.TIME: True,
    Reason.ABANDONED: None,
}
"""Ends that the position does not show, and whether somebody has won by them; None: either."""


class Match:
    """Moves, undo and redo, and every end there is: by the rules, by repetition, by giving up, by agreement, by the clock.
    ``position`` is where the game stands; ``hints`` how many were asked for and ``allowed`` how many may be, None for all."""

    def __init__(self, game: Game, players: tuple[str, str], start: str | None = None) -> None:
        self.id = uuid.uuid4().hex
        self.game = game
        self.players = players
        self.start = start
        self.hints = 0
        self.cautions = 0
        self.allowed: int | None = None
        first = Position.start(game) if start is None else Position.from_text(game, start)
        self._positions = [first]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._remarks: dict[int, Remark] = {}
        self._ended: Outcome | None = None

    @classmethod
    def from_record(cls, record: Record) -> Match:
        """The match that was kept. Raises CoreError when its texts do not make a game."""
        match = cls(get(record.game), record.players, record.start)
        match.id = record.id
        match.hints, match.allowed, match.cautions = record.hints, record.allowed, record.cautions
        for name in record.moves.split():
            match.play(match.game.parse_move(match.position.state, name))
        match._remarks = dict(record.remarks)
        outcome = record.outcome
        if outcome and outcome.reason in BY_PLAYERS:
            won = BY_PLAYERS[outcome.reason]
            if won is None or won == (outcome.winner is not None):
                match._end(outcome)
        return match

    def copy(self) -> Match:
        """The same match, to be changed apart from this one."""
        twin = copy(self)
        twin._positions, twin._moves, twin._undone = [*self._positions], [*self._moves], [*self._undone]
        twin._remarks = {**self._remarks}
        return twin

    @property
    def record(self) -> Record:
        """What to keep of the match as it stands."""
        return Record(
            self.id,
            self.game.id,
            self.start,
            " ".join(self.names),
            self.players,
            self.outcome,
            self.hints,
            remarks=tuple(self.remarks.items()),
            cautions=self.cautions,
            allowed=self.allowed,
        )

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> Sequence[Position]:
        """Every position from the start on: one more than moves."""
        return self._positions

    @property
    def moves(self) -> Sequence[Move]:
        """The moves played."""
        return self._moves

    @property
    def names(self) -> list[str]:
        """The moves played, in notation."""
        return [position.name(move) for position, move in zip(self._positions, self._moves, strict=False)]

    @property
    def remarks(self) -> dict[int, Remark]:
        """The remarks of the moves played, by ply from 1."""
        return {ply: remark for ply, remark in sorted(self._remarks.items()) if 0 < ply <= len(self._moves)}

    @property
    def repetitions(self) -> int:
        """How often the position now has occurred."""
        return self._positions.count(self.position) if self.game.cycles else 1

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on."""
        if self._ended:
            return self._ended
        if self.position.outcome:
            return self.position.outcome
        if self.repetitions >= REPETITIONS:
            return Outcome(None, Reason.REPETITION)
        return None

    def play(self, move: Move, remark: Remark | None = None) -> Position:
        """Make a move and forget what was undone, unless it is the very move that redo would make.

        Raises IllegalMove.
        """
        if self.outcome:
            raise IllegalMove("The game is over; no more moves can be played.")
        position = self.position.play(move)
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
            self._remarks = self.remarks
        self._moves.append(move)
        self._positions.append(position)
        self._remarks.pop(len(self._moves), None)
        if remark:
            self._remarks[len(self._moves)] = remark
        return position

    def undo(self) -> bool:
        """Take back an end that the players made, or the last move; False when there is none."""
        if self._ended:
            self._ended = None
            return True
        if not self._moves:
            return False
        self._undone.append(self._moves.pop())
        self._positions.pop()
        return True

    def redo(self) -> bool:
        """Make again the move last undone; False when there is none, or the match is over."""
        if not self._undone or self.outcome:
            return False
        self.play(self._undone[-1], self._remarks.get(len(self._moves) + 1))
        return True

    @property
    def undone(self) -> int:
        """How many moves were undone and not replaced."""
        return len(self._undone)

    def count_hint(self) -> int:
        """One hint more; how many there are by now."""
        self.hints += 1
        return self.hints

    def count_caution(self) -> int:
        """One move more that the teacher has stopped; how many there are by now."""
        self.cautions += 1
        return self.cautions

    def take_counts(self, other: Match) -> None:
        """Count on from another match, which is the same one earlier or later."""
        self.hints, self.cautions = other.hints, other.cautions

    def resign(self, player: Player) -> None:
        """End the match: the opponent of the player has won. Raises IllegalMove when it is over already."""
        if self.outcome:
            raise IllegalMove("The game is over; nobody can resign.")
        self._end(Outcome(other(player), Reason.RESIGNED))

    def agree(self) -> None:
        """End the match as a draw. Raises IllegalMove when it is over already."""
        if self.outcome:
            raise IllegalMove("The game is over; no draw can be offered.")
        self._end(Outcome(None, Reason.AGREED))

    def conclude(self, outcome: Outcome) -> None:
        """End the match as the players have settled it. Raises IllegalMove when it is over already."""
        if self.outcome:
            raise IllegalMove("The game is over already.")
        self._end(outcome)

    def run_out(self, player: Player) -> None:
        """End the match: the time of the player has run out, and the opponent has won. The match is not over yet."""
        self._end(Outcome(other(player), Reason.TIME))

    def _end(self, outcome: Outcome) -> None:
        if not self.outcome:
            self._ended = outcome
