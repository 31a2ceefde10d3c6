"""Registry: a table from names to things, each loaded from its module when it is first asked for.

The hall knows dozens of games, engines and boards, and a player waits for one of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def load(package: str, place: str) -> Any:
    """What stands at ``module:attribute`` below a package."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(f"{package}.{module}"), attribute)


class Registry(Mapping[str, T], Generic[T]):
    """``places`` has for each name ``module:attribute`` below ``package``. Iterating gives the names and loads nothing."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package = package
        self._places = places
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            self._loaded[name] = load(self._package, self._places[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places
