"""Finds exercises: positions of random games in which an engine proves exactly one move to be right.

Nothing depends on time or on earlier questions, so a seed gives the same exercises everywhere. Engines of finite games get a
number of nodes; the nodes of all together are limited in seconds at the engine's usual speed, not by a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import NamedTuple

from core import engines
from core.analysis import Analysis, Limit, Line, Watch
from core.estimates import estimator
from core.game import Game, Move, State
from core.games import get
from core.kits import guesses, kit_of
from core.phrase import Sentence
from core.position import Position, play_all
from core.registry import load
from core.score import Score, Verdict
from core.study.exercises import general
from core.study.exercises.kind import AnswerProof, ExerciseKind, Solved

DOZEN = 12
"""Maximum number of exercises of a game."""
MAX_WIN_PLIES = 15
"""Maximum number of plies of a win."""
MAX_MOVES = 400
"""Maximum number of moves of a position."""
_NODES, _NODES_LARGE, _LARGE = 20_000, 2_000, 30
"""Nodes for an engine, nodes for a position with many moves, and from how many; forcing moves prove the latter."""
_MAX_PLIES = 400
_LAST = 12
"""Number of positions before the end of a game from which one is taken."""
_MIN_TRIED, _SHARE_TRIED = 4, 6
"""A reasonable player makes the best by estimate of this many random moves, or of this share of the moves if more."""
MAX_AT_ONCE = 4
"""Maximum number of wins in one move among the exercises of a game, since they teach little."""


class Effort(NamedTuple):
    """Limits of a search for exercises: positions, seconds at the engine's usual speed, and exercises found."""

    positions: int
    seconds: float
    enough: int


LIVE = Effort(200, 1.5, 36)
"""The limits while a player waits."""


@dataclass(frozen=True)
class Exercise:
    """A position, by the ``moves`` to it in notation, with one right move, the ``answer``. ``kind`` is the name of its kind,
    ``plies`` the distance of the end with best play, None if unknown, and ``ground`` what is proven."""

    game: str
    moves: str
    kind: str
    answer: str
    plies: int | None
    ground: AnswerProof

    @property
    def position(self) -> Position:
        """The position. Raises CoreError if the texts give none."""
        return play_all(get(self.game), self.moves)[1]

    @property
    def move(self) -> Move:
        """The answer as a move of the position."""
        return self.position.parse(self.answer)

    @property
    def task(self) -> Sentence:
        """The task."""
        position = self.position
        kind = next(kind for kind in kinds(position.game) if kind.name == self.kind)
        return kind.task(position, self.plies)

    @property
    def score(self) -> Score:
        """The known score of the answer."""
        if self.ground is not AnswerProof.HOLDS:
            return Score.exact(Verdict.WIN, self.plies)
        verdict = {general.HOLD.name: Verdict.TIE, general.GO_ON.name: Verdict.ENDLESS}.get(self.kind)
        return Score.exact(verdict) if verdict else Score.estimate(0.0)


def kinds(game: Game) -> Sequence[ExerciseKind]:
    """The kinds of exercises of a game, those of its family first."""
    place = kit_of(game.id).exercises
    return (*(load("core.study.exercises", place) if place else ()), *general.KINDS)


def found(game: Game, seed: str, effort: Effort = LIVE) -> Iterator[Exercise]:
    """Exercises one by one, each of another class of symmetric positions."""
    random = Random(f"{game.id} {seed}")
    known: set[State] = set()
    spent, count = 0.0, 0
    for _ in range(effort.positions):
        if spent > effort.seconds or count == effort.enough:
            return
        names, position = _met(game, random)
        place = game.kind(position.state)
        if place in known or not 1 < len(position.moves) <= MAX_MOVES:
            continue
        known.add(place)
        analysis = judge(position)
        if game.finite:  # else the table is made once, for the first position
            spent += analysis.nodes / engines.facts(analysis.engine).nodes_a_second
        solved = single(analysis)
        kind = solved and next((kind for kind in kinds(game) if kind.holds(solved)), None)
        if solved and kind and (solved.score.plies or 0) <= MAX_WIN_PLIES:
            name = position.name(solved.answer)
            count += 1
            yield Exercise(game.id, " ".join(names), kind.name, name, solved.score.plies, solved.ground)


def course(game: Game, seed: str = "", effort: Effort = LIVE) -> tuple[Exercise, ...]:
    """At most a dozen exercises of a game, the easy ones first."""
    levels = {kind.name: kind.level for kind in kinds(game)}

    def step(exercise: Exercise) -> tuple[int, str, int]:
        plies = MAX_WIN_PLIES + 1 if exercise.plies is None else exercise.plies
        return levels[exercise.kind], exercise.kind, plies if exercise.kind == general.WIN.name else 0

    steps = [list(group) for _, group in groupby(sorted(found(game, seed, effort), key=step), key=step)]
    for group in steps:
        if group[0].kind == general.AT_ONCE.name:
            del group[MAX_AT_ONCE:]
    chosen: list[Exercise] = []
    while len(chosen) < DOZEN and any(steps):
        for group in steps:
            # One of each step, then another one of each, until the dozen is full.
            if group and len(chosen) < DOZEN:
                chosen.append(group.pop(0))
    return tuple(sorted(chosen, key=step))


def judge(position: Position) -> Analysis:
    """The analysis of a position by its best engine, the same at any time and on any machine."""
    nodes = _NODES if len(position.moves) <= _LARGE else _NODES_LARGE
    limit = Limit(nodes=nodes) if position.game.finite else Limit()
    return engines.analyse(engines.best(position), Watch(position, limit, clock=lambda: 0.0))


def single(analysis: Analysis) -> Solved | None:
    """The position with its one right move, None if there is not exactly one, or it is not proven."""
    if analysis.omitted:
        return None
    lines = analysis.lines
    for ground, right in (
        (AnswerProof.WINS, [line for line in lines if line.score.verdict is Verdict.WIN]),
        (AnswerProof.HOLDS, [line for line in lines if line.score.verdict is not Verdict.LOSE]),
    ):
        if len(right) == 1:
            solved = _solved(analysis, right[0], ground)
            if all(_is_worse(score, ground) for score in solved.others.values()):
                return solved if ground is AnswerProof.WINS or solved.score.proven or solved.threatened else None
    return _soonest(analysis)


def _solved(analysis: Analysis, right: Line, ground: AnswerProof) -> Solved:
    others = {line.move: line.score for line in analysis.lines if line is not right}
    return Solved(analysis.position, right.move, right.score, others, ground)


def _is_worse(score: Score, ground: AnswerProof) -> bool:
    """Whether a move is proven to be wrong."""
    return score.at_most_draw if ground is AnswerProof.WINS else score.verdict is Verdict.LOSE


def _soonest(analysis: Analysis) -> Solved | None:
    """The only move proven to win as fast, even if other moves may win."""
    wins = [line for line in analysis.lines if line.score.verdict is Verdict.WIN]
    if len(wins) != 1 or wins[0].score.plies not in (1, 3):
        return None
    position, plies = analysis.position, wins[0].score.plies
    unknown = [line for line in analysis.lines if line is not wins[0] and not line.score.at_most_draw]
    if plies == 3 and any(wins_in_three(position, line.move) for line in unknown):
        return None
    return _solved(analysis, wins[0], AnswerProof.SOONEST)


def wins_in_three(position: Position, move: Move) -> bool:
    """Whether each reply to a move lets the player win at once, by the rules alone. The move does not end the game."""
    game, player = position.game, position.turn
    after = game.play(position.state, move)
    if game.turn(after) == player:
        return True  # games in which a player moves twice are left out
    return all(_wins_now(game, game.play(after, reply), player) for reply in game.moves(after))


def _wins_now(game: Game, state: State, player: int) -> bool:
    """Whether a player has won or can win in one move."""
    if game.value(state) is not None or game.turn(state) != player:
        return _won(game, state, player)
    return any(_won(game, game.play(state, move), player) for move in game.moves(state))


def _won(game: Game, state: State, player: int) -> bool:
    value = game.value(state)
    return value is not None and value != 0 and (value > 0) == (game.turn(state) == player)


def _met(game: Game, random: Random) -> tuple[list[str], Position]:
    """The moves to a position of a game between reasonable or random players, and the position."""
    position = Position.start(game)
    names: list[str] = []
    positions = [position]
    thinks = guesses(game.id) and random.random() < 0.5
    while len(positions) < _MAX_PLIES:
        move = _move(position, random, thinks)
        names.append(position.name(move))
        position = position.play(move)
        if position.outcome:
            break
        positions.append(position)
    ply = random.randrange(max(0, len(positions) - _LAST), len(positions))
    return names[:ply], positions[ply]


def _move(position: Position, random: Random, thinks: bool) -> Move:
    moves = position.moves
    if not thinks:
        return moves[random.randrange(len(moves))]
    game, turn = position.game, position.turn
    guess = estimator(game).value

    def worth(move: Move) -> float:
        after = game.play(position.state, move)
        value = game.value(after)
        worth = guess(after) if value is None else float(value)
        return worth if game.turn(after) == turn else -worth

    tried = max(_MIN_TRIED, len(moves) // _SHARE_TRIED)
    return max((moves[random.randrange(len(moves))] for _ in range(tried)), key=worth)
