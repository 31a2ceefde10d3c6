"""Drawn facts of a stored game, for the tests of the store and of its exports."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from core.play.match import Match


@st.composite
def with_facts(draw: st.DrawFn, match: Match) -> Match:
    """A match with drawn values for the facts that do not depend on its moves."""
    return replace(
        match,
        hints=draw(st.integers(0, 1000)),
        allowed=draw(st.none() | st.integers(0, 99)),
        cautions=draw(st.integers(0, 1000)),
        lesson=draw(st.booleans()),
        retried=draw(st.booleans()),
    )
