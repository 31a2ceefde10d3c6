"""The xor of heaps: its bits, its move, its proof and its exception are true of any heaps, however large."""

from __future__ import annotations

import json
import random
import re
from functools import reduce
from itertools import product
from operator import xor

import pytest

from core.errors import CoreError
from core.games import get
from core.position import Position
from core.study import answer, topic
from core.study.study import Study, StudyQuestion, Text
from tests import saying
from tests.core.heap_rules import mex, told
from tui.command.output_study import as_json

LARGE = (10**299 + 987654321, 3**600, 2**900 + 1)


def xor_of(id: str, position: str | None = None) -> Study:
    return answer(StudyQuestion("xor", (id,), position=position))


def nim(heaps: tuple[int, ...], misere: bool = False) -> Study:
    return xor_of(f"nim:{','.join(map(str, heaps))}" + "/misere" * misere)


def lines(study: Study) -> tuple[str, ...]:
    return saying.lines(study, "columns")


def text(study: Study, name: str) -> list[str]:
    return saying.said(study, name)


def draws() -> list[tuple[int, ...]]:
    draw = random.Random(1901)
    return [tuple(draw.randint(1, 6) for _ in range(draw.randint(1, 4))) for _ in range(30)]


def bits(study: Study, name: str) -> int:
    """The number whose bits stand in the first line, of each block, that begins with a name."""
    found = ""
    for line in re.split(r"\n\n(?= {6,})", "\n".join(lines(study))):
        row = next(row for row in line.split("\n") if row.startswith(name + " "))
        found += re.sub(r"^\S+ +\S+", "", row).replace(" ", "")
    return int(found, 2)


@pytest.mark.parametrize("heaps", [*draws()[:12], (1,), (512, 1023), (1024, 5), (123_456, 654_321, 999_999), LARGE])
def test_the_columns_are_the_bits_of_the_heaps_and_of_their_xor(heaps: tuple[int, ...]) -> None:
    study = nim(heaps)
    for name, heap in zip("ABCD", heaps, strict=False):
        assert bits(study, name) == heap
    assert bits(study, "xor") == reduce(xor, heaps)
    assert max(map(len, lines(study))) <= 76


@pytest.mark.parametrize("heaps", draws())
def test_the_winning_moves_are_those_of_brute_force_in_normal_and_misere_play(heaps: tuple[int, ...]) -> None:
    for misere in (False, True):
        expected = []
        for at, heap in enumerate(heaps):
            after = [(take, (*heaps[:at], heap - take, *heaps[at + 1 :])) for take in range(1, heap + 1)]
            wins = [str(take) for take, left in after if not told(left, None, misere).wins]
            expected.append(", ".join(wins) or None)
        assert saying.column(nim(heaps, misere), "moves", "wins") == expected


def test_heaps_larger_than_any_board_are_reckoned_to_the_last_figure() -> None:
    study = nim(LARGE)
    number, left, total = (re.search(r"\d{20,}|\d+(?=,)|\d+(?=\.$)", each) for each in text(study, "full"))
    assert number
    assert left
    assert total
    assert int(total[0]) == reduce(xor, LARGE)
    changed = [heap for heap in LARGE if heap - int(number[0]) == int(left[0])]
    assert len(changed) == 1
    assert reduce(xor, LARGE) ^ changed[0] ^ int(left[0]) == 0
    assert json.loads(json.dumps(as_json(study)))["parts"]["moves"]["rows"][0]["sticks"] == LARGE[0]


@pytest.mark.parametrize(
    "id", ["nim:" + "9" * 301, "nim:" + ",".join(["1"] * 26 + ["99999999"]), "nim:0,99999999", "nim:99999999,000"]
)
def test_heaps_that_are_too_large_or_too_many_are_refused_with_the_limit(id: str) -> None:
    with pytest.raises(CoreError, match="at most 26 of them, each with at most 300 digits"):
        xor_of(id)


@pytest.mark.parametrize("heaps", [*draws(), (2, 2), (1,), (1, 1), (7,), LARGE])
def test_the_proof_has_five_sentences_and_their_sums_are_right(heaps: tuple[int, ...]) -> None:
    said = text(nim(heaps), "proof")
    assert len(said) == 5
    total = reduce(xor, heaps)
    assert ("is won in normal play" in said[4]) is (total != 0)
    if heaps == LARGE:
        return
    away = re.search(r"Leaving (\d+) of (\d+) in heap \w, for example, makes it (\d+) xor (\d+) = (\d+)\.", said[1])
    if away:
        left, size, before, after, result = map(int, away.groups())
        assert (left, size) == (after, before)
        assert before ^ after == result != 0
    back = re.search(
        r"(\d+) xor (\d+) = (\d+) is less.*here (\d+) in heap.*is (\d+) xor (\d+) xor (\d+) = 0\.", said[3]
    )
    assert back
    value, now, becomes, left, *again = map(int, back.groups())
    assert value ^ now == becomes == left < value
    assert again == [now, value, becomes]
    column = re.search(r"as (\d+) in ([\d-]+), .*that of (\d+)\. .*heap (\w), which is worth (\d+)", said[2])
    assert column
    lying = list(map(int, column[2].split("-")))
    assert reduce(xor, lying) == int(column[1]) == now
    assert int(column[3]) == 1 << (now.bit_length() - 1)
    assert lying["ABCD".index(column[4])] == int(column[5]) == value
    assert value & int(column[3])


@pytest.mark.parametrize("heaps", draws()[:12])
def test_the_heaps_are_worth_one_heap_of_their_xor_beside_any_other(heaps: tuple[int, ...]) -> None:
    study, total = nim(heaps), reduce(xor, heaps)
    if len([part for part in study.parts if part.key == "single"]) and not isinstance(study.part("single"), Text):
        for other, together, alone, same in zip(
            *(saying.column(study, "single", key) for key in ("other", "heaps", "alone", "same")), strict=True
        ):
            assert (together == "W") is told((*heaps, other), None, False).wins
            assert (alone == "W") is told((total, other), None, False).wins
            assert same == "yes"
        assert "without the theorem" in text(study, "single")[-1]


def test_small_heaps_are_searched_and_large_ones_rest_on_the_proof() -> None:
    assert saying.column(xor_of("nim:3,4,5"), "single", "heaps").index("L") == 3 ^ 4 ^ 5
    assert "rests on the proof" in text(nim((1000, 1000, 1000)), "single")[-1]


def test_misere_play_differs_where_at_most_one_heap_is_higher_than_1() -> None:
    assert "Moves that win here: D8 in normal play, D9 in misere play." in text(nim((1, 1, 1, 9)), "misere")
    assert "Moves that win here by both rules: A2." in text(nim((3, 4, 5)), "misere")
    assert "Moves that win here: A1, B1, C1 in normal play, none in misere play." in text(nim((1, 1, 1)), "misere")
    heaps = (2, 3, 1)
    wrong = [
        each
        for each in product(*(range(heap + 1) for heap in heaps))
        if told(each, None, True).wins != (reduce(xor, each) != 0)
    ]
    assert all(max(each) <= 1 for each in wrong)
    assert f"wrong in {len(wrong)} of them" in text(nim(heaps), "misere")[-1]


def printed(stacks: list[int]) -> int:
    """The xor as Valido's program in print takes it."""
    sums = stacks[0] if stacks else 0
    for _i in range(1, len(stacks)):
        sums = sums ^ stacks[0]
    return sums


def test_what_is_said_of_the_program_in_print_is_what_it_answers() -> None:
    assert (printed([1, 2, 3]), 1 ^ 2 ^ 3, printed([3, 4, 5]), 3 ^ 4 ^ 5) == (1, 0, 3, 2)
    wrong = {True: 0, False: 0}
    for each in product(*(range(heap + 1) for heap in (3, 4, 5))):
        for removed in wrong:
            sums = printed([heap for heap in each if heap or not removed])
            wrong[removed] += (sums != 0) != told(each, None, False).wins
    _print, here, below, _empty = text(nim((3, 4, 5)), "program")
    assert here.startswith(
        "For 1-2-3 the C++ program computes 1 instead of 0 and answers true, which is wrong. "
        "For 3-4-5 it computes 3 instead of 2"
    )
    assert f"the program is wrong in {wrong[True]} of the {4 * 5 * 6} positions below 3-4-5" in below
    assert f"If an empty heap stays in the list as 0, it is wrong in {wrong[False]}." in below


def test_three_heaps_of_1_are_lost_in_misere_play_with_an_xor_that_is_not_0() -> None:
    assert not told((1, 1, 1), None, True).wins
    assert f"three heaps of 1 have an xor of {1 ^ 1 ^ 1} and are lost" in " ".join(text(nim((3, 4, 5)), "misere"))


@pytest.mark.parametrize(("heaps", "numbers"), [((9, 5, 7), (1, 3, 4)), ((8, 11), (2, 3)), ((4, 6, 5), (1, 2))])
def test_heaps_of_a_subtraction_game_count_with_their_grundy_values(
    heaps: tuple[int, ...], numbers: tuple[int, ...]
) -> None:
    study = xor_of(f"subtraction:{','.join(map(str, heaps))}:{','.join(map(str, numbers))}")
    assert saying.column(study, "moves", "value") == [mex(heap, numbers) for heap in heaps]
    for at, (heap, wins) in enumerate(zip(heaps, saying.column(study, "moves", "wins"), strict=True)):
        after = [(take, (*heaps[:at], heap - take, *heaps[at + 1 :])) for take in numbers if take <= heap]
        assert wins == (", ".join(str(take) for take, left in after if not told(left, numbers, False).wins) or None)


def test_where_the_theory_does_not_hold_it_says_so_and_is_not_offered() -> None:
    for id, why in (
        ("kayles:7", "is not nim"),
        ("subtraction:8,9:1,3,4/misere", "do not add up"),
        ("chomp:3,4", "is not nim"),
    ):
        with pytest.raises(CoreError, match=why):
            xor_of(id)
        assert topic("xor").about(Position.start(get(id))) is None
    with pytest.raises(CoreError, match="is over"):
        xor_of("nim:1,2", "0-0 1st")


def test_a_position_is_studied_with_the_heaps_that_are_left() -> None:
    question = topic("xor").about(Position.from_text(get("nim:3,4,5"), "1-0-5 2nd"))
    assert question is not None
    assert saying.column(answer(question), "moves", "wins") == [None, None, "4"]
