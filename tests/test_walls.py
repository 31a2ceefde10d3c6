"""The walls that import-linter cannot see: imports hidden in functions and strings, and what importing really loads."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUTSIDE = ("tui", "textual", "rich", "typer")
COMMAND_LINE = ("cli.py", "cli_output.py", "commands.py", "texts.py", "words.py")
"""The modules of ``tui`` that work without a screen."""

LOAD_ALL = """
import importlib, pkgutil, sys, core
for module in pkgutil.walk_packages(core.__path__, "core."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*sys.modules)
"""


def imports(source: str) -> Iterator[tuple[str, bool]]:
    """Every module that a source imports, by statement or by name, and whether only when a function runs."""

    def walk(node: ast.AST, deferred: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, deferred) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their module in full"
            yield from ((f"{node.module}.{alias.name}", deferred) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("__import__", "importlib.import_module"):
            yield ast.literal_eval(node.args[0]), deferred
        deferred = deferred or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, deferred)

    return walk(ast.parse(source), False)


def strangers(source: str) -> list[str]:
    """What a module of the core may not import: all but the core and the standard library."""
    return [name for name, _ in imports(source) if name.split(".")[0] not in ("core", *sys.stdlib_module_names)]


def eager(source: str, packages: tuple[str, ...]) -> list[str]:
    """What of these packages a module imports before any of its functions runs."""
    return [name for name, deferred in imports(source) if not deferred and name.startswith(packages)]


def loaded(root: Path) -> set[str]:
    """The packages that are in memory once every module of the ``core`` under a folder is imported."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", LOAD_ALL]
    answer = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True).stdout
    return {name.split(".")[0] for name in answer.split()}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "core").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_the_core_imports_only_itself_and_the_standard_library_wherever_the_import_stands(path: Path) -> None:
    assert strangers(path.read_text("utf-8")) == []


def test_importing_all_of_the_core_loads_nothing_that_draws() -> None:
    assert loaded(ROOT).isdisjoint(OUTSIDE)


@pytest.mark.parametrize("name", COMMAND_LINE)
def test_the_command_line_imports_what_draws_only_when_it_draws(name: str) -> None:
    source = (ROOT / "tui" / name).read_text("utf-8")
    assert eager(source, ("textual", "rich", "tui.app", "tui.screens", "tui.widgets", "tui.boards")) == []


@pytest.mark.parametrize(
    "planted",
    [
        "def f():\n    import textual",
        "import rich.table",
        "import importlib\nimportlib.import_module('typer')",
        "from tui import x",
    ],
)
def test_a_planted_import_in_the_core_is_found(planted: str) -> None:
    assert strangers(planted)


def test_a_planted_import_in_the_command_line_is_found_unless_it_is_deferred() -> None:
    assert eager("if True:\n    from textual.app import App", ("textual",)) == ["textual.app.App"]
    assert eager("def f():\n    from textual.app import App", ("textual",)) == []


def test_a_planted_import_is_found_in_memory(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("__version__ = '0'")
    (tmp_path / "core" / "planted.py").write_text("exec('import rich')")
    assert "rich" in loaded(tmp_path)


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("core/game.py", "from core import match"),
        ("core/unplaced.py", ""),
        ("core/match.py", "import rich"),
        ("core/games/other.py", "from core.games import mnk"),
        ("tui/widgets/other.py", "from core.match import Match"),
        ("tui/boards/other.py", "def f():\n    from core import engines"),
    ],
)
def test_the_contracts_break_on_a_planted_import(module: str, planted: str, tmp_path: Path) -> None:
    for package in ("core", "tui"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / module).open("a") as file:
        file.write(f"\n{planted}\n")
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter
    answer = subprocess.run([linter, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "BROKEN" in answer.stdout
