"""Where the games come from: short pages, each told after a source that can be looked up, doubts and all."""

from __future__ import annotations

from collections.abc import Iterator

from core.phrase import Sentence, fact
from core.study.sources import BOUTON, CONTESTS, MINIMAX, PONG_HAU_KI, TRIQUI, ULTIMATE
from core.study.study import Study, StudyQuestion, StudyTable, TableColumn, Text, Topic, Unstudied

SCHAEDLER = fact("history.sources.schaedler")
EAGLE = fact("history.sources.eagle")
LARGEST_SIDE, DIMENSIONS = 5, range(2, 5)
"""Which boards of n cells a side the table of lines has."""

_PAGES = ("oxo", "egypt", "nim", "gomoku", "pong-hau-ki", "ultimate", "space")


def lines(side: int, dimensions: int) -> int:
    """How many rows of ``side`` cells there are in a cube of so many dimensions: each ends in two of the cells by which a cube
    larger by one on every side exceeds it."""
    return int((side + 2) ** dimensions - side**dimensions) // 2


def study(question: StudyQuestion) -> Iterator[Study]:
    """All pages, or the one that is named."""
    question.bare()
    unknown = [name for name in question.arguments if name not in _PAGES]
    if unknown:
        raise Unstudied(
            "There is no page {name}; there are {pages}.", name=repr(unknown[0][:40]), pages=", ".join(_PAGES)
        )
    chosen = tuple(dict.fromkeys(question.arguments)) or _PAGES
    table = (_lines(),) if "space" in chosen else ()
    yield Study(
        question,
        fact("history.study"),
        (*(Text(f"history.{name}") for name in chosen), *table),
        (TRIQUI, MINIMAX, PONG_HAU_KI, CONTESTS, ULTIMATE, SCHAEDLER, BOUTON, EAGLE),
    )


def _lines() -> StudyTable:
    return StudyTable(
        "history.lines",
        tuple((side, *(lines(side, dimension) for dimension in DIMENSIONS)) for side in range(3, LARGEST_SIDE + 1)),
        columns=(
            TableColumn("side", right=True),
            *(TableColumn(f"d{dimension}", _dimensions(dimension), True) for dimension in DIMENSIONS),
        ),
    )


def _dimensions(count: int) -> Sentence:
    return fact("history.lines.dimensions", count=count)


TOPIC = Topic(
    "history",
    "[PAGE]",
    study,
)
