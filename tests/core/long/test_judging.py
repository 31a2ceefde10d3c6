"""Judging that takes seconds: files of the course, games that go round, large games. The numbers of tic-tac-toe are those of a
brute force of another author."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.judge.report import Fault, Report
from tests.core.judged_files import CHOOSE_BY_NAME, CHOOSE_FIRST, COURSE, course, every_second_time
from tests.core.judging import judged, plain_json, replayed
from tests.core.plain import plain
from tests.core.plain_boards import Plain, Pos
from tests.core.worths import worth

O_UNLESS_X_HAS_MORE = "flat = sum(board, []); return O if flat.count(X) <= flat.count(O) else X"
O_IF_EQUAL = "flat = sum(board, []); return O if flat.count(X) == flat.count(O) else X"
BY_PARITY = "return O if sum(board, []).count(None) % 2 else X"


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report about a right minimax that takes the first best square."""
    return judged(tmp_path_factory.mktemp("right"), COURSE)


def test_a_right_minimax_is_right(right: Report) -> None:
    assert (right.right, right.judged, len(right.faults)) == (True, 4520, 0)


def test_a_right_minimax_never_loses(right: Report) -> None:
    assert right.sides
    assert [side.loses for side in right.sides] == [None, None]


def test_the_games_of_a_right_minimax_reach_546_positions(right: Report) -> None:
    assert right.reached == 546


def test_a_minimax_that_knows_no_distance_is_slow_in_485_positions(right: Report) -> None:
    assert right.count(Fault.SLOW) == 485


def test_all_seven_functions_of_a_right_file_are_right(right: Report) -> None:
    assert len(right.right_functions) == 7


@pytest.mark.parametrize(("body", "wrong"), [(O_UNLESS_X_HAS_MORE, 1869), (O_IF_EQUAL, 1333), (BY_PARITY, 1004)])
def test_a_right_search_with_a_wrong_player_is_wrong_because_of_it(tmp_path: Path, body: str, wrong: int) -> None:
    report = judged(tmp_path, course(player=body))
    assert (len(report.faults), report.because) == (wrong, "player")


def test_minimax_is_wrong_because_of_a_function_that_is_not_the_first_wrong_one(tmp_path: Path) -> None:
    taken = "after = [list(row) for row in board]; after[action[0]][action[1]] = player(board); return after"
    report = judged(tmp_path, course(result=taken, utility="return {X: 1, O: 0, None: 0}[winner(board)]"))
    assert (report.first_function and report.first_function.name, report.because) == ("result", "utility")


def test_no_function_is_blamed_for_a_search_that_is_wrong_itself(tmp_path: Path) -> None:
    report = judged(
        tmp_path, course(player=O_IF_EQUAL, minimax="return None if terminal(board) else min(actions(board))")
    )
    assert (bool(report.faults), report.because) == (True, None)


def test_no_function_is_blamed_for_an_answer_that_came_too_late(tmp_path: Path) -> None:
    taken = "after = [list(row) for row in board]; after[action[0]][action[1]] = player(board); return after"
    late = """from pathlib import Path
    while not any(sum(board, [])) and not Path(__file__ + ".late").exists():
        Path(__file__ + ".late").touch()
        while True:
            pass
    return None if terminal(board) else right(board)"""
    text = course(result=taken, minimax=late) + COURSE[COURSE.index("def minimax") :].replace("minimax", "right")
    report = judged(tmp_path, text, seconds=3.0)
    assert (len(report.faults), report.because) == (1, None)


def test_strict_judging_blames_no_function_for_slow_moves(tmp_path: Path) -> None:
    taken = "after = [list(row) for row in board]; after[action[0]][action[1]] = player(board); return after"
    assert judged(tmp_path, course(result=taken), strict=True).because is None


@pytest.mark.parametrize("id", ["pong-hau-ki", "morris", "achi"])
def test_a_player_goes_round_where_its_own_moves_never_finish_a_won_game(tmp_path: Path, id: str) -> None:
    report = judged(tmp_path, CHOOSE_BY_NAME, id)
    rules = plain(id)
    found = [replayed(id, each.line) for each in report.findings if each.fault is Fault.GOES_ROUND]
    assert sorted(found) == sorted(endless(rules))


def endless(rules: Plain) -> set[Pos]:
    """The won positions from which the first move by name keeps the win, and some replies lead to such positions for ever: to
    one that comes again."""
    after: dict[Pos, set[Pos]] = {}
    waiting, seen = [rules.start], {rules.start}
    while waiting:
        pos = waiting.pop()
        replies = rules.replies(pos)
        waiting += [child for child in set(replies.values()) if child not in seen]
        seen.update(replies.values())
        if replies and worth(rules, pos).value == 1:
            child = replies[min(replies)]
            if worth(rules, child).value == -1:
                after[pos] = set(rules.replies(child).values())
    for pos in after:
        after[pos] &= after.keys()
    return {pos for pos in after if any(comes_again(after, each) for each in {pos, *follows(after, pos)})}


def follows(after: dict[Pos, set[Pos]], pos: Pos) -> set[Pos]:
    """All positions that can follow one."""
    found: set[Pos] = set()
    waiting = [pos]
    while waiting:
        new = after[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def comes_again(after: dict[Pos, set[Pos]], pos: Pos) -> bool:
    """Whether a position can follow itself."""
    return pos in follows(after, pos)


def test_every_position_of_a_sample_matters_by_brute_force(tmp_path: Path) -> None:
    report = judged(tmp_path, "def choose(position):\n    raise ValueError\n", "connect-four:4,4,4", sample=30)
    rules = plain("connect-four:4,4,4")
    found = [replayed("connect-four:4,4,4", each.line) for each in report.findings]
    assert len(set(found)) == 30
    assert all(len({worth(rules, child).value for child in rules.replies(pos).values()}) > 1 for pos in found)


def test_judging_ends_after_ten_failures_of_the_process_in_all(tmp_path: Path) -> None:
    report = judged(tmp_path, every_second_time("os._exit(1)"), "mnk:3,2,2")
    assert (str(report.gave_up), report.judged) == ("ended with exit code 1", 20)


def test_a_sample_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    one, other = (judged(tmp_path, CHOOSE_FIRST, "connect-four", sample=8, seed=7) for _ in range(2))
    assert plain_json(one) == plain_json(other)


def test_a_function_that_is_handed_out_as_it_is_is_told_as_not_written(tmp_path: Path) -> None:
    raising = course(player="raise NotImplementedError", minimax="raise NotImplementedError")
    report = judged(tmp_path, raising)
    assert [each.name for each in report.functions if each.unwritten] == ["player", "minimax"]


def test_a_file_that_lacks_a_function_of_the_exercise_is_wrong_though_it_plays_right(tmp_path: Path) -> None:
    report = judged(tmp_path, COURSE.replace("utility", "points"))
    assert (report.right, report.missing, len(report.faults)) == (False, ["utility"], 0)


def test_a_missing_function_can_be_why_minimax_is_wrong(tmp_path: Path) -> None:
    assert judged(tmp_path, COURSE.replace("def utility", "def points")).because == "utility"
