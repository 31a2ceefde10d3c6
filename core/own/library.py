"""The definitions that are known, and the one place where an id becomes rules. No folder is read here.

Data has whole ids, which say all of the rules. People see the first digits of the hash, and may write them, or the name
alone: these mean what the folder of games or the gallery has, and never what came along with a stored game or a certificate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from core.errors import quoted
from core.kits import OWN_PREFIX
from core.own.definition import KINDS, MIN_DIGITS, Definition, NotOwn, begins
from core.own.reading import read

MAX_OFFERED = 500
"""Most definitions of the folder that are known at a time, those it had before among them."""
MAX_TRAVELLED = 250
"""Most definitions from elsewhere that are known at a time."""
_offered: dict[str, Definition] = {}
"""What the folder has, by whole ids, the newest last."""
_travelled: dict[str, Definition] = {}
"""What came along with something else, by whole ids, the newest last."""
_DIGITS = 64
_WHOLE = re.compile(rf"{OWN_PREFIX}(?:{'|'.join(KINDS)}):[a-z0-9-]+@[0-9a-f]{{{_DIGITS}}}")


def offer(definition: Definition) -> Definition:
    """Know a definition of the folder of games: by its id, by the first digits of its hash, and by its name."""
    return _keep(_offered, definition, MAX_OFFERED)


def register(definition: Definition) -> Definition:
    """Make a definition known, so that :func:`core.games.get` takes its whole id. Returns the definition."""
    return _keep(_travelled, definition, MAX_TRAVELLED)


def _keep(table: dict[str, Definition], definition: Definition, most: int) -> Definition:
    table.pop(definition.id, None)
    table[definition.id] = definition
    for id in list(table)[:-most]:
        table.pop(id, None)
    return definition


def known(id: str) -> Definition | None:
    """The definition that an id names, whole or not; None where there is none, or where its digits begin several ids."""
    id = id.strip().lower()
    found = _offered.get(id) or _travelled.get(id)
    if found:
        return found
    several = _several(id)
    return several[0] if several and (len(several) == 1 or "@" not in id) else None


def _several(id: str) -> list[Definition]:
    """What the folder and the gallery have under a name, the newest first, or under the first digits of an id."""
    there = {each.id: each for each in (*reversed(list(_offered.values())), *gallery())}
    return [each for each in there.values() if each.fits(id)]


def find(id: str) -> Definition:
    """The definition that an id names. Raises NotOwn."""
    found = known(id)
    if found:
        return found
    only(id, [each.id for each in _several(id.strip().lower())])
    raise NotOwn(
        "The rules of {id} are not known here; give its file, whose name ends in .toml, or import it with 'triqui own "
        "add FILE'.",
        id=quoted(id),
    )


def only(id: str, whole: Iterable[str]) -> str | None:
    """The one of some whole ids that begins as an id does; None where none does. Raises NotOwn where several do."""
    found = {each for each in whole if begins(id.strip().lower(), each)}
    if len(found) > 1:
        raise NotOwn(
            "Several games have ids that begin with {id}; write one of {ids}.",
            id=quoted(id),
            ids=", ".join(sorted(map(shown, found))),
        )
    return found.pop() if found else None


def shown(text: str) -> str:
    """A text as people read it: of each whole id in it the first digits, so many as tell it from all that is known."""
    return _WHOLE.sub(lambda found: _shown(found[0]), text)


def _shown(id: str) -> str:
    others = {*_offered, *_travelled, *(each.id for each in gallery())} - {id}
    end = id.index("@") + 1
    digits = MIN_DIGITS
    while any(other.startswith(id[: end + digits]) for other in others):
        digits *= 2
    return id[: end + digits]


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
