"""Every engine answers about large heaps. It takes 2 seconds."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Limit
from core.engines import of
from core.games import get
from tests.core.nim_rules_cases import MILLION
from tests.core.watching import ask, at


@pytest.mark.parametrize("engine", of(get("nim:3,4,5")))
@pytest.mark.parametrize("id", [MILLION, "wythoff:1000000,3", "fibonacci-nim:1000000", "nim:2000,2000/misere"])
def test_every_engine_answers_with_a_thousand_lines_at_most_and_stops_when_it_is_told(engine: str, id: str) -> None:
    position = at(id)
    for analysis in (ask(engine, position, Limit(nodes=500)), ask(engine, position, stop=lambda: True)):
        assert 0 < len(analysis.lines) <= 1000
        assert analysis.omitted == len(position.moves) - len(analysis.lines)
        assert not analysis.settled
        assert Analysis.from_json(analysis.to_json()) == analysis
