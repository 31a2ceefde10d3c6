"""What is said in games of one's own, against lines, points and nim-values that are found otherwise."""

from __future__ import annotations

import json
from functools import reduce
from operator import xor
from random import Random
from typing import Any

import pytest

from core.explain import column, notes
from core.explain.own import OwnHeapWords, line_words
from core.games.own_heaps import OwnHeaps
from core.games.own_lines import OwnEither, OwnLines
from core.phrase import Phrase
from core.position import Position
from tests.core.own_cases import GALLERY, grundy, made
from tests.core.plain_own import lines_of, names_of
from tests.core.truth import templates_of

WIDE = {"triqui": 1, "kind": "lines", "name": "wide", "rows": 3, "columns": 4, "straight": 3}
LINE_SENTENCES = {
    "Look at the points with this many lines through them: {count}.",
}
HEAP_SENTENCES = {"Nim-values", "nim-value", "period {period} after {preperiod}"}


def said_of_lines(document: dict[str, Any]) -> set[str]:
    """Hold to the lines what is said of the moves of random positions; the sentences met."""
    game, names = made(document), names_of(document)
    assert isinstance(game, OwnLines | OwnEither)
    words, lines, draw, met = line_words(game), lines_of(document, names), Random(3), set()
    for _ in range(30):
        position = Position.start(game)
        while not position.outcome:
            for move in position.moves:
                point = position.name(move)[-2:]
                through = [line for line in lines if names.index(point) in line]
                where = words.where(position, move)
                if where:
                    assert where.values["count"] == len(through)
                    met.add(where.template)
            position = position.play(draw.choice(position.moves))
    return met


@pytest.mark.parametrize("rules", [{}, {"misere": True}, {"either": True}], ids=str)
def test_points_are_told_apart_by_the_lines_through_them(rules: dict[str, Any]) -> None:
    assert said_of_lines({**WIDE, **rules}) == LINE_SENTENCES


@pytest.mark.parametrize("name", ["kayles-octal", "octal-045", "dawsons-kayles"])
def test_nim_values_and_their_periods_are_those_of_the_definition(name: str) -> None:
    document = json.loads(GALLERY[name].content)
    game = made(document)
    assert isinstance(game, OwnHeaps)
    position = Position.start(game)
    found, heading = notes(position), column(position)
    assert found
    assert str(found.title) == "Nim-values"
    known = game.nim_values.period
    values = grundy(document["octal"], 600)
    if known:
        period, preperiod = known
        assert all(values[n] == values[n + period] for n in range(preperiod, len(values) - period))
        assert values[preperiod - 1] != values[preperiod - 1 + period]
        assert isinstance(found.rows[-1], Phrase)
        assert found.rows[-1].values == {"period": period, "preperiod": preperiod}
    assert heading
    assert str(heading[0]).endswith(str(OwnHeapWords.value_name))
    for move in position.moves:
        left = reduce(xor, (values[size] for size in position.play(move).state[:-1]), 0)
        assert str(heading[1](move)).split()[-1] == str(left)


def test_these_are_all_their_own_sentences() -> None:
    assert templates_of("own.py") == LINE_SENTENCES | HEAP_SENTENCES
