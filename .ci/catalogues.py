"""The catalogues of the languages: ``triqui.po``, which people write, and ``triqui.mo`` beside it, which gettext reads.

``python .ci/catalogues.py`` compiles them all, as the build of a wheel and ``pip install -e .`` do by ``hatch_build.py``. It
needs the standard library alone.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).parents[1] / "tui" / "locale"
_LINE = re.compile(r'(msgid|msgid_plural|msgstr(?:\[\d\])?)?\s*(".*")')


class Entry(NamedTuple):
    """A message in English, for one thing and for many where there is a number in it; its translations, empty where there is
    none yet; and whether they wait to be looked at."""

    keys: tuple[str, ...]
    texts: tuple[str, ...]
    fuzzy: bool

    @property
    def translated(self) -> bool:
        """Whether a reader may be given it."""
        return all(self.texts) and not self.fuzzy


def entries(source: str) -> list[Entry]:
    """The messages of a catalogue, the header first. Raises ValueError for a line that is none of gettext's."""
    found = []
    for block in re.split(r"\n\s*\n", source):
        texts: dict[str, str] = {}
        name, fuzzy = "", False
        for line in block.strip().splitlines():
            if line.startswith("#"):
                fuzzy |= line.startswith("#,") and "fuzzy" in line
                continue
            parts = _LINE.fullmatch(line.strip())
            if parts is None or not (parts[1] or name):
                raise ValueError(
                    f"{line} is no line of a catalogue; write a word as msgid or msgstr and a text in quotes."
                )
            name = parts[1] or name
            texts[name] = texts.get(name, "") + ast.literal_eval(parts[2])
        keys = tuple(text for name, text in texts.items() if name.startswith("msgid"))
        if keys:
            found.append(Entry(keys, tuple(text for name, text in texts.items() if name.startswith("msgstr")), fuzzy))
    return found


def packed(texts: Mapping[str, str]) -> bytes:
    """The file that gettext reads, of texts and their translations; those for one and many stand with a NUL between them."""
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    lengths, data = b"", b""
    for column in zip(*pairs, strict=True):
        for text in column:
            lengths += struct.pack("<II", len(text), 28 + 16 * len(pairs) + len(data))
            data += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0) + lengths + data


def compiled(source: str) -> bytes:
    """The same for a catalogue, without what is not translated."""
    return packed({"\0".join(entry.keys): "\0".join(entry.texts) for entry in entries(source) if entry.translated})


def compile_all(locale: Path = LOCALE) -> None:
    """Write what gettext reads beside every catalogue."""
    for path in locale.glob("*/LC_MESSAGES/*.po"):
        path.with_suffix(".mo").write_bytes(compiled(path.read_text("utf-8")))


if __name__ == "__main__":
    compile_all()
