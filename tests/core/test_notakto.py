"""Notakto: the counts and values of programs that share no code with the product."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from core.errors import BadNotation, IllegalMove, UnknownGame
from core.games import get
from core.games.notakto import Element, Notakto, worth
from core.position import Position, play_all
from core.score import Verdict
from tests.core.brute import Worth
from tests.core.solving import solve_rules
from tests.core.watching import ask, at

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def least(board: str) -> str:
    """The same for a board and what it becomes when it is turned or seen in a mirror; empty for a dead one."""
    if any(board[a] == board[b] == board[c] == "X" for a, b, c in ROWS):
        return ""
    images = []
    for _ in range(4):
        board = "".join(board[cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        images += [board, "".join(board[cell] for cell in (2, 1, 0, 5, 4, 3, 8, 7, 6))]
    return min(images)


@cache
def brute(boards: tuple[str, ...]) -> Worth:
    """The worth for the player to move of live boards, sorted and each the least of its images."""
    if not boards:
        return Worth(1, 0)
    replies = set()
    for i, board in enumerate(boards):
        for cell in range(9):
            if board[cell] == ".":
                left = (*boards[:i], least(board[:cell] + "X" + board[cell + 1 :]), *boards[i + 1 :])
                replies.add(tuple(sorted(filter(None, left))))
    after = [brute(reply) for reply in replies]
    lost = [each.plies for each in after if each.value < 0]
    return Worth(1, 1 + min(lost)) if lost else Worth(-1, 1 + max(each.plies for each in after))


def state(boards: tuple[str, ...], count: int) -> tuple[int, ...]:
    """Live boards as the product has them, with dead ones added up to a count."""
    bits = [sum(1 << cell for cell in range(9) if board[cell] == "X") for board in boards]
    return (*bits, *[0b111] * (count - len(boards)))


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


def test_the_monoid_has_the_relations_and_the_18_elements_of_the_paper() -> None:
    one, a, b, c, d = Element(), Element(a=1), Element(b=1), Element(c=1), Element(d=1)

    def times(*elements: Element) -> Element:
        product = one
        for element in elements:
            product = product.times(element)
        return product

    assert times(a, a) == one
    assert times(b, b, b) == b
    assert times(b, b, c) == c
    assert times(c, c, c) == times(a, c, c)
    assert times(b, b, d) == d
    assert times(c, d) == times(a, d)
    assert times(d, d) == times(c, c)
    everything = {times(*elements) for elements in product((one, a, b, c, d), repeat=4)}
    assert len(everything) == 18
    for x, y, z in product(everything, repeat=3):
        assert x.times(y) == y.times(x)
        assert x.times(y).times(z) == x.times(y.times(z))


def test_the_empty_board_is_worth_c_and_the_centre_makes_it_cc() -> None:
    assert str(worth(0)) == "c"
    assert str(worth(0b000_010_000)) == "cc"


def test_the_monoid_tells_who_wins_in_every_position_of_up_to_three_boards() -> None:
    boards = {least("".join(marks)) for marks in product(".X", repeat=9)} - {""}
    rules = get("notakto:3")
    assert isinstance(rules, Notakto)
    checked = 0
    for count in (1, 2, 3):
        for chosen in combinations_with_replacement(sorted(boards), count):
            assert rules.wins(state(chosen, 3)) is (brute(chosen).value > 0)
            checked += 1
    assert len(boards) == 46
    assert checked == 46 + 46 * 47 // 2 + 46 * 47 * 48 // 6


@pytest.mark.parametrize("count", [2, 3])
def test_every_move_on_several_boards_has_the_value_and_the_distance_of_brute_force(count: int) -> None:
    random = Random(count)
    rules = get(f"notakto:{count}")
    for plies in (0, 3, 6):
        position = Position.start(rules)
        for _ in range(plies):
            position = position.play(random.choice(position.moves))
        analysis = ask("theory", position)
        assert len(analysis.lines) == len(position.moves)
        for line in analysis.lines:
            rows = position.play(line.move).text.split("/")
            boards = [least("".join(rows[i : i + 3])) for i in range(0, 3 * count, 3)]
            value, distance = brute(tuple(sorted(filter(None, boards))))
            assert line.score.verdict is (Verdict.LOSE if value > 0 else Verdict.WIN)
            assert line.score.plies == distance + 1 == len(line.pv)
            assert line.score.method == "misere monoid" or distance == 0


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
