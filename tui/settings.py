"""The user's settings, and the folders of the program. ``settings.toml`` is read with patience and holds what was chosen::

theme = "nord"
marks_delay = 5            # seconds, or "never"
move_seconds = 10          # at most for an engine's move, or "never" for no such end

[engines]
gomoku = "mcts"

[keys]
hint = "f3"
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeAlias

from core.errors import CoreError
from core.opponents import DEFAULT
from core.phrase import Phrase, phrase
from tui.locale import codes

FILE = "settings.toml"
NEVER = "never"
"""How the file says that marks wait for a key press, or that no time ends a search: TOML has no None."""


PanelState: TypeAlias = Literal["play", "study"]
"""Quiet, or with all that is known."""


class SettingsBroken(CoreError):
    """The settings cannot be read or written."""


@dataclass(frozen=True)
class Settings:
    """What the user has chosen.

    ``marks`` whether moves are judged on the cells, None as long as nobody has said, ``marks_delay`` after how many seconds,
    None only when asked for; ``panel`` the state of the analysis panel; ``engines`` by the id of a game the one that analyses
    it, ``engine`` the one that analyses all others, empty for the best; ``opponent`` as :func:`core.opponents.parse` takes it;
    ``move_seconds`` the most seconds that an engine may take for its move, None for as long as its level allows; ``ascii`` for
    plain characters; ``language`` empty for that of the system; ``welcome`` whether the player is still to be greeted; ``keys``
    action ids and the keys they get instead of their own.
    """

    theme: str = "textual-dark"
    marks: bool | None = None
    marks_delay: int | None = 0
    panel: PanelState = "study"
    engine: str = ""
    engines: Mapping[str, str] = field(default_factory=dict)
    opponent: str = DEFAULT
    move_seconds: int | None = 10
    ascii: bool = False
    language: str = ""
    welcome: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)

    def engine_of(self, game: str) -> str:
        """The engine that analyses the game with this id, empty for the best."""
        return self.engines.get(game, self.engine)


class Marks:
    """Whether values stand on the cells: each state of the panel has its own answer, and ``keep`` is told that of study."""

    def __init__(self, study: bool, keep: Callable[[bool], None]) -> None:
        self._shown: dict[PanelState, bool] = {"play": False, "study": study}
        self._keep = keep

    def shown(self, panel: PanelState) -> bool:
        """The answer for a state of the panel."""
        return self._shown[panel]

    def show(self, panel: PanelState, shown: bool) -> None:
        """Give another answer."""
        self._shown[panel] = shown
        if panel == "study":
            self._keep(shown)


def folders(home: str = "") -> tuple[Path, Path]:
    """The folders for data and for settings; ``home``, if there is one, is both. They need not exist."""
    if home:
        path = Path(os.path.expanduser(home)).absolute()
        return path, path
    import platformdirs

    return platformdirs.user_data_path("triqui", False), platformdirs.user_config_path("triqui", False)


def load(folder: Path) -> tuple[Settings, SettingsBroken | None]:
    """The settings of a folder, and what the user has to be told. Never raises.

    No file gives the defaults. A file with anything wrong in it is moved aside to NAME.broken-N, and one with all that could
    be read takes its place.
    """
    path = folder / FILE
    try:
        document = _read(path)
        settings, wrong = _settings(document)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), SettingsBroken(_UNREADABLE, path=path, reason=error.strerror)
    except (ValueError, RecursionError) as error:
        document, settings, wrong = {}, Settings(), phrase("{error}", error=error)
    if wrong is None:
        return settings, None
    try:
        from core.store import move_aside

        aside = move_aside(path)
        _write(path, _whole(document, settings))
    except OSError:
        return settings, SettingsBroken(_UNREADABLE, path=path, reason=wrong)
    return settings, SettingsBroken(_MOVED, path=path, reason=wrong, aside=aside)


def save(folder: Path, settings: Settings) -> None:
    """Write what was chosen; what the file says beyond that stays. Raises SettingsBroken, and then the old file is whole."""
    path = folder / FILE
    document: dict[str, Any] = {}
    with suppress(OSError, ValueError, RecursionError):
        document = _read(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, _whole(document, settings))
    except OSError as error:
        raise SettingsBroken(_UNWRITABLE, path=path, reason=error.strerror) from error


_UNREADABLE = "The settings in {path} cannot be read ({reason}); the usual ones hold instead of what cannot be read."
_MOVED = (
    "Some of the settings in {path} cannot be read ({reason}); the old file is {aside}, the new one has all the others."
)
_UNWRITABLE = (
    "The settings cannot be written to {path} ({reason}) and hold only until the program ends; "
    "set TRIQUI_HOME to a folder that can be written to."
)


def _plays(value: Any) -> bool:
    """Whether a value names a player of the hall: a program from elsewhere is named on the command line alone. Asking loads
    them all, so the usual values are not asked about."""
    from core.opponents import parse

    try:
        opponent = parse(value) if isinstance(value, str) else None
    except CoreError:
        return False
    return opponent is not None and not opponent.program


def _thinks(value: Any) -> bool:
    """Whether a value names an engine of the hall and nothing else."""
    from core import engines

    try:
        return isinstance(value, str) and engines.check(value) in engines.ENGINES
    except CoreError:
        return False


def _analyses(value: Any) -> bool:
    """Whether a value names an engine for the panel, or none."""
    return value == "" or _thinks(value)


_TIMES = ("marks_delay", "move_seconds")
"""What may be NEVER in the file and None here."""
_TEXT = (lambda value: isinstance(value, str), phrase("a text in quotes"))
_FLAG = (lambda value: isinstance(value, bool), phrase("true or false"))
_KINDS: Mapping[str, tuple[Callable[[Any], bool], Phrase]] = {
    "theme": _TEXT,
    "marks": _FLAG,
    "marks_delay": (
        lambda value: value == NEVER or (type(value) is int and value >= 0),
        phrase('a whole number of seconds or "never"'),
    ),
    "panel": (lambda value: value in ("play", "study"), phrase('"play" or "study"')),
    "engine": (_analyses, phrase("the name of an engine of the hall")),
    "engines": (
        lambda value: isinstance(value, dict) and all(map(_analyses, value.values())),
        phrase("a table of engines in quotes"),
    ),
    "opponent": (
        lambda value: value == Settings.opponent or _plays(value),
        phrase('an engine of the hall with its level, as "mcts:easy"'),
    ),
    "move_seconds": (
        lambda value: value == NEVER or (type(value) is int and value > 0),
        phrase('a whole number of seconds above 0 or "never"'),
    ),
    "ascii": _FLAG,
    "welcome": _FLAG,
    "language": (lambda value: value in ("", *codes()), phrase('a language that there is, as "en" or "es"')),
    "keys": (
        lambda value: isinstance(value, dict) and all(isinstance(key, str) for key in value.values()),
        phrase("a table of keys in quotes"),
    ),
}


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


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


def _document(settings: Settings) -> dict[str, Any]:
    document = {item.name: getattr(settings, item.name) for item in fields(settings)}
    return document | {name: NEVER for name in _TIMES if document[name] is None}


def _whole(document: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """What is to stand in the file: what stands there beyond the settings, and of these what was chosen, which is all that is
    not usual, and what stood there before."""
    usual, values = _document(Settings()), _document(settings)
    chosen = {name: value for name, value in values.items() if name in document or value != usual[name]}
    others = {name: value for name, value in document.items() if name not in values}
    return others | {name: value for name, value in chosen.items() if value is not None}


def _settings(document: Mapping[str, Any]) -> tuple[Settings, Phrase | None]:
    """The settings in a document, the usual ones where it is wrong; and the first thing that is wrong."""
    values = _document(Settings())
    wrong: Phrase | None = None
    for name, (fits, expected) in _KINDS.items():
        if name not in document:
            continue
        value = document[name]
        if fits(value):
            values[name] = value
            continue
        wrong = wrong or phrase("{name} must be {expected}", name=name, expected=expected)
        if isinstance(value, dict) and name in ("keys", "engines"):
            values[name] = {each: text for each, text in value.items() if fits({each: text})}
    for name in _TIMES:
        if values[name] == NEVER:
            values[name] = None
    if values["engine"] or values["engines"]:
        from core import engines

        # The panel looks for the name among those there are, and earlier versions had others.
        values["engine"] = values["engine"] and engines.check(values["engine"])
        values["engines"] = {game: name and engines.check(name) for game, name in values["engines"].items()}
    return Settings(**values), wrong
