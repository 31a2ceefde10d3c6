"""Nim and its kin against the tables of the literature and against brute force that shares no code with the product."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from core.analysis import Limit
from core.engines import best
from core.games import get
from core.games.nim import Nim, Subtraction
from core.kinds.heaps import GrundyGame
from core.kinds.solved import SolvedGame
from core.position import Position, play_all
from core.score import Verdict
from tests.core.watching import ask, at

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "nim_and_kin.json").read_text("utf-8"))
VERDICTS = {True: Verdict.WIN, False: Verdict.LOSE}


def takes(heaps: tuple[int, ...], numbers: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
    """What can be left by taking from one heap, any number or one of ``numbers``."""
    for i, heap in enumerate(heaps):
        for number in numbers or range(1, heap + 1):
            if number <= heap:
                yield tuple(sorted((*heaps[:i], heap - number, *heaps[i + 1 :])))


@cache
def brute(heaps: tuple[int, ...], misere: bool, numbers: tuple[int, ...] | None = None) -> tuple[bool, int]:
    """Whether the player to move wins, and in how many plies."""
    left = [brute(after, misere, numbers) for after in takes(heaps, numbers)]
    if not left:
        return misere, 0
    lost = [plies for wins, plies in left if not wins]
    return (True, 1 + min(lost)) if lost else (False, 1 + max(plies for _, plies in left))


def name(heaps: tuple[int, ...], misere: bool) -> str:
    return f"nim:{','.join(map(str, heaps))}" + ("/misere" if misere else "")


def wins(game: str, *state: int) -> bool | None:
    rules = get(game)
    assert isinstance(rules, SolvedGame)
    return rules.wins(state)


# Nim.


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 3, 5, 7)])
def test_the_games_of_the_list_say_how_long_best_play_lasts(heaps: tuple[int, ...], misere: bool) -> None:
    known = get(name(heaps, misere)).known
    assert known
    assert (known.verdict == "win", known.plies) == brute(heaps, misere)


@pytest.mark.parametrize("misere", [False, True])
def test_nim_of_three_heaps_is_lost_exactly_where_the_tables_say(misere: bool) -> None:
    lost = {tuple(heaps) for heaps in KNOWN["nim3_P_positions_piles_le_7"]["misere" if misere else "normal"]}
    for heaps in product(range(8), repeat=3):
        assert wins(name((7, 7, 7), misere), *heaps, 0) is (tuple(sorted(heaps)) not in lost)


@pytest.mark.parametrize("key", KNOWN["nim_value_and_remoteness"])
def test_nim_is_won_and_lost_in_as_many_plies_as_the_tables_say(key: str) -> None:
    heaps, _, rule = key.rpartition(" ")
    verdict, plies = KNOWN["nim_value_and_remoteness"][key]
    for engine in ("theory", "alphabeta"):
        line = ask(engine, at(f"nim:{heaps.strip('()').replace(' ', '')}" + "/misere" * (rule == "misere"))).best
        assert line
        assert (line.score.verdict, line.score.plies) == (Verdict(verdict), plies)


def test_single_values_of_other_programs() -> None:
    assert wins("nim:1,3,5,7", 1, 3, 5, 7, 0) is KNOWN["nim_1357_normal"]
    assert wins("nim:1,3,5,7/misere", 1, 3, 5, 7, 0) is KNOWN["nim_1357_misere"]
    assert wins("nim:3,4,5", 3, 4, 5, 0) is KNOWN["nim_345_normal"]
    assert wins("nim:3,4,5/misere", 3, 4, 5, 0) is KNOWN["nim_345_misere"]
    assert wins("nim:5,5,5,5/misere", 5, 5, 5, 5, 0) is KNOWN["easyAI_default_nim_5555_misere_first_player_wins"]


@pytest.mark.parametrize("misere", [False, True])
def test_theory_agrees_with_brute_force_on_random_heaps_move_by_move(misere: bool) -> None:
    draw = random.Random(1901)
    for _ in range(400):
        heaps = tuple(draw.randint(0, 6) for _ in range(draw.randint(1, 4)))
        if not any(heaps):
            continue
        game = get(name(tuple(max(1, heap) for heap in heaps), misere))
        assert isinstance(game, Nim)
        state = (*heaps, 0)
        assert game.wins(state) is brute(tuple(sorted(heaps)), misere)[0]
        winning = [
            move for move in game.moves(state) if not brute(tuple(sorted(game.play(state, move)[:-1])), misere)[0]
        ]
        assert sorted(game.winning_moves(state)) == winning


@pytest.mark.parametrize("id", ["nim:3,4,5", "nim:3,4,5/misere", "nim:2,3,3,2", "nim:1,1,1,1,2/misere", "nim:7"])
def test_every_move_has_the_value_and_the_distance_of_brute_force(id: str) -> None:
    position = at(id)
    analysis = ask("theory", position)
    assert analysis.settled
    assert len(analysis.lines) == len(position.moves)
    for line in analysis.lines:
        won, plies = brute(tuple(sorted(position.play(line.move).state[:-1])), id.endswith("misere"))
        assert (line.score.verdict, line.score.plies) == (VERDICTS[not won], plies + 1)
        assert len(line.pv) == plies + 1
        after = position
        for move in line.pv:
            after = after.play(move)
        assert after.outcome


def test_the_winning_move_of_3_4_5_is_to_take_two_from_a() -> None:
    analysis = ask("theory", at("nim:3,4,5"))
    assert [analysis.position.name(line.move) for line in analysis.lines if line.score.verdict is Verdict.WIN] == ["A2"]
    assert {line.score.method for line in analysis.lines} == {"xor"}


# Subtraction.


@pytest.mark.parametrize("key", KNOWN["subtraction_grundy_0_to_40"])
def test_a_subtraction_game_has_the_grundy_values_of_the_tables(key: str) -> None:
    game = get(f"subtraction:40:{key.strip('()').replace(' ', '')}")
    assert isinstance(game, Subtraction)
    assert [game.nim_values.of(heap) for heap in range(41)] == KNOWN["subtraction_grundy_0_to_40"][key]


@pytest.mark.parametrize(("rule", "table"), [("", "L W L W W W W L W L W W"), ("/misere", "W L W L W W W W L W L W")])
def test_the_coin_game_of_1_3_and_4_is_won_and_lost_as_in_its_table(rule: str, table: str) -> None:
    assert ["LW"[bool(wins(f"subtraction:11:1,3,4{rule}", heap, 0))] for heap in range(12)] == table.split()


@pytest.mark.parametrize("numbers", [(1, 2), (1, 2, 3), (1, 3, 4), (2, 3), (1, 4), (2, 5, 7), (1, 3), (3, 5)])
@pytest.mark.parametrize("misere", [False, True])
def test_a_single_heap_is_won_and_lost_as_by_brute_force_also_beyond_its_period(
    numbers: tuple[int, ...], misere: bool
) -> None:
    id = f"subtraction:300:{','.join(map(str, numbers))}" + "/misere" * misere
    for heap in range(301):
        assert wins(id, heap, 0) is brute((heap,), misere, numbers)[0]


def test_a_heap_of_a_million_is_lost_for_1_and_2_exactly_when_3_divides_it() -> None:
    assert [wins("subtraction:1000000:1,2", heap, 0) for heap in range(999_990, 1_000_001)] == [
        heap % 3 != 0 for heap in range(999_990, 1_000_001)
    ]


def test_grundy_values_of_heaps_add_up_as_brute_force_says() -> None:
    for heaps in product(range(1, 9), repeat=2):
        id = f"subtraction:{heaps[0]},{heaps[1]}:1,3,4"
        assert wins(id, *heaps, 0) is brute(tuple(sorted(heaps)), False, (1, 3, 4))[0] or max(heaps) < 1


def test_misere_sums_are_searched_and_not_guessed_by_theory() -> None:
    for heaps in [(7, 9), (2, 5), (4, 4), (1, 1, 6)]:
        position = at(f"subtraction:{','.join(map(str, heaps))}:1,3,4/misere")
        assert best(position).name == "alphabeta"
        line = ask("theory", position).best
        assert line
        won, plies = brute(tuple(sorted(heaps)), True, (1, 3, 4))
        assert (line.score.verdict, line.score.plies, line.score.method) == (VERDICTS[won], plies, "search")


@cache
def misere_kayles(pins: str) -> tuple[bool, int]:
    """Whether the player to move wins misere Kayles with these pins, x or a gap, and in how many plies."""
    after = {
        pins[:at] + "." * taken + pins[at + taken :]
        for taken in (1, 2)
        for at in range(len(pins) - taken + 1)
        if set(pins[at : at + taken]) == {"x"}
    }
    left = [misere_kayles(each) for each in after]
    lost = [plies for wins, plies in left if not wins]
    if not left:
        return True, 0
    return (True, 1 + min(lost)) if lost else (False, 1 + max(plies for _, plies in left))


def test_rows_of_misere_kayles_with_runs_alike_are_worth_what_brute_force_says() -> None:
    for pins in ("xxxxxxxxxx", "x.xxx.xxxx", "xxxx.xxx.x", "xx.xx.xx.x"):
        for line in ask("alphabeta", at("kayles:10/misere", pins)).lines:
            wins, plies = misere_kayles(at("kayles:10/misere", pins).play(line.move).text.split()[0])
            assert (line.score.verdict, line.score.plies) == (VERDICTS[not wins], plies + 1)


def test_ten_to_nothing_by_one_and_two_is_as_the_solver_of_berkeley_says() -> None:
    assert KNOWN["gamesman_1210"]["normal 0 to 10 by 1 or 2"].startswith("win in 7, 4 lose / 7 win")
    line = ask("theory", at("subtraction:10:1,2")).best
    assert line
    assert (line.score.verdict, line.score.plies) == (Verdict.WIN, 7)
    assert sum(not wins("subtraction:10:1,2", heap, 0) for heap in range(11)) == 4
    misere = ask("theory", at("subtraction:10:1,2/misere")).best
    assert misere
    assert (misere.score.verdict, misere.score.plies) == (Verdict.LOSE, 7)


def games(position: Position) -> list[int | None]:
    """The winners of all games from a position."""
    if position.outcome:
        return [position.outcome.winner]
    return [winner for move in position.moves for winner in games(position.play(move))]


def test_six_matches_have_the_24_games_of_the_tree_and_one_winning_first_move() -> None:
    """Arias 2007: 12 games won by each; by first move 1, 2, 3 the first player wins 7 of 13, 3 of 7, 2 of 4."""
    start = at("subtraction:6:1,2,3/misere")
    every = games(start)
    assert (len(every), every.count(0)) == (24, 12)
    by_move = [games(start.play(move)) for move in start.moves]
    assert [(winners.count(0), len(winners)) for winners in by_move] == [(7, 13), (3, 7), (2, 4)]
    analysis = ask("theory", start)
    assert [line.score.verdict for line in sorted(analysis.lines, key=lambda line: line.move)] == [
        Verdict.WIN,
        Verdict.LOSE,
        Verdict.LOSE,
    ]
    for k in (1, 2, 3):
        _, after = play_all(start.game, f"A1 A{k}")
        if not after.outcome:
            answer = ask("theory", after).best
            assert answer
            assert after.name(answer.move) == f"A{4 - k}"


@pytest.mark.parametrize("first", [2, 3])
def test_after_three_or_two_of_six_matches_five_less_what_was_taken_wins(first: int) -> None:
    _, after = play_all(get("subtraction:6:1,2,3/misere"), f"A{first}")
    answer = ask("theory", after).best
    assert answer
    assert answer.score.verdict is Verdict.WIN
    assert after.name(answer.move) == f"A{5 - first}"


def test_eleven_matches_by_one_or_three_are_won_by_the_second_player_whatever_is_played() -> None:
    assert set(games(at("subtraction:11:1,3/misere"))) == {1}


# Kayles.


def values(id: str) -> list[int | None]:
    """The Grundy values of rows of 0 to 100 pins."""
    game = get(id)
    assert isinstance(game, GrundyGame)
    return [game.nim_values.of(length) for length in range(101)]


def test_kayles_has_the_grundy_values_of_the_literature() -> None:
    assert values("kayles:100") == KNOWN["kayles_grundy_0_to_100"]


def test_dawson_kayles_has_the_grundy_values_of_the_literature() -> None:
    assert values("dawson-kayles:100") == KNOWN["dawson_kayles_0_07_grundy_0_to_100"]


@cache
def pins(runs: tuple[int, ...], sizes: tuple[int, ...], misere: bool) -> tuple[bool, int]:
    """Kayles by brute force on runs of pins."""
    left = []
    for i, run in enumerate(runs):
        for size in sizes:
            for first in range(run - size + 1):
                parts = (*runs[:i], first, run - size - first, *runs[i + 1 :])
                left.append(pins(tuple(sorted(part for part in parts if part)), sizes, misere))
    if not left:
        return misere, 0
    lost = [plies for won, plies in left if not won]
    return (True, 1 + min(lost)) if lost else (False, 1 + max(plies for _, plies in left))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("family", "sizes"), [("kayles", (1, 2)), ("dawson-kayles", (2,))])
@pytest.mark.parametrize("rows", [(2,), (5,), (7,), (8,), (3, 4), (2, 2, 3)])
def test_rows_of_pins_have_the_value_and_distance_of_brute_force(
    family: str, sizes: tuple[int, ...], rows: tuple[int, ...], misere: bool
) -> None:
    position = at(f"{family}:{','.join(map(str, rows))}" + "/misere" * misere)
    analysis = ask(best(position).name, position)
    assert analysis.best
    won, plies = pins(tuple(sorted(rows)), sizes, misere)
    assert (analysis.best.score.verdict, analysis.best.score.plies) == (VERDICTS[won], plies)
    assert analysis.settled


# Wythoff and Fibonacci.


@cache
def queen(a: int, b: int) -> tuple[bool, int]:
    """Wythoff's game by brute force."""
    steps = [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]
    steps += [(a - n, b - n) for n in range(1, min(a, b) + 1)]
    left = [queen(*sorted(step)) for step in steps]
    lost = [plies for won, plies in left if not won]
    return (True, 1 + min(lost)) if lost else (False, 1 + max((plies for _, plies in left), default=-1))


def test_wythoffs_lost_pairs_are_those_of_the_tables() -> None:
    lost = [[a, b] for a in range(29) for b in range(a, 29) if not wins("wythoff:28,28", a, b, 0)]
    assert lost == KNOWN["wythoff_P"]


def test_wythoffs_winning_moves_are_those_of_brute_force() -> None:
    game = get("wythoff:20,20")
    assert isinstance(game, SolvedGame)
    for a, b in product(range(21), repeat=2):
        state = (a, b, 0)
        assert game.wins(state) is queen(*sorted((a, b)))[0]
        if a or b:
            left = {move: game.play(state, move) for move in game.moves(state)}
            winning = [move for move, after in left.items() if not queen(*sorted(after[:2]))[0]]
            assert sorted(game.winning_moves(state)) == winning


@pytest.mark.parametrize("id", ["wythoff:3,5", "wythoff:6,7"])
def test_wythoffs_moves_have_the_distances_of_brute_force(id: str) -> None:
    position = at(id)
    for line in ask("theory", position).lines:
        won, plies = queen(*sorted(position.play(line.move).state[:2]))
        assert (line.score.verdict, line.score.plies) == (VERDICTS[not won], plies + 1)


@cache
def bounded(heap: int, most: int) -> tuple[bool, int]:
    """Fibonacci Nim by brute force."""
    left = [bounded(heap - n, min(heap - n, 2 * n)) for n in range(1, min(heap, most) + 1)]
    lost = [plies for won, plies in left if not won]
    return (True, 1 + min(lost)) if lost else (False, 1 + max((plies for _, plies in left), default=-1))


def test_fibonacci_nim_is_lost_by_the_first_player_at_fibonacci_numbers() -> None:
    lost = [heap for heap in range(2, 90) if not wins(f"fibonacci-nim:{heap}", heap, heap - 1, 0)]
    assert lost == KNOWN["fibonacci_nim_P_first_player_loses"]


def test_fibonacci_nims_winning_moves_are_those_of_brute_force() -> None:
    game = get("fibonacci-nim:60")
    assert isinstance(game, SolvedGame)
    for heap in range(1, 60):
        for most in range(2, 60, 2):
            state = (heap, most, 0)
            assert game.wins(state) is bounded(heap, min(heap, most))[0]
            winning = [n - 1 for n in range(1, min(heap, most) + 1) if not bounded(heap - n, min(heap - n, 2 * n))[0]]
            assert list(game.winning_moves(state)) == winning


def test_fibonacci_nims_moves_have_the_distances_of_brute_force() -> None:
    position = at("fibonacci-nim:20")
    for line in ask("theory", position).lines:
        heap, most, _turn = position.play(line.move).state
        won, plies = bounded(heap, min(heap, most))
        assert (line.score.verdict, line.score.plies) == (VERDICTS[not won], plies + 1)


# Chomp.


@pytest.mark.parametrize("key", KNOWN["chomp_winning_first_moves"])
def test_chomps_only_winning_first_move_is_that_of_the_tables(key: str) -> None:
    rows, columns = key.split("x")
    position = at(f"chomp:{columns},{rows}")
    analysis = ask("alphabeta", position, Limit(nodes=2_000_000))
    winning = [line.move for line in analysis.lines if line.score.verdict is Verdict.WIN]
    assert [list(divmod(move, int(columns))) for move in winning] == KNOWN["chomp_winning_first_moves"][key]
