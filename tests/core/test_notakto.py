"""Notakto: the counts and values of programs that share no code with the product."""

from __future__ import annotations

from collections import Counter

import pytest

from core.analysis import Verdict
from core.errors import BadNotation, IllegalMove, UnknownGame
from core.games import get
from core.position import Position, play_all
from tests.core.solving import solve_rules
from tests.core.watching import ask, at


def test_one_board_has_450_positions_of_which_the_mover_loses_73() -> None:
    solved = solve_rules(get("notakto:1"))
    assert len(solved.worth) == 450
    assert solved.moves == 1297
    tables: dict[int, Counter[int]] = {1: Counter(), -1: Counter()}
    for value, plies in solved.worth.values():
        tables[value][plies] += 1
    assert tables == {1: {0: 220, 2: 88, 4: 60, 6: 9}, -1: {1: 23, 3: 41, 5: 9}}


def test_one_board_is_won_in_6_by_the_centre_alone() -> None:
    analysis = ask("alphabeta", at("notakto:1"))
    found = {analysis.position.name(line.move): (line.score.verdict, line.score.plies) for line in analysis.lines}
    assert found.pop("b2") == (Verdict.WIN, 6)
    assert set(found.values()) == {(Verdict.LOSE, 7)}


def test_two_boards_are_lost_in_11() -> None:
    game = get("notakto:2")
    worth = solve_rules(game, by_class=True).worth
    assert worth[game.canonical(game.start())] == (-1, 11)


def test_who_kills_the_last_board_loses() -> None:
    _, last = play_all(get("notakto:1"), "b2 a1 c3")
    assert last.outcome
    assert last.outcome.winner == 1
    assert last.outcome.cells == (0, 4, 8)
    _, one_left = play_all(get("notakto:2"), "1b2 1a1 1c3")
    assert one_left.outcome is None
    assert {one_left.name(move)[0] for move in one_left.moves} == {"2"}


def test_a_dead_board_takes_no_marks() -> None:
    _, position = play_all(get("notakto:2"), "1b2 1a1 1c3")
    with pytest.raises(IllegalMove, match="1a2 is on a dead board"):
        position.parse("1a2")


def test_a_board_that_was_played_on_after_its_death_is_refused() -> None:
    with pytest.raises(BadNotation, match="dead"):
        Position.from_text(get("notakto:1"), "XXX/XXX/...")


@pytest.mark.parametrize("id", ["notakto", "notakto:0", "notakto:4", "notakto:", "notakto:-1", "notakto:1,2"])
def test_from_one_to_three_boards(id: str) -> None:
    with pytest.raises(UnknownGame, match="1 to 3 boards, as in notakto:2"):
        get(id)
