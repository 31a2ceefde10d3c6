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

from core.kits import KITS
from tui.command.cli import main
from tui.manual import TOPICS

README = Path(__file__).parent.parent.parent / "README.md"
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", README.read_text("utf-8"), re.DOTALL))
TALKS = re.findall(r"```text\n\$ (triqui .*)\n((?:.*\n)*?)```", README.read_text("utf-8"))
"""What is said in lines of text: the command, and the lines, those with a > before them typed."""
MAX_LINES = 200
COMMANDS = [shlex.split(line, comments=True) for line in SHELL.splitlines() if line.startswith("triqui")]

WRITERS = [words for words in COMMANDS if words[-2:-1] in ([">"], ["-o"])]


def arguments(words: list[str]) -> list[str]:
    """The arguments of a command, without the file to which the shell sends what it prints."""
    return words[1 : words.index(">") if ">" in words else None]


def test_the_readme_is_short() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= MAX_LINES


def test_it_names_every_topic_of_the_manual() -> None:
    (named,) = re.findall(r"`triqui help TOPIC` is the manual: (.*?)\.", README.read_text("utf-8"), re.DOTALL)
    assert re.split(r",\s+", named) == list(TOPICS)


def test_it_counts_the_games_of_the_list() -> None:
    count = sum(len(kit.presets.split()) for kit in KITS.values())
    assert re.findall(r"(\d+) (?:two-player )?games (?:in|and yours)", README.read_text("utf-8")) == [str(count)] * 2


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
    for writing in WRITERS:
        if writing != words and writing[-1] in words:
            assert main(arguments(writing)) == 0
            if ">" in writing:
                (tmp_path / writing[-1]).write_text(capsys.readouterr().out)
    if words[1:2] == ["open"]:
        (tmp_path / words[2]).write_text("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n")
    capsys.readouterr()
    code = main(arguments(words))
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
