"""The pages of the studies: ``PAGE.toml`` has the tables and the English words, ``LANGUAGE/PAGE.toml`` the words of a language.

A page has a section for each part of a study, with its ``title`` and the words for what may be found out, in whose braces the
values stand; a blank line ends a paragraph. The ``columns`` of a table are lines of its section, from left to right: a head, or
a :class:`Column` with a ``head``. A head that the section leaves out is that of the page's own ``columns``, for all its tables.
``marks`` beside some words say how a cell looks that has them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Column(NamedTuple):
    """How a column of a table is shown."""

    key: str
    """Its name in JSON and CSV."""
    field: str = ""
    """The field of the rows that it shows, if that has another name, as ``menace.won``."""
    right: bool = False
    """Whether its cells are aligned to the right, as numbers are."""
    hidden: bool = False
    """Whether only programs get it."""
    look: str = ""
    """How its cells look: ``win tie lose endless guess first second notable minor``, or ``sign`` for numbers by their sign."""
    mark: str = ""
    """The field of the rows that has the look of a cell."""
    opens: str = ""
    """The field of the rows that has what a cell opens."""
    each: str = ""
    """Of a field with several values, shown in a column each: the names of these columns, with ``{}`` for the label of each."""


def words(name: str, code: str) -> str:
    """The words for a fact, as ``nim.said.parity``, in a language, where it has none in English. Raises KeyError."""
    page, *path = name.split(".")
    found = _words(_page(page, code), path)
    found = _words(_page(page, ""), path) if found is None else found
    if found is None:
        raise KeyError(name)
    return found


@cache
def columns(section: str) -> tuple[Column, ...]:
    """The columns of the table of a section, as ``nim.openings``. Raises KeyError."""
    page, *path = section.split(".")
    lines = _found(_page(page, ""), [*path, "columns"])
    if lines is None:
        raise KeyError(section)
    tables = {key: line if isinstance(line, dict) else {} for key, line in lines.items()}
    return tuple(
        Column(key, **{name: value for name, value in line.items() if name != "head"}) for key, line in tables.items()
    )


def mark(name: str) -> str:
    """How a cell looks that has the words of a fact; empty for the usual look."""
    page, *path, key = name.split(".")
    marks: Mapping[str, str] = _found(_page(page, ""), [*path, "marks"]) or {}
    return marks.get(key, "")


@cache
def _page(name: str, code: str) -> Mapping[str, Any]:
    file = files(__package__).joinpath(code, f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _words(page: Mapping[str, Any], path: list[str]) -> str | None:
    found = _found(page, path)
    text = found.get("head") if isinstance(found, dict) else found
    if text is not None:
        return _flowing(text)
    return _words(page, path[-2:]) if len(path) > 2 else None  # a head that several tables share


def _found(page: Mapping[str, Any], path: list[str]) -> Any:
    found: Any = page
    for key in path:
        found = found.get(key, {})
    return None if found == {} else found


def _flowing(text: str) -> str:
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
