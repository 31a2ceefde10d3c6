"""What a person gets who installs the package."""

from __future__ import annotations

import gettext
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path
from types import ModuleType

import pytest

from core import __version__
from tui.command import start
from tui.locale import DOMAIN

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CHANGES = (ROOT / ".github" / "CHANGELOG.md").read_text("utf-8")


def test_the_command_is_the_main_function_of_the_command_line() -> None:
    (command,) = entry_points(group="console_scripts", name="triqui")
    assert command.load() is start.start


def test_the_installed_version_is_the_constant_of_the_core() -> None:
    assert version("triqui") == __version__


def test_the_newest_version_of_the_changelog_is_the_installed_one() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$", CHANGES, re.MULTILINE)
    assert versions[0] == __version__


def test_every_entry_of_the_changelog_is_one_line_under_a_version() -> None:
    _, _, versions = CHANGES.partition("\n## ")
    assert [line for line in versions.splitlines() if line.startswith(" ") or len(line) > 160] == []


def test_the_wheel_holds_the_two_packages_and_the_module_that_python_runs() -> None:
    assert PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"] == ["core", "tui", "triqui.py"]


def test_python_runs_triqui_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "triqui", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"triqui {__version__}\n"


def test_the_unit_of_a_module_starts_python() -> None:
    command = [sys.executable, "-m", "triqui", "serve", "unit"]
    unit = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert f"ExecStart={sys.executable} -m triqui serve --port 2222" in unit.splitlines()


def test_every_extra_is_installed_for_the_tests() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for name in ("serve", "web", "dask", "sound"):
        assert set(extras[name]) <= set(extras["test"])


def test_the_hook_of_the_build_compiles_the_catalogues_and_lets_them_into_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["path"]
    for folder in (Path(path).parent, Path("tui", "locale")):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    hook = runpy.run_path(str(tmp_path / path))["Catalogues"]()
    hook.root, build_data = str(tmp_path), {"artifacts": list[str]()}
    hook.initialize("editable", build_data)
    assert build_data == {"artifacts": ["tui/locale/**/*.mo"]}
    sources, compiled = (sorted((tmp_path / "tui").rglob(f"*.{kind}")) for kind in ("po", "mo"))
    assert [path.with_suffix(".mo") for path in sources] == compiled != []
    assert (
        gettext.translation(DOMAIN, tmp_path / "tui" / "locale", ["es"]).gettext("Play a game.") == "Juega una partida."
    )


def test_every_requirement_has_a_lower_and_an_upper_bound() -> None:
    project = PROJECT["project"]
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
        assert re.search(r">=[0-9.]+,<[0-9.]+$", requirement), requirement


def test_no_file_of_the_packages_is_ignored_and_so_left_out_of_the_wheel() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    command = ["git", "ls-files", "--others", "--ignored", "--exclude-standard", "core", "tui"]
    ignored = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [name for name in ignored if "cache" not in name and not name.endswith(".mo")] == []


def test_the_server_runs_the_one_line_of_the_readme_that_tests_everything() -> None:
    lines = [
        line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.endswith("python tests/check.py")
    ]
    assert len(lines) == 1
    assert lines[0].startswith("python3 -m venv")
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert r"line=$(grep -m1 'python tests/check\.py$' README.md)" in script
    assert script.rstrip().endswith('eval "$line"')
