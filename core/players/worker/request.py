"""A question to an engine, and its JSON form."""

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
"""The purpose of a question: an opponent's move, a player's panel, or anything else."""


@dataclass(frozen=True)
class Request:
    """A question to an engine."""

    position: Position
    engine: str | None = None
    """A name of :mod:`core.engines`; None for the best engine for the position."""
    limit: Limit | Level = field(default_factory=Limit)
    interval: float = REPORT_SECONDS
    """Minimum number of seconds between two reports."""
    cap: float | None = None
    """Maximum number of seconds for the answer, whatever the limit is; None for no cap."""
    all_moves: bool = True
    """Whether to value every move, instead of the best move alone."""

    @property
    def seconds(self) -> float | None:
        """Seconds until the answer is due at the latest; None if that is not known."""
        limit = self.limit if isinstance(self.limit, Limit) else Limit()
        return limit.within(self.cap).seconds

    @property
    def chosen(self) -> Engine:
        """The engine that answers."""
        return engines.chosen(self.engine, self.position)

    def limit_of(self, engine: str) -> Limit:
        """The limit for an engine of this name."""
        limit = self.limit
        if isinstance(limit, Level):
            limit = limit.limit(engines.facts(engine).nodes_a_second)
        return limit.within(self.cap)

    def share(self, analysis: Analysis) -> float:
        """The part of the limit that an analysis has used, from 0 to 1."""
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
        """The inverse of :meth:`to_json`, without the ticket. Raises CoreError."""
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
    """A value of a document, ``default`` if it is missing. Raises BadNotation if it is of another kind."""
    value = document.get(name)
    if value is None:
        return default
    fits = isinstance(value, (int, float) if kind is float else kind) and isinstance(value, bool) == (kind is bool)
    if not fits or (kind is not str and not value >= 0):
        raise BadNotation("{name} is {kind}, not {value}.", name=repr(name), kind=_KINDS[kind], value=repr(value)[:50])
    return value
