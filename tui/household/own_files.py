"""Files with games of one's own: those that somebody names, and those in the folder for them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from core import games
from core.errors import CoreError, UnknownGame, quoted
from core.game import Game
from core.kits import OWN, OWN_PREFIX
from core.phrase import Phrase, phrase
from tui.household.surroundings import OWN_GAMES

if TYPE_CHECKING:
    from core.own import Definition

ENDING = ".toml"
MAX_FILES = 200
"""So many files of the folder are read, the first by their names."""


MAX_READ = 500
"""Most files that are remembered, those named last."""
_read: dict[str, tuple[Path, tuple[int, int]]] = {}
"""By the id of what it made, the file that was read, and what it was then; the newest last."""


class BadOwnGame(CoreError):
    """A file that cannot be read or makes no game."""


def path_named(text: str) -> Path:
    """The path that a text names. Raises BadOwnGame where it names none."""
    if not text.strip():
        raise BadOwnGame("Give a file with a game; 'triqui own new lines' begins one.")
    return Path(text.strip()).expanduser()


def definition_in(path: Path) -> Definition:
    """What a file says, known from then on. Raises CoreError, naming the file, its line and what to do."""
    from core import own
    from tui.text.catalogue import ours

    try:
        now, what = stamp(path), instead(path)
        data = b"" if what else _start(path, own.MAX_BYTES + 1)
    except OSError as error:
        raise BadOwnGame(
            "{file} cannot be read ({reason}); give a file with a game; 'triqui own new lines' begins one.",
            file=repr(str(path)),
            reason=error.strerror,
        ) from error
    if what:
        raise BadOwnGame(
            "{file} is {what}; give a file with a game; 'triqui own new lines' begins one.",
            file=repr(str(path)),
            what=what,
        )
    try:
        definition = own.register(own.read(data, ours))
    except CoreError as error:
        raise BadOwnGame(
            "{file} does not define a game. {reason}", file=repr(str(path)), reason=error.phrase
        ) from error
    _read.pop(definition.id, None)
    _read[definition.id] = (path, now)
    for id in list(_read)[:-MAX_READ]:
        _read.pop(id, None)
    return definition


def offered(path: Path) -> Definition:
    """What a file of the folder says, known from then on by its short name too. Raises CoreError."""
    from core import own

    return own.offer(definition_in(path))


def instead(path: Path) -> Phrase | None:
    """What stands there where it is no file with something in it. Raises OSError."""
    stat = path.stat()
    if S_ISDIR(stat.st_mode):
        return phrase("a folder")
    if not S_ISREG(stat.st_mode):  # a pipe would be waited for
        return phrase("a device or a pipe")
    return None if stat.st_size else phrase("an empty file")


def _start(path: Path, most: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(most)


def game_in(path: Path) -> Game:
    """The game of a file. Raises CoreError."""
    return games.get(definition_in(path).id)


def named(text: str, data: Path) -> Game:
    """The game that an id, a name or a path names: what ends in .toml is a path, and short names are those of the games in the
    folder for them, which is in that of the data, and in the gallery. Raises CoreError."""
    if _is_path(text):
        return game_in(path_named(text))
    if _is_own(text):
        there = called(text, data)
        return games.get(there.id if there else text)
    try:
        return games.get(text)
    except UnknownGame:
        there = called(text, data)
        if there is None:
            raise
    return games.get(there.id)


def called(text: str, data: Path) -> Definition | None:
    """What has that id, with all digits of its hash or the first or none, or that short name, in the folder or else in the
    gallery; None where nothing has, or several have those digits."""
    from core import own

    wanted = text.strip().lower()
    there: list[Definition] = []
    for path in paths_in(folder(data)):
        with suppress(CoreError):
            there.append(offered(path))
    if "@" in wanted:
        return own.known(wanted)
    return next((each for each in (*there, *own.gallery()) if wanted in (each.short, each.name)), None)


def words(given: Sequence[str], data: Path) -> tuple[str, ...]:
    """The words of a question, in which a path stands for the id of what is in the file, and what is called by an id, or as the
    first word by a short name, for that of what is in the folder or the gallery. Raises CoreError."""
    return tuple(_word(word, data, short=at == 0) for at, word in enumerate(given))


def _word(word: str, data: Path, short: bool) -> str:
    if _is_path(word):
        return definition_in(path_named(word)).id
    if short and not _is_own(word):
        with suppress(CoreError):
            games.get(word)
            return word
    there = called(word, data) if short or _is_own(word) else None
    return there.id if there else word


def _is_path(text: str) -> bool:
    return text.strip().lower().endswith(ENDING)


def _is_own(text: str) -> bool:
    return text.strip().lower().startswith(OWN_PREFIX)


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


def namesakes(game: Game, data: Path) -> list[FoundFile]:
    """The files of the folder that have other rules under the name of a game of one's own."""
    there = in_folder(folder(data)) if game.content else ()
    short = game.id.partition("@")[0]
    return [
        each for each in there if each.definition and each.definition.short == short and each.definition.id != game.id
    ]


def folder(data: Path) -> Path:
    """The folder for games of one's own in that of the data."""
    return data / OWN_GAMES


class FoundFile(NamedTuple):
    """A file of the folder: what it says and its game, None for what makes none, as a tree; and what is wrong with it."""

    path: Path
    definition: Definition | None
    game: Game | None
    wrong: CoreError | None


def in_folder(path: Path) -> Iterator[FoundFile]:
    """The files of the folder, by their names; none where it is not there."""
    return map(found, paths_in(path))


def found(path: Path) -> FoundFile:
    """A file with the game that it makes, or with what is wrong."""
    try:
        there = offered(path)
        return FoundFile(path, there, games.get(there.id) if played(there) else None, None)
    except CoreError as error:
        return FoundFile(path, None, None, error)


def played(definition: Definition) -> bool:
    """Whether it makes a game: on a tree nobody plays."""
    return f"{OWN_PREFIX}{definition.kind}" in OWN


def paths_in(path: Path) -> list[Path]:
    """The files of the folder, by their names; none where it is not there."""
    try:
        there = sorted(file for file in path.iterdir() if file.name.endswith(ENDING) and not file.name.startswith("."))
    except OSError:
        return []
    return there[:MAX_FILES]


def take_in(path: Path, into: Path, force: bool = False) -> Path:
    """Copy a file with a game to the folder, under the name of the game. Raises CoreError."""
    definition = definition_in(path)
    target = into / f"{definition.name}{ENDING}"
    if target.exists() and not force:
        raise BadOwnGame(
            "{file} already exists. Choose another name for the game, or give --force.",
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
            "{file} cannot be written ({reason}); free some space, or check who owns the folder.",
            file=repr(str(target)),
            reason=error.strerror,
        ) from error
    return target


def unknown(text: str) -> BadOwnGame:
    """The error that nothing is called so."""
    return BadOwnGame("There is no game {name} here; 'triqui own list' lists them all.", name=quoted(text))
