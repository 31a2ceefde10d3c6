"""What may stand on the wire, drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from core.hall import wire

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


FIELDS = st.sampled_from(sorted({name for checks in wire.OPS.values() for name in checks} | {"n", "op"}))
