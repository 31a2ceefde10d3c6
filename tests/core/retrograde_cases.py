"""What the tests of retrograde have in common, those that take long and those that do not."""

from __future__ import annotations

from core.analysis import Analysis, Limit, Watch
from core.engines.general.retrograde import Retrograde
from core.position import Position
from tests.core.watching import Clock


def analyse(engine: Retrograde, position: Position, limit: Limit | None = None) -> Analysis:
    return engine.analyse(Watch(position, limit or Limit(), Clock()))
