"""The clipboard of a terminal in tmux."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from subprocess import DEVNULL, PIPE

LOAD = ("tmux", "load-buffer", "-w", "-")
"""Puts a text into the newest buffer of tmux and into the clipboard of the terminal around it."""
TMUX_SECONDS = 5.0
"""Maximum time for tmux."""


async def through_tmux(text: str, otherwise: Callable[[str], None]) -> None:
    """Give a text to tmux, which ignores the sequence of a program unless it is set up for it; ``otherwise`` gets the text
    if tmux does not take it."""
    try:
        process = await asyncio.create_subprocess_exec(*LOAD, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
    except OSError:
        otherwise(text)
        return
    try:
        await asyncio.wait_for(process.communicate(text.encode()), TMUX_SECONDS)
    except (TimeoutError, OSError):
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    if process.returncode:
        otherwise(text)
