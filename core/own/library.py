"""The definitions that are known: those of the gallery, and what somebody has registered. No folder is read here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from core.errors import quoted
from core.own.definition import Definition, NotOwn
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
    """What comes with the hall, in the order of the files' names; behind it, written once more as files, games that the hall
    has anyway."""
    return (*_new(), *(read(data) for _name, data in texts(AGAIN)))


def new_games() -> tuple[Definition, ...]:
    """The games of the gallery that the hall does not have anyway."""
    return tuple(each for each in _new() if each.kind != "tree")


@cache
def _new() -> tuple[Definition, ...]:
    return tuple(read(data) for _name, data in texts())


AGAIN = "again"
"""The folder of what the hall has anyway."""


def texts(*inside: str) -> Iterator[tuple[str, bytes]]:
    """The files of a folder of the gallery by their names, as they were written."""
    folder = files("core.data").joinpath("own", *inside)
    for name in sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml")):
        yield name, folder.joinpath(name).read_bytes()
