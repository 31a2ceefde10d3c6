"""The definitions that are known: those of the gallery, and what somebody has registered. No folder is read here."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from core.errors import quoted
from core.own.definition import PREFIX, Definition, NotOwn
from core.own.reading import read

_known: dict[str, Definition] = {}
_newest: dict[str, str] = {}
"""By the id without its hash the id that was registered last."""


def register(definition: Definition) -> Definition:
    """Know a definition from now on, and by its name alone. Raises NotOwn where its id stands for other rules already."""
    there = _known.setdefault(definition.id, definition)
    if there.content != definition.content:
        raise NotOwn(
            "{id} stands for other rules here; give one of the two games another name.", id=quoted(definition.id)
        )
    _newest[definition.id.partition("@")[0]] = definition.id
    return there


def known(id: str) -> Definition | None:
    """The definition of an id, or of one without its hash; None where there is none."""
    id = id.strip().lower()
    found = _known.get(_newest.get(id, id))
    if found:
        return found
    return next((each for each in gallery() if id in (each.id, each.id.partition("@")[0])), None)


def find(id: str) -> Definition:
    """The definition of an id. Raises NotOwn."""
    found = known(id)
    if found is None:
        raise NotOwn(
            "The rules of {id} are not known here; name its file, whose name ends in .toml, or take it in by "
            "'triqui own add FILE'.",
            id=quoted(id),
        )
    return found


@cache
def gallery() -> tuple[Definition, ...]:
    """The games that come with the hall, in the order of their files."""
    folder = files("core.data").joinpath("own")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return tuple(read(folder.joinpath(name).read_bytes()) for name in names)


def in_gallery(kind: str, name: str) -> Definition:
    """A game of the gallery. Raises StopIteration."""
    return next(each for each in gallery() if (each.kind, each.name) == (kind, name))


def file_name(id: str) -> str:
    """An id as part of the name of a file."""
    return re.sub("[^a-z0-9-]", "-", id.removeprefix(PREFIX))
