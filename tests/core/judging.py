"""Judging in a test."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.games import get
from core.judge.judging import Assignment, judge
from core.judge.report import Report
from core.position import Position
from tests.core.judged_files import written
from tests.core.plain import plain
from tests.core.plain_boards import Pos


def judged(folder: Path, text: str, game: str | None = None, **wishes: Any) -> Report:
    """The final report about a file with a text."""
    *_, report = judge(Assignment(written(folder, text), game, **wishes))
    return report


def plain_json(report: Report) -> dict[str, Any]:
    """All of a report that does not depend on the clock."""
    document = report.to_json(everything=True)
    del document["slowest"]
    return document


def replayed(id: str, line: Sequence[int]) -> Pos:
    """The position after moves, by rules written a second time."""
    pos = plain(id).start
    for name in Position.start(get(id)).names(line):
        pos = plain(id).replies(pos)[name]
    return pos
