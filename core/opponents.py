"""Who sits at the board: a person, or an engine of a certain strength."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from core import engines
from core.analysis import Analysis, Engine, Limit
from core.errors import UnknownEngine
from core.game import Move
from core.position import Position

HUMAN = "human"
BEST = "best"
"""The name, in place of an engine's, of whichever engine is the best for the position."""
DEFAULT = "best:full"
"""Who sits opposite to a person when nobody is named."""


@dataclass(frozen=True)
class Level:
    """A strength: how long the engine may search, and the share of moves it picks blindly."""

    name: str
    limit: Limit
    slips: float


LEVELS: tuple[Level, ...] = (
    Level("easy", Limit(depth=1, nodes=1_000), 0.3),
    Level("medium", Limit(depth=3, nodes=20_000), 0.1),
    Level("hard", Limit(nodes=60_000), 0.0),
    Level("full", Limit(seconds=3.0), 0.0),
)
"""From the weakest to the strongest. All but the last are limited by nodes, so that they play alike on every machine."""


@dataclass(frozen=True)
class Opponent:
    """An engine and its level; ``text`` is how it is written, as in ``alphabeta:hard``. ``engine`` None is the best one for
    the position."""

    engine: str | None
    level: Level

    @property
    def name(self) -> str:
        """The engine's name, or BEST."""
        return self.engine or BEST

    @property
    def thinks(self) -> bool:
        """Whether its values mean something."""
        return self.engine is None or engines.ENGINES[self.engine].thinks

    def ask(self, position: Position) -> Engine:
        """The engine that plays in this position."""
        return engines.get(self.engine) if self.engine else engines.best(position)

    @property
    def text(self) -> str:
        """The inverse of :func:`parse`."""
        return f"{self.name}:{self.level.name}"

    def choose(self, analysis: Analysis, random: Random) -> Move:
        """The move it plays: one of the best, drawn from ``random``, or a slip. The analysis has a line."""
        best = analysis.lines[0].score.rank
        slip = random.random() < self.level.slips
        return random.choice([line.move for line in analysis.lines if slip or line.score.rank == best])


def parse(text: str) -> Opponent | None:
    """The player that a text names, ``ENGINE`` or ``ENGINE:LEVEL``, with ``best`` for the best engine; None for a person
    (``human`` or ``you``).

    Raises UnknownEngine.
    """
    name, _, level_name = text.strip().lower().partition(":")
    if name in (HUMAN, "you") and not level_name:
        return None
    engine = None if name == BEST else engines.check(name)
    level = next((level for level in LEVELS if level.name == (level_name or LEVELS[-1].name)), None)
    if level is None:
        raise UnknownEngine(
            "There is no level {level}; write {engine}:LEVEL with one of {levels}.",
            level=repr(level_name),
            engine=name,
            levels=", ".join(level.name for level in LEVELS),
        )
    return Opponent(engine, level)
