"""The tables of heaps are Valido's and those of brute force, their periods proven and the least, his programs traced."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core.errors import CoreError
from core.games import get
from core.position import Position
from core.study import answer, topic
from core.study.heaps.periods import MAX_ENTRIES, PeriodRow, grundy, won
from core.study.heaps.programs import calls, plain_calls
from core.study.study import PlayLink, Study, StudyQuestion
from tests.core.heap_rules import mex, table
from tests.saying import cells, column, lines, said

KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "nim_and_kin.json").read_text("utf-8"))
SETS = [
    (1, 2),
    (1, 2, 3),
    (1, 3, 4),
    (2, 3),
    (1, 4),
    (2, 5, 7),
    (3, 5),
    (5, 9),
    (2, 5, 17, 50),
    (4,),
    (3, 7, 11, 20, 31),
]


def tables(id: str, position: str | None = None) -> Study:
    return answer(StudyQuestion("table", (id,), position=position))


def test_the_rows_of_1_3_and_4_are_those_of_the_guide_in_normal_and_misere_play() -> None:
    study = answer(StudyQuestion("table"))
    assert column(study, "heaps", "normal")[:12] == list("LWLWWWWLWLWW")
    assert column(study, "heaps", "misere")[:12] == list("WLWLWWWWLWLW")
    assert column(study, "periods", "period") == [7, 7, 7]
    normal = lines(study, "rows")[1]
    assert normal.replace("|", " ").split() == [
        "normal",
        *["L", "W", "L", "W", "W", "W", "W", "L", "W", "L", "W", "W"],
    ]
    assert normal.count("|") == 2


def test_stones_by_1_and_2_are_lost_where_3_divides_them() -> None:
    study = tables("subtraction:90:1,2")
    assert [each == "L" for each in column(study, "heaps", "normal")] == [heap % 3 == 0 for heap in range(91)]


@pytest.mark.parametrize("key", KNOWN["subtraction_grundy_0_to_40"])
def test_the_grundy_row_is_that_of_other_programs(key: str) -> None:
    study = tables(f"subtraction:40:{key.strip('()').replace(' ', '')}")
    assert column(study, "heaps", "grundy")[:41] == KNOWN["subtraction_grundy_0_to_40"][key]


@pytest.mark.parametrize("numbers", SETS)
@pytest.mark.parametrize("kind", ["normal", "misere", "grundy"])
def test_a_period_is_proven_by_a_window_that_comes_back_and_nothing_shorter_or_sooner_holds(
    numbers: tuple[int, ...], kind: str
) -> None:
    true = (
        [mex(heap, numbers) for heap in range(800)]
        if kind == "grundy"
        else list(map(int, table(numbers, kind == "misere", 799)))
    )
    row = grundy(numbers, 100) if kind == "grundy" else won(numbers, kind == "misere", 100)
    assert [row[heap] for heap in range(800)] == true
    first, again = row.before, row.before + row.period
    assert true[first : first + max(numbers)] == true[again : again + max(numbers)]
    assert row.proven_at == again + max(numbers) - 1
    windows = [tuple(true[at : at + max(numbers)]) for at in range(again)]
    assert len(set(windows)) == again, "an earlier window comes back"


def test_the_windows_that_prove_a_period_are_named_in_the_table() -> None:
    study = tables("subtraction:30:2,5,17,50")
    row = grundy((2, 5, 17, 50), 30)
    assert column(study, "periods", "before")[1] == row.before > 0
    assert column(study, "periods", "window")[1] == f"{row.before}-{row.before + 49}"
    assert column(study, "periods", "again")[1] == f"{row.before + row.period}-{row.proven_at}"
    places = column(study, "heaps", "grundy_place")
    assert places[: row.before + 1] == ["-"] * row.before + [f"1/{row.period}"]


def test_where_no_window_has_come_back_no_period_is_told() -> None:
    study = tables("subtraction:40000:1,40000")
    assert column(study, "periods", "period") == ["not proven"] * 3
    assert f"{MAX_ENTRIES:,}" in said(study, "periods")[-1]
    assert PeriodRow(b"\0\1", 5).place(1) is None


def test_a_heap_of_a_million_has_a_row_by_its_period() -> None:
    study = tables("subtraction:1000000:1,2")
    assert column(study, "heaps", "heap")[-1] == 1_000_000
    assert column(study, "heaps", "normal")[-1] == "W"  # 1 is left when 3 is taken away as often as can be


@pytest.mark.parametrize("numbers", SETS[:7])
@pytest.mark.parametrize("misere", [False, True])
def test_the_numbers_that_win_are_those_that_leave_a_lost_heap(numbers: tuple[int, ...], misere: bool) -> None:
    study = tables(f"subtraction:20:{','.join(map(str, numbers))}" + "/misere" * misere)
    true = table(numbers, misere, 40)
    for heap, takes in list(enumerate(column(study, "heaps", "take")))[:41]:
        winning = [number for number in numbers if number <= heap and not true[heap - number]]
        assert takes == ", ".join(map(str, winning))


# The programs.


def recursion(heap: int, numbers: tuple[int, ...], misere: bool, log: list[int], known: dict[int, bool] | None) -> bool:
    """The guide's recursion, as it stands there; with ``known`` it remembers."""
    log.append(heap)
    if known is not None and heap in known:
        return known[heap]
    left = [heap - number for number in numbers if number <= heap]
    found = any(not recursion(each, numbers, misere, log, known) for each in left) if left else misere
    if known is not None:
        known[heap] = found
    return found


@pytest.mark.parametrize("numbers", SETS[:7])
@pytest.mark.parametrize("misere", [False, True])
def test_the_calls_are_those_that_the_recursion_makes_in_their_order(numbers: tuple[int, ...], misere: bool) -> None:
    for heap in (0, 1, 5, 11, 17):
        log: list[int] = []
        recursion(heap, numbers, misere, log, {})
        made = calls(heap, numbers, won(numbers, misere, heap).entries)
        assert [call.heap for call in made] == log
        assert [call.wins for call in made] == [table(numbers, misere, heap)[call.heap] for call in made]
        assert sum(call.remembered > 0 for call in made) == len(log) - len(set(log))
        assert all(made[call.remembered - 1].heap == call.heap for call in made if call.remembered)
        without: list[int] = []
        recursion(heap, numbers, misere, without, None)
        assert plain_calls(heap, numbers, won(numbers, misere, heap).entries) == len(without)


def test_a_deep_recursion_is_followed_without_one_of_our_own() -> None:
    assert column(tables("subtraction:2000:1"), "calls", "depth")[399] == 399


def test_the_program_in_print_tries_the_first_two_numbers_only() -> None:
    study = answer(StudyQuestion("table"))
    wrong = [heap for heap, said in enumerate(column(study, "loop", "as_printed")) if said.endswith("wrong")]
    assert wrong == [heap for heap in range(12) if table((1, 3, 4), False, 11)[heap] != table((1, 3), False, 11)[heap]]
    assert f"wrong for {len(wrong)} of these heaps, first for {wrong[0]}" in said(study, "loop")[-1]


def test_the_loop_looks_at_entries_until_one_is_lost() -> None:
    looked = column(answer(StudyQuestion("table")), "loop", "looked_at")
    assert looked[4] == "3:W 1:W 0:L"  # 4 by 1, 3, 4
    assert looked[7] == "6:W 4:W 3:W"
    assert looked[9] == "8:W 6:W 5:W"


def test_the_digits_game_is_lost_where_trying_everything_says() -> None:
    lost = [0]
    for number in range(1, 1001):
        digits = {int(digit) for digit in str(number)} - {0}
        if not {number - max(digits), number - min(digits)} & set(lost):
            lost.append(number)
    text = said(answer(StudyQuestion("table")), "titles")[-1]
    assert f"there are {len(lost) - 1} numbers with which the first player loses" in text
    assert f"the first of them {', '.join(map(str, lost[1:13]))}." in text


def test_an_exercise_that_asks_for_a_win_can_be_won_and_one_that_asks_why_it_is_lost_is_lost() -> None:
    from core.kinds.solved import SolvedGame

    tasks = 0
    for row in cells(answer(StudyQuestion("table")).table("exercises")):
        task, play, solution = row["task"].text, row["board"].link, row["answer"].link
        assert isinstance(play, PlayLink)
        assert isinstance(solution, StudyQuestion)
        game = get(play.game)
        assert isinstance(game, SolvedGame)
        lost = "why do you lose" in task or "wait for a mistake" in task
        assert game.wins(game.start()) is not lost
        assert answer(solution).final
        tasks += 1
    assert tasks


def test_games_without_such_a_table_are_refused_in_a_sentence_and_not_offered() -> None:
    for id in ("nim:3,4,5", "kayles:7", "tictactoe"):
        with pytest.raises(CoreError, match="certain numbers may be taken"):
            tables(id)
        assert topic("table").about(Position.start(get(id))) is None


def test_a_position_is_studied_by_its_highest_heap() -> None:
    position = Position.from_text(get("subtraction:11,9:1,3,4"), "4-6 2nd")
    question = topic("table").about(position)
    assert question is not None
    assert "esGanador(6)" in column(answer(question), "calls", "call")[0]


def test_heaps_follow_each_other_from_0_on() -> None:
    for heap, told in zip(count(), column(tables("subtraction:40:5,9"), "heaps", "heap"), strict=False):
        assert heap == told
