"""The count of all games of a board, by the first square and by length."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from core.game import Game, Move, State
from core.phrase import Phrase, phrase
from core.position import Position
from core.study.sources import OURS, TRIQUI
from core.study.study import Column, Question, Share, Study, Table, Topic, Unstudied, figure

MOST_POSITIONS = 20_000
"""Positions that are looked at for the count of a board; with more it is too large."""
USUAL = "tictactoe"


class _Counter:
    """Counts the games from each position, once for all the ways that lead there."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[State, tuple[int, int, int]] = {}

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return len(self._known)

    def count(self, state: State) -> tuple[int, int, int]:
        """How many games from a state the first player wins, the second player wins, and are drawn."""
        if state in self._known:
            return self._known[state]
        if len(self._known) == MOST_POSITIONS:
            raise Unstudied(
                "{game} has more than {most} positions, too many to count its games; take a smaller board.",
                game=self._game.id,
                most=figure(MOST_POSITIONS),
            )
        value = self._game.value(state)
        if value is not None:
            winner = 2 if value == 0 else self._game.turn(state) if value > 0 else 1 - self._game.turn(state)
            found = (int(winner == 0), int(winner == 1), int(winner == 2))
        else:
            after = [self.count(self._game.play(state, move)) for move in self._game.moves(state)]
            first, second, drawn = (sum(column) for column in zip(*after, strict=True))
            found = (first, second, drawn)
        self._known[state] = found
        return found


@lru_cache(maxsize=1)
def _counted(game: Game) -> tuple[dict[Move, tuple[int, int, int]], int]:
    counter = _Counter(game)
    start = game.start()
    return {move: counter.count(game.play(start, move)) for move in game.moves(start)}, counter.positions


def study(question: Question) -> Iterator[Study]:
    """The games of a board, by first move."""
    question.bare()
    game = question.game(USUAL)
    if game.cycles:
        raise Unstudied(
            "A game of {game} need not end, so nobody can count them all; take another board.", game=game.id
        )
    by_move, positions = _counted(game)
    start = Position.start(game)
    total = sum(map(sum, by_move.values()))
    rows = tuple(
        (start.name(move), sum(counts), *counts, Share(counts[0], total), Share(counts[0], sum(counts)))
        for move, counts in by_move.items()
    )
    first, second = game.players
    openings = Table(
        "openings",
        phrase("Games by first move"),
        (
            Column("move", phrase("move")),
            Column("games", phrase("games"), True),
            Column("first", first, True),
            Column("second", second, True),
            Column("draws", phrase("draws"), True),
            Column("of_all", phrase("of all games"), True),
            Column("of_its_own", phrase("of its own"), True),
        ),
        rows,
    )
    yield Study(question, title(game), (openings,), (TRIQUI, OURS), nodes=positions)


def title(game: Game) -> Phrase:
    """What stands above."""
    return phrase("All games of {game}", game=game.name)


TOPIC = Topic(
    "games",
    phrase("The count of all games"),
    phrase("How many games there are, by first move, and who wins them."),
    "[GAME]",
    study,
)
