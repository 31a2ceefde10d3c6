"""What is kept of games, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import games
from core.errors import CoreError
from core.position import Outcome
from tui.text import words
from tui.text.catalogue import _, shown

if TYPE_CHECKING:
    from core.store.store import Store, Stored


def going_on(store: Store) -> list[Stored]:
    """What can be continued, newest first. A match that was left between two games goes on from the one that is over, as long
    as no other game was played since."""
    unfinished = [kept for kept in store.unfinished() if kept.moves]
    between = [kept for kept in store.finished(limit=1) if kept.between]
    if between and all(kept.updated < between[0].updated for kept in unfinished):
        return between + unfinished
    return unfinished


def name_of(id: str) -> str:
    """The name of the game that an id names, or the id where there is none."""
    try:
        return words.name(games.get(id))
    except CoreError:
        return shown(id)


def left_at(kept: Stored) -> str:
    """Where a game that can be continued was left: after a ply, or before the next game of its match."""
    if kept.between and kept.series:
        number, count = kept.series.played + 2, kept.series.length
        return _(", game {number} of {count} next").format(number=number, count=count)
    return _(", ply {ply}").format(ply=len(kept.document["moves"]))


def result_mark(outcome: Outcome | None) -> str:
    """The end of a game as tables of results write it."""
    if outcome is None:
        return "-"
    return "½-½" if outcome.winner is None else "1-0" if outcome.winner == 0 else "0-1"
