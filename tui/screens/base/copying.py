"""What is copied out of the hall: moves and positions, in a form that can be pasted here again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.play.match import Match
from core.position import Position
from core.store.rows import Stored
from tui.text.catalogue import _

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort


def moves_text(match: Match, now: float) -> str:
    """The moves of a game in a line. If they would not say how it began or ended, the game in our own form, with the time
    ``now``, in seconds since 1970."""
    from core import notation  # with all its formats, which most games do without

    bare = match.start is None and match.outcome == match.position.outcome
    return notation.written(Stored.of(match, now, now), "moves" if bare else "text").strip()


def copy_moves(hall: HallPort, match: Match) -> str:
    """Copy the moves of a game. Returns what is said of it."""
    if not match.moves:
        return _("There is no move to be copied yet.")
    file = hall.copy(moves_text(match, hall.store_clock()))
    if file is None:
        return _("The moves were sent to the clipboard of your terminal, if it has one.")
    return _("The moves were sent to the clipboard; {file} has them too.").format(file=_short(file))


def copy_position(hall: HallPort, position: Position) -> str:
    """Copy a position. Returns what is said of it."""
    file = hall.copy(position.text)
    if file is None:
        return _("The position was sent to the clipboard of your terminal, if it has one.")
    return _("The position was sent to the clipboard; {file} has it too.").format(file=_short(file))


def _short(file: Path) -> str:
    """A path, from the home folder on if it is in there."""
    return f"~/{file.relative_to(Path.home())}" if file.is_relative_to(Path.home()) else str(file)
