"""Files of games, in any format that :mod:`core.notation` reads, and folders and zips of them; and games that are pasted."""

from __future__ import annotations

import lzma
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core import notation
from core.errors import CoreError, printable
from core.game import Game
from core.notation.common import MAX_GAMES, BadGames, GameOrFault, ReadGame

MAX_MEGABYTES = 32
"""Maximum size of a file of games, of all files in a zip, and of a pasted text."""
MAX_FILES = MAX_GAMES
"""Maximum number of files in a folder or a zip."""
ENDINGS = (".psq", ".sgf", ".txt", ".json")
"""The files of a folder or a zip that are read."""
ARCHIVE = ".zip"
BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, EOFError, OSError, ValueError, struct.error)
"""Errors of a zip that is damaged, encrypted or compressed in an unknown way."""
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""The beginnings of a zip, and of an empty one."""
_ENTRY = b"PK\x01\x02"
"""The beginning of each entry in the list of a zip's files."""
_ANY_GAME = ("digits", "openings")
"""Formats whose lines may also be moves of another game."""


class BadFile(CoreError):
    """A file that cannot be read or has no games."""


class Readable(NamedTuple):
    """A file, or one of a folder or a zip, with its ``name`` and its content."""

    name: str
    raw: bytes


def _never() -> bool:
    """The ``stopped`` of a reader that nobody stops."""
    return False


def parts(file: str, stopped: Callable[[], bool] = _never) -> Iterator[Readable]:
    """The file, or the files of a folder or a zip that have games. ``stopped`` is asked in every subfolder, of which there
    may be many. Raises BadFile."""
    if not os.path.isdir(file):  # the method of a path raises where the name is too long
        yield from unpacked(file, content(file))
        return
    found = list[Path]()
    for folder, _, names in os.walk(file):
        if stopped():
            return
        found += [Path(folder, name) for name in names if Path(name).suffix.lower() in ENDINGS]
        if len(found) > MAX_FILES:
            raise _too_many(file)
    for path in sorted(found):
        if path.is_file():
            yield Readable(str(path), content(str(path)))


def content(file: str) -> bytes:
    """The bytes of a file. Raises BadFile."""
    try:
        with open(file, "rb") as source:
            return limited(file, source)
    except OSError as error:
        raise BadFile(
            "{file} cannot be read ({reason}); choose a file of games that 'triqui log --export' wrote.",
            file=repr(file),
            reason=error.strerror,
        ) from error


def limited(file: str, source: BinaryIO) -> bytes:
    """The bytes of a file that is open. Raises BadFile if they are too many."""
    raw = source.read(MAX_MEGABYTES * 2**20 + 1)
    if len(raw) > MAX_MEGABYTES * 2**20:
        raise _too_large(file)
    return raw


def unpacked(file: str, raw: bytes) -> Iterator[Readable]:
    """The file, or the files of games in it if it is a zip. Raises BadFile."""
    if not raw.startswith(_ZIP):
        yield Readable(file, raw)
        return
    if raw.count(_ENTRY) > MAX_FILES:
        raise _too_many(file)
    left = MAX_MEGABYTES * 2**20
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            for info in sorted(archive.infolist(), key=lambda info: info.filename):
                if Path(info.filename).suffix.lower() in ENDINGS and not info.is_dir():
                    with archive.open(info) as member:
                        inner = member.read(left + 1)
                    left -= len(inner)
                    if left < 0:
                        raise _too_large(file)
                    yield Readable(f"{file}/{info.filename}", inner)
    except BROKEN as error:
        raise BadFile("{file} cannot be unpacked; unpack it yourself and give the folder.", file=repr(file)) from error


def _too_large(file: str) -> BadFile:
    return BadFile(
        "{file} has more than {most} MB, the maximum; give another file, or several smaller ones in turn.",
        file=repr(file),
        most=MAX_MEGABYTES,
    )


def _too_many(file: str) -> BadFile:
    return BadFile("{file} has more than {most} files; split it into several.", file=repr(file), most=f"{MAX_FILES:,}")


class FoundGames(NamedTuple):
    """The games that were found, and why others are not among them."""

    games: Sequence[ReadGame]
    faults: Sequence[CoreError] = ()


def in_file(file: str, game: Game, stopped: Callable[[], bool]) -> FoundGames:
    """The games of a file, a folder or a zip; moves are read for ``game`` where nothing says whose they are. ``stopped`` is
    asked between two games whether they are still wanted.

    Raises BadFile where there are none.
    """
    path = str(Path(file).expanduser())
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # a pipe would be waited for
        raise BadFile("{file} is a device or a pipe; choose a file of games.", file=repr(path))
    games, faults = list[ReadGame](), list[CoreError]()
    for name, raw in parts(path, stopped):
        try:
            found = in_text(notation.decoded(raw), game, stopped)
        except BadGames as error:
            faults.append(BadFile("{file}: {reason}", file=printable(name), reason=error.phrase))
            continue
        games.extend(found.games)
        faults.extend(BadFile("{file}: {reason}", file=printable(name), reason=each.phrase) for each in found.faults)
        if len(games) > MAX_GAMES:
            raise BadFile("There are more than {most} games; give fewer files.", most=f"{MAX_GAMES:,}")
        if stopped():
            break
    if not games:
        raise faults[0] if faults else BadFile("No game was found in {files}.", files=repr(file))
    return FoundGames(games, faults)


def in_text(source: str, game: Game, stopped: Callable[[], bool]) -> FoundGames:
    """The games of a text, as :func:`in_file` reads them. Raises BadGames where there are none."""
    if len(source) > MAX_MEGABYTES * 2**20:
        raise BadGames("This text has more than {most} MB; paste less of it.", most=MAX_MEGABYTES)
    now, form = time.time(), notation.recognised(source)
    found = _collected(notation.every(source, now, None if form and form not in _ANY_GAME else game), stopped)
    if not found.games and form in _ANY_GAME:
        found = _collected(notation.every(source, now), stopped)
    if not found.games and form is None and source.strip():
        raise BadGames(
            "This is neither a game in a known format ({names}) nor moves of {game}. {reason}",
            names=", ".join(name for name in notation.FORMATS if name != "moves"),
            game=game.id,
            reason=found.faults[0].phrase,
        )
    if not found.games:
        raise found.faults[0]
    return found


def _collected(source: Iterable[GameOrFault], stopped: Callable[[], bool]) -> FoundGames:
    """The games and the faults, each in the order of the source."""
    games, faults = list[ReadGame](), list[CoreError]()
    for each in source:
        if isinstance(each, ReadGame):
            games.append(each)
        else:
            faults.append(each)
        if stopped():
            break
    return FoundGames(games, faults)
