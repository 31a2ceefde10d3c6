"""A question to an engine, and how it is written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

from core import engines
from core.analysis import REPORT_SECONDS, Analysis, Engine, Limit
from core.errors import BadNotation
from core.games import get
from core.position import Position
from core.strategies.levels import Level, named

Use: TypeAlias = Literal["move", "panel", "review"]
"""What a question is for: the move of an opponent, the panel of somebody who plays, or all else."""


@dataclass(frozen=True)
class Request:
    """A question to an engine. ``engine`` is a name of :mod:`core.engines`, None for the best for the position; ``interval``
    the least seconds between two reports; ``cap`` the most seconds that it may take, whatever the limit is, None for no such
    end; ``all_moves``: what each move is worth is wanted, and not the best move alone."""

    position: Position
    engine: str | None = None
    limit: Limit | Level = field(default_factory=Limit)
    interval: float = REPORT_SECONDS
    cap: float | None = None
    all_moves: bool = True

    @property
    def seconds(self) -> float | None:
        """After how long the answer is due at the latest, None where nobody can tell."""
        limit = self.limit if isinstance(self.limit, Limit) else Limit()
        return limit.within(self.cap).seconds

    @property
    def chosen(self) -> Engine:
        """The engine that is to answer."""
        return engines.chosen(self.engine, self.position)

    def limit_of(self, engine: str) -> Limit:
        """How long the engine of that name may think about it."""
        limit = self.limit
        if isinstance(limit, Level):
            limit = limit.limit(engines.facts(engine).nodes_a_second)
        return limit.within(self.cap)

    def share(self, analysis: Analysis) -> float:
        """How much of all that the engine may search it has by now, from 0 to 1."""
        return self.limit_of(analysis.engine).share(analysis.nodes, analysis.seconds)

    def to_json(self, ticket: int) -> dict[str, Any]:
        """The question as plain JSON values."""
        return {
            "ticket": ticket,
            **self.position.to_json(),
            **({"rules": self.position.game.content} if self.position.game.content else {}),
            "engine": self.engine,
            **({"level": self.limit.name} if isinstance(self.limit, Level) else asdict(self.limit)),
            "interval": self.interval,
            "cap": self.cap,
            "every": self.all_moves,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Request:
        """The inverse of :meth:`to_json`, less the ticket. Raises CoreError."""
        game = field_of(document, "game", str, "")
        rules = get(game, field_of(document, "rules", str, None))
        text = field_of(document, "position", str, None) or Position.start(rules).text
        return cls(
            Position.from_json({**document, "game": game, "position": text}),
            field_of(document, "engine", str, None),
            _limit(document),
            field_of(document, "interval", float, REPORT_SECONDS),
            field_of(document, "cap", float, None),
            field_of(document, "every", bool, True),
        )


def _limit(document: Mapping[str, Any]) -> Limit | Level:
    level = field_of(document, "level", str, None)
    if level is None:
        return Limit(
            field_of(document, "seconds", float, None),
            field_of(document, "depth", int, None),
            field_of(document, "nodes", int, None),
        )
    return named(level)


_KINDS = {str: "a text", bool: "true or false", int: "a whole number of at least 0", float: "a number of at least 0"}


def field_of(document: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    """A value of a document, ``default`` where it is missing. Raises BadNotation when it is not of that kind."""
    value = document.get(name)
    if value is None:
        return default
    fits = isinstance(value, (int, float) if kind is float else kind) and isinstance(value, bool) == (kind is bool)
    if not fits or (kind is not str and not value >= 0):
        raise BadNotation("{name} is {kind}, not {value}.", name=repr(name), kind=_KINDS[kind], value=repr(value)[:50])
    return value
