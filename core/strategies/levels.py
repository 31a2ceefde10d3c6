"""Levels of strength: how much an engine may search, and how often it does not look at all.

All are limited by nodes and not by time, so that a level plays alike on every machine. An effort is given in seconds of the
machine on which the engines' paces were measured (a loop of ten million empty rounds takes 0.11 s there).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.analysis import Limit
from core.errors import UnknownEngine, quoted
from core.foregone import foregone
from core.game import Game
from core.kinds.solved import SolvedGame
from core.kits import kit_of
from core.phrase import Figures, Phrase, phrase


class Level(NamedTuple):
    """``effort`` in seconds of search, ``slips`` the share of moves picked blindly, ``depth`` in plies."""

    name: str
    effort: float
    slips: float = 0.0
    depth: int | None = None

    def summary(self, game: Game, forces: bool) -> Phrase:
        """What the best engine of a game does at this level, in a sentence; ``forces`` as the facts of that engine have it."""
        if self.slips == 1:
            return phrase("Plays only random moves.")
        if isinstance(game, SolvedGame) and game.wins(game.start()) is not None:
            how = phrase("Knows by theory what every move is worth")
        elif self.depth and forces:
            how = phrase("Looks ahead to depth {depth}, and further where replies are forced", depth=self.depth)
        elif self.depth:
            how = phrase("Looks ahead to depth {depth}", depth=self.depth)
        elif not game.finite:
            how = phrase(
                "Solves the whole game if about {effort} s are enough, otherwise looks ahead to depth {depth}",
                effort=Figures(f"{self.effort:g}"),
                depth=GLANCE,
            )
        else:
            how = phrase("Searches as many nodes as it can in about {effort} s", effort=Figures(f"{self.effort:g}"))
        if self.slips:
            return phrase("{how}; plays {slips} of its moves at random.", how=how, slips=f"{self.slips:.0%}")
        return phrase("{how}.", how=how)

    def limit(self, pace: int) -> Limit:
        """How long an engine of this pace may think at this level."""
        if not pace:
            return Limit(seconds=self.effort)
        return Limit(depth=self.depth, nodes=round(self.effort * pace))


GLANCE = 3
"""Plies that retrograde analysis searches first where its nodes are counted, and may not be enough for the table."""
GENTLEST = Level("0", 0.01, 1.0, 1)
"""Weaker than all that are offered: for players whom the weakest of those beats again and again."""
LEVELS: tuple[Level, ...] = (
    Level("1", 0.01, 0.6, 1),
    Level("2", 0.01, 0.35, 1),
    Level("3", 0.01, 0.2, 2),
    Level("4", 0.01, 0.1, 3),
    Level("5", 0.01, 0.03),
    Level("6", 0.05),
    Level("7", 0.3),
    Level("full", 2.0),
)
"""All that are offered, from the weakest to the strongest."""
ALL_LEVELS = (GENTLEST, *LEVELS)
FULL = LEVELS[-1]
FIRST_MET = "2"
"""The level that a new player meets, or the strongest below it that the game tells apart."""


def is_level(name: str) -> bool:
    """Whether there is a level of that name."""
    return name in _NAMED


def named(name: str) -> Level:
    """The level of that name. Raises UnknownEngine with those there are."""
    level = _NAMED.get(name.strip().lower())
    if level is None:
        raise UnknownEngine(
            "There is no level {level}; the levels are {levels}.", level=quoted(name), levels=", ".join(_NAMED)
        )
    return level


_NAMED = {level.name: level for level in ALL_LEVELS} | {"easy": LEVELS[1], "medium": LEVELS[3], "hard": LEVELS[5]}
"""Levels by number and, for who does not know the numbers, by word."""


NAMES = tuple(_NAMED)
"""All that a level may be called."""


def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels that a game tells apart: the strongest alone where nothing that they play changes the result."""
    if foregone(game):
        return (FULL,)
    for ladder in kit_of(game.id).ladders:
        if game.move_count <= ladder.most and (not ladder.only or game.id in ladder.only.split()):
            return tuple(named(name) for name in ladder.levels.split())
    return LEVELS


def rungs_of(game: Game) -> tuple[Level, ...]:
    """The levels between which a player of fitted strength moves in a game: those offered, above the gentlest."""
    return (GENTLEST, *levels_of(game))


def strongest(levels: Sequence[Level], most: Level) -> Level:
    """The strongest of some levels that is not above another one; the weakest where all are."""
    return [levels[0], *(level for level in levels if ALL_LEVELS.index(level) <= ALL_LEVELS.index(most))][-1]
