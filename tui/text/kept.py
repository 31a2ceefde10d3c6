"""What is kept of games, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core import games
from core.errors import CoreError
from core.position import Outcome
from tui.text import words
from tui.text.catalogue import _, ngettext, shown

if TYPE_CHECKING:
    from core.store.store import Store, Stored


MAX_GOING_ON = 100
"""Number of games that are offered to be continued."""


def going_on(store: Store, limit: int = MAX_GOING_ON) -> list[Stored]:
    """What can be continued, newest first. A match that was left between two games goes on from the one that is over, as long
    as no other game was played since."""
    unfinished = store.under_way(limit)
    return (_between(store, unfinished) + unfinished)[:limit]


def waiting(store: Store) -> int:
    """How many games can be continued."""
    return store.count_under_way() + len(_between(store, store.under_way(1)))


def _between(store: Store, unfinished: Sequence[Stored]) -> list[Stored]:
    """The game after which a match was left, unless one of the ``unfinished`` was played since."""
    last = [kept for kept in store.finished(limit=1) if kept.between]
    return last if all(kept.updated < last[0].updated for kept in unfinished[:1] if last) else []


def unreadable_words(count: int) -> str:
    """How many kept games cannot be read."""
    return ngettext(
        "{number} saved game cannot be read; it stays in the store unchanged.",
        "{number} saved games cannot be read; they stay in the store unchanged.",
        count,
    )


def dropped_words(count: int) -> str:
    """How many watched games were dropped."""
    return ngettext(
        "{number} old game between AIs was deleted; the setting Watched games says how many are saved.",
        "{number} old games between AIs were deleted; the setting Watched games says how many are saved.",
        count,
    )


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
