"""Catalogues for tests, written as msgfmt compiles them."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from tui.text import catalogue


class Locale:
    """A folder of catalogues that takes the place of the real one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        monkeypatch.setattr(catalogue, "LOCALE", folder)

    def write(self, code: str, texts: Mapping[str, str]) -> None:
        """Write the catalogue of a language; the texts for one and many stand with a NUL between them."""
        header = (
            f"Language: {code}\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
        )
        pairs = sorted({"": header, **texts}.items())
        sources, targets = ([text.encode() for text in column] for column in zip(*pairs, strict=True))
        at = 28 + 16 * len(pairs)
        table = b""
        for text in (*sources, *targets):
            table += struct.pack("<II", len(text), at)
            at += len(text) + 1
        file = self._folder / code / "LC_MESSAGES" / f"{catalogue.DOMAIN}.mo"
        file.parent.mkdir(parents=True)
        head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
        file.write_bytes(head + table + b"".join(text + b"\0" for text in (*sources, *targets)))
