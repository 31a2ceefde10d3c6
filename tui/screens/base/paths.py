"""A line for the path of a file, whose names are completed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from textual.suggester import Suggester


class FileNames(Suggester):
    """Completes the path of a folder, or of a file with one of some ``endings``."""

    def __init__(self, endings: Sequence[str]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._endings = tuple(endings)

    async def get_suggestion(self, value: str) -> str | None:
        """The completed path, found in a thread, since a disk may be slow."""
        return await asyncio.to_thread(completed, value, self._endings)


def completed(text: str, endings: Sequence[str]) -> str | None:
    """The path completed to the first matching folder, or file with one of the ``endings``; None if none matches."""
    name = Path(text).name if not text.endswith("/") else ""
    before = text[: len(text) - len(name)]
    with suppress(OSError, RuntimeError, ValueError):
        for path in sorted(Path(before or ".").expanduser().iterdir()):
            if path.name.startswith(name) and (name or not path.name.startswith(".")):
                if path.is_dir():
                    return f"{before}{path.name}/"
                if path.name.lower().endswith(tuple(endings)):
                    return before + path.name
    return None
