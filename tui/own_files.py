"""Files with games of one's own: those that somebody names, and those in the folder for them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from errno import EINVAL
from os import strerror
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from core import games
from core.errors import CoreError, UnknownGame, quoted
from core.game import Game
from core.kits import OWN
from tui.data_folder import OWN_GAMES

if TYPE_CHECKING:
    from core.own import Definition

ENDING = ".toml"
MOST_FILES = 200
"""So many files of the folder are read, the first by their names."""


_read: dict[str, tuple[Path, tuple[int, int]]] = {}
"""By the id of what it made, the file that was read, and what it was then."""


class BadOwnGame(CoreError):
    """A file that cannot be read or makes no game."""


def definition_in(path: Path) -> Definition:
    """What a file says, known from then on. Raises CoreError, naming the file, its line and what to do."""
    from core import own

    try:
        now = stamp(path)
        if not S_ISREG(path.stat().st_mode):
            raise OSError(EINVAL, strerror(EINVAL))  # a pipe would be waited for
        with open(path, "rb") as file:
            definition = own.register(own.read(file.read(own.LARGEST + 1)))
        _read[definition.id] = (path, now)
        return definition
    except OSError as error:
        raise BadOwnGame(
            "{file} cannot be read ({reason}); name a file with a game, as 'triqui own new lines' begins one.",
            file=repr(str(path)),
            reason=error.strerror,
        ) from error
    except CoreError as error:
        raise BadOwnGame("{file} makes no game. {reason}", file=repr(str(path)), reason=error.phrase) from error


def game_in(path: Path) -> Game:
    """The game of a file. Raises CoreError."""
    game = _playable(definition_in(path))
    if game is None:
        raise BadOwnGame(
            "{file} is a tree, and nobody plays on it; 'triqui study minimax {path}' searches it.",
            file=repr(str(path)),
            path=str(path),
        )
    return game


def named(text: str, data: Path) -> Game:
    """The game that an id, a name or a path names: what ends in .toml is a path, and short names are those of the games in the
    folder for them, which is in that of the data, and in the gallery. Raises CoreError."""
    if text.strip().lower().endswith(ENDING):
        return game_in(Path(text.strip()).expanduser())
    try:
        return games.get(text)
    except UnknownGame:
        wanted = text.strip().lower()
        for each in in_folder(folder(data)):
            if each.game and wanted in _names(each.game.id):
                return each.game
        there = in_gallery(text)
        if there and f"own-{there.kind}" in OWN:
            return games.get(there.id)
        raise


def _names(id: str) -> tuple[str, str, str]:
    """By what a game of one's own is called: its id, the same without the hash, and its short name."""
    return id, id.partition("@")[0], id.partition("@")[0].partition(":")[2]


def stamp(path: Path) -> tuple[int, int]:
    """What tells one state of a file from another. Raises OSError."""
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size


class Following:
    """The file of a game, of which somebody wants to know when it makes another."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._path: Path | None
        self._path, self._seen = _read.get(game.id, (None, (0, 0)))

    def changed(self) -> Game | None:
        """The game that the file makes since it was saved last; None where it was not, or makes the same. Raises CoreError,
        once for each time that it was saved, where it makes none."""
        if self._path is None:
            return None
        try:
            now = stamp(self._path)
        except OSError:
            return None  # it went; an editor may be about to write it anew
        if now == self._seen:
            return None
        self._seen = now
        game = game_in(self._path)
        return None if game == self._game else game


def words(given: Iterable[str]) -> tuple[str, ...]:
    """The words of a question, in which a path stands for the id of what is in the file. Raises CoreError."""
    return tuple(definition_in(Path(word).expanduser()).id if word.lower().endswith(ENDING) else word for word in given)


def folder(data: Path) -> Path:
    """The folder for games of one's own in that of the data."""
    return data / OWN_GAMES


class FoundFile(NamedTuple):
    """A file of the folder: its game, None for a tree and for what makes none, and what is wrong with it."""

    path: Path
    game: Game | None
    wrong: CoreError | None


def in_folder(path: Path) -> Iterator[FoundFile]:
    """The files of the folder, by their names; none where it is not there."""
    return map(found, paths_in(path))


def found(path: Path) -> FoundFile:
    """A file with the game that it makes, or with what is wrong."""
    try:
        return FoundFile(path, _playable(definition_in(path)), None)
    except CoreError as error:
        return FoundFile(path, None, error)


def _playable(definition: Definition) -> Game | None:
    return games.get(definition.id) if f"own-{definition.kind}" in OWN else None


def paths_in(path: Path) -> list[Path]:
    """The files of the folder, by their names; none where it is not there."""
    try:
        there = sorted(file for file in path.iterdir() if file.name.endswith(ENDING) and not file.name.startswith("."))
    except OSError:
        return []
    return there[:MOST_FILES]


def take_in(path: Path, into: Path, force: bool = False) -> Path:
    """Copy a file with a game to the folder, under the name of the game. Raises CoreError."""
    definition = definition_in(path)
    target = into / f"{definition.name}{ENDING}"
    if target.exists() and not force:
        raise BadOwnGame(
            "{file} is there already and stays as it is; name the game otherwise, or give --force.",
            file=repr(str(target)),
        )
    part = into / f".{target.name}.{os.getpid()}"
    try:
        into.mkdir(parents=True, exist_ok=True)
        part.write_bytes(path.read_bytes())
        os.replace(part, target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadOwnGame(
            "{file} cannot be written ({reason}); make room, or see to whom the folder belongs.",
            file=repr(str(target)),
            reason=error.strerror,
        ) from error
    return target


def in_gallery(text: str) -> Definition | None:
    """A game that comes with the hall, by its short name; None where there is none of that name."""
    from core import own

    return next((each for each in own.gallery() if text.strip().lower() in (each.name, each.id)), None)


def unknown(text: str) -> BadOwnGame:
    """The error that nothing is called so."""
    return BadOwnGame("There is no game {name} here; 'triqui own list' tells which there are.", name=quoted(text))
