"""The walls that import-linter cannot see: imports hidden in functions and strings, and what importing really loads."""

from __future__ import annotations

import ast
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import tui.screens
from tests.tools.planted import FAULTS
from tui.hall.app import Hall
from tui.screens.base.port import HallPort, ServedPort
from tui.screens.base.window import Window
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.serve.app import ServedHall
from tui.widgets.list_canvas import Along

ROOT = Path(__file__).parent.parent
OUTSIDE = ("tui", "textual", "rich", "typer")
COMMAND_LINE = (
    *(
        f"command/{name}.py"
        for name in ("arguments", "asking", "cli", "commands", "config", "output", "playing", "spoken")
    ),
    *("text/catalogue.py", "text/words.py"),
)
"""The modules of ``tui`` that work without a screen."""

UNIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
"""Of the standard library, what Windows has not."""
MAX_LINES_OF_A_SEARCH = 59
"""Of code of a function of an engine. A docstring does not count: with a table of what a search returns one reads less."""
MAX_METHODS = 25
"""Of a class' own, actions, handlers and what Python calls aside."""
MANY_METHODS = {
    "tui/hall/app.py Hall": "a screen that is opened each, and what ends with the app",
    "tui/serve/app.py ServedHall": "a message of the hall each",
    "tui/screens/base/screen.py HallScreen": "an action that every screen has each, and how it is shown",
    "core/review/account.py Account": "a question about a game each",
    "core/store/store.py Store": "a question or a change of what is kept each",
    "tui/plain/table.py PlainGame": "what is said of a game, a sentence each",
    "tui/plain/front.py LineMode": "a word of the line mode each",
    "tui/serve/visit.py Visit": "a stage of a visit each",
    "tui/boards/base.py Board": "what is shown of a position, and how it comes there",
    "tui/boards/nested.py NestedBoard": "the same for nine boards in one",
    "tui/screens/play/screen.py PlayScreen": "a key of a game each, handed on in a line",
    "tui/screens/watch/screen.py WatchScreen": "a key of a watched game each",
    "tui/screens/play/knowledge.py PlayPanel": "a question about what the panel knows each",
    "tui/screens/review/screen.py ReviewScreen": "still to be parted",
}
"""The exceptions, and why."""
MAX_ACTIONS = 40
"""Of a screen, its own and those that it inherits from ours."""
MAX_FILES = {"tui": 2, "tui/screens": 4}
"""Maximum number of files that lie in a folder beside its rooms."""
MAX_CHAIN = 4
"""Classes of our own in the chain of a screen."""
NOT_METHODS = ("__", "action_", "on_", "_on_", "watch_")
CALLED_BY_NAME = ("_", "action_", "on_", "watch_", "key_")
OPEN_PRIVATES = {
    *("_replace", "_fields", "_asdict", "_exit"),
    *(
        "_enable_mouse_support",
        "_disable_mouse_support",
        "_post_message",
        "_screen_stack",
        "_exception",
        "_color_system",
    ),
}
"""Of the standard library, and those of Textual and Rich for which they have no public name."""
MAX_FIELDS = 6
"""Of a value whose docstring alone may tell what they are."""
FIELDS_SPEAK = {"tui/household/settings.py": "each setting has its name and what it does beside it, for people"}
"""The exceptions, and why."""

RUN_IN_TURN = """
import sys
for program in sys.argv[1:]:
    for name in [name for name in sys.modules if name.split(".")[0] in ("core", "tui")]:
        del sys.modules[name]
    exec(program, {"__name__": "__main__"})
"""

LOAD_ALL = """
import importlib, pkgutil, sys, core
for module in pkgutil.walk_packages(core.__path__, "core."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*sys.modules)
"""

DRAW_ALL = """
import asyncio, sys
from textual.app import App
from textual.screen import Screen
from core import games
from core.analysis import Analysis, Line
from core.score import Score
from core.position import Position
from tui.boards import board_for
from tui.drawing.canvas import ROLES
from tui.widgets.panel import Panel, PanelView

class Drawn(App):
    COMPONENT_CLASSES = {f"role--{role}" for role in ROLES}

class Table(Screen):
    def __init__(self, game):
        super().__init__()
        self.position = Position.start(game)

    def compose(self):
        yield board_for(self.position, "board")
        lines = tuple(Line(move, Score.estimate(0.0), (move,)) for move in self.position.moves[:20])
        yield Panel(PanelView("", "", Analysis(self.position, lines, 1, 1, 0.0, True)))

async def main():
    app = Drawn()
    async with app.run_test() as pilot:
        for game in games.presets():
            await app.push_screen(Table(game))
            await pilot.pause()
            await app.pop_screen()

asyncio.run(main())
print(*sys.modules)
"""

OPEN_HOME = """
import asyncio, sys, tempfile
from pathlib import Path
from tui.hall.app import Hall

async def main():
    folder = Path(tempfile.mkdtemp())
    app = Hall((folder, folder))
    async with app.run_test() as pilot:
        await pilot.pause()
        print(*sys.modules)

asyncio.run(main())
"""

READ_ALL = """
import contextlib, io, os, sys
from core.kits import KITS
from tui.command.cli import main

lines = [f"new {kit.presets.split()[0]}" for kit in KITS.values()]
asked = ["board", "moves", "rules", "setup", "save", "games", "help", "resign"]
descriptor, end = os.pipe()
os.write(end, "\\n".join(line for game in lines for line in (game, *asked)).encode())
os.close(end)
os.dup2(descriptor, 0)
said = io.StringIO()
with contextlib.redirect_stdout(said):
    assert main(["play", "tictactoe", "--x", "human", "--o", "human", "--plain"]) == 0
assert said.getvalue().count("resigned") == len(lines)
print(*sys.modules)
"""

PLAY_ALL = """
import asyncio, sys, tempfile
from pathlib import Path
from core import games
from core.analysis import Analysis, Line
from core.score import Score
from core.kits import kit_of
from core.play.seats import Setup
from tui.hall.app import Hall

class Worker:
    before = None

    def ask(self, request, heard, lost):
        moves = request.position.moves[:20]
        lines = tuple(Line(move, Score.estimate(0.0), (move,)) for move in moves)
        found = Analysis(request.position, lines, 1, 1, 0.0, True, engine="alphabeta")
        asyncio.get_running_loop().call_soon(heard, found)
        return self

    def drop(self):
        pass

    async def close(self):
        pass

Hall.worker = lambda self, use="review": Worker()

async def main(folder):
    app = Hall((folder, folder), pace=0.0)
    async with app.run_test() as pilot:
        for game in {kit_of(game.id).solvers: game for game in games.presets()}.values():
            app.open_game(game, Setup(("human", "human")))
            await pilot.pause()
            assert app.screen.board.position.game is game
            app.go_home()
        app.open_game(game, Setup(("alphabeta:full", "mcts:full")))
        await pilot.pause()

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder)))
print(*sys.modules)
"""


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a source, which nobody changes: many walls look at the same."""
    return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All nodes of that tree."""
    return tuple(ast.walk(parsed(source)))


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """No other test pays for the trees of these."""
    yield
    for kept in (parsed, nodes, imports):
        kept.cache_clear()


@cache
def imports(source: str) -> tuple[tuple[str, bool], ...]:
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

    return tuple(walk(parsed(source), False))


def strangers(source: str) -> list[str]:
    """What a module of the core may not import: all but the core and the standard library."""
    return [name for name, _ in imports(source) if name.split(".")[0] not in ("core", *sys.stdlib_module_names)]


def eager(source: str, packages: tuple[str, ...]) -> list[str]:
    """What of these packages a module imports before any of its functions runs."""
    return [name for name, deferred in imports(source) if not deferred and name.startswith(packages)]


def loaded(root: Path, home: Path, *programs: str) -> list[set[str]]:
    """The modules in memory after each of the programs, which run one after another in one process.

    It forgets our modules before each. Those of others stay, so a program that may not load them comes before those that do.
    """
    environment = {**os.environ, "PYTHONPATH": str(root), "TRIQUI_HOME": str(home)}
    command = [sys.executable, "-c", RUN_IN_TURN, *programs]
    answer = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return [set(line.split()) for line in answer.stdout.splitlines()]


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, set[str]]:
    """The modules in memory once each program has run."""
    programs = (LOAD_ALL, READ_ALL, DRAW_ALL, PLAY_ALL, OPEN_HOME)
    return dict(zip(programs, loaded(ROOT, tmp_path_factory.mktemp("home"), *programs), strict=True))


def packages(modules: Iterable[str], parts: int = 1) -> set[str]:
    """What modules belong to, named in so many parts."""
    return {".".join(name.split(".")[:parts]) for name in modules}


def test_the_core_imports_only_itself_and_the_standard_library_wherever_the_import_stands() -> None:
    found = {path.relative_to(ROOT): strangers(path.read_text("utf-8")) for path in (ROOT / "core").rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}


def test_importing_all_of_the_core_loads_nothing_that_draws(memory: Mapping[str, set[str]]) -> None:
    assert packages(memory[LOAD_ALL]).isdisjoint(OUTSIDE)


def test_boards_and_panels_of_all_games_are_drawn_with_nothing_in_memory_that_thinks_explains_or_keeps(
    memory: Mapping[str, set[str]],
) -> None:
    known = {name for name in packages(memory[DRAW_ALL], 2) if name.startswith("core.")}
    shared = "analysis errors game games kinds kits known phrase position registry score"
    assert known <= {f"core.{name}" for name in shared.split()}


def test_a_game_for_each_engine_is_shown_with_no_engine_and_no_estimate_in_memory(
    memory: Mapping[str, set[str]],
) -> None:
    known = packages(memory[PLAY_ALL], 4)
    assert "core.engines" in known
    thinks = ("core.engines.", "core.estimates", "core.players.worker.child")
    assert {name for name in known if name.startswith(thinks)} == {"core.engines.dialects"}


def test_lines_of_text_are_said_with_nothing_in_memory_that_draws(memory: Mapping[str, set[str]]) -> None:
    known = packages(memory[READ_ALL], 2)
    assert "tui.plain" in known
    assert known.isdisjoint(
        ("textual", "rich", "tui.hall.app", "tui.screens", "tui.boards", "tui.widgets", "tui.drawing")
    )
    assert not [name for name in known if name.startswith(("textual.", "rich."))]


def test_the_command_line_imports_what_draws_only_when_it_draws() -> None:
    draws = ("textual", "rich", "tui.hall.app", "tui.screens", "tui.widgets", "tui.boards", "tui.drawing")
    found = {name: eager((ROOT / "tui" / name).read_text("utf-8"), draws) for name in COMMAND_LINE}
    assert {name: names for name, names in found.items() if names} == {}


STARTS_PYTHON = {
    "core/subprocesses.py",
    "core/engines/foreign/program.py",
    "core/engines/foreign/python.py",
    "tui/command/serve.py",
    "tui/serve/user.py",
}
"""The modules that name the Python program: the first makes every command that runs code of ours, the second runs one file that
imports none of it, the third runs files of others, the fourth prints it, and the fifth asks whether it can be read."""


def test_a_process_that_runs_our_code_is_started_by_one_function() -> None:
    paths = [path for paths in rooms().values() for path in paths]
    assert {path.relative_to(ROOT).as_posix() for path in paths if "sys.executable" in path.read_text("utf-8")} == (
        STARTS_PYTHON
    )


def from_test_modules(source: str) -> list[str]:
    """What a module takes from those that hold tests."""
    if not re.search(r"^(?!\s*(async )?def ).*\btest_", source, re.MULTILINE):
        return []
    return [name for name, _ in imports(source) if re.match(r"tests\.(\w+\.)*test_", name)]


def test_no_test_module_is_imported_by_another_file() -> None:
    found = {
        path.relative_to(ROOT): from_test_modules(path.read_text("utf-8")) for path in (ROOT / "tests").rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_a_planted_import_of_a_test_module_is_found() -> None:
    assert from_test_modules("def f():\n    from tests.core.long.test_x import y") == ["tests.core.long.test_x.y"]
    assert from_test_modules("from tests.core.played import LOST") == []


def bound_to_unix(source: str) -> set[str]:
    """What a module imports as it is imported that Windows has not; what hangs on the platform does not count."""

    class Unasked(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if "sys.platform" in ast.unparse(node.test) else self.generic_visit(node)

    if not UNIX.intersection(re.findall(r"\w+", source)):
        return set()
    return UNIX.intersection(eager(ast.unparse(Unasked().visit(ast.parse(source))), tuple(UNIX)))


def test_what_only_unix_has_is_imported_by_the_served_hall_and_the_bench_of_the_app_alone() -> None:
    paths = [path for room in ("core", "tui") for path in (ROOT / room).rglob("*.py")]
    bound = {path for path in paths if bound_to_unix(path.read_text("utf-8"))}
    forked = ROOT / "core" / "players" / "worker" / "forked.py"
    serving, bench = ROOT / "tui" / "serve", ROOT / "tui" / "bench"
    assert {path for path in bound if not {serving, bench} & {*path.parents}} == {forked}
    asks = {path for path in paths if eager(path.read_text("utf-8"), ("core.players.worker.forked",))}
    assert {path for path in asks if serving not in path.parents} == set()


def test_a_planted_import_of_what_only_unix_has_is_found() -> None:
    assert bound_to_unix("import fcntl") == {"fcntl"}
    assert bound_to_unix("def f():\n    import termios") == set()
    assert bound_to_unix("import sys\nif sys.platform == 'win32':\n    import msvcrt\nelse:\n    import fcntl") == set()


def test_the_map_of_the_rooms_has_each_of_them() -> None:
    drawn = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8").split("```")[1]
    names = {room for (package, room), paths in rooms().items() if len(paths) > 1}
    assert {name for name in names if not re.search(rf"\b{name}\b", drawn)} == set()


def test_every_file_that_contributing_names_is_there() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:core|tui|tests|\.ci)/[a-z_0-9./-]+)`", text)
    named += [f"{name.replace('.', '/')}.py" for name in re.findall(r"python -m (tests\.tools\.\w+)", text)]
    assert len(named) > 40
    assert [name for name in named if not (ROOT / name).exists()] == []


def methods(source: str) -> dict[str, int]:
    """How many methods of its own each class has."""
    found = {}
    for node in nodes(source):
        if isinstance(node, ast.ClassDef):
            own = {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
            found[node.name] = len([name for name in own if not name.startswith(NOT_METHODS)])
    return found


def rooms() -> dict[tuple[str, str], list[Path]]:
    """The modules of each folder of the two packages; those on top are rooms of their own."""
    found: dict[tuple[str, str], list[Path]] = {}
    for package in ("core", "tui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            found.setdefault((package, path.relative_to(ROOT).parts[1]), []).append(path)
    return found


def pried(sources: Iterable[str]) -> set[str]:
    """The private names that the modules of a room take from something that is not theirs."""
    known, taken = set(OPEN_PRIVATES), set()
    for node in (node for source in sources for node in nodes(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            known.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            known.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            known.add(node.attr)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ("self", "cls", "super()"):
            taken.add(node.attr)
    return {name for name in taken - known if name.startswith("_") and not name.startswith("__")}


def test_a_class_has_as_many_methods_as_can_be_held_in_the_head() -> None:
    many = {
        f"{path.relative_to(ROOT).as_posix()} {name}"
        for paths in rooms().values()
        for path in paths
        for name, count in methods(path.read_text("utf-8")).items()
        if count > MAX_METHODS
    }
    assert many == set(MANY_METHODS)


def own_chain(kind: type) -> list[str]:
    """The classes of the hall from which a class is made, itself the first."""
    return [each.__name__ for each in kind.__mro__ if each.__module__.partition(".")[0] in ("core", "tui", "tests")]


@pytest.fixture(scope="module")
def screens() -> list[type]:
    """Every screen and dialog of the hall."""
    for _finder, name, _package in pkgutil.walk_packages(tui.screens.__path__, "tui.screens."):
        import_module(name)
    made: list[type] = [Window]
    for kind in made:
        made += kind.__subclasses__()
    found = [kind for kind in made if kind.__module__.startswith("tui.")]
    assert {PlayScreen, ReviewScreen} <= set(found)
    return found


def test_a_screen_is_made_of_parts_and_of_few_ancestors(screens: list[type]) -> None:
    assert [own_chain(kind) for kind in screens if len(own_chain(kind)) > MAX_CHAIN] == []


def actions(kind: type) -> set[str]:
    """The actions of a screen, without those of Textual."""
    own = (each for each in kind.__mro__ if each.__module__.partition(".")[0] in ("core", "tui", "tests"))
    return {name for each in own for name in vars(each) if name.startswith("action_")}


def test_a_screen_has_as_many_actions_as_can_be_held_in_the_head(screens: list[type]) -> None:
    assert {kind.__name__: len(actions(kind)) for kind in screens if len(actions(kind)) > MAX_ACTIONS} == {}


def test_a_planted_action_is_counted_once_beside_those_that_are_inherited() -> None:
    class Crowd(PlayScreen):
        def action_one_more(self) -> None: ...

        def action_leave(self) -> None: ...

    assert actions(Crowd) - actions(PlayScreen) == {"action_one_more"}
    assert "action_menu" in actions(Crowd)


def loose(folder: Path) -> list[str]:
    """The modules of a folder that are in no room."""
    return sorted(path.name for path in folder.glob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("folder", MAX_FILES)
def test_what_belongs_to_a_room_lies_in_it(folder: str) -> None:
    found = loose(ROOT / folder)
    assert len(found) <= MAX_FILES[folder], found


def test_a_planted_loose_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    for name in ("__init__.py", "loose.py", "room/__init__.py", "room/kept.py"):
        (tmp_path / name).touch()
    assert loose(tmp_path) == ["loose.py"]


def leaked(sheets: Mapping[str, str]) -> list[str]:
    """The widgets for which several style sheets of screens have rules that name no kind of screen: the sheet of a screen holds
    for the whole app as soon as the screen was open. What several sheets have in the same words does no harm."""
    rules: dict[str, dict[str, set[str]]] = {}
    for file, text in sheets.items():
        for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", re.sub(r"(?s)/\*.*?\*/", "", text)):
            for selector in (each.strip() for each in selectors.split(",")):
                if "#" in selector and not selector[0].isupper():
                    widget = selector.rpartition("#")[2]
                    rules.setdefault(widget, {}).setdefault(file, set()).add(f"{selector} {{{body}}}")
    return [widget for widget, files in rules.items() if len({*map(frozenset, files.values())}) > 1]


def test_the_style_sheet_of_a_screen_reaches_no_widget_of_another() -> None:
    sheets = {path.stem: path.read_text("utf-8") for path in Path(tui.screens.__path__[0]).rglob("*.tcss")}
    assert len(sheets) > 10
    assert leaked(sheets) == []


def test_a_planted_rule_for_a_widget_that_two_screens_have_is_found() -> None:
    planted = {"one": "#board { width: 1fr; }", "other": "Other #board { width: 3; }"}
    assert leaked(planted) == []
    assert leaked({**planted, "third": ".-narrow #board { display: none; }"}) == ["board"]


def test_no_screen_has_a_timer_that_goes_on_while_it_is_covered() -> None:
    """:meth:`tui.screens.base.window.Window.repeat` stops them."""
    paths = [path for path in (ROOT / "tui").rglob("*.py") if "set_interval" in path.read_text("utf-8")]
    assert paths == [ROOT / "tui" / "screens" / "base" / "window.py"]


def test_a_planted_ancestor_of_a_screen_is_found() -> None:
    class Between(PlayScreen):
        pass

    class Listed(Along, Between):
        pass

    assert len(own_chain(Between)) == MAX_CHAIN + 1
    assert len(own_chain(Listed)) == MAX_CHAIN + 3


def test_nobody_takes_what_is_private_to_another_room() -> None:
    found = {"/".join(room): pried(path.read_text("utf-8") for path in paths) for room, paths in rooms().items()}
    assert {room: names for room, names in found.items() if names} == {}


def test_a_planted_method_and_a_planted_look_into_another_room_are_found() -> None:
    crowd = "\n".join(f"    def method_{i}(self): ..." for i in range(MAX_METHODS))
    assert methods(f"class Crowd:\n{crowd}\n    def action_leave(self): ...")["Crowd"] == MAX_METHODS
    assert methods(f"class Crowd:\n{crowd}\n    def one_more(self): ...")["Crowd"] > MAX_METHODS
    assert pried(["def f(store):\n    return store._db.execute('')"]) == {"_db"}
    assert (
        pried(["class Store:\n    def open(self):\n        self._db = 1", "def f(store):\n    return store._db"])
        == set()
    )


SUPERLATIVES = (
    *("MOST", "LEAST", "FEWEST"),
    *("DEEPEST", "HIGHEST", "LARGEST", "LONGEST", "SHORTEST", "SMALLEST", "TALLEST", "WIDEST"),
)


def limits_named_oddly(source: str) -> list[str]:
    """Constants that a module names after a superlative where English programs say MAX and MIN."""
    found = "|".join(SUPERLATIVES)
    if not re.search(found, source):
        return []
    names = [node.id for node in nodes(source) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return [name for name in names if re.match(rf"_*({found})(_|$)", name)]


@pytest.mark.parametrize("room", ["core", "tui", "tests"])
def test_a_limit_is_called_max_or_min(room: str) -> None:
    paths = (ROOT / room).rglob("*.py")
    found = {path: limits_named_oddly(path.read_text("utf-8")) for path in paths}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_planted_superlative_is_found() -> None:
    source = "MOST_MOVES = 3\n_LEAST = 1\nMAX_MOVES = AT_MOST = 2\nLONGEST = 9"
    assert limits_named_oddly(source) == ["MOST_MOVES", "_LEAST", "LONGEST"]


def test_every_fault_that_is_planted_has_its_place_and_its_test() -> None:
    assert [fault.name for fault in FAULTS if (ROOT / fault.file).read_text("utf-8").count(fault.sound) != 1] == []
    assert {fault.test for fault in FAULTS if not (ROOT / fault.test.partition("::")[0]).is_file()} == set()


def public_methods(source: str) -> list[tuple[str, str]]:
    """The classes of a module with each of their public methods, but for those that a framework calls by their names."""
    return [
        (node.name, each.name)
        for node in parsed(source).body
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not each.name.startswith(CALLED_BY_NAME)
    ]


def laid_out() -> set[str]:
    """The fields of rows that the pages of studies name."""
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "tui" / "study").glob("*.toml"))
    names = re.findall(r'(?:field|mark|opens) = "([\w.]+)"', pages)
    return {each for name in names for each in name.split(".")}


def uncalled(sources: Mapping[str, str], named: Iterable[str] = ()) -> list[str]:
    """The public methods of modules, by their names, that are not ``named`` and of which no attribute has the name."""
    attributes = (node.attr for source in sources.values() for node in nodes(source) if isinstance(node, ast.Attribute))
    named = {*attributes, *named}
    return [
        f"{module} {kind}.{name}"
        for module, source in sources.items()
        for kind, name in public_methods(source)
        if name not in named
    ]


def overrides(found: str) -> bool:
    """Whether a method takes the place of one of a library, which calls it."""
    module, _, method = found.partition(" ")
    kind, name = method.split(".")
    bases = getattr(import_module(module), kind).__mro__
    return any(hasattr(base, name) for base in bases if base.__module__.partition(".")[0] not in ("core", "tui"))


def test_every_public_method_is_called_outside_tests() -> None:
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for paths in rooms().values()
        for path in paths
    }
    assert [found for found in uncalled(sources, laid_out()) if not overrides(found)] == []


def test_a_planted_method_that_nobody_calls_is_found() -> None:
    planted = "class Words:\n    def why(self): ...\n    def outlook(self): ...\n    def action_go(self): ..."
    assert uncalled({"a": planted, "b": "def f(words):\n    outlook = words.why()"}) == ["a Words.outlook"]
    assert uncalled({"a": planted}, {"why", "outlook"}) == []
    assert overrides("tui.drawing.canvas Canvas.render_line")
    assert not overrides("core.explain.words Words.why")


def public_classes(source: str) -> list[str]:
    """The public names of a module for classes and for types."""
    found = []
    for node in parsed(source).body:
        if isinstance(node, ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            found.append(ast.unparse(node.target))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = ast.unparse(node.value.func)
            found += [ast.unparse(target) for target in node.targets if made in ("NewType", "NamedTuple")]
    return [name for name in found if not name.startswith("_")]


def twice(sources: Iterable[str]) -> list[str]:
    """The public names that several modules have given to a class or a type of theirs."""
    names = Counter(name for source in sources for name in set(public_classes(source)))
    return sorted(name for name, count in names.items() if count > 1)


def test_no_public_name_of_a_class_stands_for_two_things() -> None:
    assert twice(path.read_text("utf-8") for paths in rooms().values() for path in paths) == []


def test_a_planted_second_class_and_a_planted_second_type_of_a_name_are_found() -> None:
    assert twice(["class Table: ...", "class Table: ..."]) == ["Table"]
    assert twice(["Table: TypeAlias = int", "class Table: ..."]) == ["Table"]
    assert twice(["class _Own: ...\ndef f():\n    class Inner: ...", "class _Own: ...\nclass Inner: ..."]) == []


def unexplained(source: str) -> list[str]:
    """The fields without a docstring of their own, of public values with more than so many."""
    found = []
    for node in nodes(source):
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        kinds = [*map(ast.unparse, node.decorator_list), *map(ast.unparse, node.bases)]
        fields = [
            (each, after) for each, after in pairwise([*node.body, ast.Pass()]) if isinstance(each, ast.AnnAssign)
        ]
        fields = [(each, after) for each, after in fields if not ast.unparse(each.annotation).startswith("ClassVar")]
        if any("dataclass" in kind or kind == "NamedTuple" for kind in kinds) and len(fields) > MAX_FIELDS:
            found += [
                f"{node.name}.{ast.unparse(each.target)}"
                for each, after in fields
                if not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant))
            ]
    return found


def test_every_field_of_a_large_value_says_what_it_is() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for paths in rooms().values() for path in paths}
    assert [
        f"{name} {field}"
        for name, path in files.items()
        if name not in FIELDS_SPEAK
        for field in unexplained(path.read_text("utf-8"))
    ] == []


def test_a_planted_field_that_says_nothing_is_found() -> None:
    fields = [f'    field_{i}: int = 0\n    """Plies."""\n' for i in range(MAX_FIELDS)]
    head = "@dataclass(frozen=True)\nclass Large:\n"
    assert unexplained(head + "".join(fields) + "    one_more: int = 0\n") == ["Large.one_more"]
    assert unexplained(head + "".join(fields[1:]) + "    one_more: int = 0\n") == []


def lines_of_code(function: ast.FunctionDef) -> int:
    """The lines of a function without its docstring and those of functions in it."""
    docstrings = [
        each.body[0] for each in ast.walk(function) if isinstance(each, ast.FunctionDef) and ast.get_docstring(each)
    ]
    return sum(
        (1 if node is function else -1) * ((node.end_lineno or 0) - node.lineno + 1) for node in (function, *docstrings)
    )


def long_functions(source: str) -> list[str]:
    """The functions of a module that have too many lines of code."""
    functions = [node for node in nodes(source) if isinstance(node, ast.FunctionDef)]
    return [each.name for each in functions if lines_of_code(each) > MAX_LINES_OF_A_SEARCH]


def test_every_function_of_an_engine_is_short_enough_to_be_understood_at_once() -> None:
    paths = (ROOT / "core" / "engines").rglob("*.py")
    assert [(path.name, found) for path in paths if (found := long_functions(path.read_text("utf-8")))] == []


def test_a_planted_long_search_is_found_and_a_long_contract_is_none() -> None:
    head, line = "def search():\n", "    pass\n"
    contract = '    """Search.\n\n' + "    A line.\n" * 9 + '    """\n'
    assert long_functions(head + line * MAX_LINES_OF_A_SEARCH) == ["search"]
    assert long_functions(head + contract + line * (MAX_LINES_OF_A_SEARCH - 1)) == []


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
    [modules] = loaded(tmp_path, tmp_path, LOAD_ALL)
    assert "rich" in packages(modules)


PLANTED = {
    "tui/screens/base/other.py": (
        "def f():\n    from tui.screens import home",
        "tui.screens.base.other -> tui.screens.home",
    ),
    "core/game.py": ("from core.play import match", "core.game -> core.play.match"),
    "core/unplaced.py": ("", "core.unplaced"),
    "core/play/match.py": ("import rich", "core.play.match -> rich"),
    "core/games/other.py": ("from core.games import mnk", "core.games.other -> core.games.mnk"),
    "tui/widgets/other.py": ("from core.play.match import Match", "tui.widgets.other -> core.play.match"),
    "tui/plain/other.py": ("def f():\n    from tui.drawing import canvas", "tui.plain.other -> tui.drawing"),
    "tui/boards/other.py": ("def f():\n    from core import engines", "tui.boards.other -> core.engines"),
}
"""What is added to each module, and what the contracts have to say of it."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is said of a copy in which everything is planted."""
    folder = tmp_path_factory.mktemp("planted")
    for package in ("core", "tui"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for module, (planted, _) in PLANTED.items():
        with (folder / module).open("a") as file:
            file.write(f"\n{planted}\n")
    linter = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert linter
    answer = subprocess.run([linter, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    return answer.stdout


@pytest.mark.parametrize("module", PLANTED)
def test_the_contracts_break_on_a_planted_import(module: str, broken: str) -> None:
    assert PLANTED[module][1] in broken.partition("Broken contracts")[2]


def import_graph() -> dict[str, set[str]]:
    """The modules of core and tui, and what each imports of them, also inside functions and for types alone."""
    paths = [path for room in ("core", "tui") for path in (ROOT / room).rglob("*.py")]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    found = {}
    for name, path in names.items():
        named: set[str] = set()
        for node in nodes(path.read_text("utf-8")):
            if isinstance(node, ast.Import):
                named |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inside = {f"{node.module}.{each.name}" for each in node.names}
                named |= inside if inside <= names.keys() else {node.module, *inside}
        found[name] = (named & names.keys()) - {name}
    return found


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The sets of modules of which each leads to all others."""

    def reached(start: str) -> set[str]:
        seen, waiting = set[str](), [start]
        while waiting:
            for following in graph[waiting.pop()] - seen:
                seen.add(following)
                waiting.append(following)
        return seen

    beyond = {name: reached(name) for name in graph}
    return [
        {other for other in beyond[name] if name in beyond[other]} | {name} for name in graph if name in beyond[name]
    ]


def test_a_planted_circle_of_files_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert circles(graph) == [{"a", "b", "c"}] * 3


def test_no_files_import_each_other_in_a_circle_even_for_types() -> None:
    assert circles(import_graph()) == []


def test_the_apps_fill_the_port_of_their_screens() -> None:
    """The types are the test: mypy looks into this function. And screens know no app."""

    def home(app: Hall) -> HallPort:
        return app

    def served(app: ServedHall) -> ServedPort:
        return app

    assert home.__name__ != served.__name__
    screens = [path.read_text("utf-8") for path in (ROOT / "tui" / "screens").rglob("*.py")]
    assert not [source for source in screens if "tui.hall.app" in source or "tui.serve" in source]


def test_the_first_picture_loads_no_more_than_it_needs(memory: Mapping[str, set[str]]) -> None:
    assert not memory[OPEN_HOME] & {
        "core.explain",
        "core.play.events",
        "core.play.session",
        "core.review.verdicts",
        "core.store.judged",
        "tui.game.home_game",
        "tui.screens.play.screen",
        "tui.widgets.panel",
        "core.tournament",
    }
