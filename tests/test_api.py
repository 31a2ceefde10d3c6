"""What others may import of ``core`` is listed in one place, is there, and tells what it takes and gives."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import sys
import typing
from collections.abc import Iterator
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

import core
from core.own import reading
from core.play import match
from core.proofs import certificate
from core.store.rows import SCHEMA
from core.tournament import sheet
from tests.listed import PublicName, listed
from tui.command.cli import main
from tui.manual import TOPICS, page
from tui.text.pages import blocks

LISTED = [each for names in listed().values() for each in names]
NAMES = {(each.module, each.name) for each in LISTED}
CLASSES = [each for each in LISTED if inspect.isclass(each.value)]
README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
UNLISTED = {"Phrase", "Known", "CheckProgress"}
"""Types that are not listed: the page says how a phrase becomes text, and the others are of no use without what is private."""


def test_every_listed_member_is_there() -> None:
    missing = [
        f"{each.name}.{member}"
        for each in CLASSES
        for member in each.members
        if not hasattr(each.value, member) and member not in typing.get_type_hints(each.value)
    ]
    assert missing == []


def documented(source: str) -> set[str]:
    """The names of a module and the members of its classes that have a docstring."""

    def walk(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                if ast.get_docstring(node):
                    yield prefix + node.name
                if isinstance(node, ast.ClassDef):
                    yield from walk(node.body, f"{node.name}.")
            elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                yield prefix + ast.unparse(target)

    return set(walk(ast.parse(source).body, ""))


def home(each: PublicName) -> str:
    """The source of the module in which a name is defined."""
    module = each.module if each.kind == "data" else getattr(each.value, "__module__", each.module)
    return inspect.getsource(sys.modules[module])


@pytest.mark.parametrize("each", LISTED, ids=lambda each: f"{each.module}.{each.name}")
def test_every_listed_name_and_each_of_its_members_has_a_docstring(each: PublicName) -> None:
    wanted = {each.name, *(f"{each.name}.{member}" for member in each.members)}
    assert wanted - documented(home(each)) == set()


def told(each: PublicName) -> Iterator[Any]:
    """The functions of a listed name: itself, or those of its members that are no fields."""
    if inspect.isfunction(each.value):
        yield each.value
    for member in each.members:
        found = inspect.getattr_static(each.value, member, None)
        yield from filter(
            inspect.isfunction, (getattr(found, name, None) for name in ("__func__", "fget", "func")) if found else ()
        )
        yield from filter(inspect.isfunction, (found,))


@pytest.mark.parametrize("each", LISTED, ids=lambda each: f"{each.module}.{each.name}")
def test_a_listed_name_takes_gives_and_raises_nothing_that_is_not_listed(each: PublicName) -> None:
    hints = [hint for function in told(each) for hint in typing.get_type_hints(function).values()]
    if each in CLASSES:
        hints += [hint for name, hint in typing.get_type_hints(each.value).items() if name in each.members]
    types = set(re.findall(r"\bcore\.[\w.]+\.(\w+)", " ".join(map(str, hints)))) - UNLISTED
    raised = {
        name
        for function in told(each)
        for sentence in re.findall(r"Raises ([^.]+)", inspect.getdoc(function) or "")
        for name in re.findall(r"\b[A-Z]\w+", sentence)
    }
    assert types | raised <= {name for _module, name in NAMES}


def imported(source: str) -> set[tuple[str, str]]:
    """What a source takes from the core."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names if alias.name.split(".")[0] == "core"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "core":
            found |= {(str(node.module), alias.name) for alias in node.names}
    return found


def examples() -> Iterator[str]:
    """The Python in the README, on the pages of the manual, and in what ``triqui new player`` prints."""
    for text in (README, *map(page, TOPICS)):
        for code in re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            if code.startswith(">>> "):
                yield "".join(example.source for example in doctest.DocTestParser().get_examples(code))
            elif "import " in code:
                with suppress(SyntaxError):
                    ast.parse(code)
                    yield code


def test_the_examples_import_only_listed_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert copy_context().run(main, ["new", "player"]) == 0
    found = [imported(source) for source in (*examples(), capsys.readouterr().out)]
    modules = {tuple(module.rpartition(".")[::2]) for module, _name in NAMES}
    assert set().union(*found) - NAMES - modules == set()
    assert sum(map(bool, found)) >= 2


def test_a_python_player_uses_only_listed_members_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert copy_context().run(main, ["new", "player"]) == 0
    used = set(re.findall(r"\bposition\.(\w+)", page("python") + capsys.readouterr().out))
    (position,) = (each for each in LISTED if each.name == "Position")
    assert {"moves", "play"} <= used <= set(position.members)


def test_the_example_of_the_page_is_true() -> None:
    parsed = doctest.DocTestParser().get_doctest(page("api").replace("```", ""), {}, "api", None, 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0


@pytest.mark.parametrize(
    ("term", "version"),
    [
        ("games.sqlite, hall.sqlite", SCHEMA),
        ("log --export", match.VERSION),
        ("prove", int(certificate.TITLE.split()[-1])),
        ("own", reading.VERSION),
        ("tournament", sheet.VERSION),
    ],
)
def test_the_page_of_versions_has_the_number_that_each_file_gets(term: str, version: int) -> None:
    rows = dict(text[1:].split("`: ", 1) for kind, text in blocks(page("versions")) if kind == "row")
    assert re.match(rf"{version}\b", rows[term])


def test_the_docstring_of_the_core_leads_to_the_list() -> None:
    assert "triqui help api" in (core.__doc__ or "")
