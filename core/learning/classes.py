"""The positions of a small game, those that a symmetry makes one standing as one class, with the moves between them.

game      o--o--o         classes in the order in which play can first reach them, the start being class 0;
         /   \\             a position that is over is no class, but the end of a step
        o     o--(end)    a step stands for all moves of a class that its own symmetries make one
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from core.errors import CoreError
from core.game import Game, Move, Player, State

MAX_CLASSES = 5000
"""Classes up to which a game is small enough to be learned box by box."""
QUICK = 1000
"""Moves times symmetries up to which all classes are found in a moment."""
ENDED = -1
"""Where a step leads that ends the game."""


class TooManyClasses(CoreError):
    """A game that has too many positions to be learned by heart."""


class ClassStep(NamedTuple):
    """Moves of a class that are one up to symmetry."""

    moves: tuple[Move, ...]
    """In the class's own position, ascending."""
    to: int
    """The class it leads to, or ENDED."""
    value: int
    """Where it ends the game: +1, 0, -1 for the player who makes it; else 0."""


class ClassPlace(NamedTuple):
    """Where a position of the game is found: its class, and for each move of it the step that it belongs to."""

    at: int
    steps: dict[Move, int]


class Classes:
    """All classes of a game that can follow its start. Raises TooManyClasses where they are more than ``most``."""

    def __init__(self, game: Game, most: int = MAX_CLASSES) -> None:
        self.game = game
        self.states: list[State] = []
        """A position of each class: the least of its images."""
        self.plies: list[int] = []
        """After how many plies a class can first come up."""
        self.turns: list[Player] = []
        """Who is to move."""
        self.steps: list[tuple[ClassStep, ...]] = []
        """What can be played, by the least move."""
        self._most = most
        self._index: dict[State, int] = {}
        self._add(self._least(game.start())[0], 0)
        for at, state in enumerate(self.states):
            self.steps.append(self._out_of(state, self.plies[at] + 1))

    def __len__(self) -> int:
        return len(self.states)

    def __contains__(self, s: State) -> bool:
        """Whether an unfinished position can follow the start."""
        return self._least(s)[0] in self._index

    def place(self, s: State) -> ClassPlace:
        """Where an unfinished position that can follow the start is found."""
        least, maps = self._least(s)
        at = self._index[least]
        of = {move: number for number, step in enumerate(self.steps[at]) for move in step.moves}
        return ClassPlace(at, {move: of[maps[move]] for move in self.game.moves(s)})

    @cached_property
    def values(self) -> list[int]:
        """What best play comes to for the player to move: +1, 0, -1. Wins and losses spread backwards from the ends until
        nothing changes; what they do not reach is drawn, or goes on for ever."""
        values = [0] * len(self)
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(self))):
                if values[at]:
                    continue
                after = [self.worth(at, step, values) for step in self.steps[at]]
                values[at] = 1 if 1 in after else -1 if set(after) == {-1} else 0
                changed = changed or values[at] != 0
        return values

    def worth(self, at: int, step: ClassStep, values: Sequence[int]) -> int:
        """What a step is worth to the player who makes it."""
        if step.to == ENDED:
            return step.value
        return values[step.to] if self.turns[step.to] == self.turns[at] else -values[step.to]

    @cached_property
    def right(self) -> list[tuple[bool, ...]]:
        """Of each class, which of its steps keep what best play comes to."""
        return [
            tuple(self.worth(at, step, self.values) == self.values[at] for step in steps)
            for at, steps in enumerate(self.steps)
        ]

    def _least(self, s: State) -> tuple[State, Sequence[Move]]:
        """The least image of a position, and where a symmetry that leads to it takes the moves."""
        return min(
            ((symmetry.image(s), symmetry.moves) for symmetry in self.game.symmetries), key=lambda image: image[0]
        )

    def _add(self, least: State, plies: int) -> int:
        at = self._index.get(least)
        if at is None:
            at = self._index[least] = len(self.states)
            if at == self._most:
                raise TooManyClasses(
                    "{game} has more than {most} positions up to symmetry, too many to learn box by box; choose a "
                    "smaller game, such as tictactoe or nim:3,4,5.",
                    game=self.game.id,
                    most=self._most,
                )
            self.states.append(least)
            self.plies.append(plies)
            self.turns.append(self.game.turn(least))
        return at

    def _out_of(self, state: State, plies: int) -> tuple[ClassStep, ...]:
        game = self.game
        kept = [symmetry.moves for symmetry in game.symmetries if symmetry.image(state) == state]
        moves = game.moves(state)
        if len(moves) > self._most:
            raise TooManyClasses(
                (
                    "{game} has more than {most} moves in one position; choose a smaller game, such as tictactoe or "
                    "nim:3,4,5."
                ),
                game=game.id,
                most=self._most,
            )
        steps: list[ClassStep] = []
        seen: set[Move] = set()
        for move in moves:
            if move in seen:
                continue
            orbit = tuple(sorted({image[move] for image in kept}))
            seen.update(orbit)
            after = game.play(state, move)
            value = game.value(after)
            if value is None:
                steps.append(ClassStep(orbit, self._add(self._least(after)[0], plies), 0))
            else:
                mine = game.turn(after) == game.turn(state)
                steps.append(ClassStep(orbit, ENDED, value if mine else -value))
        return tuple(steps)


@lru_cache(maxsize=64)
def learnable(game: Game) -> bool:
    """Whether a game is small enough to be learned, and shows that in a moment."""
    if game.move_count * len(game.symmetries) > QUICK:
        return False
    try:
        classes_of(game)
    except TooManyClasses:
        return False
    return True


@lru_cache(maxsize=8)
def classes_of(game: Game) -> Classes:
    """The same, kept for who asks again. Raises TooManyClasses."""
    return Classes(game)
