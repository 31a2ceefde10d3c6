"""``triqui judge``: the report about a file, the marks of a class, and how the command ends."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from core.judge.folder import Mark, Submission
from core.judge.judging import Assignment, judge
from core.judge.report import Report
from core.phrase import phrase
from tests.core.judged_files import CHOOSE_FIRST, CHOOSE_NEVER, COURSE
from tests.tui.commands import Run
from tui.command import output_judge

TINY = "mnk:2,2,2"
"""A game of few positions, in which every move wins."""
SMALL = "mnk:3,2,2"
LOST = "nim:1,2"
"""A game of six positions, in which the first stick is the wrong one at the start."""
KEYS = [
    *("file", "shape", "game", "right", "final", "positions", "sampled", "seed", "wrong", "wrong_reached", "reached"),
    *("win_lost", "draw_lost", "failed", "goes_round", "slow", "loses_as", "first", "functions", "because", "unproven"),
    *("not_asked", "gave_up", "slowest", "memory_limited"),
]
FAILING = "def choose(position):\n    raise ValueError('\\x1b[2J\\x1b]0;owned\\x07 \\u202e')\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with players."""
    monkeypatch.chdir(tmp_path)
    texts = {
        "first": CHOOSE_FIRST,
        "failing": FAILING,
        "never": CHOOSE_NEVER,
        "both": COURSE + "\n\n" + CHOOSE_FIRST,
        "course": COURSE,
        "helper": "x = 1\n",
        "broken": "def choose(position:\n",
        "empty": "",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"judge first.py {TINY}", 0),
        (f"judge first.py {LOST}", 1),
        (f"judge failing.py {TINY}", 1),
        (f"judge never.py {TINY} --seconds 0.05", 1),
        (f"judge first.py {LOST} --json", 1),
    ],
)
def test_the_exit_code_tells_whether_the_player_is_right(triqui: Run, line: str, code: int) -> None:
    answer = triqui(*line.split())
    assert (answer.code, answer.err) == (code, "")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("judge none.py", "none.py' cannot be read"),
        ("judge helper.py", "'helper.py' has no player"),
        ("judge empty.py", "'empty.py' has no player"),
        ("judge broken.py", "'broken.py' is not Python: line 1"),
        ("judge both.py", "'both.py' has the shapes choose, course; choose one with --as."),
        ("judge both.py --as contest", "'both.py' does not have the shape contest"),
        ("judge first.py --as minimax", "There is no shape 'minimax'; the shapes are choose, course, contest."),
        ("judge course.py connect-four", "only plays tictactoe"),
        ("judge course.py nim:1,2", "only plays tictactoe"),
        ("judge first.py nowhere", "There is no game 'nowhere'"),
        ("judge first.py --csv none/marks.csv", "'none/marks.csv' cannot be written"),
        ("judge first.py --seconds 0", "--seconds"),
        ("judge first.py --sample 0", "--sample"),
        ("judge first.py --python none-such", "cannot be started"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_sentence(triqui: Run, line: str, sentence: str) -> None:
    answer = triqui(*line.split())
    assert (answer.code, answer.out) == (2, "")
    assert sentence in answer.err


def test_a_side_that_nobody_can_hold_is_named(triqui: Run) -> None:
    assert "As 1st any player loses against best play.\n" in triqui("judge", "first.py", "nim:1,1").out


def test_a_helper_behind_the_agent_is_named(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def agent(board):\n    return 3\n\ndef helper(board):\n    return 3\n")
    out = triqui("judge", "agent.py", "--sample", "1").out
    assert "The contest calls the last function of a file; that is helper.\n" in out


def test_no_program_is_replaced_by_results(triqui: Run) -> None:
    said = triqui("judge", "first.py", TINY, "--csv", "first.py").err
    assert said == "'first.py' is a program, and the results would replace it; choose a name that ends in .csv.\n"
    assert Path("first.py").read_text() == CHOOSE_FIRST


def test_a_python_that_cannot_be_started_is_named(triqui: Run) -> None:
    said = triqui("judge", "first.py", TINY, "--python", "nowhere").err
    assert said == "'first.py' needs nowhere, which cannot be started (No such file or directory).\n"


def test_the_path_of_a_python_begins_in_the_folder_of_who_names_it(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "python").symlink_to(sys.executable)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "bot.py").write_text(CHOOSE_FIRST)
    assert triqui("judge", "in/bot.py", TINY, "--python", "./python").code == 0


def test_a_shape_is_chosen_by_a_wish(triqui: Run) -> None:
    answer = triqui("judge", "both.py", LOST, "--as", "choose", "--json")
    assert json.loads(answer.out)["shape"] == "choose"


def test_a_name_that_is_too_long_for_a_file_is_refused_in_a_sentence(triqui: Run) -> None:
    assert "cannot be read (File name too long)" in triqui("judge", "l" * 5000 + ".py").err


def test_the_smallest_counterexample_is_drawn_with_the_moves_that_hold(triqui: Run) -> None:
    lines = triqui("judge", "first.py").out.splitlines()
    begin = lines.index("The smallest position in which its move is wrong (draw lost):")
    assert lines[begin + 1 : begin + 7] == [
        "    a b c",
        "  1 X . .",
        "  2 . . .",
        "  3 . . .",
        "O is to move: it plays b1.",
        "Right: b2.",
    ]


def test_the_report_begins_with_whether_it_ever_loses(triqui: Run) -> None:
    first, *_ = triqui("judge", "first.py").out.splitlines()
    assert first == "first.py at tictactoe: loses as X by a1 b1 c1 b2 a2 b3; loses as O by a1 b1 a2 c1 a3."


@pytest.mark.parametrize("line", [TINY, LOST, f"{SMALL} --strict", "connect-four:5,4,4 --sample 3"])
def test_the_keys_of_a_report_are_always_the_same(triqui: Run, line: str) -> None:
    assert list(json.loads(triqui("judge", "first.py", *line.split(), "--json").out)) == KEYS


def test_a_player_that_fails_has_a_report_in_json_too(triqui: Run) -> None:
    report = json.loads(triqui("judge", "never.py", TINY, "--seconds", "0.05", "--json").out)
    assert (report["gave_up"], report["not_asked"], report["loses_as"]) == ("did not answer in time", 14, None)


def test_all_findings_are_listed_on_request(triqui: Run) -> None:
    report = json.loads(triqui("judge", "first.py", LOST, "--all", "--json").out)
    assert len(report["findings"]) == report["wrong"] + report["slow"]


def test_what_a_player_prints_is_shown_on_request(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "chatty.py").write_text("print('hello')\n" + CHOOSE_FIRST)
    assert "  hello" in triqui("judge", "chatty.py", LOST, "--all").out.splitlines()


def test_findings_are_written_as_csv(triqui: Run, tmp_path: Path) -> None:
    triqui("judge", "first.py", LOST, "--csv", "found.csv")
    with (tmp_path / "found.csv").open(newline="") as file:
        heads, *rows = csv.reader(file)
    assert heads == ["fault", "moves", "position", "played", "failure", "holding", "reached"]
    assert all(row[0] == "win lost" for row in rows)


@pytest.mark.parametrize("option", ["", "--all", "--csv=-", "--json"])
def test_nothing_of_a_player_steers_the_terminal(triqui: Run, tmp_path: Path, option: str) -> None:
    hostile = "print('\\x1b[2J\\x9b31m')\n" + FAILING
    (tmp_path / "\x1b[31mred.py").write_text(hostile)
    answer = triqui("judge", "\x1b[31mred.py", TINY, *option.split())
    assert answer.code == 1
    assert not set(answer.out + answer.err) & set("\x1b\x07\x9b\u202e")


@pytest.mark.parametrize("option", ["", "--csv=-", "--json"])
def test_nothing_of_a_class_steers_the_terminal(triqui: Run, tmp_path: Path, option: str) -> None:
    student = tmp_path / "class" / "\x1b[31mred"
    student.mkdir(parents=True)
    (student / "\x1b[32mgreen.py").write_text(FAILING)
    (student / "\x1b[33mhelper.py").write_text("x = 1")
    answer = triqui("judge", "class", TINY, *option.split())
    assert answer.code == 1
    assert not set(answer.out + answer.err) & set("\x1b\x07\x9b\u202e")


def test_no_cell_of_the_marks_is_a_formula(tmp_path: Path) -> None:
    submission = Submission("=1+1", tmp_path / "@sum.py")
    output_judge.marks_csv([Mark(submission, None, phrase("+cmd|calc"))], "marks.csv")
    _, row = read_csv(tmp_path / "marks.csv")
    assert [cell for cell in row if cell] == ["'=1+1", "'@sum.py", "'+cmd|calc"]


def read_csv(file: Path) -> list[list[str]]:
    """The rows of a file."""
    with file.open(newline="", encoding="utf-8") as opened:
        return list(csv.reader(opened))


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A class: a right player, a wrong one, one that does not load, and files that are none."""
    files = {
        "ana/bot.py": CHOOSE_FIRST,
        "ana/util.py": "x = 1\n",
        "bob/bot.py": "1 / 0\n" + CHOOSE_FIRST,
        "cid/bot.py": "def choose(position):\n    return 'nonsense'\n",
        "dan/bot.py": "def choose(position:\n",
        "eve.py": CHOOSE_FIRST,
        "runner.py": CHOOSE_FIRST,
    }
    for name, text in files.items():
        file = tmp_path / "class" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "class"


@pytest.fixture
def marked(triqui: Run, school: Path, tmp_path: Path) -> tuple[Any, list[list[str]]]:
    """What the command said of the class, and its marks."""
    answer = triqui("judge", "class", LOST, "--csv", "marks.csv")
    return answer, read_csv(tmp_path / "marks.csv")


def test_a_class_has_a_mark_for_each_student(marked: tuple[Any, list[list[str]]]) -> None:
    answer, (heads, *rows) = marked
    assert heads == list(output_judge.COLUMNS)
    assert [row[0] for row in rows] == ["ana", "bob", "cid", "dan", "eve"]
    errors = {row[0]: row[-1] for row in rows}
    assert errors["eve"] == errors["ana"] == ""
    assert "ZeroDivisionError" in errors["bob"]
    assert "'nonsense'" in errors["cid"]
    assert "is not Python: line 1" in errors["dan"]
    assert "util.py is skipped" in answer.err
    assert "runner.py is skipped" in answer.err
    assert answer.code == 1


def test_a_class_of_which_none_can_be_judged_ends_with_2(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "broken.py").write_text("def choose(position:\n")
    assert triqui("judge", "class").code == 2


def test_a_class_of_right_players_ends_with_0(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "first.py").write_text(CHOOSE_FIRST)
    assert triqui("judge", "class", TINY).code == 0


def test_a_folder_without_a_player_is_refused(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "helper.py").write_text("x = 1\n")
    answer = triqui("judge", "class")
    assert answer.code == 2
    assert "has no Python player" in answer.err


def test_the_marks_of_a_class_are_one_document_of_json(triqui: Run, school: Path) -> None:
    document = json.loads(triqui("judge", "class", LOST, "--json").out)
    assert [list(each) for each in document] == [["student", "path", "error", "report"]] * 5


def test_a_class_has_the_same_marks_for_the_same_seed(triqui: Run, tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "first.py").write_text(CHOOSE_FIRST)
    one, other = (
        json.loads(triqui("judge", "class", "connect-four:5,4,4", "--sample", "3", "--json").out) for _ in range(2)
    )
    for each in (*one, *other):
        (each["report"] or {}).pop("slowest", None)
    assert one == other


def test_ctrl_c_prints_what_was_found(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = iter(judge(Assignment(Path("first.py").absolute())))

    def interrupted(assignment: Assignment) -> Iterator[Report]:
        for _ in range(100):
            yield next(reports)
        raise KeyboardInterrupt

    monkeypatch.setattr("core.judge.judging.judge", interrupted)
    answer = triqui("judge", "first.py", "--json")
    document = json.loads(answer.out)
    assert (answer.code, answer.err) == (130, "Interrupted.\n")
    assert (document["final"], document["positions"]) == (False, 100)


def test_a_report_is_in_the_language_of_the_reader(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    first, *_ = copy_context().run(triqui, "judge", "first.py").out.splitlines()
    assert first == "first.py en tictactoe: pierde como X con a1 b1 c1 b2 a2 b3; pierde como O con a1 b1 a2 c1 a3."


def test_the_reason_against_a_move_is_in_the_language_of_the_reader(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "far.py").write_text("def choose(position):\n    return 99\n")
    monkeypatch.setenv("LANGUAGE", "es")
    assert (
        "ha respondido 99 (No hay ninguna jugada con el número 99 en este juego)" in triqui("judge", "far.py", TINY).out
    )


def test_csv_and_json_are_english_in_every_language(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    report = json.loads(copy_context().run(triqui, "judge", "failing.py", TINY, "--json").out)
    assert report["first"]["failure"].startswith("raises ValueError")


def test_the_marks_of_a_class_fit_a_terminal_with_their_errors_below(triqui: Run, school: Path) -> None:
    lines = triqui("judge", "class", LOST).out.splitlines()
    heads = "student file judged wrong wins lost draws lost slow"
    assert " ".join(lines[0].split()) == heads
    assert "cid: answered 'nonsense' (" in "\n".join(lines[7:])
