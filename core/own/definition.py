"""What a game of one's own is: the checked content of its file, and the id that follows from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from core.errors import UnknownGame
from core.kits import OWN_PREFIX

KINDS = ("lines", "slides", "heaps", "tree")
MIN_DIGITS = 8
"""Fewest digits of the hash by which a game is shown and found."""


class NotOwn(UnknownGame):
    """A game of one's own that is not known here, or digits that begin the ids of several."""


def digest(content: str) -> str:
    """The SHA-256 of a content, 64 hexadecimal digits."""
    return sha256(content.encode(errors="surrogatepass")).hexdigest()


def begins(id: str, whole: str) -> bool:
    """Whether an id is the beginning of a whole one, with MIN_DIGITS of its hash at least."""
    return len(id) >= len(whole.partition("@")[0]) + 1 + MIN_DIGITS and whole.startswith(id)


@dataclass(frozen=True)
class Definition:
    """A checked user-defined game, as JSON with sorted keys and without default values. Its hash, the stores and the exports
    use this text. :func:`core.own.read` makes it from a file, :func:`core.own.taken` from the text."""

    content: str

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Definition:
        """The definition with these values, which have been checked."""
        return cls(json.dumps(values, sort_keys=True, separators=(",", ":")))

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The values by their names in a file."""
        found: dict[str, Any] = json.loads(self.content)
        return found

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return str(self.values["kind"])

    @property
    def name(self) -> str:
        """The short name, as an id has it."""
        return str(self.values["name"])

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.values.get("title", self.name))

    @property
    def text(self) -> str:
        """What is said of it, as it was written; empty where nothing is."""
        return str(self.values.get("text", ""))

    @property
    def source(self) -> str:
        """Where it comes from; empty where nobody says."""
        return str(self.values.get("source", ""))

    @cached_property
    def short(self) -> str:
        """The id without its hash, ``own-KIND:NAME``: files of one folder may share it."""
        return f"{OWN_PREFIX}{self.kind}:{self.name}"

    @cached_property
    def id(self) -> str:
        """The id, ``own-KIND:NAME@HASH``, with the whole SHA-256 of the content; :func:`core.own.shown` shortens it."""
        return f"{self.short}@{digest(self.content)}"

    def fits(self, text: str) -> bool:
        """Whether a text in small letters names it: by its id, the first digits of it, the same without any, or the name."""
        return text in (self.short, self.name) or begins(text, self.id)
