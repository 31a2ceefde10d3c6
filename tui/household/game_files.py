"""Files of games, in any format that :mod:`core.notation` reads, and folders and zips of them; and games that are pasted.

Files are read piece by piece and their games go into a temporary file, so that any number of games needs the same memory.
"""

from __future__ import annotations

import lzma
import os
import pickle
import struct
import time
import zipfile
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, overload

from core import notation
from core.errors import CoreError, printable
from core.game import Game
from core.notation.common import BadGames, GameOrFault, ReadGame

MAX_MEGABYTES = 32
"""Maximum size of a zip and of a pasted text."""
MAX_FILES = 50_000
"""Maximum number of files in a folder or a zip."""
ENDINGS = (".psq", ".sgf", ".txt", ".json")
"""The files of a folder or a zip that are read."""
ARCHIVE = ".zip"
BROKEN = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, EOFError, OSError, ValueError, struct.error)
"""Errors of a zip that is damaged, encrypted or compressed in an unknown way."""
PIECE = 1 << 16
"""Bytes that are read at a time."""
MEMORY = 1 << 20
"""Bytes of games that are kept in memory. More go to the disk."""
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""The beginnings of a zip, and of an empty one."""
_ENTRY = b"PK\x01\x02"
"""The beginning of each entry in the list of a zip's files."""
_ANY_GAME = ("digits", "openings")
"""Formats whose lines may also be moves of another game."""


class BadFile(CoreError):
    """A file that cannot be read or has no games."""


def _never() -> bool:
    """The ``stopped`` of a reader that nobody stops."""
    return False


class GamesFile:
    """A file, or one of a folder or a zip, that is open. ``trouble`` gives the sentence for the errors of reading it. The file
    ends where ``stopped`` says that nobody wants more of it. Raises BadFile."""

    def __init__(
        self,
        name: str,
        source: IO[bytes],
        trouble: Callable[[], AbstractContextManager[None]],
        stopped: Callable[[], bool],
    ) -> None:
        self.name = name
        self._source, self._trouble, self._stopped = source, trouble, stopped
        with trouble():
            self.first = source.read(PIECE)
            """The first bytes."""
            self._place = source.tell() if source.seekable() else 0

    def lines(self) -> Iterator[str]:
        """The lines from the first on, however often they are asked for; those of a pipe once. Raises BadFile and
        BadGames."""
        with self._trouble():
            if self._source.seekable():
                self._source.seek(self._place)
            yield from notation.lines_in(chain([self.first], self._pieces()))

    def _pieces(self) -> Iterator[bytes]:
        """The further bytes."""
        while (piece := self._source.read(PIECE)) and not self._stopped():
            yield piece


def parts(file: str, stopped: Callable[[], bool] = _never) -> Iterator[GamesFile]:
    """The file, or the files of a folder or a zip that have games, each open until the next. ``stopped`` is asked in every
    subfolder, of which there may be many, and while a file is read. Raises BadFile."""
    if not os.path.isdir(file):  # the method of a path raises where the name is too long
        with _opened(file) as source:
            yield from unpacked(file, source, stopped)
        return
    found = list[Path]()
    for folder, _, names in os.walk(file):
        if stopped():
            return
        found += [Path(folder, name) for name in names if Path(name).suffix.lower() in ENDINGS]
        if len(found) > MAX_FILES:
            raise _too_many(file)
    for path in map(str, sorted(found)):
        if os.path.isfile(path):
            with _opened(path) as source:
                yield GamesFile(path, source, partial(_reading, path), stopped)


@contextmanager
def _reading(file: str) -> Iterator[None]:
    """Raises BadFile where the file cannot be read."""
    try:
        yield
    except OSError as error:
        raise BadFile(
            "{file} cannot be read ({reason}); choose a file of games that 'triqui log --export' wrote.",
            file=repr(file),
            reason=error.strerror,
        ) from error


@contextmanager
def _unpacking(file: str) -> Iterator[None]:
    """Raises BadFile where the zip cannot be unpacked."""
    try:
        yield
    except BROKEN as error:
        raise BadFile("{file} cannot be unpacked; unpack it yourself and give the folder.", file=repr(file)) from error


def _opened(file: str) -> IO[bytes]:
    """The file. Raises BadFile."""
    with _reading(file):
        return open(file, "rb")


def content(file: str) -> bytes:
    """The bytes of a file. Raises BadFile."""
    with _opened(file) as source:
        return limited(file, source)


def limited(file: str, source: IO[bytes], first: bytes = b"") -> bytes:
    """The bytes of a file that is open and of which the ``first`` are read. Raises BadFile, as if they are too many."""
    most = MAX_MEGABYTES << 20
    with _reading(file):
        raw = first + source.read(most + 1 - len(first))
    if len(raw) > most:
        raise BadFile(
            "{file} is larger than {most} MB, the maximum; give several smaller files.",
            file=repr(file),
            most=MAX_MEGABYTES,
        )
    return raw


def unpacked(file: str, source: IO[bytes], stopped: Callable[[], bool] = _never) -> Iterator[GamesFile]:
    """The file, or the files of games in it if it is a zip. Raises BadFile."""
    whole = GamesFile(file, source, partial(_reading, file), stopped)
    if not whole.first.startswith(_ZIP):
        yield whole
        return
    raw = limited(file, source, whole.first)
    if raw.count(_ENTRY) > MAX_FILES:
        raise _too_many(file)
    trouble = partial(_unpacking, file)
    with trouble():
        archive = zipfile.ZipFile(BytesIO(raw))
    for info in sorted(archive.infolist(), key=lambda info: info.filename):
        if Path(info.filename).suffix.lower() in ENDINGS and not info.is_dir():
            with trouble():
                member = archive.open(info)
            with member:
                yield GamesFile(f"{file}/{info.filename}", member, trouble, stopped)


def _too_many(file: str) -> BadFile:
    return BadFile("{file} has more than {most} files; split it into several.", file=repr(file), most=f"{MAX_FILES:,}")


def none_found(files: Iterable[str]) -> BadFile:
    """The error for files without a game."""
    return BadFile("No game was found in {files}.", files=", ".join(map(repr, files)))


class ReadGames(Sequence[ReadGame]):
    """Games that were read, of which memory has the places in a temporary file."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](MEMORY)
        self._ends = array("Q", [0])

    def add(self, game: ReadGame) -> None:
        """Add one more game. Raises BadFile."""
        with _on_disk():
            self._file.seek(self._ends[-1])
            self._file.write(pickle.dumps(game))
            self._ends.append(self._file.tell())

    def __len__(self) -> int:
        return len(self._ends) - 1

    @overload
    def __getitem__(self, at: int) -> ReadGame: ...
    @overload
    def __getitem__(self, at: slice) -> list[ReadGame]: ...
    def __getitem__(self, at: int | slice) -> ReadGame | list[ReadGame]:
        if isinstance(at, slice):
            return [self[each] for each in range(len(self))[at]]
        place = range(len(self))[at]
        with _on_disk():
            self._file.seek(self._ends[place])
            game: ReadGame = pickle.loads(self._file.read(self._ends[place + 1] - self._ends[place]))
        return game

    def __del__(self) -> None:
        self._file.close()


@contextmanager
def _on_disk() -> Iterator[None]:
    """Raises BadFile where the temporary file cannot be used."""
    try:
        yield
    except OSError as error:
        raise BadFile(
            (
                "The games cannot be held in a temporary file ({reason}); free some space, or set TMPDIR to another "
                "folder."
            ),
            reason=error.strerror,
        ) from error


@dataclass(frozen=True)
class FoundGames:
    """The games that were found, how many were left out, and why the first of those was."""

    games: Sequence[ReadGame]
    left_out: int = 0
    why: CoreError | None = None


def in_file(file: str, game: Game, stopped: Callable[[], bool]) -> FoundGames:
    """The games of a file, a folder or a zip; moves are read for ``game`` where nothing says whose they are. ``stopped`` is
    asked between two games whether they are still wanted.

    Raises BadFile where there are none.
    """
    path = str(Path(file).expanduser())
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # a pipe would be waited for
        raise BadFile("{file} is a device or a pipe; choose a file of games.", file=repr(path))
    games = ReadGames()
    left_out, why = 0, None
    for part in parts(path, stopped):
        found = _guessed(part.lines, game, games, stopped)
        left_out += found.left_out
        if found.why and not why:
            why = BadFile("{file}: {reason}", file=printable(part.name), reason=found.why.phrase)
        if stopped():
            break
    if not games:
        raise why or none_found([file])
    return FoundGames(games, left_out, why)


def in_text(source: str, game: Game, stopped: Callable[[], bool]) -> FoundGames:
    """The games of a text, as :func:`in_file` reads them. Raises BadGames where there are none."""
    if len(source) > MAX_MEGABYTES << 20:
        raise BadGames("This text is larger than {most} MB; paste less of it.", most=MAX_MEGABYTES)
    found = _guessed(partial(notation.lines_of, source), game, ReadGames(), stopped)
    if found.why and not found.games:
        raise found.why
    return found


def _guessed(
    lines: Callable[[], Iterator[str]], game: Game, games: ReadGames, stopped: Callable[[], bool]
) -> FoundGames:
    """Add the games of a text to ``games``, read for ``game`` if nothing says whose they are."""
    now, before = time.time(), len(games)
    try:
        form = notation.recognised(lines())
    except BadGames as error:
        return FoundGames(games, 1, error)
    found = _collected(notation.every(lines(), now, None if form and form not in _ANY_GAME else game), games, stopped)
    if len(games) == before and form in _ANY_GAME:
        found = _collected(notation.every(lines(), now), games, stopped)
    if len(games) == before and form is None and found.why and any(map(str.strip, lines())):
        neither = BadGames(
            "This is neither a game in a known format ({names}) nor moves of {game}. {reason}",
            names=", ".join(name for name in notation.FORMATS if name != "moves"),
            game=game.id,
            reason=found.why.phrase,
        )
        return FoundGames(games, 1, neither)
    return found


def _collected(source: Iterable[GameOrFault], games: ReadGames, stopped: Callable[[], bool]) -> FoundGames:
    """Add the games of a source to ``games``."""
    left_out, why = 0, None
    for each in source:
        if isinstance(each, ReadGame):
            games.add(each)
        else:
            left_out, why = left_out + 1, why or each
        if stopped():
            break
    return FoundGames(games, left_out, why)
