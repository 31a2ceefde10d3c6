"""Catalogues for tests, and the real one compiled as it is written now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.tools.messages import compiled, packed
from tui.locale import DOMAIN, LOCALE


@cache
def _brought(code: str) -> bytes:
    return compiled((LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8"))


class Locale:
    """A folder of catalogues that takes the place of the real one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        monkeypatch.setattr("tui.locale.LOCALE", folder)

    def write(self, code: str, texts: Mapping[str, str]) -> None:
        """Write the catalogue of a language; the texts for one and many stand with a NUL between them."""
        header = (
            f"Language: {code}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
        )
        self._put(code, packed({"": header, **texts}))

    def bring(self, code: str) -> None:
        """Compile the real catalogue of a language; what an earlier build has left beside it may be old."""
        self._put(code, _brought(code))

    def _put(self, code: str, catalogue: bytes) -> None:
        file = self._folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(catalogue)


COUNTED = re.compile(
    r"\{(?!move\})\w+\}(?: odd| even)? (?:boards|bytes|characters|games|heaps|lines|moves|nodes|numbers|pieces|pins|plies|"
    r"points|positions|rows|seconds|squares|states|sticks|stones|times)\b"
)
"""A number of things, which may be one."""
