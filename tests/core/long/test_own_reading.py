"""A first move is told of a file where the plain rules have one. It takes 2 seconds."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given, settings

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
