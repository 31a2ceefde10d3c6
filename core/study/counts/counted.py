"""What is asked about the games of a board, and what was counted of them: shared by the topics that tell of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from core import engines
from core.game import Game, Move
from core.kinds.faces import GridGame
from core.kits import provable
from core.phrase import Sentence, fact, figure
from core.position import Position
from core.score import Score, Verdict
from core.strategies import of
from core.study.counts.counting import MAX_MOVES, MAX_MOVES_BEYOND, Count, Counting, GameLengths, by_length
from core.study.study import PlayLink, StudyQuestion, Unstudied, called

USUAL = "tictactoe"
MAX_FIRST_MOVES = 400
"""First moves that are listed one by one."""
NOT_COUNTED = fact("games.cells.not_counted")
_SMALL = 17_000
"""Moves to try that take no longer than a key: enough for 3x3."""
_PROVING_NODES = 100_000
"""Nodes that an engine takes for the moves whose games are too many to be counted: a second or two."""
_NARROW = 30
"""Where more moves can be played it is not even tried."""


@dataclass(frozen=True)
class Counted:
    """The games from ``position``, which ``question`` names, as far as they were counted."""

    question: StudyQuestion
    position: Position
    counting: Counting
    lengths: GameLengths
    proven: Mapping[Move, Score]
    """What is proven of moves after which the games were not counted."""

    @cached_property
    def openings(self) -> dict[Move, Count | None]:
        """The games after each move, None where they were not counted."""
        game, state = self.position.game, self.position.state
        return {move: self.counting.known.get(game.play(state, move)) for move in self.position.moves}

    def worth(self, move: Move) -> Score | None:
        """What best play comes to after a move, None where nobody knows."""
        count = self.openings[move]
        return count.score(self.position.turn) if count else self.proven.get(move)

    @property
    def total(self) -> Count | None:
        """All games, None where some were not counted."""
        return self.counting.known.get(self.position.state)

    @property
    def tried(self) -> int:
        """How many moves were tried."""
        return self.lengths.tried + self.counting.tried

    @property
    def by_arias(self) -> bool:
        """Whether this is the board that Arias writes of, from its start."""
        return self.position == Position.start(self.position.game) and any(
            strategy.name == "arias-a" for strategy in of(self.position.game)
        )

    def played(self, *moves: Move) -> PlayLink:
        """A game to be played after some more moves."""
        return PlayLink(self.position.game.id, self._moves(moves), self.question.position)

    def studied(self, *moves: Move) -> StudyQuestion:
        """The count after some more moves."""
        return StudyQuestion("games", (self.position.game.id,), self._moves(moves), self.question.position)

    def _moves(self, moves: tuple[Move, ...]) -> str:
        return " ".join([*self.question.moves.split(), *self.position.names(moves)])


class Outcomes(NamedTuple):
    """Games, and how many of them each player wins or nobody does."""

    games: int | Sentence = NOT_COUNTED
    first: int | None = None
    second: int | None = None
    drawn: int | None = None

    @classmethod
    def of(cls, count: Count | None) -> Outcomes:
        """The outcomes of some games, None if they are not counted."""
        return cls(count.games, *count.shares) if count else cls()


def heads(game: Game) -> dict[str, Sentence]:
    """The heads of the columns of outcomes."""
    return dict(zip(Outcomes._fields[1:], outcomes(game), strict=True))


def outcomes(game: Game) -> tuple[Sentence, Sentence, Sentence]:
    """What games come to, in the order of :attr:`Count.shares`."""
    first, second = called(game)
    return fact("games.cells.wins", player=first), fact("games.cells.wins", player=second), fact("games.cells.drawn")


def number(position: Position, move: Move) -> int | None:
    """The number of a square, counted row by row as Arias counts them, where a move is nothing but a square."""
    game = position.game
    return game.cell(move) + 1 if isinstance(game, GridGame) and game.move_count == game.cell_count else None


def asked(question: StudyQuestion) -> Position:
    """The position that is asked about, in which somebody can move. Raises Unstudied, and as :meth:`Question.at`."""
    position = question.at(USUAL)
    if position.outcome:
        raise Unstudied("The game is over there, so none begins there; leave out the last move.")
    if len(position.moves) > MAX_FIRST_MOVES:
        raise Unstudied(
            "{game} has {moves} first moves, and up to {most} are listed; take a smaller board.",
            game=position.game.id,
            moves=figure(len(position.moves)),
            most=figure(MAX_FIRST_MOVES),
        )
    return position


def count(question: StudyQuestion, position: Position) -> Iterator[int | Counted]:
    """Counts; yields how many moves were tried so far, at last what was found."""
    game, state = position.game, position.state
    for lengths in by_length(game, state):
        yield lengths.tried
    counting = Counting(game)
    if game.finite:
        afters = [game.play(state, move) for move in position.moves]
        for tried in counting.count(afters, 2 * MAX_MOVES if lengths.complete else MAX_MOVES_BEYOND):
            yield lengths.tried + tried
        if all(after in counting.known for after in afters):
            counting.count_last(state)
    counted = all(game.play(state, move) in counting.known for move in position.moves)
    yield Counted(question, position, counting, lengths, {} if counted else _proven(position))


def _proven(position: Position) -> dict[Move, Score]:
    """What is proven of the moves of a position; of a draw it does not matter how long it takes."""
    game = position.game
    found = engines.look_up(position, _PROVING_NODES if provable(game.id, game.move_count) else 1)
    scores = ((line.move, line.score) for line in found.lines if line.score.proven)
    return {move: Score.exact(Verdict.TIE) if score.verdict is Verdict.TIE else score for move, score in scores}


@lru_cache(maxsize=4)
def small(position: Position) -> bool:
    """Whether all games from an unfinished position are counted in a moment."""
    counting = Counting(position.game)
    if position.game.finite and len(position.moves) <= _NARROW:
        for _tried in counting.count([position.state], _SMALL):
            pass
    return position.state in counting.known
