"""The whole tree of a finite game: every position once, with the results of all games below it.

The tree has a node for every way to a position, the table here one row for each position, so a tree of millions of nodes is
drawn from a few hundred rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.game import Game, Move, State
from core.phrase import figure
from core.position import Position
from core.score import Score, Verdict
from core.study.study import Unstudied

MAX_MOVES = 20_000
"""Maximum number of moves from all positions together."""


@dataclass(frozen=True)
class PositionNode:
    """A position in the tree of a game without draws."""

    moves: tuple[tuple[Move, State], ...]
    """Each move with the state after it."""
    wins: bool
    """Whether the player to move wins."""
    plies: int
    """Plies to the end with best play: the winner hurries, the loser delays."""
    games: int
    """Number of games from the position."""
    nodes: int
    """Number of nodes of the tree below the position, itself included."""
    won: int
    """Number of these games that the first player wins."""
    chance: Fraction
    """Chance that the first player wins if all moves are random."""

    @property
    def score(self) -> Score:
        """The value for the player to move."""
        return exact(self.wins, self.plies)


@dataclass(frozen=True)
class PositionTree:
    """The games from a position; ``nodes`` has every position that can come up."""

    root: Position
    nodes: Mapping[State, PositionNode]

    @property
    def top(self) -> PositionNode:
        """The node of the root."""
        return self.nodes[self.root.state]

    def winning(self, state: State) -> list[Move]:
        """The moves that win."""
        return [move for move, after in self.nodes[state].moves if not self.nodes[after].wins]

    def winner(self, state: State) -> str:
        """The name of the player who wins with best play."""
        game = self.root.game
        return game.players[game.turn(state) if self.nodes[state].wins else 1 - game.turn(state)]


def exact(wins: bool, plies: int) -> Score:
    """A score proven by the whole tree."""
    return Score.exact(Verdict.WIN if wins else Verdict.LOSE, plies, "search")


def fits(position: Position) -> bool:
    """Whether the tree from a position is small enough."""
    try:
        _ordered(position)
    except Unstudied:
        return False
    return True


def tree(position: Position) -> PositionTree:
    """The tree from a position of a game without draws and cycles. Raises Unstudied if it is too large."""
    game, nodes = position.game, dict[State, PositionNode]()
    for state, moves in _ordered(position).items():
        nodes[state] = _joined(moves, [nodes[after] for _move, after in moves]) if moves else _end(game, state)
    return PositionTree(position, nodes)


def _ordered(position: Position) -> dict[State, tuple[tuple[Move, State], ...]]:
    """The moves of every position; each position comes after all that follow from it."""
    game = position.game
    seen: dict[State, tuple[tuple[Move, State], ...]] = {}
    done: dict[State, tuple[tuple[Move, State], ...]] = {}
    stack, count = [position.state], 0
    while stack:
        state = stack[-1]
        if state in seen:
            done.setdefault(stack.pop(), seen[state])
            continue
        moves = () if game.value(state) is not None else game.moves(state)
        count += len(moves)
        if count > MAX_MOVES:
            raise Unstudied(
                "The tree of {game} is too large: its positions have more than {most} moves in all; choose smaller "
                "heaps.",
                game=game.id,
                most=figure(MAX_MOVES),
            )
        seen[state] = tuple((move, game.play(state, move)) for move in moves)
        stack += [after for _move, after in seen[state] if after not in seen]
    return done


def _end(game: Game, state: State) -> PositionNode:
    wins = game.value(state) == 1
    first = game.turn(state) == (0 if wins else 1)
    return PositionNode((), wins, 0, 1, 1, int(first), Fraction(first))


def _joined(moves: tuple[tuple[Move, State], ...], after: list[PositionNode]) -> PositionNode:
    lost = [node.plies for node in after if not node.wins]
    return PositionNode(
        moves,
        bool(lost),
        1 + (min(lost) if lost else max(node.plies for node in after)),
        sum(node.games for node in after),
        1 + sum(node.nodes for node in after),
        sum(node.won for node in after),
        sum((node.chance for node in after), Fraction()) / len(after),
    )
