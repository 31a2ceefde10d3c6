"""Questions about the games of a board and their counts, shared by several topics."""

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
"""Maximum number of first moves."""
NOT_COUNTED = fact("games.cells.not_counted")
_SMALL = 17_000
"""Maximum number of moves tried for an answer without delay: enough for 3x3."""
_PROVING_NODES = 100_000
"""Nodes for an engine to evaluate moves with too many games to count: a second or two."""
_NARROW = 30
"""Maximum number of moves of a position for an answer without delay."""


@dataclass(frozen=True)
class Counted:
    """The games from ``position``, the one of ``question``, as far as they are counted."""

    question: StudyQuestion
    position: Position
    counting: Counting
    lengths: GameLengths
    proven: Mapping[Move, Score]
    """The proven scores of moves if the games after some move are not counted."""

    @cached_property
    def openings(self) -> dict[Move, Count | None]:
        """The games after each move, None if not counted."""
        game, state = self.position.game, self.position.state
        return {move: self.counting.known.get(game.play(state, move)) for move in self.position.moves}

    def worth(self, move: Move) -> Score | None:
        """The value of a move with best play, None if unknown."""
        count = self.openings[move]
        return count.score(self.position.turn) if count else self.proven.get(move)

    @property
    def total(self) -> Count | None:
        """All games, None if some are not counted."""
        return self.counting.known.get(self.position.state)

    @property
    def tried(self) -> int:
        """Number of moves tried."""
        return self.lengths.tried + self.counting.tried

    @property
    def by_arias(self) -> bool:
        """Whether this is Arias's board from its start."""
        return self.position == Position.start(self.position.game) and any(
            strategy.name == "arias-a" for strategy in of(self.position.game)
        )

    def played(self, *moves: Move) -> PlayLink:
        """The link to a game after some more moves."""
        return PlayLink(self.position.game.id, self._moves(moves), self.question.position)

    def studied(self, *moves: Move) -> StudyQuestion:
        """The question about the games after some more moves."""
        return StudyQuestion("games", (self.position.game.id,), self._moves(moves), self.question.position)

    def _moves(self, moves: tuple[Move, ...]) -> str:
        return " ".join([*self.question.moves.split(), *self.position.names(moves)])


class Outcomes(NamedTuple):
    """Games by outcome: all, wins of each player, draws."""

    games: int | Sentence = NOT_COUNTED
    first: int | None = None
    second: int | None = None
    drawn: int | None = None

    @classmethod
    def of(cls, count: Count | None) -> Outcomes:
        """The outcomes of some games; None for games that are not counted."""
        return cls(count.games, *count.shares) if count else cls()


def heads(game: Game) -> dict[str, Sentence]:
    """The heads of the columns of outcomes."""
    return dict(zip(Outcomes._fields[1:], outcomes(game), strict=True))


def outcomes(game: Game) -> tuple[Sentence, Sentence, Sentence]:
    """The names of the outcomes, in the order of :attr:`Count.shares`."""
    first, second = called(game)
    return fact("games.cells.wins", player=first), fact("games.cells.wins", player=second), fact("games.cells.drawn")


def number(position: Position, move: Move) -> int | None:
    """The number of a move's square, row by row as in Arias; None if moves are more than squares."""
    game = position.game
    return game.cell(move) + 1 if isinstance(game, GridGame) and game.move_count == game.cell_count else None


def asked(question: StudyQuestion) -> Position:
    """The position of a question, which is not over. Raises Unstudied, and as :meth:`StudyQuestion.at`."""
    position = question.at(USUAL)
    if position.outcome:
        raise Unstudied(
            "The game is already over in that position, so there is nothing to count; leave out the last move."
        )
    if len(position.moves) > MAX_FIRST_MOVES:
        raise Unstudied(
            "{game} has {moves} first moves, but at most {most} are listed; choose a smaller board.",
            game=position.game.id,
            moves=figure(len(position.moves)),
            most=figure(MAX_FIRST_MOVES),
        )
    return position


def count(question: StudyQuestion, position: Position) -> Iterator[int | Counted]:
    """Count the games; yields the number of moves tried so far, and at last the count."""
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
    """The proven scores of the moves of a position, draws without their length."""
    game = position.game
    found = engines.look_up(position, _PROVING_NODES if provable(game.id, game.move_count) else 1)
    scores = ((line.move, line.score) for line in found.lines if line.score.proven)
    return {move: Score.exact(Verdict.TIE) if score.verdict is Verdict.TIE else score for move, score in scores}


@lru_cache(maxsize=4)
def small(position: Position) -> bool:
    """Whether all games from an unfinished position are counted without delay."""
    counting = Counting(position.game)
    if position.game.finite and len(position.moves) <= _NARROW:
        for _tried in counting.count([position.state], _SMALL):
            pass
    return position.state in counting.known
