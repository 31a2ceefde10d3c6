"""Five in a row: what the engine sees against the rules alone, and every win it claims played against all replies. It
takes 10 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Limit
from core.engines.gomoku.shapes import along
from core.score import Verdict
from tests.core.gomoku_engine_cases import (
    board,
    fives,
    force_of,
    line_test,
    rules,
    scattered,
    wins_always,
)
from tests.core.watching import ask


@pytest.mark.parametrize("id", ["gomoku", "gomoku/exact"])
def test_fives_and_fours_are_those_that_the_rules_know(id: str) -> None:
    game = rules(id)
    places = board(game)
    draw = Random(5)
    for _ in range(60):
        stones = draw.sample(range(225), draw.randint(20, 140))
        cut = 2 * len(stones) // 3
        own, other = (sum(1 << cell for cell in part) for part in (stones[:cut], stones[cut:]))
        if line_test(game)(own):
            continue
        mine, empty = places.of(own), places.all & ~places.of(own | other)
        now = fives(game, own, other)
        assert sorted(places.fives(mine, empty)) == sorted(now)
        if not now:
            made = {cell: fives(game, own | 1 << cell, other) for cell in range(225) if not (own | other) >> cell & 1}
            known = places.fours(mine, empty)
            assert {cell: sorted(replies) for cell, replies in known.items()} == {
                cell: sorted(replies) for cell, replies in made.items() if replies
            }
            found = along(mine, empty, places.exact)
            assert found
            assert set(places.cells(found.fours)) == known.keys()


@pytest.mark.parametrize("id", ["gomoku", "gomoku/exact"])
def test_every_win_by_fours_and_threes_holds_against_every_reply(id: str) -> None:
    game = rules(id)
    places = board(game)
    draw = Random(3)
    proven = 0
    while proven < 4:
        position = scattered(game, draw, draw.randint(6, 20))
        force = force_of(position)
        force.allow(800)
        own, other = map(places.of, game.sides(position.state))
        line = None if force.fours(own, other) else force.attack(own, other, 2)
        if line:
            proven += 1
            wins_always(force, position, 2, len(line))


@pytest.mark.parametrize("id", ["gomoku", "gomoku/exact"])
def test_what_is_called_proven_is_carried_out(id: str) -> None:
    game = rules(id)
    draw = Random(11)
    seen = set()
    for _ in range(8):
        position = scattered(game, draw, draw.randint(8, 24))
        analysis = ask("gomoku", position, Limit(nodes=2500))
        lost = [line for line in analysis.lines if line.score.verdict is Verdict.LOSE]
        won = [line for line in analysis.lines if line.score.verdict is Verdict.WIN]
        for line in draw.sample(won, min(2, len(won))) + draw.sample(lost, min(3, len(lost))):
            seen.add(line.score.verdict)
            plies = line.score.plies or line.score.within
            assert plies
            assert plies == len(line.pv)
            after = position.play(line.move)
            if line in lost:
                wins_always(force_of(after), after, 3, plies - 1)
            elif not after.outcome:
                for reply in draw.sample(after.moves, 12):
                    answered = after.play(reply)
                    wins_always(force_of(answered), answered, 3, plies - 2)
            for move in line.pv[1:]:
                after = after.play(move)
            assert after.outcome
            assert after.outcome.winner == (position.turn if line in won else 1 - position.turn)
    assert seen == {Verdict.WIN, Verdict.LOSE}
