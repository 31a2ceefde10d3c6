"""``triqui bench --app``: what it is asked for, what it prints, and how it measures."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.games import get
from core.position import Position
from tests.pty.terminal import gone, wait_until
from tests.tui.commands import Run
from tui.bench import figures
from tui.bench.figures import Figure, Plan, Ratio, cursor_mark, logged, of_pairs, wander, written
from tui.bench.program import NotShown, opened
from tui.command import bench

SIZE = (80, 24)
FIGURES = [
    Figure(figures.FIRST, "home", 300.0, "ms", 150.0, Ratio(2.0, 1.9, 2.1)),
    Figure(figures.REST, "home", 0, "B"),
]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """What is asked of the only figure that there is."""
    plans: list[Plan] = []

    def start(plan: Plan) -> Iterator[Figure]:
        plans.append(plan)
        yield from FIGURES

    monkeypatch.setattr("tui.bench.figures.MEASURES", {"start": start})
    return plans


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


# --- the command


def test_the_figures_are_one_document_with_their_bases_and_ratios(triqui: Run, measured: list[Plan]) -> None:
    document = triqui("bench", "--app", "--only", "start", "--json").json
    assert document.keys() == {
        *("triqui", "install", "command", "python", "textual", "system", "size", "figures"),
    }
    assert document["figures"] == [
        {
            "figure": "first picture",
            "of": "home",
            "value": 300,
            "unit": "ms",
            "base": 150,
            "ratio": {"value": 2, "low": 1.9, "high": 2.1},
        },
        {"figure": "bytes at rest", "of": "home", "value": 0, "unit": "B", "base": None, "ratio": None},
    ]


def test_people_see_a_row_for_each_figure(triqui: Run, measured: list[Plan]) -> None:
    rows = triqui("bench", "--app", "--only", "start").out.splitlines()[2:]
    assert [row.split() for row in rows] == [
        ["first", "picture", "home", "300.00", "ms", "150.00", "ms", "2.00", "(1.90-2.10)"],
        ["bytes", "at", "rest", "home", "0", "B"],
    ]


def test_size_games_and_sessions_are_as_asked_for(triqui: Run, measured: list[Plan]) -> None:
    line = "bench --app --only start --size 120x40 --games 500 --sessions 3 --all"
    triqui(*line.split())
    assert measured[0]._replace(command=()) == Plan((), (120, 40), 500, 3, True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--app --size 81x24", "80x24, 120x40"),
        ("--app --only home", "start, keys, rest, store, served"),
        ("--app --games 5", "--games"),
        ("--all", "go with --app"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(triqui: Run, line: str, sentence: str) -> None:
    answer = triqui("bench", *line.split())
    assert (answer.code, sentence in answer.err) == (2, True)


def test_on_windows_it_says_where_it_works(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "os", SimpleNamespace(name="nt"))
    answer = triqui("bench", "--app")
    assert (answer.code, "Linux or macOS" in answer.err) == (2, True)


def test_where_no_hall_can_be_served_the_rest_is_measured_and_a_sentence_says_why(
    triqui: Run, measured: list[Plan], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "PARTS", ("start", "served"))
    monkeypatch.setattr("tui.command.serve.find_spec", lambda name: None)
    answer = triqui("bench", "--app", "--json")
    assert (answer.code, len(measured)) == (0, 1)
    assert "pip install 'triqui[serve]'" in answer.err


def test_the_program_is_the_one_that_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (script := tmp_path / "triqui").touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    assert bench.program() == (str(script),)


# --- how it measures


def test_bytes_at_rest_are_counted_of_a_program_that_goes_on_writing_and_of_none_that_is_silent(tmp_path: Path) -> None:
    writes = python("import time\nwhile True: print('.', end='', flush=True); time.sleep(0.02)")
    silent = python("print('.', end='', flush=True); input()")
    with opened(writes, tmp_path, SIZE) as one, opened(silent, tmp_path, SIZE) as other:
        for program in (one, other):
            program.see(r"\.")
        counts = written([one, other], 0.2)
    assert counts[0] > 0
    assert counts[1] == 0


def test_no_process_is_left_of_a_program_and_of_what_it_has_started(tmp_path: Path) -> None:
    code = (
        "import subprocess; p = subprocess.Popen(['sleep', '60'], start_new_session=True); print(p.pid, '!'); p.wait()"
    )
    with opened(python(code), tmp_path, SIZE) as program:
        started = int(program.see("!").split()[0])
    wait_until(lambda: gone([program.pid, started]))


def test_a_program_that_ends_by_itself_is_named(tmp_path: Path) -> None:
    with opened(python("print('?')"), tmp_path, SIZE) as program, pytest.raises(NotShown, match="ended"):
        program.see("!")


def test_a_command_that_fails_has_no_figure(tmp_path: Path) -> None:
    with pytest.raises(NotShown, match="failed with exit code 3"):
        logged(Plan(python("raise SystemExit(3)")), tmp_path)


def test_the_interval_of_twenty_pairs_goes_from_the_sixth_to_the_fifteenth() -> None:
    """As tables of the median's interval have it."""
    assert of_pairs([float(number) for number in range(1, 21)]) == Ratio(10.5, 6.0, 15.0)


def test_a_thousand_plies_are_found_of_a_game_that_can_be_long() -> None:
    names = wander(get("vanishing"), 1000)
    position = Position.start(get("vanishing"))
    for name in names:
        position = position.play(position.parse(name))
    assert (len(names), position.outcome) == (1000, None)


def test_a_picture_of_the_cursor_is_told_from_a_report_of_the_panel() -> None:
    report, key = b"\x1b[5;44H1,234\x1b[6;9H~", b"\x1b[6;9H \x1b[6;13H\xe2\x96\xb8\x1b[5;44H2"
    found = cursor_mark([key, key], report, SIZE)
    assert not found(report)
    assert found(b"\x1b[1m" + key)


INTERRUPTED_AGAIN = """
import signal
from tempfile import TemporaryDirectory
from tui.bench.figures import household

tidy = TemporaryDirectory.cleanup

def interrupted(folder):
    signal.raise_signal(signal.SIGINT)
    tidy(folder)

TemporaryDirectory.cleanup = interrupted
try:
    with household() as home:
        raise KeyboardInterrupt
except KeyboardInterrupt:
    print(home.exists())
"""


def test_a_second_interrupt_while_it_tidies_up_leaves_no_folder() -> None:
    # In a program of its own: the tests may run in a thread that gets no signals.
    done = subprocess.run([sys.executable, "-c", INTERRUPTED_AGAIN], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")
