"""Position and Outcome: checked, immutable values for all code outside a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from core.errors import BadNotation, IllegalMove
from core.game import Game, Move, Player, Reason, State
from core.games import get
from core.phrase import phrase


class Outcome(NamedTuple):
    """The end of a game."""

    winner: Player | None
    """The winner. None for a draw."""
    reason: Reason
    """The reason why the game is over."""
    cells: tuple[int, ...] = ()
    """The cells that show the reason on the board, such as a winning line, ascending."""


def _again(kind: type[Position], id: str, state: State, content: str | None = None) -> Position:
    return kind(get(id, content), state)


@dataclass(frozen=True)
class Position:
    """A position of a game. Equal if the game and the state are."""

    game: Game
    """The rules."""
    state: State
    """The position as integers."""

    @classmethod
    def start(cls, game: Game) -> Position:
        """The position before the first move."""
        return cls(game, game.start())

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """The position of a :attr:`text`. Raises BadNotation."""
        return cls(game, game.parse_state(text))

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Position:
        """The inverse of :meth:`to_json`. Raises BadNotation for an invalid position, UnknownGame for an unknown
        game."""
        text = document["position"]
        position = Position.from_text(get(document["game"]), text)
        if not document.get("passed"):
            return position
        passed = position.passed()
        if passed is None:
            raise BadNotation("You cannot pass in {text}.", text=repr(text))
        return passed

    def to_json(self) -> dict[str, Any]:
        """The position as plain JSON values: the game's id and the text."""
        return {"game": self.game.id, "position": self.text}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game's id, the state, and any user-defined rules. Caches are not pickled."""
        return _again, (type(self), self.game.id, self.state, self.game.content)

    @property
    def text(self) -> str:
        """The position as one line."""
        return self.game.format_state(self.state)

    @property
    def turn(self) -> Player:
        """The side to move. In a finished position, the side that would move next."""
        return self.game.turn(self.state)

    @cached_property
    def moves(self) -> Sequence[Move]:
        """The legal moves, ascending. Empty if the game is over. There may be millions: use ``in`` and ``len``."""
        return () if self.outcome else self.game.moves(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end of the game, None while it goes on."""
        value = self.game.value(self.state)
        if value is None:
            return None
        ending = self.game.ending(self.state)
        winner = None if value == 0 else self.turn if value > 0 else other(self.turn)
        return Outcome(winner, ending.reason, ending.cells)

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove with the reason and the remedy."""
        if self.outcome:
            raise IllegalMove("The game is over; no more moves can be played.")
        if move not in self.moves:
            if 0 <= move < self.game.move_count:
                raise IllegalMove(self.game.refusal(self.state, move), move=self.name(move))
            raise IllegalMove("This game has no move number {move}.", move=move)
        return type(self)(self.game, self.game.play(self.state, move))

    @property
    def searched(self) -> Position:
        """The position that engines search in place of this one."""
        return self

    def passed(self) -> Passed | None:
        """This board with the other side to move. None if the game is over or has no such position."""
        possible = self.outcome is None and self.game.passed(self.state) is not None
        return Passed(self.game, self.state) if possible else None

    def name(self, move: Move) -> str:
        """The notation of a move."""
        return self.game.format_move(self.state, move)

    def names(self, moves: Iterable[Move]) -> list[str]:
        """The notation of a line of moves from this position. Raises IllegalMove."""
        names, position = list[str](), self
        for move in moves:
            names.append(position.name(move))
            position = position.play(move)
        return names

    def orbit(self, move: Move) -> tuple[Move, ...]:
        """The moves equal to this one by symmetry, ascending. The move itself is among them."""
        return self._orbits.get(move, (move,))

    @cached_property
    def _orbits(self) -> dict[Move, tuple[Move, ...]]:
        stabilizer = [symmetry.moves for symmetry in self.game.symmetries if symmetry.image(self.state) == self.state]
        if len(stabilizer) == 1:
            return {}
        orbits: dict[Move, tuple[Move, ...]] = {}
        for move in self.moves:
            if move not in orbits:
                orbit = tuple(sorted({moves[move] for moves in stabilizer} or {move}))
                orbits.update(dict.fromkeys(orbit, orbit))
        return orbits

    def parse(self, text: str) -> Move:
        """The legal move of a text. Raises BadNotation or IllegalMove."""
        move = self.game.parse_move(self.state, text)
        self.play(move)
        return move


class Passed(Position):
    """A position after a pass. ``state`` holds the visible board; the side to move is the opponent of the side that
    passed. The rules get the state of :meth:`core.game.Game.passed`, in which the players are exchanged."""

    def to_json(self) -> dict[str, Any]:
        """The visible board, and that a pass led to it."""
        return {**super().to_json(), "passed": True}

    @property
    def searched(self) -> Position:
        """The position for the rules, with the players exchanged."""
        state = self.game.passed(self.state)
        assert state is not None, "a Passed position exists only where a pass is possible"
        return Position(self.game, state)

    @property
    def turn(self) -> Player:
        """The side to move after the pass."""
        return other(self.game.turn(self.state))

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end of the game, None while it goes on."""
        found = self.searched.outcome
        return found and found._replace(winner=None if found.winner is None else other(found.winner))

    def play(self, move: Move) -> Passed:
        """The position after a move of the side to move. Raises IllegalMove."""
        state = self.game.passed(self.searched.play(move).state)
        assert state is not None, "passing stays possible after a move"
        return Passed(self.game, state)


def other(player: Player) -> Player:
    """The opponent."""
    return 1 if player == 0 else 0


def play_all(game: Game, text: str, start: str | None = None) -> tuple[list[Move], Position]:
    """Play moves separated by spaces or commas. They begin at the start or at the position of a text.

    Returns the moves and the last position. Raises BadNotation or IllegalMove, naming the ply.
    """
    position = Position.start(game) if start is None else Position.from_text(game, start)
    moves: list[Move] = []
    for word in text.replace(",", " ").split():
        try:
            move = position.parse(word)
        except (BadNotation, IllegalMove) as error:
            reason = phrase("Move {ply}: {reason}", ply=len(moves) + 1, reason=error.phrase)
            raise type(error)(reason.template, **reason.values) from error
        moves.append(move)
        position = position.play(move)
    return moves, position
