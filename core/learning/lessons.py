"""Lessons: a learner plays many games against another player, and how it fares is counted in blocks.

An opponent is a table: of each class, which steps it makes and with what weight; so one game takes some microseconds. A game in
which a position comes up a third time is drawn, as it is in the hall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from core import strategies
from core.errors import CoreError, quoted
from core.game import Player
from core.learning.classes import ENDED, Classes
from core.learning.learner import Learner, LearnerMove
from core.position import Position
from core.position import other as other_of
from core.tally import Tally

RANDOM, PERFECT, ITSELF = "random", "perfect", "itself"
ARIAS = "arias"
"""Arias's two strategies, each on the seat that it is written for."""
REPETITIONS = 3
"""So often a position may come up; then the game is drawn."""

Policy = Sequence[tuple[Sequence[int], Sequence[int]]]
"""Of each class the steps that a player may make and their weights, added up."""


class UnknownTeacher(CoreError):
    """Somebody against whom nothing can be learned in a game."""


def teachers(classes: Classes) -> list[str]:
    """The names of those who play a game here: at random, by its written strategies, perfectly, and the learner itself."""
    written = [strategy.name for strategy in strategies.of(classes.game)]
    arias = [ARIAS] if {"arias-a", "arias-b"} <= set(written) else []
    return [RANDOM, *arias, *(name for name in written if not name.startswith("arias-")), PERFECT, ITSELF]


def policy(classes: Classes, name: str, seat: Player) -> Policy:
    """How a teacher plays on a seat, all its equal moves alike often. Raises UnknownTeacher."""
    if name not in teachers(classes):
        raise UnknownTeacher(
            "{name} cannot be a teacher in {game}; choose one of {names}.",
            name=quoted(name),
            game=classes.game.id,
            names=", ".join(teachers(classes)),
        )
    if name == RANDOM:
        return [_weighed([(number, len(step.moves)) for number, step in enumerate(steps)]) for steps in classes.steps]
    if name == PERFECT:
        return [
            _weighed([(number, len(step.moves)) for number, step in enumerate(steps) if right[number]])
            for steps, right in zip(classes.steps, classes.right, strict=True)
        ]
    if name == ARIAS:
        name = "arias-b" if seat else "arias-a"
    strategy = next(each for each in strategies.of(classes.game) if each.name == name)
    made = []
    for at, state in enumerate(classes.states):
        advised = strategy.advise(Position(classes.game, state)).moves
        counts = [len(set(step.moves) & set(advised)) for step in classes.steps[at]]
        made.append(_weighed([(number, count) for number, count in enumerate(counts) if count]))
    return made


def _weighed(steps: Sequence[tuple[int, int]]) -> tuple[Sequence[int], Sequence[int]]:
    total, added = 0, []
    for _number, weight in steps:
        total += weight
        added.append(total)
    return [number for number, _weight in steps], added


class Played(NamedTuple):
    """A game: what was drawn on each seat, and how it ended for the first player."""

    drawn: tuple[list[LearnerMove], list[LearnerMove]]
    result: int


Chooses = Callable[[int], int]
"""The step that a player makes in a class."""


def play(classes: Classes, first: Chooses, second: Chooses) -> Played:
    """Let two play a game."""
    drawn: tuple[list[LearnerMove], list[LearnerMove]] = ([], [])
    seen: Counter[int] = Counter()
    steps, turns, finite = classes.steps, classes.turns, classes.game.finite
    at = 0
    while True:
        turn = turns[at]
        step = (second if turn else first)(at)
        drawn[turn].append(LearnerMove(at, step))
        made = steps[at][step]
        if made.to == ENDED:
            return Played(drawn, -made.value if turn else made.value)
        at = made.to
        if not finite:
            seen[at] += 1
            if seen[at] >= REPETITIONS:
                return Played(drawn, 0)


@dataclass
class Block:
    """Some games one after the other, as they came out for the learner. ``made`` has of its first, second, ... move of a game
    how often it had a choice that mattered, and ``right`` how often it kept there what best play comes to."""

    tally: Tally = field(default_factory=Tally)
    made: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)

    @property
    def rightness(self) -> float | None:
        """The share of its moves that were right, where a wrong one was possible; None where none was."""
        made = sum(self.made)
        return sum(self.right) / made if made else None

    def add(self, other: Block) -> None:
        """Count the games of another block too."""
        self.tally = self.tally.plus(other.tally)
        for mine, theirs in ((self.made, other.made), (self.right, other.right)):
            mine.extend([0] * (len(theirs) - len(mine)))
            for number, count in enumerate(theirs):
                mine[number] += count


class Lessons:
    """A learner on a seat against a teacher, game after game; the seed and the numbers of games decide everything.

    Against itself it plays and learns on both seats, and is counted on its own."""

    def __init__(self, learner: Learner, teacher: str, seat: Player, seed: int) -> None:
        self.learner, self.seat = learner, seat
        self._random = random = Random(f"{seed} {teacher} {seat} {type(learner).__name__}")
        classes = learner.classes
        self._itself = teacher == ITSELF
        self._learns = True

        def learns(at: int) -> int:
            return learner.choose(at, random, self._learns)

        def teaches(at: int) -> int:
            numbers, added = table[at]
            if len(numbers) == 1:
                return numbers[0]
            drawn = random.random() * added[-1]
            return next(number for number, below in zip(numbers, added, strict=True) if drawn < below)

        table = [] if self._itself else policy(classes, teacher, other_of(seat))
        other = learns if self._itself else teaches
        self._sides = (other, learns) if seat else (learns, other)
        self._counts = [0 < sum(right) < len(right) for right in classes.right]

    def block(self, games: int, learns: bool = True) -> Block:
        """Play so many games, and learn from each unless it is only to be seen what was learned."""
        self._learns = learns
        classes, learner, seat = self.learner.classes, self.learner, self.seat
        right = classes.right
        block = Block()
        results = [0, 0, 0]
        for _game in range(games):
            drawn, result = play(classes, *self._sides)
            mine = -result if seat else result
            if learns:
                learner.learn(drawn[seat], mine)
            if learns and self._itself:
                learner.learn(drawn[1 - seat], -mine)
            results[1 - mine] += 1
            for number, (at, step) in enumerate(drawn[seat]):
                if self._counts[at]:
                    if number >= len(block.made):
                        grow = number + 1 - len(block.made)
                        block.made.extend([0] * grow)
                        block.right.extend([0] * grow)
                    block.made[number] += 1
                    block.right[number] += right[at][step]
        block.tally = Tally(*results)
        return block

    def blocks(self, games: int, size: int) -> Iterator[Block]:
        """So many games in blocks of a size; the last may be smaller."""
        while games > 0:
            yield self.block(min(size, games))
            games -= size
