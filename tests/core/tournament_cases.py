"""What the tests of tournaments have in common, those that take long and those that do not."""

from __future__ import annotations

from core.analysis import Limit
from core.tournament.plan import TournamentPlan

SEEDED = TournamentPlan(
    "connect-four:5,4,4", ("mcts:2", "best:2", "random"), 4, plies=2, limit=Limit(nodes=300), seed=5
)
