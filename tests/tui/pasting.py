"""Text that is pasted in a test."""

from __future__ import annotations

from textual.events import Paste

from tests.tui.hall import Visit

SGF = "(;GM[4]SZ[15]PB[Ana]PW[Ben]DT[2024-03-01]RE[B+R];B[hh](;W[hi])(;W[gg]))(;GM[4]SZ[15]PB[Eva];B[aa])"
"""Two games, the first with a line that is left out."""


async def paste(visit: Visit, text: str) -> None:
    """Paste a text as a terminal does."""
    visit.app.post_message(Paste(text))
    await visit.settle()
