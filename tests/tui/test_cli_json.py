"""--json prints one JSON document wherever a command takes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from tests.tui.commands import Run
from tui.command.commands import app_of

LINES = {
    "games": list,
    "engines": list,
    "players tictactoe": list,
    "perft tictactoe 2": dict,
    "analyse mnk:2,2,2": dict,
    "match tictactoe random random --games 2": dict,
    "tournament tictactoe random loser --games 2 --workers 1": dict,
    "prove tictactoe -o new.xz": dict,
    "study": list,
    "study games mnk:2,2,2": dict,
    "log": list,
    "log --hall": list,
    "stats": dict,
    "menace": dict,
    "config": dict,
    "config theme": dict,
    "config theme nord": dict,
    "config --check": dict,
    "config --reset": dict,
    "config theme --reset": dict,
    "own check mu-torere": dict,
    "own list": list,
}
ELSEWHERE = {"check", "review", "open", "judge", "bench", "serve people"}
"""Commands whose documents other tests read: they need a file, a game, minutes or a hall."""


def commands(group: TyperGroup, before: str = "") -> Iterator[str]:
    """The commands that take --json."""
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from commands(command, f"{before}{name} ")
        elif any("--json" in parameter.opts for parameter in command.params):
            yield before + name


@pytest.mark.parametrize(("line", "kind"), LINES.items())
def test_a_command_prints_one_document(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, kind: type
) -> None:
    monkeypatch.chdir(tmp_path)
    assert isinstance(triqui(*line.split(), "--json").json, kind)


def test_every_command_that_takes_json_is_asked_for_it() -> None:
    asked = {name for name in commands(typer.main.get_group(app_of())) for line in LINES if line.startswith(name)}
    assert set(commands(typer.main.get_group(app_of()))) == asked | ELSEWHERE


def test_wrong_settings_are_listed_with_their_lines(triqui: Run, home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("sound = 7\n")
    answer = triqui("config", "--check", "--json")
    assert answer.code == 1
    assert [each["line"] for each in json.loads(answer.out)["wrong"]] == [1]
