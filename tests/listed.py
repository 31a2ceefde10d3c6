"""What of ``core`` others may import, as the page ``triqui help api`` lists it."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isclass, isfunction
from typing import NamedTuple

from tui.manual import page
from tui.text.pages import blocks


class PublicName(NamedTuple):
    """A name that others may import, with those of its members that they may use."""

    module: str
    name: str
    members: tuple[str, ...]

    @property
    def value(self) -> object:
        """What stands behind the name."""
        return getattr(import_module(self.module), self.name)

    @property
    def kind(self) -> str:
        """It as Sphinx calls it: class, exception, function or data."""
        if isclass(self.value) and self.value.__name__ == self.name:
            return "exception" if issubclass(self.value, Exception) else "class"
        return "function" if isfunction(self.value) else "data"


def listed() -> dict[str, list[PublicName]]:
    """The names by module, in the order of the page. In the row of a module or a class every code is a name."""
    rows = [text[1:].split("`: ", 1) for kind, text in blocks(page("api")) if kind == "row"]
    codes = {term: tuple(re.findall(r"`(\w+)`", said)) for term, said in rows}
    return {
        module: [PublicName(module, name, codes.get(name, ())) for name in names]
        for module, names in codes.items()
        if "." in module
    }
