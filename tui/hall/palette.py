"""The palette of commands: the app's own, every action of the screen, and the languages there are, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from textual.app import ComposeResult, SystemCommand
from textual.command import CommandList, CommandPalette
from textual.screen import Screen
from textual.theme import ThemeProvider
from textual.widgets import Input
from textual.worker import Worker

from core.phrase import phrase
from core.registry import Registry
from tui.hall.steady import SteadyApp
from tui.household.surroundings import Surroundings
from tui.locale import codes
from tui.screens.base.window import Window
from tui.text.catalogue import Language, _

OF_TEXTUAL = (
    *(phrase("Theme"), phrase("Change the current theme")),
    *(phrase("Quit"), phrase("Quit the application as soon as possible")),
    *(phrase("Keys"), phrase("Show help for the focused widget and a summary of available keys")),
    phrase("Hide the keys and widget help panel"),
    *(phrase("Maximize"), phrase("Maximize the focused widget")),
    *(phrase("Minimize"), phrase("Minimize the widget and restore to normal size")),
    *(phrase("Screenshot"), phrase("Save an SVG 'screenshot' of the current screen")),
)
"""What Textual writes into the palette, for the catalogues."""


class Palette(CommandPalette, Window[None]):
    """Textual's palette, closed at any moment, and once however often it is clicked beside."""

    def compose(self) -> ComposeResult:
        """The widgets; the cursor does not blink."""
        for widget in super().compose():
            if isinstance(widget, Input):
                widget.cursor_blink = False
            yield widget

    async def retranslate(self) -> None:
        """What is chosen closes it, also a language."""

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Search. A search that begins once the palette is closed has nothing to fill, which is no reason to end the app."""
        return super().run_worker(*arguments, **{**options, "exit_on_error": False})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now: not those of a list without a row in the window, or not there yet.

        Textual 8.2: to page through such a list raises KeyError.
        Goes when tests/tui/test_upstream.py::test_a_list_without_rows_in_the_window_cannot_be_paged_through turns red.
        """
        return action != "command_list" or any(
            found.scrollable_content_region.height > 0 for found in self.query(CommandList)
        )


_LEAVES = ("leave", "quit")
"""Actions that leave a screen."""

SCREENS: Registry[Callable[..., Screen[Any]]] = Registry(
    "tui.screens",
    {
        "help": "base.help:Help",
        "learn": "study.learn:LearnScreen",
        "menu": "base.menu:Menu",
        "mistakes": "review.mistakes:mistakes_screen",
        "settings": "settings:SettingsScreen",
    },
)
"""The screens to which every other leads, loaded when they are first opened."""


class PaletteApp(SteadyApp):
    """An app with this palette, and with the screens to which every other leads."""

    language: Language
    surroundings: Surroundings

    def choose(self, name: str, value: Any) -> None:
        """Change a setting, with effect at once."""
        raise NotImplementedError

    def action_command_palette(self) -> None:
        """Open the palette."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=_("Search for commands…")))

    def go_to(self, screen: str, *about: Any) -> None:
        """Open a screen of the table by its name."""
        self.push_screen(SCREENS[screen](*about))

    def action_help_quit(self) -> None:
        """Say how to leave, where somebody presses Ctrl+C: that ends nothing, since it copies what is marked."""
        from tui.screens.base.screen import HallScreen

        screen = self.screen
        named = (binding for active in screen.active_bindings.values() for binding in (active.binding,))
        leaves = next((self.get_key_display(found) for found in named if found.action in _LEAVES), "Esc")
        text = _("{key} leaves this screen; {quit} ends triqui.").format(key=leaves, quit="Ctrl+Q")
        if isinstance(screen, HallScreen):
            screen.say(text)
        else:
            self.notify(text, markup=False)

    def search_themes(self) -> None:
        """Choose colours: from the list of the hall, where a dialog does not stand above it."""
        from tui.screens.base.screen import HallScreen

        if isinstance(self.screen, HallScreen):
            self.screen.action_theme()
            return
        self.push_screen(Palette(providers=[ThemeProvider], placeholder=_("Search for themes…")))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What there is to be chosen."""
        from tui.screens.base.menu import named_bindings
        from tui.screens.base.screen import HallScreen
        from tui.screens.settings import SettingsScreen

        for command in super().get_system_commands(screen):
            if not (self.surroundings.served and command.title == "Screenshot"):
                yield command._replace(title=_(command.title), help=_(command.help))
        for code in codes():
            title = _("Language: {language}").format(language=Language(code).name)
            yield SystemCommand(title, _("Use this language from now on"), partial(self.choose, "language", code))
        named = named_bindings(screen)
        listed = isinstance(screen, SettingsScreen) or "settings" in named
        if isinstance(screen, HallScreen) and not listed:
            yield SystemCommand(_("Settings"), _("Colours, characters, keys, sound ..."), screen.action_settings)
        for binding in named.values():
            key = self.get_key_display(binding).strip()
            where = _("key: {key}").format(key=key) if key else _("in the menu")
            yield SystemCommand(binding.description.capitalize(), where, partial(screen.run_action, binding.action))

    def retranslate(self) -> None:
        """Show everything anew on every screen of the stack, as it is to be from now on."""
        for screen in self.screen_stack:
            if isinstance(screen, Window):
                screen.call_later(screen.retranslate)
        self.screen.call_after_refresh(self.screen.refresh)  # with what is seen of the screens below
