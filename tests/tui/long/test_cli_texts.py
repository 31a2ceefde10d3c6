"""Texts are collected from all modules and reworded. It takes 3 seconds."""

from __future__ import annotations

from tests.tools.messages import entries, messages, reworded, template


def test_texts_are_collected_where_a_name_or_a_function_stands_for_them() -> None:
    source = """
_FAILED = "one"; _METHODS = ("two", "three"); method = "four"
StoreBroken(_FAILED, path=path); IllegalMove(game.refusal(s, m), move=m)
Kit("five", "SIX"); Key("enter", label, "Seven"); Key("h", label, "H")
"""
    found = set(messages(source))
    assert {("one",), ("two",), ("three",), ("four",), ("SIX",), ("Seven",)} <= found
    assert {("five",), ("H",)}.isdisjoint(found)
    assert ("{move} is taken; play an empty square.",) in found


def test_a_long_new_wording_takes_as_many_lines_as_it_needs() -> None:
    (old,) = entries(template())[1].keys
    new = " ".join(["Play a game to its end first, then ask again."] * 9)
    changed = reworded({old: new})
    literals = {line.strip() for source in changed.values() for line in source.splitlines() if "first, then" in line}
    assert len(literals) > 3
    assert any((new,) in set(messages(source)) for source in changed.values())
