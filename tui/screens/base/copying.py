"""Copies moves and positions out of the hall, in a form that can be pasted here again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.play.match import Match
from core.position import Position
from core.store.rows import Stored
from tui.text.catalogue import _

if TYPE_CHECKING:
    from tui.screens.base.screen import HallScreen


def moves_text(match: Match, now: float) -> str:
    """The moves of a game in a line. If they would not say how it began or ended, the game in our own form, with the time
    ``now``, in seconds since 1970."""
    from core import notation  # with all its formats, which most games do without

    bare = match.start is None and match.outcome == match.position.outcome
    return notation.written(Stored.of(match, now, now), "moves" if bare else "text").strip()


def copy_moves(screen: HallScreen, match: Match) -> str:
    """Copy the moves of a game. Returns a message for the player."""
    if not match.moves:
        return _("There is no move to copy yet.")
    file = _copy(screen, moves_text(match, screen.hall.store_clock()))
    if file:
        return _("The moves were sent to the clipboard; {file} has them too.").format(file=file)
    return _("The moves were sent to the clipboard of your terminal, if it has one.")


def copy_position(screen: HallScreen, position: Position) -> str:
    """Copy a position. Returns a message for the player."""
    file = _copy(screen, position.text)
    if file:
        return _("The position was sent to the clipboard; {file} has it too.").format(file=file)
    return _("The position was sent to the clipboard of your terminal, if it has one.")


def _copy(screen: HallScreen, text: str) -> str:
    """Send a text to the clipboard, and write it to a file that only this user can read. Returns the path of the file; empty
    if there is none or it cannot be written."""
    screen.app.copy_to_clipboard(text)
    file = screen.hall.copied_file
    if file:
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_text(f"{text}\n", encoding="utf-8")
            home = Path.home()
            return f"~/{file.relative_to(home)}" if file.is_relative_to(home) else str(file)
    return ""
