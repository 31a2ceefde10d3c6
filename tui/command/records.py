"""The commands for finished games: list, show, export, import, statistics."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core import notation
from core.errors import StoreBroken, UnknownGame
from core.notation import sgf
from core.notation.documents import json_parts
from core.notation.text import text_parts
from core.phrase import figure, phrase
from core.records.statistics import statistics
from core.store.rows import Stored
from tui.command import output, output_games
from tui.command.arguments import JSON, example, named
from tui.command.caller import BadUsage, Caller
from tui.command.completing import among
from tui.command.ending import ended_by_signals
from tui.command.files import SKIP, STDOUT, found_games, print_notes, reading
from tui.household.settings_file import folders
from tui.household.surroundings import STORE_FILE
from tui.text.catalogue import _, ngettext, say
from tui.text.kept import unreadable_words
from tui.text.numbers import whole
from tui.text.reviewed import comments

if TYPE_CHECKING:
    from core.store.store import Store

app = typer.Typer()
LAST = "last"
MAX_LISTED = 50
"""Maximum number of games listed unless more are requested."""
MAX_NUMBER = 999_999_999
"""Maximum number of a game in the list."""


@app.command(
    help="List, show, export or import finished games.",
    **example("log last --export game.txt"),
)
def log(
    context: typer.Context,
    number: Annotated[
        str | None, typer.Argument(metavar="N", help="A game by its number in the list; 1 or last is the newest.")
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(metavar="FILE", help=("Export to a new file, or - for stdout; in JSON if it ends in .json.")),
    ] = None,
    take: Annotated[
        str | None,
        typer.Option(
            "--import", metavar="FILE", help="Import the games in a file, folder or zip: all of them or none."
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="WHAT",
            autocompletion=among(*notation.FORMATS),
            help="Write as psq, sgf, digits, moves, text or json; with --import, read as this format or for this game.",
        ),
    ] = None,
    skip: SKIP = False,
    hall: Annotated[
        bool, typer.Option("--hall", help="List the games of the hall that 'triqui serve' runs here.")
    ] = False,
    begin: Annotated[
        int | None,
        typer.Option(
            "--from",
            metavar="N",
            parser=whole("--from", 1, MAX_NUMBER),
            help="Begin with game N of the list, and leave out the newer ones.",
        ),
    ] = None,
    last: Annotated[
        int | None,
        typer.Option(
            "--last",
            metavar="M",
            parser=whole("--last", 1, MAX_NUMBER),
            help="Take at most M games: the newest, or those from --from on.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="List every game, not only the newest.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Let --export replace an existing file.")] = False,
    as_json: JSON = False,
) -> None:
    """List the finished games, show one, or write or read a file of games."""
    if force and export is None:
        raise BadUsage("--force only goes with --export; leave it out.")
    if take is not None:
        if number or export is not None or as_json or hall or every or begin or last:
            raise BadUsage("--import reads a whole file and cannot be combined with other options; leave them out.")
        found = found_games([take], reading(form, None, skip))
        with opened_store(context.obj) as store:
            try:
                # The first of a list is the newest, also among games of one time.
                new = store.take_in(each.stored for each in reversed(found))
            except StoreBroken as error:
                raise StoreBroken("Nothing was imported. {reason}", reason=error.phrase) from error
        print_notes(found)
        _say_taken(new, len(found) - new)
        _say_unfinished(sum(each.stored.outcome is None for each in found))
        return
    if skip:
        raise BadUsage("--skip only goes with --import; leave it out.")
    if number is not None and (begin or last):
        raise BadUsage("N names one game; --from and --last name several. Leave one out.")
    if every and last:
        raise BadUsage("--all lists every game; --last lists only some. Leave one out.")
    with finished_games(context.obj, hall) as (kept, unreadable):
        if number is not None:
            kept = iter([numbered(kept, number, unreadable)])
        elif begin:
            kept = chain([numbered(kept, str(begin), unreadable)], kept)
        kept = islice(kept, last)
        if form is not None:
            _export(export or STDOUT, _any(kept, unreadable), partial(_written_as, context.obj, form), force)
        elif export is not None:
            in_json = as_json or export.lower().endswith(".json")
            _export(export, _any(kept, unreadable), json_parts if in_json else text_parts, force)
        elif as_json:
            _print_json(kept)
        elif number is not None:
            output_games.game_played(next(kept))
        else:
            _list(kept, unreadable, begin or 1, None if every or last else MAX_LISTED)


def _written_as(caller: Caller, form: str, games: Iterable[Stored]) -> Iterator[str]:
    """The games in a format, those of SGF with the values that reviews have found as comments. Raises CoreError."""
    if form.lower() == "json":
        yield from json_parts(games)
        return
    commented = form.lower() == "sgf"
    with opened_store(caller) if commented else nullcontext() as store:
        for number, kept in enumerate(games):
            yield "\n" if number else ""  # moves alone need a blank line between games
            yield sgf.write(kept, comments(kept.match, store.found)) if store else notation.written(kept, form.lower())


def _print_json(games: Iterable[Stored]) -> None:
    for part in json_parts(games):
        print(part, end="")


def _list(kept: Iterator[Stored], unreadable: int, begin: int, most: int | None) -> None:
    """Print the games, which have the numbers from ``begin`` on; at most ``most`` of them, None for all."""
    first = next(kept, None)
    if first:
        games = chain([first], kept)
        output_games.games_played(islice(games, most), begin)
        if most and next(games, None):
            text = _(
                "These are games {first} to {last}; 'triqui log --from {next}' lists the next ones, 'triqui log --all' "
                "lists every game."
            )
            print(text.format(first=begin, last=begin + most - 1, next=begin + most))
    elif not unreadable:
        print(_("There is no finished game yet; 'triqui play GAME' begins one."))


def _any(games: Iterator[Stored], unreadable: int) -> Iterator[Stored]:
    """The games, one at least. Raises BadUsage."""
    first = next(games, None)
    if first:
        return chain([first], games)
    if unreadable:
        raise BadUsage("No finished game can be read, so there is nothing to export.")
    raise BadUsage("There is no finished game yet, so there is nothing to export; 'triqui play GAME' begins one.")


@app.command(help="Show your record against engines.", **example("stats tictactoe"))
def stats(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show only this game, such as tictactoe or FILE.toml.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Print the results by game, opponent and side."""
    with opened_games(context.obj) as store:
        found = statistics(store, None if game is None else _asked(game, store.games()), whole=as_json)
        output_games.statistics(found, as_json)


def _asked(game: str, played: Iterable[str]) -> str:
    """The id of the game that a text names, of which there may be nothing but games that were played. Raises CoreError."""
    from core.own import only  # most people have none

    listed = list[str]()
    with suppress(UnknownGame):
        listed.append(named(game).id)
    return only(game, (*listed, *played)) or named(game).id


@contextmanager
def finished_games(caller: Caller, hall: bool = False) -> Iterator[tuple[Iterator[Stored], int]]:
    """The finished games, the newest first, for as long as the block lasts, and how many games cannot be read: those of this
    person, or those between people of the ``hall`` that is opened here. Raises StoreBroken."""
    file = STORE_FILE
    if hall:
        from tui.serve import hosting

        file = hosting.STORE
        if not (folders(caller.surroundings.home)[0] / file).exists():
            yield iter(()), 0
            return
    with opened_games(caller, file) as store, closing(store.each_finished()) as kept:
        yield map(_named, kept) if hall else kept, store.unreadable()


def _named(kept: Stored) -> Stored:
    """A game of the hall with the names of its people."""
    from core.hall.records import named

    return named(kept)


@contextmanager
def opened_games(caller: Caller, file: str = STORE_FILE) -> Iterator[Store]:
    """A store of games that are about to be listed or counted; how many cannot be read is told on stderr. Raises
    StoreBroken."""
    with opened_store(caller, file) as store:
        if count := store.unreadable():
            print(unreadable_words(count), file=sys.stderr)
        yield store


@contextmanager
def opened_store(caller: Caller, file: str = STORE_FILE) -> Iterator[Store]:
    """A store of games, for as long as the block lasts; what had to be mended in it is told on stderr. Raises StoreBroken
    where it cannot be used."""
    from core.store.store import open_store

    store, trouble = open_store(folders(caller.surroundings.home)[0] / file)
    try:
        if trouble and store.path is None:
            raise trouble
        if trouble:
            output.remark(trouble)
        yield store
    finally:
        store.close()


def numbered(kept: Iterator[Stored], number: str, unreadable: int) -> Stored:
    """The game that a number of the list names. Raises BadUsage."""
    at = 1 if number.lower() == LAST else int(number) if number.isdecimal() and len(number) < 10 else 0
    count = 0
    for count, game in enumerate(kept, 1):
        if count == at:
            return game
    if unreadable and not count:
        raise BadUsage("No finished game can be read, so there is no game {number}.", number=repr(number[:40]))
    raise BadUsage(
        "There is no game {number}; 'triqui log' lists the games 1 to {count}, and last is the newest."
        if count
        else "There is no finished game yet, so there is no game {number}; 'triqui play GAME' begins one.",
        number=repr(number[:40]),
        count=count,
    )


def _export(
    file: str, games: Iterable[Stored], parts: Callable[[Iterable[Stored]], Iterator[str]], force: bool
) -> None:
    """Write a whole file or none. An existing file is replaced only with ``force``. Raises CoreError."""
    if file == STDOUT:
        for part in parts(games):
            print(part, end="")
        return
    path = Path(os.path.realpath(file)) if force else Path(file)  # a link to a file elsewhere stays a link
    if force and path.exists() and not path.is_file():
        raise BadUsage("{file} is a folder or a device and cannot be replaced; choose another name.", file=repr(file))
    try:
        if not force and os.path.lexists(path):
            raise FileExistsError
        new = path.with_name(f".{path.name}.{os.getpid()}")
        with ended_by_signals():
            try:
                with open(new, "x", encoding="utf-8", newline="\n") as written:
                    written.writelines(parts(games))
                    written.flush()
                    os.fsync(written.fileno())
                os.replace(new, path) if force else _put(new, path)
            finally:
                new.unlink(missing_ok=True)
    except FileExistsError as error:
        raise BadUsage("{file} already exists. Choose another name, or give --force.", file=repr(file)) from error
    except OSError as error:
        raise BadUsage(
            "{file} cannot be written ({reason}); choose a name in a folder that you can write to.",
            file=repr(file),
            reason=error.strerror,
        ) from error


def _put(new: Path, path: Path) -> None:
    """Give a whole file its name, if no other file has it. Raises OSError."""
    try:
        os.link(new, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError from None
        os.replace(new, path)


def _say_taken(new: int, there: int) -> None:
    print(ngettext("{number} game was imported.", "{number} games were imported.", new))
    if there:
        print(ngettext("{number} was already there.", "{number} were already there.", there))


def _say_unfinished(count: int) -> None:
    if count:
        print(say(phrase("Not finished, under Continue in the hall: {count}.", count=figure(count))))
