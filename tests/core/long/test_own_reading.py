"""A first move is told of a file where the plain rules have one. It takes 2 seconds."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core import own
from core.own.definition import Definition
from tests.core.own_cases import slides_documents
from tests.core.plain_own import plain_own


@given(document=slides_documents())
@settings(max_examples=300, deadline=None)
def test_no_first_move_is_told_of_a_file_where_the_plain_rules_have_none_and_of_no_other(
    document: dict[str, Any],
) -> None:
    said = ""
    try:
        own.taken(Definition.of(document).content)
    except own.BadOwnFile as error:
        said = str(error)
    assume("is full at the start" not in said)
    rules = plain_own(document)
    assert ("no move at the start" in said) == (not rules.after(rules.start))


@given(
    values=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
    key=st.sampled_from(
        ["points", "rows", "lines", "edges", "first", "heaps", "octal", "tree", "name", "kind", "triqui"]
    ),
    name=st.sampled_from(["fano-plane", "mu-torere", "treblecross"]),
)
@settings(max_examples=200, deadline=None)
def test_rules_that_came_with_a_game_may_hold_anything(values: Any, key: str, name: str) -> None:
    whole = json.loads(next(each.content for each in own.gallery() if each.name == name))
    said = ""
    try:
        own.taken(json.dumps({**whole, key: values}, sort_keys=True, separators=(",", ":")))
    except own.BadOwnFile as error:
        said = str(error)
    assert said == "" or 10 < len(said) < 600
