"""Two engines agree, differ, or contradict each other: and only what cannot be true together is called a contradiction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Limit, Line, Watch
from core.games import get
from core.position import Position
from core.review.agreement import Accord, accord, accords, shared
from core.score import Proof, Score, Verdict

WIN, DRAW, LOSS, ENDLESS = (
    Score.exact(verdict) for verdict in (Verdict.WIN, Verdict.TIE, Verdict.LOSE, Verdict.ENDLESS)
)


def guess(value: float) -> Score:
    return Score.estimate(value)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (WIN, Score.exact(Verdict.WIN, 5), Accord.SAME),
        (DRAW, ENDLESS, Accord.SAME),
        (Score.exact(Verdict.TIE, 6), Score.exact(Verdict.TIE, 8), Accord.SAME),
        (Score.exact(Verdict.WIN, 5), Score.exact(Verdict.WIN, most=7), Accord.SAME),
        (Score.exact(Verdict.WIN, 5), Score.exact(Verdict.WIN, 7), Accord.FAULT),
        (Score.exact(Verdict.LOSE, 9), Score.exact(Verdict.LOSE, most=7), Accord.FAULT),
        (WIN, DRAW, Accord.FAULT),
        (DRAW, LOSS, Accord.FAULT),
        (Score.bound(Proof.AT_LEAST, 0.4), LOSS, Accord.FAULT),
        (Score.bound(Proof.AT_MOST, 0.0), WIN, Accord.FAULT),
        (Score.bound(Proof.AT_LEAST, 0.1), Score.bound(Proof.AT_MOST, -0.1), Accord.NEAR),
        (WIN, guess(0.2), Accord.NEAR),
        (DRAW, guess(0.8), Accord.NEAR),
        (WIN, guess(-1.0), Accord.NEAR),
        (guess(0.1), guess(0.2), Accord.NEAR),
        (guess(0.3), guess(-0.2), Accord.APART),
    ],
)
def test_two_scores_are_the_same_near_apart_or_cannot_both_be_true(one: Score, other: Score, found: Accord) -> None:
    assert accord(one, other) is found
    assert accord(other, one) is found
    assert accord(-one, -other) is found, "and so from the other side"


def analysis(**scores: Score) -> Analysis:
    position = Position.start(get("tictactoe"))
    lines = tuple(Line(position.parse(name), score, (position.parse(name),)) for name, score in scores.items())
    return Analysis(position, lines, 1, 1, 0.0, True)


def test_the_best_move_is_shared_where_neither_knows_a_better_one() -> None:
    both_draw = analysis(a1=DRAW, b2=DRAW, c3=LOSS)
    other_order = analysis(b2=DRAW, a1=DRAW, c3=LOSS)
    best, name = both_draw.best_moves, both_draw.position.parse
    assert shared(best, other_order.best_moves) == name("a1")
    assert shared(best, analysis(b2=guess(0.2), a1=guess(0.1)).best_moves) == name("b2")
    assert shared(best, analysis(c3=guess(0.2), a1=guess(0.1)).best_moves) is None


def test_moves_that_only_one_engine_knows_are_not_compared_but_those_left_out_are() -> None:
    some, all_lose = analysis(a1=WIN, b2=LOSS), replace(analysis(a1=WIN), omitted_verdict=Verdict.LOSE)
    a1, b2 = map(some.position.parse, ("a1", "b2"))
    assert accords(some, analysis(a1=WIN)) == {a1: Accord.SAME}
    assert accords(some, all_lose) == {a1: Accord.SAME, b2: Accord.SAME}
    assert accords(analysis(b2=WIN), all_lose) == {b2: Accord.FAULT}


@pytest.mark.parametrize(
    "game", ["tictactoe", "tictactoe/misere", "mnk:4,4,3", "pong-hau-ki", "nim:3,4,5", "notakto:2", "morris"]
)
def test_no_two_engines_of_the_hall_contradict_each_other(game: str) -> None:
    random = Random(game)
    thinking = [name for name in engines.of(get(game)) if engines.facts(name).thinks]
    for _ in range(4):
        position = Position.start(get(game))
        for _ in range(random.randrange(1, 7)):
            position = position if position.outcome else position.play(random.choice(position.moves))
        if position.outcome:
            continue
        found = [
            engines.analyse(engines.get(name), Watch(position, Limit(nodes=random.choice((300, 3000))), lambda: 0.0))
            for name in thinking
        ]
        for one in found:
            for other in found:
                assert Accord.FAULT not in accords(one, other).values(), (position.text, one.engine, other.engine)
