"""The mover that does not think: every move is worth the same to it."""

from __future__ import annotations

from core.analysis import Analysis, Watch
from core.engines.root import unseen


class Random:
    """Gives each legal move the same estimate; who plays by it draws lots among equals."""

    name = "random"

    def analyse(self, watch: Watch) -> Analysis:
        watch.engine = self.name
        return watch.finish(unseen(watch.position), 0)
