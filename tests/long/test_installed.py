"""What a stranger installs: wheel and source archive are built, looked through, put into an environment of their own, and used.
It takes 40 seconds, most of which pip needs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from core import __version__
from tests.pty.terminal import PATIENT, Terminal
from tests.tui.serve.serving import ASKED_FOR_NAME, Command, Key

ROOT = Path(__file__).parent.parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
PLAY = """
import asyncio, sys
from pathlib import Path
from core import games
from core.play.seats import Setup
from tui.hall.app import Hall

async def main(folder):
    app = Hall((folder, folder), pace=0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_game(games.get("tictactoe"), Setup(("human", "best:full")))
        await pilot.pause()
        await pilot.press("enter")
        async with asyncio.timeout(120):
            while len(app.screen.state.match.moves) < 2:
                await asyncio.sleep(0.01)
        print(*app.screen.state.match.names, app.screen.state.saving)

asyncio.run(main(Path(sys.argv[1])))
"""
"""The screens, and an engine in a process of its own: the cursor stands on the middle square."""


def run(*command: str | Path, home: Path) -> str:
    """What a command prints in an environment in which nothing points to this folder."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean["TRIQUI_HOME"] = str(home)
    done = subprocess.run(list(map(str, command)), cwd=home, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive, and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, home=folder)
    return folder


@pytest.fixture(scope="module", params=PYTHONS)
def installed(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of a fresh environment with the wheel, for each Python that is at hand."""
    python = f"python{request.param}"
    if not shutil.which(python) or subprocess.run([python, "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {request.param} is at hand")
    folder = tmp_path_factory.mktemp("fresh")
    run(python, "-m", "venv", folder / "venv", home=folder)
    (wheel,) = built.glob("*.whl")
    run(folder / "venv" / "bin" / "pip", "install", "-q", f"{wheel}[serve]", home=folder)
    return folder / "venv" / "bin"


def test_what_is_built_is_what_an_index_takes(built: Path) -> None:
    names = sorted(path.name for path in built.iterdir())
    assert names == [f"triqui-{__version__}-py3-none-any.whl", f"triqui-{__version__}.tar.gz"]
    run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir(), home=built)


def test_the_wheel_has_every_file_of_the_packages_and_no_other(built: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    (wheel,) = built.glob("*.whl")
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("triqui-")}
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "core", "tui", "triqui.py"]
    known = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert inside == {*known, *(name.replace(".po", ".mo") for name in known if name.endswith(".po"))}


def test_the_source_archive_has_what_its_tests_need(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        inside = {name.partition("/")[2] for name in files.getnames()}
    assert {"README.md", "pyproject.toml", "tests/check.py", ".ci/run", ".github/CHANGELOG.md"} <= inside


def test_the_command_tells_its_version_and_what_moves_are_worth(installed: Path, tmp_path: Path) -> None:
    triqui = installed / "triqui"
    assert run(triqui, "--version", home=tmp_path) == f"triqui {__version__}\n"
    assert run(installed / "python", "-m", "triqui", "--version", home=tmp_path) == f"triqui {__version__}\n"
    # Against two opposite corners the middle holds by an edge, and loses by a corner.
    moves = ("analyse", "tictactoe", "--moves", "a1 b2 c3")
    told = json.loads(run(triqui, *moves, "--json", home=tmp_path))
    assert {line["move"] for line in told["lines"] if line["outcome"] == "tie"} == {"a2", "b1", "b3", "c2"}
    assert "EMPATE" in run(triqui, *moves, "--language", "es", home=tmp_path)


def test_all_games_are_counted_by_a_study(installed: Path, tmp_path: Path) -> None:
    # 255,168 games of tic-tac-toe (Hernandez 2013), counted in a process of its own.
    assert "255,168" in run(installed / "triqui", "study", "games", home=tmp_path)


def test_a_tournament_is_played_on_processes(installed: Path, tmp_path: Path) -> None:
    players = ("best:1", "best:full")
    run(installed / "triqui", "tournament", "tictactoe", *players, "--games", "2", "--workers", "2", home=tmp_path)


def test_a_proof_is_written_and_checked(installed: Path, tmp_path: Path) -> None:
    run(installed / "triqui", "prove", "tictactoe", "--claim", "draw", "-o", "draw.xz", home=tmp_path)
    assert "draw" in run(installed / "triqui", "check", "draw.xz", home=tmp_path)


def test_a_game_is_played_on_the_screens_against_an_engine_in_its_process(installed: Path, tmp_path: Path) -> None:
    said = run(installed / "python", "-c", PLAY, tmp_path, home=tmp_path).split()
    assert said[0] == "b2"
    assert said[1] in ("a1", "c1", "a3", "c3")  # each edge loses to the middle


def test_a_screen_that_opens_on_a_terminal_has_its_style(installed: Path, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, program=(str(installed / "triqui"),))
    try:
        terminal.see("Tic-tac-toe")
        terminal.do("learn")
        terminal.see("╮╭─ The course")  # beside the list of topics, not in its place
    finally:
        terminal.close()


def test_a_visitor_comes_into_a_served_hall(installed: Path, tmp_path: Path) -> None:
    opened = Command(tmp_path / "hall", begins=tmp_path, program=installed / "triqui")
    visitor = opened.hall.visit(Key(tmp_path))
    try:
        visitor.see(ASKED_FOR_NAME)
    finally:
        visitor.close()
        opened.process.terminate()
        opened.process.wait(PATIENT)
