"""The exit codes: right, checked and false, usage, a fault of the program, interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import engines
from core.analysis import Analysis, Engine, Watch
from tests.tui.commands import Run

WRONG_GAME = 'kind = "lines"\nname = "mine"\npoints = "a b"\nlines = ["a x"]\n'


@pytest.fixture
def files(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files that are wrong, each in its way, and wrong settings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.xz").write_bytes(b"1. e4")
    (tmp_path / "wrong.toml").write_text(WRONG_GAME)
    home.mkdir()
    (home / "settings.toml").write_text("sound = 7\n")


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("check wrong.xz", 1, "'wrong.xz' proves nothing."),
        ("check none.xz", 2, "'none.xz' cannot be read"),
        ("own check wrong.toml", 1, "'wrong.toml' does not define a game."),
        ("own check none.toml", 2, "'none.toml' cannot be read"),
        ("config --check", 1, "Correct this in "),
        ("config --check --reset", 2, "Do one thing at a time"),
        ("prove tictactoe -o new.xz --limit 10", 2, "The proof is too large"),
        ("plya", 2, "There is no command 'plya'"),
    ],
)
def test_a_command_ends_with_the_code_of_its_answer(
    triqui: Run, files: None, line: str, code: int, sentence: str
) -> None:
    answer = triqui(*line.split())
    assert answer.code == code
    assert sentence in answer.err


def interrupt(*given: object) -> None:
    """Press Ctrl-C."""
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("analyse mnk:5,5,4", "core.engines.analyse"),
        ("perft tictactoe 9", "tui.command.output.perft"),
        ("match tictactoe random random --games 9", "core.tournament.run.run"),
        ("bench", "core.engines.bench.rows"),
        ("prove tictactoe -o new.xz", "core.proofs.prove.prove"),
        ("study games tictactoe", "tui.command.study.answer"),
        ("games", "tui.household.settings_file.read"),
    ],
)
def test_ctrl_c_ends_a_command_with_130_and_one_word(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(place, interrupt)
    answer = triqui(*line.split())
    assert (answer.code, answer.out, answer.err) == (130, "", "Interrupted.\n")


def test_ctrl_c_while_a_class_is_made_ends_a_command_with_130(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_a_class(*folder: object) -> None:
        try:
            interrupt()
        except KeyboardInterrupt as error:
            raise RuntimeError("Error calling __set_name__") from error  # as Python 3.11 does

    monkeypatch.setattr("tui.household.settings_file.read", stop_a_class)
    assert triqui("games").code == 130


def test_ctrl_c_pressed_again_while_the_first_is_answered_ends_it_at_once(
    triqui: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.household.settings_file.read", interrupt)
    monkeypatch.setattr("tui.command.cli._complain", interrupt)
    assert triqui("games").code == 130


def test_a_fault_ends_with_70_and_names_the_report(triqui: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(engine: Engine, watch: Watch) -> Analysis:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(engines, "analyse", fail)
    answer = triqui("analyse", "tictactoe")
    file = home / "fault.log"
    said = f"This is a bug in triqui: ZeroDivisionError: by zero. Please report it with '{file}'.\n"
    assert (answer.code, answer.out, answer.err) == (70, "", said)
    assert "in fail" in file.read_text()


def test_a_fault_whose_report_cannot_be_written_is_told_without_it(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        monkeypatch.setenv("TRIQUI_HOME", str(tmp_path / "taken" / "below"))
        raise ZeroDivisionError("by zero")

    (tmp_path / "taken").touch()
    monkeypatch.setattr("tui.command.output.engines", fail)
    answer = triqui("engines")
    said = "This is a bug in triqui: ZeroDivisionError: by zero. Please report it.\n"
    assert (answer.code, answer.err) == (70, said)
