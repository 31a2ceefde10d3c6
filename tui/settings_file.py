"""The file of the settings, read with patience and written whole; and the folders of the program."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import CoreError, quoted
from core.phrase import Phrase, phrase
from tui.settings import AUTO, NEVER, SETTINGS, TIMES, USUAL, Settings

FILE = "settings.toml"


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
    settings, wrong, trouble = _look(folder / FILE)
    if not wrong:
        return settings, trouble
    told = SettingsBroken(
        "Some of the settings in {path} cannot be read ({reason}); 'triqui config --check' names them all.",
        path=folder / FILE,
        reason=wrong[0].what,
    )
    return settings, told


def load(folder: Path) -> tuple[Settings, SettingsBroken | None]:
    """The settings of a folder, and what the user has to be told. Never raises.

    No file gives the usual ones. A file with anything wrong in it is moved aside to NAME.broken-N, and one with all that could
    be read takes its place.
    """
    path = folder / FILE
    settings, wrong, trouble = _look(path)
    if not wrong:
        return settings, trouble
    document: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        document = _read(path)[1]
    reason = wrong[0].what
    try:
        from core.store.store import move_aside

        aside = move_aside(path)
        _write(path, _whole(document, settings))
    except OSError:
        return settings, SettingsBroken(_UNREADABLE, path=path, reason=reason)
    return settings, SettingsBroken(_MOVED, path=path, reason=reason, aside=aside)


def check(folder: Path) -> list[Wrong]:
    """All that is wrong in the file of a folder, names that are no settings too. Raises SettingsBroken where it cannot be
    read."""
    _settings, wrong, trouble = _look(folder / FILE)
    if trouble:
        raise trouble
    with suppress(OSError, ValueError, RecursionError):
        text, document = _read(folder / FILE)
        for name in document:
            if name not in SETTINGS:
                wrong.append(Wrong(line_of(text, name), unknown(name).phrase))
    return sorted(wrong, key=lambda found: found.line or 0)


def unknown(name: str) -> UnknownSetting:
    """That there is no setting of this name, with the one that may be meant."""
    near = get_close_matches(name, SETTINGS, 1)
    if near:
        return UnknownSetting("{name} is no setting; is {near} meant?", name=quoted(name), near=near[0])
    return UnknownSetting("{name} is no setting; 'triqui config' lists them all.", name=quoted(name))


def save(folder: Path, settings: Settings) -> None:
    """Write what was chosen; what the file says beyond that stays. Raises SettingsBroken, and then the old file is whole."""
    path = folder / FILE
    document: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        document = _read(path)[1]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, _whole(document, settings))
    except OSError as error:
        raise SettingsBroken(_UNWRITABLE, path=path, reason=error.strerror) from error


def reset(folder: Path) -> Path | None:
    """Go back to the usual settings: the file is kept aside, where is returned; None where there was none. Raises
    SettingsBroken."""
    path = folder / FILE
    aside = (path.with_name(f"{FILE}.old-{number}") for number in range(1, 1_000_000))
    free = next(each for each in aside if not os.path.lexists(each))
    try:
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


_UNREADABLE = "The settings in {path} cannot be read ({reason}); the usual ones hold instead of what cannot be read."
_MOVED = (
    "Some of the settings in {path} cannot be read ({reason}); the old file is {aside}, the new one has all the others."
)
_UNWRITABLE = (
    "The settings cannot be written to {path} ({reason}) and hold only until the program ends; "
    "set TRIQUI_HOME to a folder that can be written to."
)
_WRONG = phrase("{name} must be {expected}, not {value}")


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of the file and what it says."""
    text = path.read_text(encoding="utf-8")
    document = tomllib.loads(text)
    if "ascii" in document:  # what glyphs were called once
        former = document.pop("ascii")
        document.setdefault("glyphs", "ascii" if former is True else AUTO if former is False else former)
    return text, document


def _write(path: Path, document: Mapping[str, Any]) -> None:
    import tempfile

    import tomli_w

    path = Path(os.path.realpath(path))  # a link to a file elsewhere stays a link
    descriptor, new = tempfile.mkstemp(prefix=f"{FILE}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            tomli_w.dump(document, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


def _whole(document: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """What is to stand in the file: what stands there beyond the settings, and of these what was chosen, which is all that is
    not usual, and what stood there before."""
    values = settings.document
    chosen = {name: value for name, value in values.items() if name in document or value != USUAL[name]}
    others = {name: value for name, value in document.items() if name not in values}
    return others | {name: value for name, value in chosen.items() if value is not None}


def _look(path: Path) -> tuple[Settings, list[Wrong], SettingsBroken | None]:
    """The settings in a file, the usual ones where it is wrong; all that is wrong; and why it could not be read at all."""
    try:
        text, document = _read(path)
    except FileNotFoundError:
        return Settings(), [], None
    except OSError as error:
        return Settings(), [], SettingsBroken(_UNREADABLE, path=path, reason=error.strerror)
    except (ValueError, RecursionError) as error:
        return Settings(), [Wrong(_line_in(error), phrase("{error}", error=error))], None
    values = dict(USUAL)
    wrong: list[Wrong] = []
    for name, value in document.items():
        kind = SETTINGS[name].kind if name in SETTINGS else None
        if kind is None or kind.fits(value):
            values |= {name: value} if kind else {}
        elif kind.entry and isinstance(value, dict):
            values[name] = {each: text for each, text in value.items() if kind.fits({each: text})}
            wrong += [_wrong(text, kind.entry, value[each], name, each) for each in value if each not in values[name]]
        else:
            wrong.append(_wrong(text, kind.expected, value, name))
    return _settings(values), wrong, None


def _wrong(text: str, expected: Phrase, value: object, *names: str) -> Wrong:
    said = phrase(_WRONG.template, name=".".join(names), expected=expected, value=_said(value))
    return Wrong(line_of(text, *names), said)


def _said(value: object) -> str:
    """A value as the file has it, short."""
    return quoted(json.dumps(value, default=str, ensure_ascii=False))[1:-1]


def _line_in(error: Exception) -> int | None:
    """The line that an error of the reader of TOML names."""
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else None


def _settings(values: dict[str, Any]) -> Settings:
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


def line_of(text: str, *names: str) -> int | None:
    """The line, counted from 1, that gives a value to a name of a document, or to one in a table of it."""
    table: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found: Any = tomllib.loads(line)
        except ValueError:
            continue
        path = []
        while isinstance(found, dict) and len(found) == 1:
            name, found = next(iter(found.items()))
            path.append(name)
        if line.lstrip().startswith("["):
            table = path
        if [*([] if line.lstrip().startswith("[") else table), *path][: len(names)] == list(names):
            return number
    return None
