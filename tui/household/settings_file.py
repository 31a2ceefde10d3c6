"""The file of the settings, read with patience, in which only what is changed is changed; and the folders of the program."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any, NamedTuple

from core.errors import CoreError, quoted
from core.phrase import Phrase, phrase
from tui.household.settings import AUTO, NEVER, SETTINGS, TIMES, USUAL, Settings

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


FILE = "settings.toml"
LOCK_SECONDS = 1.0
"""How long another program that is changing the settings is waited for."""
_LOCK_STEP = 0.01
_MAX_BYTES, _MAX_DOTS = 1 << 16, 500
"""The largest file of settings, and the most dots in a line of it: the reader of TOML takes the square of them in memory."""
_TAKEN = (errno.EAGAIN, errno.EACCES)
"""What a lock that another program has is called; all else means that the file system knows no locks."""


class SettingsBroken(CoreError):
    """The settings cannot be read or written."""


class UnknownSetting(CoreError):
    """There is no setting of that name, or it cannot have that value."""


def folders(home: str = "") -> tuple[Path, Path]:
    """The folders for data and for settings; ``home``, if there is one, is both. They need not exist."""
    if home:
        path = Path(os.path.expanduser(home)).absolute()
        return path, path
    import platformdirs

    return platformdirs.user_data_path("triqui", False), platformdirs.user_config_path("triqui", False)


class Wrong(NamedTuple):
    """Something wrong in the file: the line where it is known, counted from 1, and what to mend."""

    line: int | None
    what: Phrase


def read(folder: Path) -> tuple[Settings, SettingsBroken | None]:
    """The settings of a folder, and what to tell of what is wrong in the file, which is left as it is. Never raises."""
    path = folder / FILE
    try:
        found = _look(path)
    except OSError as error:
        return Settings(), SettingsBroken(_UNREADABLE, path=path, reason=error.strerror)
    if not found.wrong:
        return found.settings, None
    told = SettingsBroken(
        "Some of the settings in {path} cannot be read ({reason}); 'triqui config --check' names them all.",
        path=path,
        reason=found.wrong[0].what,
    )
    return found.settings, told


def load(folder: Path) -> tuple[Settings, SettingsBroken | None]:
    """The settings of a folder, and what the user has to be told. Never raises.

    No file gives the usual ones. A file with anything wrong in it is moved aside to NAME.broken-N, and one with all that could
    be read takes its place.
    """
    path = folder / FILE
    try:
        found = _look(path)
    except OSError as error:
        return Settings(), SettingsBroken(_UNREADABLE, path=path, reason=error.strerror)
    try:
        return found.settings, _merge(path, found.settings, found.settings) if found.wrong else None
    except (OSError, SettingsBroken):
        return found.settings, SettingsBroken(_UNREADABLE, path=path, reason=found.wrong[0].what)


def change(folder: Path, before: Settings, after: Settings) -> SettingsBroken | None:
    """Write into the file what is another value ``after`` than ``before``, of a table only such entries: the one way in which
    settings are changed. All else is left as it is by now, whatever wrote it. Returns what the user has to be told, as
    where what was wrong in the file was moved aside.

    The file is locked meanwhile, by a lock that ends with its process and is waited for LOCK_SECONDS at most. Raises
    SettingsBroken where nothing could be written; the file is then as it was.
    """
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _merge(path, before, after)
    except OSError as error:
        raise SettingsBroken(_UNWRITABLE, path=path, reason=error.strerror) from error


def check(folder: Path) -> list[Wrong]:
    """All that is wrong in the file of a folder, names that are no settings too. Raises SettingsBroken where it cannot be
    read."""
    path = folder / FILE
    try:
        found = _look(path)
    except OSError as error:
        raise SettingsBroken(_UNREADABLE, path=path, reason=error.strerror) from error
    names = [name for name in found.document if name not in SETTINGS]
    lines = lines_of(found.text) if names else {}
    strange = [Wrong(lines.get((name,)), unknown(name).phrase) for name in names]
    return sorted([*found.wrong, *strange], key=lambda wrong: wrong.line or 0)


def unknown(name: str) -> UnknownSetting:
    """That there is no setting of this name, with the one that may be meant."""
    near = get_close_matches(name, SETTINGS, 1)
    if near:
        return UnknownSetting("{name} is not a setting; did you mean {near}?", name=quoted(name), near=near[0])
    return UnknownSetting("{name} is not a setting; 'triqui config' lists them all.", name=quoted(name))


def reset(folder: Path) -> Path | None:
    """Go back to the usual settings: the file is kept aside, where is returned; None where there was none. Raises
    SettingsBroken."""
    path = folder / FILE
    aside = (path.with_name(f"{FILE}.old-{number}") for number in range(1, 1_000_000))
    try:
        with _locked(path):
            free = next(each for each in aside if not os.path.lexists(each))
            os.rename(path, free)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsBroken(_UNWRITABLE, path=path, reason=error.strerror) from error
    return free


def value_of(name: str, text: str) -> Any:
    """The value of a setting, or of an entry as ``keys.hint``, as the file would have it, from how it is typed:
    ``true``, ``5`` or ``nord``. Raises UnknownSetting."""
    setting, entry = SETTINGS.get(name.partition(".")[0]), name.partition(".")[2]
    if setting and setting.kind.table and not entry:
        raise UnknownSetting(
            "{name} has entries; change one of them, as in 'triqui config {name}.NAME VALUE'.", name=setting.name
        )
    if setting is None or setting.kind.table != bool(entry):
        raise unknown(name)
    values: list[Any] = [text]
    with suppress(ValueError, RecursionError):
        values.append(tomllib.loads(f"value = {text}")["value"])
    for value in values:
        if setting.kind.fits({entry: value} if entry else value):
            return value
    expected = setting.kind.entry or setting.kind.expected
    raise UnknownSetting("{what}.", what=phrase(_WRONG.template, name=name, expected=expected, value=quoted(text)))


_UNREADABLE = "The settings in {path} cannot be read ({reason}); default values replace what cannot be read."
_MOVED = (
    "Some of the settings in {path} cannot be read ({reason}); the old file is now {aside}, and the new one has all "
    "the other settings."
)
_UNWRITABLE = (
    "The settings cannot be written to {path} ({reason}) and last only until the program ends; set TRIQUI_HOME to a "
    "writable folder."
)
_HELD = "Another triqui is using the settings in {path}, so this change is not saved yet; try again."
_WRONG = phrase("{name} must be {expected}, not {value}")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file, which lies beside it, since the file itself is replaced. Where the file system knows no locks
    it goes without. Raises OSError, and SettingsBroken where another program has the lock for too long."""
    with open(f"{path}.lock", "ab") as file:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                _take(file)
                break
            except OSError as error:
                if error.errno not in _TAKEN:
                    break
                if time.monotonic() >= end:
                    raise SettingsBroken(_HELD, path=path) from error
            time.sleep(_LOCK_STEP)
        yield


def _merge(path: Path, before: Settings, after: Settings) -> SettingsBroken | None:
    """Write what is changed into the file as it stands now, and move what was wrong in it aside. Raises OSError and
    SettingsBroken."""
    with _locked(path):
        found = _look(path)
        document = _changed(found.document, before.document, after.document)
        if found.wrong:
            from core.store.file import move_aside

            aside = move_aside(path)
            _write(path, document)
            return SettingsBroken(_MOVED, path=path, reason=found.wrong[0].what, aside=aside)
        if document != found.document:
            _write(path, document)
    return None


def _changed(document: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The document with what is another value ``after`` than ``before``; what is usual only where it stands there already."""
    changed = dict(document)
    for name, new in after.items():
        old = before[name]
        if isinstance(new, dict):
            others = {
                entry: value for entry, value in document.get(name, {}).items() if entry in new or entry not in old
            }
            entries = others | {entry: value for entry, value in new.items() if (entry, value) not in old.items()}
            if entries or name in document:
                changed[name] = entries
        elif new is None and old is not None:
            changed.pop(name, None)
        elif new != old and (name in document or new != USUAL[name]):
            changed[name] = new
    return changed


def _write(path: Path, document: Mapping[str, Any]) -> None:
    import tempfile

    import tomli_w

    try:
        raw = tomli_w.dumps(document).encode()
    except RecursionError as error:
        raise OSError(errno.EINVAL, "something in it is nested too deeply") from error
    if len(raw) > _MAX_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    path = Path(os.path.realpath(path))  # a link to a file elsewhere stays a link
    descriptor, new = tempfile.mkstemp(prefix=f"{FILE}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


class _Found(NamedTuple):
    """What the ``text`` of a file says: the settings, the usual ones where it is wrong; the document without what is wrong, and
    all that is."""

    text: str
    settings: Settings
    document: dict[str, Any]
    wrong: list[Wrong]


def _look(path: Path) -> _Found:
    """What the file says; nothing where there is none. Raises OSError."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raw = b""
    if len(raw) > _MAX_BYTES:
        return _Found("", Settings(), {}, [Wrong(None, phrase("more than {most} kB", most=_MAX_BYTES >> 10))])
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line.count(b".") > _MAX_DOTS:
            return _Found(
                "", Settings(), {}, [Wrong(number, phrase("more than {most} dots in a line", most=_MAX_DOTS))]
            )
    try:
        text = raw.decode()
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return _Found("", Settings(), {}, [Wrong(_line_in(error), phrase("{error}", error=error))])
    if "ascii" in document:  # what glyphs were called once
        former = document.pop("ascii")
        document.setdefault("glyphs", "ascii" if former is True else AUTO if former is False else former)
    if "animation" in document:  # what motion was called once
        former = document.pop("animation")
        document.setdefault("motion", "full" if former is True else "off" if former is False else former)
    if document.get("panel") in ("play", "study"):  # what its modes were called once; "play" was seldom chosen
        del document["panel"]
    wrong: list[tuple[str, ...]] = []
    for name in SETTINGS:
        if name not in document or SETTINGS[name].kind.fits(document[name]):
            continue
        if SETTINGS[name].kind.table and isinstance(document[name], dict):
            wrong += [
                (name, entry) for entry, value in document[name].items() if not SETTINGS[name].kind.fits({entry: value})
            ]
        else:
            wrong.append((name,))
    lines = lines_of(text) if wrong else {}
    said = [_without(document, lines.get(names), *names) for names in wrong]
    return _Found(text, _settings(document), document, said)


def _without(document: dict[str, Any], line: int | None, name: str, *entry: str) -> Wrong:
    """Take something wrong out of the document, and say what it is."""
    kind, table = SETTINGS[name].kind, document[name] if entry else document
    value = table.pop(entry[0] if entry else name)
    expected = kind.entry if entry else kind.expected
    return Wrong(line, phrase(_WRONG.template, name=".".join((name, *entry)), expected=expected, value=_said(value)))


def _said(value: object) -> str:
    """A value as the file has it, short."""
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return quoted(json.dumps(value, default=str, ensure_ascii=False))[1:-1]


def _line_in(error: Exception) -> int | None:
    """The line that an error of the reader of TOML names."""
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else None


def _settings(document: Mapping[str, Any]) -> Settings:
    values = {**USUAL, **{name: value for name, value in document.items() if name in SETTINGS}}
    for name in TIMES:
        if values[name] == NEVER:
            values[name] = None
    tables = ("engines", "second_engines")
    if values["engine"] or any(values[name] for name in tables):
        from core import engines

        # The panel looks for the name among those there are, and earlier versions had others.
        values["engine"] = values["engine"] and engines.check(values["engine"])
        for name in tables:
            values[name] = {game: chosen and engines.check(chosen) for game, chosen in values[name].items()}
    return Settings(**values)


def lines_of(text: str) -> Mapping[tuple[str, ...], int]:
    """The lines, counted from 1, that first give a value to a name of a document, or to one in a table of it."""
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found: Any = tomllib.loads(line)
        except (ValueError, RecursionError):
            continue
        path: tuple[str, ...] = ()
        while isinstance(found, dict) and len(found) == 1 and len(path) < 2:
            name, found = next(iter(found.items()))
            path += (name,)
        if line.lstrip().startswith("["):
            table = path
        else:
            path = table + path
        for length in range(1, min(len(path), 2) + 1):
            lines.setdefault(path[:length], number)
    return lines
