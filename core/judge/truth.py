"""The positions in which a player is judged, with the proven score of every move."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import islice
from random import Random
from typing import Any

from core import engines
from core.analysis import Limit, Watch
from core.engines.general.retrograde import Retrograde
from core.game import Game, Move, State
from core.position import Position
from core.score import Score, Verdict

MAX_POSITIONS = 20_000
"""Maximum number of positions, mirror images counted apart, of a game that is judged in all of them."""
_TRUTH_SECONDS = 10
"""The work spent on the moves of a sampled position, in seconds of the engine's usual speed: counted in nodes, so that every
machine proves the same."""
_MAX_PLIES = 400
"""Plies of a game from which positions are sampled: some games never end."""
_MAX_MISSED = 50
"""Maximum number of random games in a row without a position to judge, before a ply is given up."""
_MAX_UNPROVEN = 4
"""Maximum number of unproven positions in a row, before a ply is given up."""


@dataclass(frozen=True)
class Case:
    """A position with the proven scores of its moves, and the moves that lead to it from the start."""

    position: Position
    line: tuple[Move, ...]
    scores: Mapping[Move, Score]

    @cached_property
    def worth(self) -> int:
        """The result by best play for the side to move: 1 a win, 0 a draw or endless play, -1 a loss."""
        return max(map(worth, self.scores.values()))

    @cached_property
    def holding(self) -> tuple[Move, ...]:
        """The moves that keep this result."""
        return tuple(move for move, score in self.scores.items() if worth(score) == self.worth)

    @property
    def matters(self) -> bool:
        """Whether some move makes the result worse."""
        return len(self.holding) < len(self.scores)

    def slow(self, move: Move) -> bool:
        """Whether a move keeps the result, but wins later or loses sooner than the best move."""
        decided = (self.scores[each].rank for each in self.holding)
        return self.worth != 0 and move in self.holding and self.scores[move].rank < max(decided)


class Left(Enum):
    """Why a position was left out of a sample."""

    EQUAL = "all moves have the same result"
    UNPROVEN = "the value of some move is not proven"


def worth(score: Score) -> int:
    """A proven score as 1, 0 or -1; endless play is a draw."""
    return {Verdict.WIN: 1, Verdict.LOSE: -1}.get(score.verdict or Verdict.TIE, 0)


@lru_cache(maxsize=2)
def whole(game: Game) -> Sequence[Case] | None:
    """All unfinished positions that can be reached, few plies first; None if the game has more than MAX_POSITIONS."""
    start = game.start()
    came: dict[State, tuple[State, Move] | None] = {start: None}
    order = [start]
    following: dict[State, dict[Move, State]] = {}
    for state in order:
        if game.value(state) is not None:
            continue
        moves = game.moves(state)
        if len(moves) > MAX_POSITIONS:
            return None
        following[state] = {move: game.play(state, move) for move in moves}
        for move, child in following[state].items():
            if child not in came:
                came[child] = state, move
                order.append(child)
        if len(order) > MAX_POSITIONS:
            return None
    table = Retrograde().table(Watch(Position.start(game), Limit(), time.monotonic))
    lines: dict[State, tuple[Move, ...]] = {start: ()}
    cases = []
    for state in order:
        step = came[state]
        if step:
            lines[state] = (*lines[step[0]], step[1])
        if state in following:
            turn = game.turn(state)
            scores = {move: table[child].before(game.turn(child) != turn) for move, child in following[state].items()}
            cases.append(Case(Position(game, state), lines[state], scores))
    return cases


@lru_cache(maxsize=2)
def sample(game: Game, count: int, seed: int) -> Sample:
    """The sample of a game, the same one for all players."""
    return Sample(game, count, seed)


class Sample:
    """Random positions of a game whose moves differ in proven value: at most ``count``, about as many of each ply as of the
    others. The same seed gives the same positions."""

    def __init__(self, game: Game, count: int, seed: int) -> None:
        self._game = game
        self._count = count
        self._seed = seed
        self._found: list[Case | Left] = []
        self._more = self._rounds()

    def __iter__(self) -> Iterator[Case | Left]:
        """The positions, and for each that was left out why. What was found is kept for the next player."""
        at = 0
        while True:
            if at == len(self._found):
                try:
                    self._found.append(next(self._more))
                except StopIteration:
                    return
            yield self._found[at]
            at += 1

    def _rounds(self) -> Iterator[Case | Left]:
        plies = {ply: self._of_ply(ply) for ply in range(self._plies())}
        left = self._count
        while left > 0 and plies:
            # What late plies lack is made up for in another round.
            share = -(-left // len(plies))
            every = list(plies)
            for ply in every if left >= len(every) else [every[i * len(every) // left] for i in range(left)]:
                wanted = min(left, share) if ply in plies else 0
                while wanted:
                    try:
                        case = next(plies[ply])
                    except StopIteration as end:
                        del plies[ply]
                        if end.value:
                            yield from self._skip(plies, ply)
                        break
                    wanted -= isinstance(case, Case)
                    left -= isinstance(case, Case)
                    yield case

    def _skip(self, plies: dict[int, Any], ply: int) -> Iterator[Left]:
        """Give up the plies after one that is too hard to prove, up to the first that is not: an early ply of a large game
        costs most and gives nothing."""
        later = [each for each in plies if each > ply]
        low, high = 0, len(later)
        while low < high:
            middle = (low + high) // 2
            if (yield from self._provable(later[middle])):
                high = middle
            else:
                low = middle + 1
        for each in later[:low]:
            del plies[each]

    def _provable(self, ply: int) -> Generator[Left, None, bool]:
        """Whether one of two positions of a ply is proven, or there is none."""
        random = Random(f"{self._seed} {ply} provable")
        lines = (self._line(random, ply) for _ in range(_MAX_MISSED))
        tried = list(islice(filter(None, lines), 2))
        for line in tried:
            if self._case(*line):
                return True
            yield Left.UNPROVEN
        return not tried

    def _of_ply(self, ply: int) -> Generator[Case | Left, None, bool]:
        """Positions of a ply; at the end whether it was given up since none is proven."""
        random = Random(f"{self._seed} {ply}")
        seen: set[State] = set()
        missed = unproven = 0
        proven = False
        while missed < _MAX_MISSED and unproven < _MAX_UNPROVEN:
            missed += 1
            line = self._line(random, ply)
            if line is None or line[1].state in seen:
                continue
            seen.add(line[1].state)
            case = self._case(*line)
            unproven = 0 if case else unproven + 1
            proven = proven or case is not None
            if case is None:
                yield Left.UNPROVEN
            elif case.matters:
                missed = 0
                yield case
            else:
                yield Left.EQUAL
        return not proven and unproven > 0

    def _plies(self) -> int:
        """The number of plies of the longest of some random games."""
        random = Random(f"{self._seed}")
        return max(len(self._game_of(random)) for _ in range(20))

    def _game_of(self, random: Random) -> list[Move]:
        moves: list[Move] = []
        position = Position.start(self._game)
        while not position.outcome and len(moves) < _MAX_PLIES:
            moves.append(random.choice(position.moves))
            position = position.play(moves[-1])
        return moves

    def _line(self, random: Random, ply: int) -> tuple[tuple[Move, ...], Position] | None:
        """Random moves of a length, and where they lead; None if the game is over there or leaves no choice."""
        moves: list[Move] = []
        position = Position.start(self._game)
        for _ in range(ply):
            if position.outcome:
                return None
            moves.append(random.choice(position.moves))
            position = position.play(moves[-1])
        return None if position.outcome or len(position.moves) < 2 else (tuple(moves), position)

    def _case(self, line: tuple[Move, ...], position: Position) -> Case | None:
        engine = engines.best(position)
        nodes = max(1, engines.facts(engine.name).nodes_a_second) * _TRUTH_SECONDS
        analysis = engines.analyse(engine, Watch(position, Limit(nodes=nodes), time.monotonic)).informed
        if analysis.omitted or not all(each.score.proven for each in analysis.lines):
            return None
        return Case(position, line, {each.move: each.score for each in analysis.lines})
