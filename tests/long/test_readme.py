"""What the README says is so. It takes 13 seconds."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from tui.command.cli import main

README = Path(__file__).parent.parent.parent / "README.md"
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", README.read_text("utf-8"), re.DOTALL))
TALKS = re.findall(r"```text\n\$ (triqui .*)\n((?:.*\n)*?)```", README.read_text("utf-8"))
"""What is said in lines of text: the command, and the lines, those with a > before them typed."""
COMMANDS = [shlex.split(line, comments=True) for line in SHELL.splitlines() if line.startswith("triqui")]


def test_the_lines_of_python_give_what_they_show() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert found.attempted >= 10
    assert found.failed == 0


@pytest.mark.parametrize(
    "words", [words for words in COMMANDS if words[1:2] not in (["bench"], ["serve"], ["web"])], ids=" ".join
)
def test_every_command_runs_or_asks_for_a_terminal(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    if words[1:2] == ["check"]:
        (writing,) = (before for before in COMMANDS if before[1:2] == ["prove"] and words[2] in before)
        assert main(writing[1:]) == 0
    if words[1:2] == ["open"]:
        (tmp_path / words[2]).write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n")
    if words[1:2] == ["judge"]:
        (writing,) = (before for before in COMMANDS if before[1:2] == ["new"])
        main(writing[1 : writing.index(">")])
        (tmp_path / words[2]).write_text(capsys.readouterr().out)
    code = main(words[1 : words.index(">") if ">" in words else None])
    printed = capsys.readouterr()
    if words[1:2] in ([], ["play"], ["watch"]):
        assert code == 2
        assert printed.err.startswith("The hall needs a terminal")
    elif words[1] == "judge":
        assert code == 1
        assert printed.out.startswith("my_player.py at tictactoe: loses as X")
    elif words[1] == "review":
        assert code == 2
        assert printed.err.startswith("There is no finished game yet")
    else:
        assert code == 0, printed.err
        assert printed.out or words[1] == "engine"  # which hears nothing here


@pytest.mark.parametrize(("command", "talk"), TALKS, ids=["talk"])
def test_the_talk_goes_as_it_is_told(command: str, talk: str) -> None:
    lines = talk.splitlines()
    typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    program = [str(Path(sys.executable).with_name("triqui")), *shlex.split(command)[1:]]
    answer = subprocess.run(program, input=typed, capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines() == [line for line in lines if not line.startswith("> ")]
    assert answer.stderr == ""


def test_every_command_has_an_example() -> None:
    from tui.command.commands import app_of

    assert set(typer.main.get_group(app_of()).commands) == {words[1] for words in COMMANDS if words[1:]}


def test_every_file_it_points_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8")):
        assert "://" in target or (README.parent / target).exists(), target
