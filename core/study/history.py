"""The history of the games: short pages, each after a source that can be looked up, with its doubts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.phrase import fact
from core.study.sources import BOUTON, CONTESTS, MINIMAX, PONG_HAU_KI, TRIQUI, ULTIMATE
from core.study.study import Study, StudyQuestion, StudyTable, Text, Topic, Unstudied

SCHAEDLER = fact("history.sources.schaedler")
EAGLE = fact("history.sources.eagle")
MAX_SIDE, DIMENSIONS = 5, range(2, 5)
"""The boards in the table of lines."""

_PAGES = ("oxo", "egypt", "nim", "gomoku", "pong-hau-ki", "ultimate", "space")


def lines(side: int, dimensions: int) -> int:
    """The number of lines of ``side`` cells in a cube. Each line ends in two cells of the shell around the cube."""
    return int((side + 2) ** dimensions - side**dimensions) // 2


def study(question: StudyQuestion) -> Iterator[Study]:
    """All pages, or those that are named."""
    question.bare()
    unknown = [name for name in question.arguments if name not in _PAGES]
    if unknown:
        raise Unstudied(
            "There is no page {name}; the pages are {pages}.", name=repr(unknown[0][:40]), pages=", ".join(_PAGES)
        )
    chosen = tuple(dict.fromkeys(question.arguments)) or _PAGES
    yield Study(
        question,
        fact("history.study"),
        (*(Text(f"history.{name}") for name in chosen), *((_lines(),) if "space" in chosen else ())),
        (TRIQUI, MINIMAX, PONG_HAU_KI, CONTESTS, ULTIMATE, SCHAEDLER, BOUTON, EAGLE),
    )


class _LineCounts(NamedTuple):
    """How many lines boards of ``side`` cells a side have, for each of DIMENSIONS."""

    side: int
    counts: tuple[int, ...]


def _lines() -> StudyTable:
    sides = range(3, MAX_SIDE + 1)
    rows = tuple(_LineCounts(side, tuple(lines(side, dimension) for dimension in DIMENSIONS)) for side in sides)
    return StudyTable("history.lines", rows, labels={"counts": DIMENSIONS})


TOPIC = Topic(
    "history",
    "[PAGE]",
    study,
)
