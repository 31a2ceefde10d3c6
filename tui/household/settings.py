"""The user's settings. :mod:`tui.household.settings_file` keeps them in ``settings.toml``, as::

theme = "nord"
marks_delay = 5            # seconds, or "never"
move_seconds = 10          # at most for an engine's move, or "never" for no such end

[engines]
gomoku = "mcts"

[keys]
hint = "f3"

Each setting is one field of :class:`Settings`: its usual value, its kind, its name and what it does for people. The check
of the file, ``triqui config`` and the screen all go by that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypeAlias

from core.errors import CoreError
from core.phrase import Phrase, phrase
from core.players.opponents import DEFAULT, ME
from tui.locale import codes

NEVER = "never"
"""How the file says that marks wait for a key press, or that no time ends a search: TOML has no None."""
AUTO: Literal["auto"] = "auto"


PanelMode: TypeAlias = Literal["live", "quiet"]
"""With the value of every move, or with one's own last move alone."""
Glyphs: TypeAlias = Literal["auto", "unicode", "ascii"]
SoundWay: TypeAlias = Literal["off", "bell", "audio"]
Motion: TypeAlias = Literal["full", "off"]
CursorKeys: TypeAlias = Literal["arrows", "hjkl"]


class ValueKind(NamedTuple):
    """What a setting may be: ``fits`` takes a value as the file has it, ``expected`` names it, ``offered`` are the values to
    choose from in the order in which they are offered; empty where only the app knows them, or where it is a table."""

    fits: Callable[[Any], bool]
    expected: Phrase
    offered: Callable[[], Sequence[Any]] = tuple
    entry: Phrase | None = None

    @property
    def table(self) -> bool:
        """Whether it is a table, of what ``entry`` names."""
        return self.entry is not None


def _one_of(*names: str) -> ValueKind:
    """One of some words."""
    shown = ", ".join(f'"{name}"' for name in names)
    return ValueKind(lambda value: value in names, phrase("one of {names}", names=shown), lambda: names)


def _plays(value: Any) -> bool:
    """Whether a value names a player of the hall: a program from elsewhere is named on the command line alone. Asking loads
    them all, so the usual values are not asked about."""
    from core.players.opponents import parse

    if value in (ME, DEFAULT):
        return True
    try:
        opponent = parse(value) if isinstance(value, str) else None
    except CoreError:
        return False
    return opponent is not None and not opponent.program


def _opponents() -> Sequence[str]:
    """The best engine at every level, and those that only some like to play against."""
    from core.strategies.levels import LEVELS

    return [ME, *(f"best:{level.name}" for level in LEVELS), "mcts:easy", "mcts:hard", "random"]


def _analyses(value: Any) -> bool:
    """Whether a value names an engine of the hall for the panel and nothing else, or none."""
    from core import engines

    try:
        return value == "" or (isinstance(value, str) and engines.check(value) in engines.NAMES)
    except CoreError:
        return False


def _engines() -> Sequence[str]:
    from core import engines

    return ["", *(name for name in engines.NAMES if engines.facts(name).thinks)]


_TEXT = ValueKind(lambda value: isinstance(value, str), phrase("text in quotes"))
_FLAG = ValueKind(lambda value: isinstance(value, bool), phrase("true or false"), lambda: (True, False))
_PANEL = _one_of("live", "quiet")
_DELAY = ValueKind(
    lambda value: value == NEVER or (type(value) is int and value >= 0),
    phrase('a whole number of seconds or "never"'),
    lambda: (0, 5, 15, NEVER),
)
_SECONDS = ValueKind(
    lambda value: value == NEVER or (type(value) is int and value > 0),
    phrase('a whole number of seconds above 0 or "never"'),
    lambda: (1, 2, 5, 10, 20, 60, NEVER),
)
_COUNT = ValueKind(
    lambda value: value == NEVER or (type(value) is int and value >= 0),
    phrase('a whole number of games or "never"'),
    lambda: (1_000, 10_000, 100_000, NEVER),
)
_ENGINE = ValueKind(_analyses, phrase("the name of a hall engine"), _engines)
_ENGINES = ValueKind(
    lambda value: isinstance(value, dict) and all(map(_analyses, value.values())),
    phrase("a table of engines in quotes"),
    entry=_ENGINE.expected,
)
_OPPONENT = ValueKind(_plays, phrase('a hall engine and its level, such as "mcts:easy"'), _opponents)
_LANGUAGE = ValueKind(
    lambda value: value in ("", *codes()), phrase('an available language, such as "en" or "es"'), lambda: ("", *codes())
)
_SINCE = ValueKind(
    lambda value: isinstance(value, str) and moment(value) is not None,
    phrase('a time, such as "2026-01-31 18:00:00", or nothing between the quotes'),
    lambda: ("", datetime.now().strftime(MOMENT)),
)
_KEYS = ValueKind(
    lambda value: isinstance(value, dict) and all(isinstance(key, str) for key in value.values()),
    phrase("a table of keys in quotes"),
    entry=phrase("a key in quotes"),
)


MOMENT = "%Y-%m-%d %H:%M:%S"
"""How a time on the clock of this place is written."""


def moment(text: str) -> float | None:
    """A time in seconds since 1970, 0 for an empty text; None for what is no time."""
    try:
        return datetime.strptime(text, MOMENT).timestamp() if text else 0.0
    except (ValueError, OverflowError, OSError):
        return None


class Setting(NamedTuple):
    """One of the settings: its name in the file, its usual value as the file would have it, its kind, what it is called, and
    what it does."""

    name: str
    usual: Any
    kind: ValueKind
    label: Phrase
    what: Phrase


def _about(kind: ValueKind, label: Phrase, what: Phrase) -> Mapping[str, Any]:
    """What a field of the settings tells of itself."""
    return {"kind": kind, "label": label, "what": what}


@dataclass(frozen=True)
class Settings:
    """What the user has chosen.

    ``marks`` is None as long as nobody has said; ``marks_delay``, ``move_seconds`` and ``watched_games`` are None for "never";
    ``engine``, ``language`` are empty for what the hall finds by itself; ``engines`` and ``second_engines`` go by the id of a
    game, ``keys`` by action.
    """

    language: str = field(
        default="",
        metadata=_about(_LANGUAGE, phrase("Language"), phrase("The language of the hall; auto follows the system.")),
    )
    theme: str = field(
        default="triqui",
        metadata=_about(
            _TEXT, phrase("Colours"), phrase("The theme. triqui-clear is for people who are colour-blind.")
        ),
    )
    glyphs: Glyphs = field(
        default=AUTO,
        metadata=_about(
            _one_of(AUTO, "unicode", "ascii"),
            phrase("Characters"),
            phrase("Frames and marks in Unicode or in plain ASCII; auto follows the terminal."),
        ),
    )
    panel: PanelMode = field(
        default="live",
        metadata=_about(
            _PANEL,
            phrase("Panel"),
            phrase(
                "How the panel starts against an engine: live shows the value of every move, quiet only that of "
                "your last one."
            ),
        ),
    )
    panel_people: PanelMode = field(
        default="quiet",
        metadata=_about(
            _PANEL,
            phrase("Panel for two"),
            phrase("How the panel starts when two people play at one keyboard."),
        ),
    )
    marks: bool | None = field(
        default=None,
        metadata=_about(
            _FLAG,
            phrase("Marks on cells"),
            phrase("Whether the board shows what each move is worth; {key:marks} switches this during a game."),
        ),
    )
    marks_delay: int | None = field(
        default=0,
        metadata=_about(_DELAY, phrase("Marks after"), phrase("Seconds for you to think before the marks appear.")),
    )
    engine: str = field(
        default="",
        metadata=_about(
            _ENGINE,
            phrase("Engine"),
            phrase("Engine of the panel, unless a game has its own; auto is the best one."),
        ),
    )
    engines: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_about(
            _ENGINES,
            phrase("Engines by game"),
            phrase("Engine of the panel in each game; {key:engine} in a game chooses it."),
        ),
    )
    second_engines: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_about(
            _ENGINES,
            phrase("Second engines"),
            phrase("Second engine of the panel in each game; {key:second_engine} in a game chooses it."),
        ),
    )
    teacher: bool = field(
        default=False,
        metadata=_about(_FLAG, phrase("Teacher"), phrase("Whether you are asked again before you make a losing move.")),
    )
    opponent: str = field(
        default=DEFAULT,
        metadata=_about(_OPPONENT, phrase("Opponent"), phrase("Opponent for new games.")),
    )
    machine_since: str = field(
        default="",
        metadata=_about(
            _SINCE,
            phrase("Menace learns since"),
            phrase(
                "Menace, which learns, ignores games that ended before this time; choose now and it forgets everything."
            ),
        ),
    )
    move_seconds: int | None = field(
        default=10,
        metadata=_about(
            _SECONDS, phrase("AI's thinking time"), phrase("Maximum number of seconds that an AI takes for a move.")
        ),
    )
    watched_games: int | None = field(
        default=10_000,
        metadata=_about(
            _COUNT,
            phrase("Watched games"),
            phrase(
                "How many games between AIs are saved; older ones are deleted, except those Menace learns from. With "
                "never, none is deleted."
            ),
        ),
    )
    sound: SoundWay = field(
        default="off",
        metadata=_about(
            _one_of("off", "bell", "audio"),
            phrase("Sound"),
            phrase(
                "Sounds for moves, ends of games and clocks: the terminal's bell, or tones if triqui[sound] is "
                "installed."
            ),
        ),
    )
    motion: Motion = field(
        default="full",
        metadata=_about(
            _one_of("full", "off"),
            phrase("Motion"),
            phrase("Whether discs fall, wins light up and lists glide. Over SSH nothing moves."),
        ),
    )
    mouse: bool = field(
        default=True,
        metadata=_about(
            _FLAG,
            phrase("Mouse"),
            phrase(
                "Off leaves the mouse to the terminal, for example to copy text. If a terminal is ever left broken, "
                "type reset or stty sane, and Enter."
            ),
        ),
    )
    cursor: CursorKeys = field(
        default="arrows",
        metadata=_about(
            _one_of("arrows", "hjkl"),
            phrase("Cursor keys"),
            phrase(
                "With hjkl these letters move the cursor too; hint, strength and clock get other keys, "
                "which {key:help} lists."
            ),
        ),
    )
    welcome: bool = field(
        default=True,
        metadata=_about(
            _FLAG, phrase("Greeting"), phrase("Whether the hall shows the page with the basic keys again.")
        ),
    )
    keys: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_about(
            _KEYS,
            phrase("Keys"),
            phrase('Another key for an action, as in hint = "f3"; it takes precedence over the cursor keys.'),
        ),
    )

    def panel_for(self, people: bool) -> PanelMode:
        """How the panel starts, when two ``people`` play or against an engine."""
        return self.panel_people if people else self.panel

    def other_panel(self, people: bool) -> Mapping[str, PanelMode]:
        """The change that makes the panel start in the other mode, when two ``people`` play or against an engine."""
        name = "panel_people" if people else "panel"
        return {name: "quiet" if self.panel_for(people) == "live" else "live"}

    def engine_of(self, game: str) -> str:
        """The engine that analyses the game with this id, empty for the best."""
        return chosen(self.engines, game, self.engine)

    @property
    def document(self) -> Mapping[str, Any]:
        """All settings as the file has them; None where nobody has said."""
        document = {item.name: getattr(self, item.name) for item in fields(self)}
        return document | {name: NEVER for name in TIMES if document[name] is None}

    def with_value(self, name: str, value: Any) -> Settings:
        """The same with another value of a setting, or of an entry as ``keys.hint``, as the file has it; None for the usual
        one, or for no such entry."""
        name, _dot, entry = name.partition(".")
        if entry:
            others = {each: there for each, there in getattr(self, name).items() if each != entry}
            value = others if value is None else {**others, entry: value}
        usual = USUAL[name] if value is None else value
        changes: dict[str, Any] = {name: None if name in TIMES and usual == NEVER else usual}
        return replace(self, **changes)


def chosen(table: Mapping[str, str], game: str, usual: str) -> str:
    """What is chosen for the game with this id; earlier versions wrote the first eight digits of the hash that ids of games of
    one's own have."""
    name, at, digits = game.partition("@")
    return table.get(game, table.get(f"{name}{at}{digits[:8]}", usual))


TIMES = tuple(item.name for item in fields(Settings) if item.metadata["kind"] in (_DELAY, _SECONDS, _COUNT))
"""What may be NEVER in the file and None here."""
USUAL = Settings().document
SETTINGS: Mapping[str, Setting] = {
    item.name: Setting(item.name, USUAL[item.name], **item.metadata) for item in fields(Settings)
}
"""All of them, in the order in which people see them."""


class MarksSetting:
    """Whether values stand on the cells: each mode of the panel has its own answer; that of the live one is ``kept`` among the
    settings, and ``keep`` is told it."""

    def __init__(self, kept: Callable[[], bool], keep: Callable[[bool], None]) -> None:
        self._while_playing = False
        self._kept = kept
        self._keep = keep

    def shown(self, panel: PanelMode) -> bool:
        """The answer for a mode of the panel."""
        return self._kept() if panel == "live" else self._while_playing

    def show(self, panel: PanelMode, shown: bool) -> None:
        """Give another answer."""
        if panel == "live":
            self._keep(shown)
        else:
            self._while_playing = shown
