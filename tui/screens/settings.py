"""SettingsScreen: every setting with its value, what it does and what it may be; a choice takes effect at once and is kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from core.errors import printable
from core.game import Game
from core.phrase import Phrase, phrase
from core.players.opponents import ME, parse
from tui.drawing.canvas import Row, Span
from tui.drawing.frame import Section, frame
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.household.settings import NEVER, SETTINGS, Setting
from tui.screens.base.dialogs import PressKey
from tui.screens.base.picker import theme_names
from tui.screens.base.screen import HallScreen
from tui.text.catalogue import Language, _, figures, say
from tui.text.fit import clipped, shorten
from tui.text.keys import KEYS, bindings, with_cursor
from tui.text.seats import with_level
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

_NAMES = tuple(SETTINGS)
_ABOUT_ROWS = 3
"""Rows that tell about the chosen setting at least."""
_FEW = 7
"""Values that are named below the list; where there are more, only their number is."""
_PANELS = {"live": phrase("live"), "quiet": phrase("quiet")}
_WORDS: Mapping[str, Mapping[Any, Phrase]] = {
    "": {True: phrase("on"), False: phrase("off"), NEVER: phrase("never"), "": phrase("auto"), None: phrase("off")},
    "panel": _PANELS,
    "panel_people": _PANELS,
    "motion": {"full": phrase("full"), "off": phrase("off")},
    "sound": {"off": phrase("off"), "bell": phrase("bell"), "audio": phrase("tones")},
    "opponent": {ME: phrase("Play me")},
    "machine_since": {"": phrase("the first game")},
    "cursor": {"arrows": phrase("arrows"), "hjkl": phrase("arrows and hjkl")},
}
"""How values are shown, by setting; those of the empty name hold for all others. The rest is shown as the file has it."""


def value_words(name: str, value: Any) -> str:
    """A value of a setting, for people."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {text or say(_WORDS[''][''])}" for key, text in value.items()) or "-"
    if name == "language" and value:
        return Language(value).name
    if type(value) is int and name == "watched_games":
        return figures(f"{value:,}")
    if type(value) is int:
        return _("{seconds} s").format(seconds=value)
    if name == "opponent" and value != ME and (player := parse(value)):
        return say(with_level(player))
    found = _WORDS.get(name, _WORDS[""]).get(value)
    return say(found) if found else str(value)


class SettingsList(ListCanvas):
    """The frame with all settings, and below them what is to be known of the chosen one."""

    def __init__(self, screen: SettingsScreen) -> None:
        super().__init__(screen, "settings")
        self._of = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        setting = self._of.setting
        place = _("{at} of {count}").format(at=_NAMES.index(self._of.chosen) + 1, count=len(_NAMES))
        listed = Section(_("Settings"), self._listed, len(_NAMES), 1, place)
        most = max(len(self._told(each, width - 2, height)) for each in SETTINGS.values())
        rows = max(_ABOUT_ROWS, min(most, height - 5))  # the same for all, or the list would jump below the cursor
        about = Section(say(setting.label), partial(self._told, setting), rows, rows, setting.name)
        return frame(width, height, [listed, about])

    def _listed(self, width: int, height: int) -> Sequence[Row]:
        return self.in_view([self._row(setting, width) for setting in SETTINGS.values()], width, height)

    def _row(self, setting: Setting, width: int) -> ListRow:
        value, label = self._of.value(setting.name), say(setting.label)
        changed = value is not None and value != setting.usual
        before, behind = Span("  "), Span("")
        if setting is self._of.setting and not setting.kind.table:  # what left and right do
            before, behind = Span("◂ ", "key", "screen.step(-1)"), Span(" ▸", "key", "screen.step(1)")
        shown = shorten(value_words(setting.name, value), max(0, width - 27))
        words = Span(shown, "key" if changed else "dim")
        left = [Span(label), Span(" " * (19 - len(label)), "dim"), before, words, behind]
        return ListRow(left, [Span(" * " if changed else "   ", "dim")], setting.name)

    def _told(self, setting: Setting, width: int, height: int) -> Sequence[Row]:
        """What a setting does, what it may be, what is usual."""
        usual = _("Default: {value}.").format(value=value_words(setting.name, setting.usual))
        offered = self._of.offered(setting)
        if setting.kind.table:
            lines = [say(setting.what), usual]
        elif len(offered) > _FEW or setting.name == "theme":
            lines = [
                say(setting.what),
                _("{key:values} lists all {count} values.").format(count=len(offered)) + " " + usual,
            ]
        else:
            values = ", ".join(value_words(setting.name, value) for value in offered)
            lines = [say(setting.what), _("One of {values}.").format(values=values) + " " + usual]
        if setting.name == "mouse" and self._of.hall.surroundings.spares_mouse:
            lines[:1] = [
                _(
                    "GNU screen swallows {key:step_back} while the mouse is on, so the mouse starts off; {key:values} "
                    "turns it on."
                )
            ]
        return [[Span(f" {line}")] for line in clipped(" ".join(lines), width - 2, height)]


class SettingsScreen(Along, HallScreen):
    """All settings. ``game`` is the one that the help tells about."""

    FOCUS = "settings"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("change", "values", "usual", "help", "leave"),
            hidden=("up", "down", "left", "right", "go_first", "go_last"),
            runs={"left": "step(-1)", "right": "step(1)"},
        )
    )

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._chosen = _NAMES[0]

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return self._game

    @property
    def setting(self) -> Setting:
        """The chosen setting."""
        return SETTINGS[self.chosen]

    def value(self, name: str) -> Any:
        """The value that holds now, as the file has it."""
        return self.hall.settings.document[name]

    def offered(self, setting: Setting) -> list[Any]:
        """The values to choose from; the one that holds now is always among them."""
        values = [value for value in setting.kind.offered() if value not in self.hall.left_out]
        if setting.name == "theme":
            values = [*theme_names(self.hall.available_themes)]
        now = self.value(setting.name)
        return values if now in values or now is None or setting.kind.table else [*values, now]

    def compose_hall(self) -> ComposeResult:
        """Header, list, status and footer."""
        yield LineOfText(id="header")
        yield SettingsList(self)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        path = self.hall.settings_path
        where, room = printable(str(path or "")), max(0, self.size.width - 20)
        where = where if len(where) <= room else f"…{where[1 - room :]}"
        self.query_one("#header", LineOfText).show(plain_row(_("SETTINGS"), "title"), (), plain_row(where, "dim"))
        self.query_one(SettingsList).redraw()
        kept = self.hall.keeps_settings
        usual = _("Changes apply at once and are saved.") if kept else _("Changes last until you leave the hall.")
        self.show_status(usual, self.notice)

    # Actions.

    @property
    def names(self) -> Sequence[str]:
        """The names of all settings, in the order of the list."""
        return _NAMES

    @property
    def chosen(self) -> str:
        """The name of the chosen setting."""
        return self._chosen

    def point(self, name: Hashable) -> None:
        """Choose a setting."""
        self.notice = _("You are already there.") if name == self._chosen else ""
        self._chosen = str(name)
        self.refresh_all()

    def take(self) -> None:
        """Change the chosen setting."""
        self.action_change()

    def action_change(self) -> None:
        """The other value, or the list where there are more than two."""
        if self.setting.kind.table or len(self.offered(self.setting)) > 2:
            self.action_values()
        else:
            self.action_step(1)

    def action_step(self, step: int) -> None:
        """The next value, or the one before."""
        setting = self.setting
        if setting.kind.table:
            self.action_values()
            return
        values, now = self.offered(setting), self.value(setting.name)
        at = values.index(now if now is not None else False)
        self._take(setting, values[(at + step) % len(values)])

    @work
    async def action_values(self) -> None:
        """List all values."""
        setting = self.setting
        if setting.kind.table:
            await self._fill(setting)
            return
        values = self.offered(setting)
        now = self.value(setting.name)
        at = values.index(now) if now in values else 0
        chosen = await self.choose(setting.what, [value_words(setting.name, value) for value in values], at)
        if chosen is not None:
            self._take(setting, values[chosen])

    def action_usual(self) -> None:
        """Back to what is usual."""
        self._take(self.setting, None)

    def _take(self, setting: Setting, value: Any) -> None:
        self.hall.choose(setting.name, value)
        self.call_later(self._say_value, setting)  # once all is shown anew

    def _say_value(self, setting: Setting) -> None:
        self.say(f"{say(setting.label)}: {value_words(setting.name, self.value(setting.name))}")

    async def _fill(self, setting: Setting) -> None:
        """Fill in a table: choose an action and press its key; or say where engines are chosen."""
        if setting.name != "keys":
            text = _("Set in the file, or with 'triqui config {name} VALUE'.")
            self.say(text.format(name=f"{setting.name}.gomoku"))
            return
        now = with_cursor(self.hall.settings.cursor, self.hall.settings.keys)
        rows = [f"{now.get(action, key.usual)}: {say(key.label)} ({action})" for action, key in KEYS.items()]
        chosen = await self.choose(phrase("Which action should get another key?"), rows)
        if chosen is None:
            return
        action, (_keys, label, _display) = list(KEYS.items())[chosen]
        question = phrase("Press a key for {action}. Its default key resets it.", action=label)
        pressed = await self.open_dialog(PressKey(question))
        if pressed is None:
            return
        wrong = self.hall.give_key(action, pressed)
        said = say(wrong) if wrong else f"{say(label)}: {pressed}"
        self.call_later(self.say, said)  # once all is shown anew
