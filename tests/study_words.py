"""The words on the pages of the studies, as the files have them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import tui.study
from tui.locale import ENGLISH, codes

FOLDER = files(tui.study)
NAMES = sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml"))
LANGUAGES = [code for code in codes() if code != ENGLISH]


def words(page: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for key, found in page.items():
        if isinstance(found, str):
            yield ".".join((*path, key)), found
        elif "columns" in path:
            yield from [(".".join((*path, key)), found["head"])] if "head" in found else []
        elif key != "marks":
            yield from words(found, (*path, key))


@cache
def page(name: str, code: str = "") -> dict[str, str]:
    """The words of a page in a language by their names."""
    return dict(words(tomllib.loads(FOLDER.joinpath(code, f"{name}.toml").read_text("utf-8")), (name,)))
