"""What the tests of cut text share, those that take long and those that do not."""

from __future__ import annotations

from functools import cache

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from tests.tui.hall import FULL
from tui.drawing.canvas import Row

SIGNS = ("…", "...")


SEATS = ("human", FULL)


@cache
def known(position: Position) -> Analysis | None:
    """What an engine sees after a short look."""
    if position.outcome:
        return None
    return engines.get("alphabeta").analyse(Watch(position, Limit(nodes=200), lambda: 0.0))


def account(state: Snapshot) -> Account:
    """A game with what is seen of it so."""
    return Account(state.match.positions, state.match.moves, state.match.outcome, known)


def text_of(row: Row) -> str:
    return "".join(span.text for span in row)
