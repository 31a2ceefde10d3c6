"""Counts of all games from a position: each position is counted once for all ways to it.

Every number is exact. Games that take too many moves to count are not counted at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.game import Game, Move, Player, State
from core.score import Score, Verdict

MAX_MOVES = 600_000
"""Maximum number of moves tried to count the games by length, and then to count all else."""
MAX_MOVES_BEYOND = 60_000
"""Maximum number of moves tried to count the games after some first moves, if ``MAX_MOVES`` are too few for all."""
MAX_PLIES = 1000
"""Maximum number of plies: with longer games the counts are longer than a page."""
MAX_CYCLING_PLIES = 40
"""Maximum number of plies of games that may never end."""
_STEP = 1000
_FAR = 1 << 30


class Count(NamedTuple):
    """All games from a position. In random play each move has the same chance."""

    first: int
    """Games that the first player wins."""
    second: int
    """Games that the second player wins."""
    drawn: int
    """Games that nobody wins."""
    chance_first: int
    """Chance that the first player wins in random play, as a part of ``chance_whole``."""
    chance_second: int
    """Chance that the second player wins in random play, as a part of ``chance_whole``."""
    chance_whole: int
    """Denominator of the chances."""
    worth: int
    """Value of best play for the first player: 0 for a draw, _FAR less the plies for a win, the negative of it for a loss."""
    longest: int
    """Plies of the longest game."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.first + self.second + self.drawn

    @property
    def shares(self) -> tuple[int, int, int]:
        """Wins of the first player, wins of the second, draws."""
        return self[:3]

    @property
    def chances(self) -> tuple[int, int, int]:
        """The chances of these outcomes in random play, as parts of ``chance_whole``."""
        first, second, whole = self[3:6]
        return first, second, whole - first - second

    def score(self, mover: Player, plies: int = 1) -> Score:
        """The score of best play for ``mover``, with ``plies`` moves made to get here."""
        if not self.worth:
            return Score.exact(Verdict.TIE)
        won = (self.worth > 0) == (mover == 0)
        return Score.exact(Verdict.WIN if won else Verdict.LOSE, _FAR - abs(self.worth) + plies)


_ENDS = {0: Count(1, 0, 0, 1, 0, 1, _FAR, 0), 1: Count(0, 1, 0, 0, 1, 1, -_FAR, 0), None: Count(0, 0, 1, 0, 0, 1, 0, 0)}
"""The count of one finished game, by its winner."""


def winner(game: Game, state: State, value: int) -> Player | None:
    """The winner of a finished position by its value for the side to move; None for a draw."""
    return None if value == 0 else game.turn(state) if value > 0 else 1 - game.turn(state)  # type: ignore[return-value]


class Counting:
    """Counts the games of one board, or only those with the moves that ``moves`` gives. ``known`` has the counts by position;
    ``tried`` is the number of moves tried."""

    def __init__(self, game: Game, moves: Callable[[State], Sequence[Move]] | None = None) -> None:
        self.game = game
        self._moves = moves or game.moves
        self.known: dict[State, Count] = {}
        self.tried = 0

    def count(self, states: Sequence[State], most: int) -> Iterator[int]:
        """Count from some positions until all are known or ``most`` moves are tried, those with few games first. Yields the
        number of moves tried now and then."""
        dives = [self._dive(state) for state in sorted(states, key=self._width)]
        steps = 1
        while dives:
            left = []
            for dive in dives:
                for _step in range(steps):
                    if self.tried >= most:
                        return
                    if next(dive, None) is None:
                        break
                    yield self.tried
                else:
                    left.append(dive)
            dives, steps = left, 2 * steps

    def count_last(self, state: State) -> None:
        """Count from a position if the games after each of its moves are known."""
        after = [self.known[self.game.play(state, move)] for move in self._moves(state)]
        self.known[state] = _together(self.game.turn(state), after)

    def games(self, state: State, skip: int) -> Iterator[tuple[list[Move], State]]:
        """The games from a counted, unfinished position in the order of their moves, after the first ``skip``: the moves of
        each and its last position."""
        played = list[Move]()
        path = [(state, iter(self._moves(state)))]
        while path:
            state, moves = path[-1]
            for move in moves:
                after = self.game.play(state, move)
                games = self.known[after].games
                if skip >= games:
                    skip -= games
                elif self.game.value(after) is None:
                    played.append(move)
                    path.append((after, iter(self._moves(after))))
                    break
                else:
                    yield [*played, move], after
            else:
                path.pop()
                if path:
                    played.pop()

    def ended(self, state: State) -> Count | None:
        """The count of a finished position, None if the game goes on."""
        value = self.game.value(state)
        if value is None:
            return None
        found = self.known[state] = _ENDS[winner(self.game, state, value)]
        return found

    def _width(self, state: State) -> int:
        return len(self._moves(state)) if self.game.value(state) is None else 0

    def _dive(self, state: State) -> Iterator[bool]:
        """Count from a position with an explicit stack: games exceed Python's recursion limit. Yields every _STEP moves."""
        game, known = self.game, self.known
        if state in known or self.ended(state):
            return
        path = [(state, iter(self._moves(state)), list[Count]())]
        while path:
            state, moves, found = path[-1]
            for move in moves:
                after = game.play(state, move)
                self.tried += 1
                if not self.tried % _STEP:
                    yield True
                count = known.get(after) or self.ended(after)
                if count is None:
                    path.append((after, iter(self._moves(after)), []))
                    break
                found.append(count)
            else:
                path.pop()
                known[state] = count = _together(game.turn(state), found)
                if path:
                    path[-1][2].append(count)
            if len(path) > MAX_PLIES:
                return


def _together(turn: Player, after: list[Count]) -> Count:
    """The count of a position from the counts after each of its moves."""
    firsts, seconds, draws, chance_firsts, chance_seconds, wholes, worths, longest = zip(*after, strict=True)
    common = math.lcm(*wholes)
    first = sum(chance * (common // whole) for chance, whole in zip(chance_firsts, wholes, strict=True))
    second = sum(chance * (common // whole) for chance, whole in zip(chance_seconds, wholes, strict=True))
    common *= len(after)
    shared = math.gcd(first, second, common)
    worth: int = min(worths) if turn else max(worths)
    return Count(
        sum(firsts),
        sum(seconds),
        sum(draws),
        first // shared,
        second // shared,
        common // shared,
        worth - (worth > 0) + (worth < 0),
        1 + max(longest),
    )


class Length(NamedTuple):
    """The number of sequences of ``plies`` moves, and of those that end the game: won by the first, by the second, drawn. None
    if not counted."""

    plies: int
    sequences: int
    ended: tuple[int, int, int] | None

    @property
    def games(self) -> int:
        """Number of games of this length. Only if they are counted."""
        assert self.ended is not None
        return sum(self.ended)


@dataclass(frozen=True)
class GameLengths:
    """All games by length, ``complete`` unless there are too many. ``filling`` is whether each move removes exactly one
    possible move, as on a board that is filled square by square; ``tried`` is the number of moves tried."""

    rows: tuple[Length, ...]
    complete: bool
    filling: bool
    tried: int


def by_length(game: Game, start: State, most: int = MAX_MOVES) -> Iterator[GameLengths]:
    """The games from an unfinished position by length. Yields a value after each length; the last one is the answer."""
    rows: list[Length] = []
    layer: Counter[State] = Counter({start: 1})
    places = len(game.moves(start))
    tried, filling = 0, True
    for plies in range(1, (MAX_PLIES if game.finite else MAX_CYCLING_PLIES) + 1):
        moves = [(count, state, game.moves(state)) for state, count in layer.items()]
        filling = filling and all(len(each) == places - plies + 1 for _count, _state, each in moves)
        sequences = sum(count * len(each) for count, _state, each in moves)
        if tried + sum(len(each) for _count, _state, each in moves) > most:
            yield GameLengths((*rows, Length(plies, sequences, None)), False, False, tried)
            return
        layer = Counter()
        for count, state, each in moves:
            tried += len(each)
            for move in each:
                layer[game.play(state, move)] += count
        ended = [0, 0, 0]
        for state in list(layer):
            value = game.value(state)
            if value is not None:
                who = winner(game, state, value)
                ended[2 if who is None else who] += layer.pop(state)
        rows.append(Length(plies, sequences, (ended[0], ended[1], ended[2])))
        yield GameLengths(tuple(rows), not layer, filling, tried)
        if not layer:
            return
