"""ChosenApp: an app that looks and answers as its settings say, from its start and as soon as one is changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import constants
from textual.driver import Driver
from textual.filter import LineFilter
from textual.theme import BUILTIN_THEMES

from core import games
from core.errors import CoreError, quoted
from core.kits import OWN_PREFIX
from core.phrase import Phrase
from core.play.seats import Setup, against, opponent_of
from core.players.opponents import unfitted
from tui.drawing.canvas import ROLES
from tui.drawing.plain import PlainCharacters
from tui.drawing.theme import OWN, grounds, own_themes, variables
from tui.hall.palette import PaletteApp
from tui.hall.sound import Sound, Sounds, Speaker
from tui.household import settings_file
from tui.household.preferences import Preferences
from tui.household.settings import MarksSetting, Settings, SoundWay
from tui.household.settings_file import SettingsBroken
from tui.household.surroundings import Surroundings
from tui.text.catalogue import Language, say
from tui.text.keys import ARROWS, KEYS, ActiveKeys, actions_of, keymap, with_cursor, wrong_keys

SSH_ESCAPE_SECONDS = 0.4
"""How long over SSH an Escape waits for the rest of a key."""
WITHOUT_COLOURS = "ansi-dark"
"""The theme where none are wanted."""
_PLAIN = PlainCharacters()


def wrong_names(settings: Settings, themes: Iterable[str], taken: str) -> Iterable[SettingsBroken]:
    """What settings of the right kind name and the hall does not have: of themes, and of actions and keys; ``taken`` is the
    theme that is shown instead."""
    if settings.theme not in themes:
        yield SettingsBroken(
            "There is no theme {name}, so {theme} is used; {key:theme} on the home screen chooses another.",
            name=quoted(settings.theme),
            theme=taken,
        )
    for wrong in _wrong_keys(settings):
        yield SettingsBroken("{wrong}", wrong=wrong)


def _wrong_keys(settings: Settings) -> Iterable[Phrase]:
    keys = with_cursor(settings.cursor, settings.keys)
    if not keys:
        return ()
    from tui.screens import settings as own
    from tui.screens.base import edit
    from tui.screens.home import screen as home
    from tui.screens.home.stats import Stats
    from tui.screens.lobby.screen import LobbyScreen
    from tui.screens.play import screen as play
    from tui.screens.review import screen as review
    from tui.screens.study.document import StudyScreen
    from tui.screens.study.exercise import ExerciseScreen
    from tui.screens.study.judge import JudgeScreen
    from tui.screens.study.learn import SCREENS
    from tui.screens.watch import screen as watch

    boards = (play.PlayScreen, ExerciseScreen)
    others = (home.HomeScreen, watch.WatchScreen, review.ReviewScreen, own.SettingsScreen, edit.EditScreen, StudyScreen)
    offered = [[*actions_of(screen.BINDINGS), *ARROWS] for screen in boards]
    offered += [actions_of(screen.BINDINGS) for screen in (*others, JudgeScreen, LobbyScreen, Stats)]
    offered += [actions_of(SCREENS[topic].BINDINGS) for topic in SCREENS]
    return wrong_keys(keys, offered)


def wrong_in(folder: Path) -> list[SettingsBroken | CoreError]:
    """What is wrong in a folder of settings beyond what :func:`tui.household.settings_file.check` sees."""
    found, broken = own_themes(folder)
    themes = (theme.name for theme in (*BUILTIN_THEMES.values(), *OWN, *found))
    settings, _trouble = settings_file.read(folder)
    return [*wrong_names(settings, list(themes), Settings.theme), *broken]


def check_names(folder: Path, name: str, value: Any) -> None:
    """Whether the hall has what a setting, or an entry as ``keys.hint``, is to name. Raises CoreError where it has not."""
    table, _dot, entry = name.partition(".")
    if table == "theme":
        themes = sorted([*BUILTIN_THEMES, *(theme.name for theme in (*OWN, *own_themes(folder)[0]))])
        if value not in themes:
            raise SettingsBroken(
                "There is no theme {name}; the themes are {names}.", name=quoted(value), names=", ".join(themes)
            )
    elif table == "keys":
        for wrong in wrong_keys({entry: value}, ()):
            raise SettingsBroken("{wrong}", wrong=wrong)
    elif entry and not entry.startswith(OWN_PREFIX):  # whose file need not be read yet
        games.get(entry)


class BadVariable(CoreError):
    """A variable of Textual's in the environment has a value with which no app can start."""


class ChosenApp(PaletteApp):
    """Has the settings of a folder. ``notices`` are what is to be told once something can be."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"role--{role}" for role in ROLES}
    """Kept by the app, once for all canvases: Textual makes and styles a node for each whenever what keeps them changes."""

    def __init__(self, config: Path, surroundings: Surroundings) -> None:
        super().__init__(ansi_color=None if surroundings.colours else True)  # True: Textual takes all colours off
        if surroundings.ssh:
            # A slow line parts the Escape of an arrow key from the rest, which then is no letter of a move.
            vars(constants)["ESCAPE_DELAY"] = max(constants.ESCAPE_DELAY, SSH_ESCAPE_SECONDS)
        self.surroundings = surroundings
        self._config = config
        self.preferences = Preferences(config, self.warn, self.keeps_settings)
        found, wrong = own_themes(config)
        for own in (*OWN, *found):
            self.register_theme(own)
        self.notices: list[CoreError] = [self.preferences.broken] if self.preferences.broken else []
        self.notices += wrong
        theme = self.settings.theme if surroundings.colours else WITHOUT_COLOURS
        # Before anything has a style, or all styles would be made twice.
        self.set_reactive(PaletteApp.theme, theme if theme in self.available_themes else Settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.marks = MarksSetting(lambda: bool(self.settings.marks), lambda shown: self.preferences.change(marks=shown))
        self.language = Language(surroundings.asked or self.settings.language or surroundings.language)
        self.ascii_only = False
        self.active_keys = ActiveKeys()
        self.setup = against(self.settings.opponent)
        self.sounds = Sounds(self._sound_way, self.bell, self.set_timer, Speaker())
        for name in ("glyphs", "keys", "motion"):
            self._take(name)
        self.ascii_only = self.ascii_only or surroundings.ascii

    def get_driver_class(self) -> type[Driver]:
        """The class that draws on the terminal. Raises BadVariable where the environment names none."""
        try:
            return super().get_driver_class()
        except Exception as error:  # whatever a module does that happens to have that name
            raise BadVariable(
                (
                    "TEXTUAL_DRIVER={name} is not a driver that can be loaded; unset that variable, or set it to "
                    "MODULE:CLASS."
                ),
                name=quoted(constants.DRIVER or ""),
            ) from error

    def wrong_settings(self) -> Iterable[CoreError]:
        """What the settings say and the hall does not know."""
        path = self._config / settings_file.FILE
        for wrong in wrong_names(self.settings, self.available_themes, self.theme):
            yield SettingsBroken("{wrong} ({path})", wrong=wrong.phrase, path=path)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What changes the lines of every widget: those of Textual, and the plain characters where only these are wanted."""
        return [*super().get_line_filters(), _PLAIN] if self.ascii_only else super().get_line_filters()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of values, for a theme that has none of its own."""
        theme = self.current_theme
        usual = variables(theme.dark, theme.name.startswith("ansi"))
        return {**usual, **grounds(theme, {**usual, **theme.variables})}

    def warn(self, error: CoreError) -> None:
        """Say what has gone wrong."""
        raise NotImplementedError

    @property
    def keeps_settings(self) -> bool:
        """Whether settings that are changed are written to the folder."""
        return not self.surroundings.served

    @property
    def settings_path(self) -> Path | None:
        """The file in which the settings are kept; None where it is nobody's business which."""
        return None if self.surroundings.served else self._config / settings_file.FILE

    @property
    def tinted(self) -> bool:
        """Whether the grounds below values have colours, which the terminal's own cannot be mixed to."""
        return not self.theme.startswith("ansi")

    @property
    def moving(self) -> bool:
        """Whether things on the screen may move: not over SSH, nor where the settings or TEXTUAL_ANIMATIONS say no."""
        return self.animation_level != "none"

    @property
    def settings(self) -> Settings:
        """The settings that hold now."""
        return self.preferences.settings

    def choose(self, name: str, value: Any) -> None:
        """Change one setting, as the file would have it, None for the usual value; it takes effect at once, on every screen."""
        changed = self.settings.with_value(name, value)
        self.preferences.change(**{name: getattr(changed, name)})
        self._take(name)
        self.retranslate()

    def give_key(self, action: str, key: str) -> Phrase | None:
        """Give an action another key, or with its usual one that again; or say what is wrong with it."""
        keys = {name: given for name, given in self.settings.keys.items() if name != action}
        if key not in KEYS[action].usual.split(","):
            keys[action] = key
        before = {say(wrong) for wrong in _wrong_keys(self.settings)}
        for wrong in _wrong_keys(replace(self.settings, keys=keys)):
            if say(wrong) not in before:
                return wrong
        self.choose("keys", keys)
        return None

    def _take(self, name: str) -> None:
        """Do what a setting says; what is not here is asked whenever it matters."""
        settings = self.settings
        match name:
            case "theme" if self.surroundings.colours and settings.theme in self.available_themes:
                self.theme = settings.theme
            case "glyphs":
                plain = {"ascii": True, "unicode": False}
                self.ascii_only = plain.get(settings.glyphs, not self.surroundings.unicode)
            case "language":
                self.language.change(settings.language or self.surroundings.language)
            case "keys" | "cursor":
                keys = keymap(with_cursor(settings.cursor, settings.keys))
                self.set_keymap(keys)
                self.active_keys.change(keys)
            case "motion":
                still = settings.motion == "off" or self.surroundings.ssh
                self.animation_level = "none" if still else constants.TEXTUAL_ANIMATIONS
            case "sound":
                self.sounds.make(Sound.PLACED)
            case "mouse":
                self._take_mouse(settings.mouse)
            case "opponent":
                self.setup = against(settings.opponent)

    def _sound_way(self) -> SoundWay:
        """How sounds are made. A visitor of a served hall is not where the loudspeaker is, and a page has no bell."""
        way = self.settings.sound
        silent = self.surroundings.web or (way == "audio" and self.surroundings.served)
        return "off" if silent else way

    def _take_mouse(self, wanted: bool) -> None:
        """Ask the terminal for its mouse, or leave it alone; a driver of another kind does so the next time."""
        driver: Any = self._driver
        if not all(hasattr(driver, name) for name in ("_mouse", "_enable_mouse_support", "_disable_mouse_support")):
            return
        if wanted:
            driver._mouse = True
            driver._enable_mouse_support()
        else:
            driver._disable_mouse_support()
            driver._mouse = False

    def remember_setup(self, setup: Setup) -> None:
        """Offer the same setup the next time."""
        first, second = map(unfitted, setup.seats)
        self.setup = setup = replace(setup, seats=(first, second), said=None)
        opponent = opponent_of(setup.seats)
        if opponent:
            self.preferences.change(opponent=opponent)

    def watch_theme(self, theme: str) -> None:
        """Keep the theme that the palette chose."""
        if self.is_running and self.surroundings.colours:
            self.preferences.change(theme=theme)
