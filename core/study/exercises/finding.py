"""How exercises are found: positions of games played by chance, of which an engine proves that exactly one move is right.

Nothing depends on time or on what was asked before, so a seed gives the same exercises everywhere. Of a game that cannot go
round an engine gets a number of nodes; the sum of what all of them take is held in seconds of an even pace, which are no time.
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
"""Exercises of a game at most."""
LONGEST = 15
"""Plies of the longest win that is asked for."""
MAX_MOVES = 400
"""A position with more is not looked at."""
_NODES, _NODES_LARGE, _LARGE = 20_000, 2_000, 30
"""How far an engine searches, and how far where there are more moves: what is proven there is proven by forcing moves."""
_MAX_PLIES = 400
_LAST = 12
"""From how many positions before the end of a game one is taken."""
_MIN_TRIED, _SHARE_TRIED = 4, 6
"""Moves of which the best by estimate is made, by a player who is no fool: so many, and one of so many on a large board."""
MAX_AT_ONCE = 4
"""Wins at once among the exercises of a game: there are many, and they teach little."""


class Effort(NamedTuple):
    """How long to look: at most so many positions, so many seconds of an even pace, and so many exercises found."""

    positions: int
    seconds: float
    enough: int


LIVE = Effort(200, 1.5, 36)
"""While somebody waits."""


@dataclass(frozen=True)
class Exercise:
    """A position, by the ``moves`` that lead there in notation, in which one move is right: the ``answer``. ``kind`` names what
    is asked, ``plies`` is how far the end is after best play, None where that is not known, ``ground`` what is proven."""

    game: str
    moves: str
    kind: str
    answer: str
    plies: int | None
    ground: AnswerProof

    @property
    def position(self) -> Position:
        """The position. Raises CoreError where the texts make none."""
        return play_all(get(self.game), self.moves)[1]

    @property
    def move(self) -> Move:
        """The answer as a move of the position."""
        return self.position.parse(self.answer)

    @property
    def task(self) -> Sentence:
        """What is to be done."""
        position = self.position
        kind = next(kind for kind in kinds(position.game) if kind.name == self.kind)
        return kind.task(position, position.parse(self.answer), self.plies)

    @property
    def score(self) -> Score:
        """What the answer is known to be worth."""
        if self.ground is not AnswerProof.HOLDS:
            return Score.exact(Verdict.WIN, self.plies)
        verdict = {general.HOLD.name: Verdict.TIE, general.GO_ON.name: Verdict.ENDLESS}.get(self.kind)
        return Score.exact(verdict) if verdict else Score.estimate(0.0)


def kinds(game: Game) -> Sequence[ExerciseKind]:
    """The kinds of exercises of a game, those of its family first."""
    place = kit_of(game.id).exercises
    return (*(load("core.study.exercises", place) if place else ()), *general.KINDS)


def found(game: Game, seed: str, effort: Effort = LIVE) -> Iterator[Exercise]:
    """Exercises one after the other, each of another class of positions."""
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
        if game.finite:  # whose table is made once, at the cost of who happens to be the first
            spent += analysis.nodes / engines.facts(analysis.engine).nodes_a_second
        solved = single(analysis)
        kind = solved and next((kind for kind in kinds(game) if kind.holds(solved)), None)
        if solved and kind and (solved.score.plies or 0) <= LONGEST:
            name = position.name(solved.answer)
            count += 1
            yield Exercise(game.id, " ".join(names), kind.name, name, solved.score.plies, solved.ground)


def course(game: Game, seed: str = "", effort: Effort = LIVE) -> tuple[Exercise, ...]:
    """A dozen exercises of a game, the easy ones first; fewer where there are no more."""
    levels = {kind.name: kind.level for kind in kinds(game)}

    def step(exercise: Exercise) -> tuple[int, str, int]:
        plies = LONGEST + 1 if exercise.plies is None else exercise.plies
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
    """What the engine that is made for a position proves of its moves, the same whenever and wherever it is asked."""
    nodes = _NODES if len(position.moves) <= _LARGE else _NODES_LARGE
    limit = Limit(nodes=nodes) if position.game.finite else Limit()
    return engines.analyse(engines.best(position), Watch(position, limit, clock=lambda: 0.0))


def single(analysis: Analysis) -> Solved | None:
    """The position with its one right move, None where there is none, or not one alone, or that is not proven."""
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
    """Whether a move is proven not to be right too."""
    return score.at_most_draw if ground is AnswerProof.WINS else score.verdict is Verdict.LOSE


def _soonest(analysis: Analysis) -> Solved | None:
    """The only move that wins as fast, where of others it is not known whether they win at all."""
    wins = [line for line in analysis.lines if line.score.verdict is Verdict.WIN]
    if len(wins) != 1 or wins[0].score.plies not in (1, 3):
        return None
    position, plies = analysis.position, wins[0].score.plies
    unknown = [line for line in analysis.lines if line is not wins[0] and not line.score.at_most_draw]
    if plies == 3 and any(wins_in_three(position, line.move) for line in unknown):
        return None
    return _solved(analysis, wins[0], AnswerProof.SOONEST)


def wins_in_three(position: Position, move: Move) -> bool:
    """Whether after a move, which does not end the game, each reply lets the player win at once; only the rules are asked."""
    game, player = position.game, position.turn
    after = game.play(position.state, move)
    if game.turn(after) == player:
        return True  # who moves twice may do so: such games are left alone
    return all(_wins_now(game, game.play(after, reply), player) for reply in game.moves(after))


def _wins_now(game: Game, state: State, player: int) -> bool:
    """Whether a player has won or wins by the next move."""
    value = game.value(state)
    if value is not None:
        return value > 0 if game.turn(state) == player else value < 0
    if game.turn(state) != player:
        return False
    for move in game.moves(state):
        after = game.play(state, move)
        value = game.value(after)
        if value is not None and (value > 0) == (game.turn(after) == player) and value:
            return True
    return False


def _met(game: Game, random: Random) -> tuple[list[str], Position]:
    """A position of a game that two play who are no fools, or by chance alone; and the moves that lead there."""
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
