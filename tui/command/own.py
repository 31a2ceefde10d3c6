"""The commands for games and players of one's own: begin a file, see what is wrong with it or what it makes, take it in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core import engines, games
from core.analysis import Limit, Watch
from core.errors import CoreError
from core.kits import OWN
from core.position import Position
from tui.command.arguments import JSON, example
from tui.command.caller import BadUsage, Caller
from tui.command.ending import CheckedFalse
from tui.command.printing import dump, table
from tui.household import own_files
from tui.household.settings_file import folders
from tui.text.catalogue import _, figures, ngettext, say, shown
from tui.text.words import method, nodes, players, proven

if TYPE_CHECKING:
    from core.own import Definition

app = typer.Typer()
own = typer.Typer()
app.add_typer(
    own,
    name="own",
    help="Manage your own games, written in text files.",
    **example("own check mine.toml"),
)

PLAYER = "player"
"""Names the template of a Python player, which is no game."""
SECONDS = 5.0
"""How long the value of a game is searched for."""
LISTED = 1000
"""First moves up to which those are counted that symmetry makes one."""
_FILE = Annotated[
    str, typer.Argument(metavar="FILE", help="A game file, or the name of a game that comes with triqui.")
]


@app.command("new", help="Print a template for a player or a game.", **example("new player > my_player.py"))
def new_file(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            autocompletion=lambda: [PLAYER, *_kinds()],
            help="player for a Python player, or the kind of a game: lines, slides, heaps or tree.",
        ),
    ],
) -> None:
    """Print a commented start of a Python player, or of a game file."""
    if kind == PLAYER:
        print(files("core.data").joinpath(f"{PLAYER}.txt").read_text("utf-8"), end="")
    else:
        _print_start(kind, (PLAYER, *_kinds()))


@own.command("new", help="Print a template for a new game file.", **example("own new lines > mine.toml"))
def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", autocompletion=lambda: list(_kinds()), help="Kind of game: lines, slides, heaps or tree."
        ),
    ],
) -> None:
    """Print a commented start of a game file."""
    _print_start(kind, _kinds())


def _print_start(kind: str, offered: Sequence[str]) -> None:
    if kind not in _kinds():
        raise BadUsage(
            "There is no kind {kind}; the kinds are {kinds}.", kind=repr(kind[:40]), kinds=", ".join(offered)
        )
    print(files("core.data").joinpath("own", "new", f"{kind}.toml").read_text("utf-8"), end="")


@own.command("check", help="Check a game file and describe its game.", **example("own check mine.toml"))
def check(
    context: typer.Context,
    file: _FILE,
    as_json: JSON = False,
) -> None:
    """Read a file, and say what was found."""
    try:
        definition = _definition(context.obj, file)
    except CoreError as error:
        if isinstance(error.__cause__, CoreError):  # the file was read, and what it says is wrong
            raise CheckedFalse(error.phrase.template, **error.phrase.values) from error
        raise
    found = _found(definition)
    if as_json:
        dump({"id": definition.id, "name": definition.title, **found})
        return
    print(f"{definition.title}: {shown(definition.id)}")
    for sentence in _sentences(found):
        print(f"  {sentence}")


@own.command("add", help="Copy a file to the games folder, so that the hall lists it.", **example("own add mine.toml"))
def add(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a game of the same name.")] = False,
) -> None:
    """Copy a file."""
    target = own_files.take_in(own_files.path_named(file), _folder(context.obj), force)
    there = own_files.found(target)
    said = (
        _("{file} is saved; the hall lists it from now on.")
        if there.game
        else _("{file} is saved; 'triqui study minimax {name}' searches it from now on.")
    )
    print(said.format(file=target, name=there.definition and there.definition.name))


@own.command("list", help="List your games and those that come with triqui.", **example("own list"))
def list_own(context: typer.Context, as_json: JSON = False) -> None:
    """Print what there is."""
    from core.own import gallery

    there = list(own_files.in_folder(_folder(context.obj)))
    rows = [
        {
            "id": each.definition.id if each.definition else "",
            "name": each.definition.title if each.definition else "",
            "file": str(each.path),
        }
        | ({"wrong": str(each.wrong)} if each.wrong else {})
        for each in there
    ]
    rows += [{"id": each.id, "name": each.title, "file": ""} for each in gallery()]
    if as_json:
        dump(rows)
        return
    wrong = [each.wrong for each in there if each.wrong]
    table(
        [_("GAME").lower(), _("name"), _("file")],
        [[shown(row["id"]), row["name"], row["file"] or _("comes with triqui")] for row in rows if "wrong" not in row],
    )
    for error in wrong:
        print(say(error))


@own.command("show", help="Print the file of a game.", **example("own show fano-plane"))
def show(context: typer.Context, game: _FILE) -> None:
    """Print a file of the folder or of the gallery."""
    from core.own.library import AGAIN, texts

    path = Path(game)
    there = [path] if game.endswith(own_files.ENDING) else own_files.paths_in(_folder(context.obj))
    wanted = game.strip().lower()
    for each in there:
        if each == path:
            own_files.definition_in(each)
        if each == path or wanted == each.stem or _fits(each, wanted):
            print(each.read_text("utf-8"), end="")
            return
    for file, data in (*texts(), *texts(AGAIN)):
        if file.removesuffix(own_files.ENDING) == wanted.partition("@")[0].rpartition(":")[2]:
            print(data.decode(), end="")
            return
    raise own_files.unknown(game)


def _fits(path: Path, wanted: str) -> bool:
    """Whether a text names the game of a file."""
    try:
        return own_files.offered(path).fits(wanted)
    except CoreError:
        return False


def _kinds() -> tuple[str, ...]:
    from core.own.definition import KINDS

    return KINDS


def _folder(caller: Caller) -> Path:
    return own_files.folder(folders(caller.surroundings.home)[0])


def _definition(caller: Caller, text: str) -> Definition:
    """The definition of a file, or else of what is called so in the folder or comes with the hall."""
    path = own_files.path_named(text)
    if not text.endswith(own_files.ENDING):
        there = own_files.called(text, folders(caller.surroundings.home)[0])
        if there:
            return there
        if not path.exists():
            raise own_files.unknown(text)
    return own_files.definition_in(path)


def _found(definition: Definition) -> dict[str, Any]:
    """What can be told of a definition, as plain values."""
    if f"own-{definition.kind}" not in OWN:
        from core.study.search.game_tree import written_nodes

        below = written_nodes(definition.values)
        return {"nodes": len(below), "leaves": sum(node.value is not None for node in below)}
    from core.own.game import OwnGame

    game = games.get(definition.id)
    assert isinstance(game, OwnGame)
    start = Position.start(game)
    found: dict[str, Any] = dict(game.counts())
    if game.group:
        found["symmetries"] = game.group.total
    found["moves"] = len(start.moves)
    whole = game.group and game.group.total == len(game.group.maps)
    if whole and len(start.moves) <= LISTED:
        found["different"] = len({start.orbit(move) for move in start.moves})
    watch = Watch(start, Limit(SECONDS), time.monotonic)
    analysis = engines.analyse(engines.best(start), watch)
    found |= {"seconds": round(analysis.seconds, 2), "searched": analysis.nodes, "depth": analysis.depth}
    score = analysis.score
    found["value"] = (
        _("{worth} ({method})").format(worth=proven(players(game)[0], score), method=method(score))
        if (score and score.proven)
        else None
    )
    return found


def _sentences(found: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    counted: dict[str, Callable[[int], str]] = {
        "points": lambda n: ngettext("{number} point", "{number} points", n),
        "lines": lambda n: ngettext("{number} line", "{number} lines", n),
        "edges": lambda n: ngettext("{number} edge", "{number} edges", n),
        "heaps": lambda n: ngettext("{number} heap", "{number} heaps", n),
        "nodes": lambda n: ngettext("{number} position", "{number} positions", n),
        "leaves": lambda n: ngettext("{number} leaf", "{number} leaves", n),
    }
    yield ", ".join(said(found[key]) for key, said in counted.items() if key in found) + "."
    if "symmetries" in found:
        total = found["symmetries"]
        yield (
            _("There are too many symmetries to find: only the identity is known.")
            if total is None
            else ngettext("{number} symmetry.", "{number} symmetries.", total)
        )
    if "different" in found:
        yield _("First moves: {number}, of which {different} are different.").format(
            number=found["moves"], different=found["different"]
        )
    if "value" in found:
        seconds = figures(f"{found['seconds']:.1f}")
        yield (
            _("{value}, found in {seconds} s.").format(value=found["value"], seconds=seconds)
            if found["value"]
            else _("Not solved within {seconds} s; depth {depth}, {nodes}.").format(
                seconds=seconds, depth=found["depth"], nodes=nodes(found["searched"])
            )
        )
