"""What the tests of engines have in common, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from core.analysis import Analysis
from core.engines import NAMES, facts
from core.score import Verdict

GAMES = [
    "tictactoe",
    "tictactoe/misere",
    "tictactoe/wild",
    "tictactoe/misere/wild",
    "tictactoe/toroidal",
    "mnk:1,1,1",
    "mnk:4,1,2",
    "mnk:4,4,4",
    "mnk:7,6,4/toroidal",
    "mnk:15,15,5",
    "mnk:19,19,6/wild",
]
"""K in a row on boards of all sizes, with all options."""
FEW_GAMES = ["tictactoe", "mnk:4,4,4"]
"""Those that engines for other games are asked about at every check."""

THINKING = [name for name in NAMES if facts(name).thinks]


GUESTS = ["theory", "connect-four", "ultimate", "qubic"]
"""Engines for other games. Of k in a row they say word for word what alphabeta says, so that it is enough to try them once."""


LEARNERS = ["menace"]
"""Engines that look at no move: what they have not met, be it a win in one, they do not know."""


AT_HOME = [name for name in NAMES if name not in (*GUESTS, *LEARNERS)]


THINKING_AT_HOME = [name for name in THINKING if name not in (*GUESTS, *LEARNERS)]


VALUES = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def impatient(patience: int) -> Callable[[], bool]:
    """Wants the end after so many ticks."""
    ticks = count()
    return lambda: next(ticks) >= patience


def whole(analysis: Analysis) -> None:
    """Check what holds for any analysis of a position that is not over."""
    position = analysis.position
    assert sorted(line.move for line in analysis.lines) == list(position.moves)
    assert [line.score.rank for line in analysis.lines] == sorted(line.score.rank for line in analysis.lines)[::-1]
    for line in analysis.lines:
        assert line.pv[0] == line.move
        after = position
        for move in line.pv:
            after = after.play(move)
        if line.score.plies is not None:
            assert len(line.pv) <= line.score.plies
        if line.score.plies == 1:
            assert after.outcome
