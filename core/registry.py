"""Registry: a table from names to things, each loaded from its module when it is first asked for.

The hall knows dozens of games, engines and boards, and a player waits for one of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """``places`` has for each name ``module:attribute`` below ``package``. Iterating gives the names and loads nothing."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package = package
        self._places = places
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            module, _, attribute = self._places[name].partition(":")
            found: Any = getattr(import_module(f"{self._package}.{module}"), attribute)
            self._loaded[name] = found
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def of(self, thing: object) -> T | None:
        """What is registered under the name of the thing's class or else of its nearest parent that has some; or None."""
        names = (cls.__name__ for cls in type(thing).__mro__)
        return next((self[name] for name in names if name in self), None)
