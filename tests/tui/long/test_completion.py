"""A shell completes a command line of the program: what it offers, asked as the shells ask, and by the shells themselves.
It takes 8 seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.strategies.levels import ALL_LEVELS
from tui.command.cli import main

BIN = Path(sys.executable).parent
ASKED = """
import sys
from tui.command.cli import main
try:
    main([])
finally:
    thinks = [name for name in sys.modules if name.startswith("core.engines.") and name[13:] != "dialects"]
    print("textual" in sys.modules, thinks, file=sys.stderr)
"""


def question(line: str) -> dict[str, str]:
    """The variables by which bash asks what is offered for the last word of a line."""
    return {"_TRIQUI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str], list[str]]:
    """What is offered for the last word of a line."""

    def ask(line: str) -> list[str]:
        for name, value in question(line).items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit, match="0"):
            main([])
        return capsys.readouterr().out.split()

    return ask


@pytest.mark.parametrize("line", ["triqui play tictactoe/", "triqui watch tictactoe --x best:", "triqui help "])
def test_what_is_offered_is_found_with_nothing_in_memory_that_draws_or_thinks(line: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", ASKED], env={**os.environ, **question(line)}, capture_output=True, text=True, check=True
    )
    assert len(answer.stdout.split()) > 2
    assert answer.stderr.splitlines() == ["False []"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("triqui pl", ["play", "players"]),
        ("triqui completion ", ["bash", "zsh", "fish"]),
        ("triqui play tictactoe/misere/", ["tictactoe/misere/toroidal", "tictactoe/misere/wild"]),
        ("triqui play mnk:4", ["mnk:4,4,3", "mnk:4,4,4"]),
        ("triqui play tictactoe --fi", ["--first"]),
        ("triqui play tictactoe --first ", ["you", "ai", "x", "o", "random", "loser", "alternate"]),
        ("triqui watch tictactoe --x arias", ["arias-a", "arias-b"]),
        ("triqui watch tictactoe --x=lo", ["loser"]),
        ("triqui match tictactoe best hum", ["human"]),
        ("triqui analyse nim:3,4,5 --engine th", ["theory"]),
        ("triqui engine gomoku --protocol ", ["ugi", "gomocup", "codingame", "pons"]),
        ("triqui --language ", ["en", "es"]),
        ("triqui help ex", ["exit"]),
        ("triqui help gomo", ["gomoku"]),
        ("triqui play tictactoe --x human:", []),
    ],
)
def test_every_kind_of_word_is_offered(offered: Callable[[str], list[str]], line: str, expected: list[str]) -> None:
    assert sorted(offered(line)) == sorted(expected)


def test_the_levels_of_an_engine_are_offered_once_its_colon_is_written(offered: Callable[[str], list[str]]) -> None:
    levels = {level.name for level in ALL_LEVELS} | {"easy", "medium", "hard"}
    assert set(offered("triqui watch tictactoe --o mcts:")) == {f"mcts:{level}" for level in levels}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the script of every shell."""
    for shell in ("bash", "zsh", "fish"):
        script = subprocess.run(
            [BIN / "triqui", "completion", shell], capture_output=True, text=True, check=True
        ).stdout
        (tmp_path / shell).write_text(script)
    return tmp_path


def run(shell: str, program: str) -> str:
    """What a shell prints that runs a program."""
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell} here")
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([shell, "-c", program], env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("triqui pl", "play players"),
        ("triqui play mnk:4", "4,4,3 4,4,4"),
        ("triqui watch tictactoe --x mcts:f", "full"),
        ("triqui watch tictactoe --x=mcts:f", "full"),
        ('triqui play tictactoe --moves "a1 b2" --o mc', "mcts"),
        ("triqui play no-such-game", ""),
    ],
)
def test_bash_gets_words_of_which_those_with_a_colon_go_on_after_it(folder: Path, line: str, expected: str) -> None:
    asked = f"COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; _triqui_completion triqui; echo \"${{COMPREPLY[*]}}\""
    assert run("bash", f"source {folder}/bash; {asked}") == f"{expected}\n"


def test_fish_gets_words_and_what_commands_do(folder: Path) -> None:
    assert run("fish", f"source {folder}/fish; complete -C'triqui pl'") == (
        "play\tPlay a game.\nplayers\tList the players of a game.\n"
    )


def test_zsh_takes_its_script(folder: Path) -> None:
    assert run("zsh", f"compdef() {{ echo $* }}; source {folder}/zsh") == "_triqui_completion triqui\n"


def test_a_shell_that_there_is_no_script_for_is_told_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "csh"]) == 2
    assert capsys.readouterr().err == "There is completion for bash, zsh, fish, not for 'csh'.\n"
