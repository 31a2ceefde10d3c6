"""Tests: in which folder an external program is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.engines.foreign.base import in_its_folder
from core.errors import EngineForfeits
from tests.core.programs import Fake, ask, engine, position


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an engine with weights and a script, beside the one that we are in."""
    folder = tmp_path / "engines"
    (folder / "nets").mkdir(parents=True)
    for name in ("engine", "engine.py", "nets/weights.bin"):
        (folder / name).touch()
    here = tmp_path / "here"
    here.mkdir()
    (here / "3").touch()
    monkeypatch.chdir(here)
    return folder


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["../engines/engine", "--flag"], ["{}/engine", "--flag"]),
        (["python3", "../engines/engine.py"], ["python3", "{}/engine.py"]),
        (["/usr/bin/python3.11", "../engines/engine.py"], ["/usr/bin/python3.11", "{}/engine.py"]),
        (["wine", "../engines/engine", "../engines/nets/weights.bin"], ["wine", "{}/engine", "{}/nets/weights.bin"]),
    ],
)
def test_a_program_that_a_command_names_by_its_file_starts_in_the_folder_of_that_file(
    command: list[str], words: list[str], engines: Path
) -> None:
    there = engines.parent / "here" / ".." / "engines"
    assert in_its_folder(command) == ([word.format(there) for word in words], str(there))


@pytest.mark.parametrize("command", [["gomoku", "3"], ["python3", "-m", "engine"], ["./missing"]])
def test_a_command_that_names_no_file_starts_where_we_are(command: list[str], engines: Path) -> None:
    assert in_its_folder(command) == (command, None)


def test_a_program_is_started_in_its_folder(tmp_path: Path, engines: Path) -> None:
    fake = Fake(tmp_path, "log.write('in ' + os.getcwd() + '\\n')")
    with pytest.raises(EngineForfeits):
        ask(engine("pons", fake.command), position("connect-four"))
    assert fake.heard == ["started", f"in {tmp_path}"]
