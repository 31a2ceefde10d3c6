"""Position and Outcome: the checked, immutable values that everyone outside a search uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.errors import BadNotation, IllegalMove
from core.game import Game, Move, Player, Reason, State
from core.games import get
from core.phrase import phrase


@dataclass(frozen=True)
class Outcome:
    """How a game ended: ``winner`` None for a draw; ``cells`` show the reason on the board, ascending."""

    winner: Player | None
    reason: Reason
    cells: tuple[int, ...] = ()


def _again(kind: type[Position], id: str, state: State, content: str | None = None) -> Position:
    return kind(get(id, content), state)


@dataclass(frozen=True)
class Position:
    """A position of a game. Equal when the game and the state are."""

    game: Game
    state: State

    @classmethod
    def start(cls, game: Game) -> Position:
        """The position before the first move."""
        return cls(game, game.start())

    @classmethod
    def from_text(cls, game: Game, text: str) -> Position:
        """The position that :attr:`text` gave. Raises BadNotation."""
        return cls(game, game.parse_state(text))

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Position:
        """The inverse of :meth:`to_json`. Raises BadNotation for a position that is none, UnknownGame for a game."""
        text = document["position"]
        position = Position.from_text(get(document["game"]), text)
        if not document.get("passed"):
            return position
        passed = position.passed()
        if passed is None:
            raise BadNotation("A pass is not possible in {text}.", text=repr(text))
        return passed

    def to_json(self) -> dict[str, Any]:
        """The position as plain JSON values: the game's id and the text."""
        return {"game": self.game.id, "position": self.text}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled are the game's id, the state, and the rules of a game of one's own: what a game has worked out for itself
        is made anew."""
        return _again, (type(self), self.game.id, self.state, self.game.content)

    @property
    def text(self) -> str:
        """The position as one line."""
        return self.game.format_state(self.state)

    @property
    def turn(self) -> Player:
        """Who is to move; for a finished position, who would be."""
        return self.game.turn(self.state)

    @cached_property
    def moves(self) -> Sequence[Move]:
        """The legal moves, ascending; none when the game is over. There may be millions: ask ``in`` and ``len``."""
        return () if self.outcome else self.game.moves(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        value = self.game.value(self.state)
        if value is None:
            return None
        ending = self.game.ending(self.state)
        winner = None if value == 0 else self.turn if value > 0 else other(self.turn)
        return Outcome(winner, ending.reason, ending.cells)

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove, saying why and what to do."""
        if self.outcome:
            raise IllegalMove("The game is over; no more moves can be played.")
        if move not in self.moves:
            if 0 <= move < self.game.move_count:
                raise IllegalMove(self.game.refusal(self.state, move), move=self.name(move))
            raise IllegalMove("This game has no move number {move}.", move=move)
        return type(self)(self.game, self.game.play(self.state, move))

    @property
    def searched(self) -> Position:
        """The position that an engine is asked about to know of this one."""
        return self

    def passed(self) -> Passed | None:
        """The same board with the other player to move; None where that is no position of the game, or the game is over."""
        possible = self.outcome is None and self.game.passed(self.state) is not None
        return Passed(self.game, self.state) if possible else None

    def name(self, move: Move) -> str:
        """The notation of a move."""
        return self.game.format_move(self.state, move)

    def names(self, moves: Iterable[Move]) -> list[str]:
        """The notation of a line of moves from here on. Raises IllegalMove."""
        names, position = list[str](), self
        for move in moves:
            names.append(position.name(move))
            position = position.play(move)
        return names

    def orbit(self, move: Move) -> tuple[Move, ...]:
        """The moves equal to this one by a symmetry of the position, ascending, itself among them."""
        return self._orbits.get(move, (move,))

    @cached_property
    def _orbits(self) -> dict[Move, tuple[Move, ...]]:
        kept = [symmetry.moves for symmetry in self.game.symmetries if symmetry.image(self.state) == self.state]
        if len(kept) == 1:
            return {}
        orbits: dict[Move, tuple[Move, ...]] = {}
        for move in self.moves:
            if move not in orbits:
                orbit = tuple(sorted({moves[move] for moves in kept} or {move}))
                orbits.update(dict.fromkeys(orbit, orbit))
        return orbits

    def parse(self, text: str) -> Move:
        """The legal move that a text names. Raises BadNotation or IllegalMove."""
        move = self.game.parse_move(self.state, text)
        self.play(move)
        return move


class Passed(Position):
    """A position after a pass: ``state`` holds the board as it is seen, and the player moves who would not by the number of
    moves. The rules see what :meth:`core.game.Game.passed` makes of it, in which each player stands for the other."""

    def to_json(self) -> dict[str, Any]:
        """The board as it is seen, and that a pass led to it."""
        return {**super().to_json(), "passed": True}

    @property
    def searched(self) -> Position:
        """The position as the rules see it."""
        state = self.game.passed(self.state)
        assert state is not None, "no position comes up by passing here"
        return Position(self.game, state)

    @property
    def turn(self) -> Player:
        """Who is to move after the pass."""
        return other(self.game.turn(self.state))

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game would have ended."""
        found = self.searched.outcome
        return found and replace(found, winner=None if found.winner is None else other(found.winner))

    def play(self, move: Move) -> Passed:
        """The position after a move of the player who moves now. Raises IllegalMove."""
        state = self.game.passed(self.searched.play(move).state)
        assert state is not None, "what was a position by passing stays one"
        return Passed(self.game, state)


def other(player: Player) -> Player:
    """The opponent."""
    return 1 if player == 0 else 0


def play_all(game: Game, text: str, start: str | None = None) -> tuple[list[Move], Position]:
    """Play moves written with spaces between them, from the start or from a position in text.

    Returns the moves and the position after them. Raises BadNotation or IllegalMove, naming the ply.
    """
    position = Position.start(game) if start is None else Position.from_text(game, start)
    moves: list[Move] = []
    for word in text.replace(",", " ").split():
        try:
            move = position.parse(word)
        except (BadNotation, IllegalMove) as error:
            said = phrase("Move {ply}: {reason}", ply=len(moves) + 1, reason=error.phrase)
            raise type(error)(said.template, **said.values) from error
        moves.append(move)
        position = position.play(move)
    return moves, position
