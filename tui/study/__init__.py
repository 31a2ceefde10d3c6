"""What the pages of the studies say: ``PAGE.toml`` in English, and in ``LANGUAGE/PAGE.toml`` in other languages.

A page has a section for each part of a study, with its ``title``, the ``heads`` of its columns (those that several tables share
stand under ``heads`` alone) and the words for what may be found out, in whose braces the values stand. Of a text in several
lines a blank line ends a paragraph.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def words(name: str, code: str) -> str:
    """The words for a fact, as ``nim.said.parity``, in a language, where it has none in English. Raises KeyError."""
    page, *path = name.split(".")
    found = _found(_page(page, code), path) or _found(_page(page, ""), path)
    if found is None:
        raise KeyError(name)
    return found


@cache
def _page(name: str, code: str) -> Mapping[str, Any]:
    file = files(__package__).joinpath(code, f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _found(page: Mapping[str, Any], path: list[str]) -> str | None:
    found: Any = page
    for key in path:
        found = found.get(key, {})
    if found:
        return _flowing(found)
    return _found(page, path[-2:]) if len(path) > 2 else None  # a head that several tables share


def _flowing(text: str) -> str:
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
