"""A player is judged by the truth. The numbers of tic-tac-toe are those of a brute force of another author."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice
from pathlib import Path

import pytest

from core.engines.foreign.shapes import COURSE_FUNCTIONS, read
from core.errors import CoreError
from core.game import Move
from core.games import get
from core.judge import course
from core.judge.asking import Candidate, NotJudged
from core.judge.judging import Assignment, chosen, judge
from core.judge.report import Fault, Report
from core.judge.truth import Case, Left, Sample, whole
from core.position import Position
from core.score import Score, Verdict
from tests.core import judged_files
from tests.core.judged_files import (
    CHOOSE_FIRST,
    CHOOSE_LAST,
    CHOOSE_NEVER,
    CHOOSE_WORST,
    COURSE,
    every_second_time,
    written,
)
from tests.core.judging import judged, replayed
from tests.core.own_cases import made
from tests.core.plain import plain
from tests.core.plain_boards import Plain
from tests.core.worths import worth

TINY = "mnk:2,2,2"
"""A game of 17 unfinished positions, all with a choice."""


def test_all_positions_of_tic_tac_toe_are_found_with_the_truth_about_each() -> None:
    cases = whole(get("tictactoe"))
    assert cases
    choices = [case for case in cases if len(case.scores) > 1]
    assert (len(cases), len(choices), sum(case.matters for case in cases)) == (4520, 4298, 3191)


def test_the_boards_of_the_course_are_all_that_can_be_reached() -> None:
    boards = [each.position for each in course.positions()]
    assert (len(boards), sum(position.outcome is not None for position in boards)) == (5478, 958)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report about the first free square."""
    return judged(tmp_path_factory.mktemp("first"), CHOOSE_FIRST)


def test_the_first_free_square_is_wrong_in_1869_positions(first: Report) -> None:
    counts = len(first.faults), first.count(Fault.WIN_LOST), first.count(Fault.DRAW_LOST)
    assert counts == (1869, 1355, 514)


def test_92_of_the_232_positions_in_the_games_of_the_first_free_square_are_wrong(first: Report) -> None:
    assert (sum(each.reached for each in first.faults), first.reached) == (92, 232)


def test_the_smallest_counterexample_comes_first(first: Report) -> None:
    assert first.first
    assert (first.first.position.text, len(first.first.line)) == ("X../.../...", 1)


def test_every_fault_is_one_by_brute_force(first: Report) -> None:
    rules = plain("tictactoe")
    for each in first.faults:
        pos = replayed("tictactoe", each.line)
        after = {name: -worth(rules, child).value for name, child in rules.replies(pos).items()}
        assert after[each.answered] < max(after.values()), each


@pytest.mark.parametrize("side", [0, 1])
def test_the_shortest_lost_game_is_lost_and_none_is_shorter(first: Report, side: int) -> None:
    assert first.sides
    loses = first.sides[side].loses
    assert loses
    rules = plain("tictactoe")
    end = replayed("tictactoe", loses)
    assert rules.result(end) == (-1 if len(loses) % 2 == side else 1)
    assert len(loses) == shortest_loss(rules, side)


def shortest_loss(rules: Plain, side: int) -> int | None:
    """The length of the shortest game that the first free square loses."""
    layer, plies = {rules.start}, 0
    while layer:
        if any((value := rules.result(pos)) and (value < 0) == (pos[0] == side) for pos in layer):
            return plies
        following = set()
        for pos in layer:
            replies = list(rules.replies(pos).values())
            following.update(replies[:1] if pos[0] == side else replies)
        layer, plies = following, plies + 1
    return None


def test_the_last_free_square_is_wrong_in_as_many_positions(tmp_path: Path) -> None:
    assert len(judged(tmp_path, CHOOSE_LAST).faults) == 1869


def test_the_worst_move_is_wrong_wherever_the_choice_matters(tmp_path: Path) -> None:
    report = judged(tmp_path, CHOOSE_WORST)
    assert (report.count(Fault.WIN_LOST), report.count(Fault.DRAW_LOST)) == (2380, 811)


def test_a_slow_move_is_wrong_only_by_strict_judging(tmp_path: Path) -> None:
    slow = "def choose(position):\n    return position.moves[-1 if position.text == '...../....' else 0]\n"
    lenient, strict = (judged(tmp_path, slow, "subtraction:4:1,2", strict=strict) for strict in (False, True))
    assert len(strict.faults) - len(lenient.faults) == strict.count(Fault.SLOW)


@pytest.mark.parametrize(
    ("statement", "failure"),
    [
        ("raise ValueError('no')", "raises ValueError: no (line 2)"),
        ("raise NotImplementedError", "is not written yet (line 2)"),
        ("return None", "answered None (the name or the number of a move was expected)"),
        ("return 1.5", "answered 1.5 (the name or the number of a move was expected)"),
        ("import sys; sys.exit(3)", "calls exit in line 2"),
        ("import os; os._exit(3)", "ended with exit code 3"),
        ("import os; os.close(1); os.close(2); os.closerange(3, 99)", "ended with exit code 120"),
    ],
)
def test_a_failure_is_told_with_its_reason(tmp_path: Path, statement: str, failure: str) -> None:
    report = judged(tmp_path, f"def choose(position):\n    {statement}\n", TINY)
    assert report.first
    assert str(report.first.failure) == failure


def test_a_failure_where_everything_loses_is_counted_apart(tmp_path: Path) -> None:
    report = judged(tmp_path, "def choose(position):\n    raise ValueError\n", TINY)
    assert report.count(Fault.FAILED) == sum(case.worth < 0 < len(case.scores) - 1 for case in whole(get(TINY)) or ())


def test_a_failure_loses_the_game_in_which_it_comes(tmp_path: Path) -> None:
    report = judged(tmp_path, "def choose(position):\n    raise ValueError\n", TINY)
    assert report.sides
    assert [side.loses for side in report.sides] == [(), (0,)]


def test_a_side_that_never_loses_has_no_failure_of_the_other(tmp_path: Path) -> None:
    report = judged(tmp_path, "def choose(position):\n    raise ValueError\n", "nim:1,1")
    assert report.sides
    assert (report.sides[1].loses, report.sides[1].failure) == (None, None)


def test_judging_ends_after_three_timeouts_in_a_row_and_counts_what_was_not_asked(tmp_path: Path) -> None:
    report = judged(tmp_path, CHOOSE_NEVER, TINY, seconds=0.05)
    assert (str(report.gave_up), report.judged, report.not_asked) == ("did not answer in time", 3, 14)


def test_exceptions_do_not_end_judging(tmp_path: Path) -> None:
    report = judged(tmp_path, every_second_time("raise ValueError"), "mnk:3,2,2")
    assert (report.gave_up, report.not_asked) == (None, 0)


def test_a_function_of_the_course_that_never_answers_is_the_wrong_one(tmp_path: Path) -> None:
    report = judged(tmp_path, judged_files.course(player="while True: pass"), seconds=0.05)
    assert report.first_function
    assert (report.first_function.name, report.first_function.wrong, report.not_asked) == ("player", 3, 4520)


def test_a_call_that_never_answers_is_a_fault_though_other_calls_on_its_board_follow(tmp_path: Path) -> None:
    report = judged(tmp_path, judged_files.course(result="while True: pass"), seconds=0.05)
    assert report.first_function
    assert (report.first_function.name, report.first_function.boards) == ("result", 1)


def test_a_report_that_is_not_final_claims_nothing_as_right(tmp_path: Path) -> None:
    report = next(judge(Assignment(written(tmp_path, CHOOSE_FIRST))))
    assert report.to_json()["right"] is None


def test_another_seed_draws_another_sample(tmp_path: Path) -> None:
    one, other = (judged(tmp_path, CHOOSE_FIRST, "connect-four:5,4,4", sample=20, seed=seed) for seed in (1, 2))
    assert [each.position for each in one.findings] != [each.position for each in other.findings]


@pytest.mark.parametrize(
    ("body", "function"),
    [
        ({"player": "return O"}, "player"),
        ({"actions": "return [(0, 0)]"}, "actions"),
        ({"result": "board[action[0]][action[1]] = player(board); return board"}, "result"),
        ({"winner": "return None"}, "winner"),
        ({"terminal": "return not actions(board)"}, "terminal"),
        ({"utility": "return 0"}, "utility"),
        ({"minimax": "return (0, 0)"}, "minimax"),
        ({"utility": "raise NotImplementedError"}, "utility"),
    ],
)
def test_a_wrong_function_of_the_course_is_found(tmp_path: Path, body: dict[str, str], function: str) -> None:
    assert wrong_functions(tmp_path, judged_files.course(**body))[:1] == [function]


def wrong_functions(folder: Path, text: str) -> list[str]:
    """The functions that are wrong on some of a few boards, each alone."""
    source = read(written(folder, text))
    candidate = Candidate(source, source.shapes_for(wanted="course")[0], Assignment(source.file).runner)
    every = course.positions()
    boards = every[:10] + every[2000:2060] + every[-10:]
    try:
        results = {name: list(course.judged(candidate, name, boards)) for name in (*COURSE_FUNCTIONS, "minimax")}
    finally:
        candidate.close()
    return [name for name, steps in results.items() if steps[-1].wrong]


@pytest.mark.parametrize(
    "body",
    [
        {"actions": "return [(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY]"},
        {"actions": "yield from ((r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY)"},
        {
            "actions": "return [[r, c] for r in range(3) for c in range(3) if board[r][c] is EMPTY]",
            "result": "return put(board, action)",
        },
        {"terminal": "return int(winner(board) is not None or not set(actions(board)))"},
        {"utility": "return float({X: 1, O: -1, None: 0}[winner(board)])"},
        {"result": "return tuple(map(tuple, put(board, action)))"},
        {"minimax": "board[0][0], kept = X, board[0][0]; board[0][0] = kept; return None"},
    ],
    ids=[
        "a list",
        "a generator",
        "lists as pairs",
        "1 for True",
        "1.0 for 1",
        "tuples as a board",
        "restores the board",
    ],
)
def test_what_the_exercise_leaves_open_is_right(tmp_path: Path, body: dict[str, str]) -> None:
    put = """

def put(board, action):
    if board[action[0]][action[1]] is not EMPTY:
        raise ValueError
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after
"""
    text = judged_files.course(**body).replace("not actions(board)", "not list(actions(board))") + put
    assert wrong_functions(tmp_path, text) == []


def test_a_file_with_two_shapes_is_refused_without_a_wish(tmp_path: Path) -> None:
    with pytest.raises(NotJudged, match="has the shapes choose, course; choose one with --as"):
        chosen(Assignment(written(tmp_path, COURSE + "\n\n" + CHOOSE_FIRST)))


def test_the_game_decides_between_two_shapes(tmp_path: Path) -> None:
    _, shape, _ = chosen(Assignment(written(tmp_path, COURSE + "\n\n" + CHOOSE_FIRST), "nim:1,2"))
    assert shape.name == "choose"


def test_a_game_that_the_shape_does_not_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoreError, match="only plays tictactoe"):
        chosen(Assignment(written(tmp_path, COURSE), "connect-four"))


def test_a_file_that_is_saved_while_it_is_loaded_is_not_judged(tmp_path: Path) -> None:
    text = "open(__file__, 'a').write('# saved')\n" + CHOOSE_FIRST
    with pytest.raises(NotJudged, match="was saved while it was judged"):
        judged(tmp_path, text, TINY)


def test_a_file_that_is_saved_while_it_is_judged_is_judged_as_it_was(tmp_path: Path) -> None:
    text = CHOOSE_FIRST.replace(":\n", ":\n    open(__file__, 'w').write('x = 1')\n")
    assert judged(tmp_path, text, TINY).judged == 17


def test_a_file_that_fails_after_it_was_saved_is_not_judged_on(tmp_path: Path) -> None:
    text = "import os\n" + CHOOSE_FIRST.replace(":\n", ":\n    open(__file__, 'w').write('x = 1'); os._exit(1)\n")
    with pytest.raises(NotJudged, match="was saved while it was judged"):
        judged(tmp_path, text, TINY)


def test_what_cannot_be_loaded_is_not_judged(tmp_path: Path) -> None:
    with pytest.raises(NotJudged, match="raises ZeroDivisionError"):
        judged(tmp_path, "1 / 0\n" + CHOOSE_FIRST)


def test_positions_are_sent_in_parts_where_their_rules_are_long(tmp_path: Path) -> None:
    points = [f"{column}{row}" for row in "12345" for column in "abcdefgh"]
    lines = [" ".join(three) for three in islice(combinations(points, 3), 400)]
    game = made({"triqui": 1, "kind": "lines", "name": "long", "rows": 5, "columns": 8, "lines": lines})
    begin = Position.start(game)
    source = read(written(tmp_path, CHOOSE_FIRST))
    candidate = Candidate(source, source.shapes[0], Assignment(source.file).runner)
    try:
        answers = list(candidate.answers(begin.play(move) for move in begin.moves))
    finally:
        candidate.close()
    assert [answer.failure for answer in answers] == [None] * 40


def test_a_small_sample_is_spread_over_the_plies_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.judge.truth.Sample._case", provable_from(0))
    plies = [len(case.line) for case in Sample(get("connect-four:5,4,4"), 4, 0) if isinstance(case, Case)]
    assert plies == sorted(plies)
    assert len(plies) == 4
    assert max(plies) > 9


def test_a_sample_is_complete_though_early_plies_cannot_be_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.judge.truth.Sample._case", provable_from(8))
    plies = [len(case.line) for case in Sample(get("connect-four:5,4,4"), 5, 0) if isinstance(case, Case)]
    assert min(plies) >= 8
    assert len(plies) == 5


def test_early_plies_that_cannot_be_proven_are_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.judge.truth.Sample._case", provable_from(8))
    found = list(Sample(get("connect-four:5,4,4"), 5, 0))
    assert found.count(Left.UNPROVEN) <= 12


def test_a_player_of_whom_no_position_could_be_judged_is_not_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.judge.truth.Sample._case", provable_from(99))
    with pytest.raises(NotJudged, match="In connect-four:5,4,4 no position was found"):
        judged(tmp_path, CHOOSE_FIRST, "connect-four:5,4,4", sample=1, seed=99)


def provable_from(ply: int) -> Callable[..., Case | None]:
    """An engine that proves positions from a ply on: each has a move that wins and others that lose."""

    def case(sample: Sample, line: tuple[Move, ...], position: Position) -> Case | None:
        first, *others = position.moves
        scores = {first: Score.exact(Verdict.WIN, 1), **dict.fromkeys(others, Score.exact(Verdict.LOSE, 2))}
        return Case(position, line, scores) if len(line) >= ply else None

    return case
