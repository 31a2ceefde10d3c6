"""The menu: all that can be done on the screen below, by what it is about; with arrows, Enter, letters or the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Label, OptionList
from textual.widgets.option_list import Option

from core.phrase import phrase
from tui.drawing.line import KeyLine, ShownKey
from tui.screens.base import HallScreen
from tui.screens.dialogs import Dialog
from tui.text.catalogue import _, say
from tui.text.keys import grouped


def named_bindings(screen: Screen[Any]) -> dict[str, Binding]:
    """The actions that apply on a screen now, each once however many keys it has."""
    found: dict[str, Binding] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id and active.binding.description:
            found.setdefault(active.binding.id, active.binding)
    return found


class ActionsBelow:
    """What can be done now on the screen below a dialog, apart from an action ``without``; the dialog closes for it."""

    def __init__(self, below: HallScreen, without: str = "") -> None:
        self._below = below
        self.named = {name: binding for name, binding in named_bindings(below).items() if name != without}
        self._keys = {
            key: active.binding
            for key, active in below.active_bindings.items()
            if active.enabled and active.binding.id in self.named
        }

    def on(self, dialog: Dialog[None], key: str) -> Binding | None:
        """What a key does below; None where it does nothing there, or the dialog needs it itself."""
        return None if key in dialog.active_bindings else self._keys.get(key)

    def do(self, dialog: Dialog[None], binding: Binding) -> None:
        """Close the dialog and do it."""
        dialog.dismiss()
        dialog.app.call_later(self._below.run_action, binding.action)


class KeyList(OptionList):
    """Actions with their keys, below the names of their groups; the id of an option is that of its binding."""

    def __init__(
        self,
        bindings: dict[str, Binding],
        groups: Sequence[tuple[str, Sequence[str]]],
        display: Callable[[Binding], str],
    ) -> None:
        options = []
        for name, actions in groups:
            options.append(Option(name.upper(), disabled=True))
            for action in actions:
                binding = bindings[action]
                options.append(Option(f"{display(binding):>6}  {binding.description}", action))
        super().__init__(*options, markup=False)

    def keep(self, row: int) -> None:
        """Have the keys, with the cursor on the action nearest to a row."""
        self.focus()
        enabled = [i for i, option in enumerate(self.options) if not option.disabled]
        self.highlighted = min(enabled, key=lambda i: abs(i - row), default=None)


class Menu(Dialog[None]):
    """Choosing something closes the menu and does it. Where there is room the groups stand in two columns."""

    CSS_PATH = "menu.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2", "cancel", str(phrase("close")), show=False),
        Binding("left", "beside(-1)", show=False, priority=True),
        Binding("right", "beside(1)", show=False, priority=True),
    ]

    def __init__(self, below: HallScreen) -> None:
        super().__init__()
        self._below = below

    def compose(self) -> ComposeResult:
        """The groups, half of them in each column."""
        self._actions = ActionsBelow(self._below, without="menu")
        named = self._actions.named
        groups = [(say(name), actions) for name, actions in grouped(named)]
        rows = list(accumulate(len(actions) + 1 for _name, actions in groups))
        half = (
            min(range(len(rows)), key=lambda i: abs(2 * rows[i] - rows[-1])) + 1
            if self.app.size.width >= 72
            else len(rows)
        )
        with Vertical(classes="dialog", id="menu"):
            yield Label(_("What can be done here"), markup=False)
            with Horizontal():
                for part in filter(None, (groups[:half], groups[half:])):
                    yield KeyList(named, part, self.app.get_key_display)
            yield KeyLine(id="footer")

    def shown(self) -> None:
        """Show the keys, and put the cursor on the first action."""
        self.query_one(KeyLine).show(
            [ShownKey("Enter", _("do it"), "screen.do"), ShownKey("Esc", _("close"), "screen.cancel", True)]
        )
        self.query(KeyList).first().keep(1)

    def action_beside(self, step: int) -> None:
        """To the other column."""
        lists = list(self.query(KeyList))
        at = next((i for i, each in enumerate(lists) if each.has_focus), 0)
        row = lists[at].highlighted or 0
        lists[(at + step) % len(lists)].keep(row)

    def action_do(self) -> None:
        """Do what is at the cursor."""
        if isinstance(self.focused, KeyList):
            self.focused.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close and do it."""
        self._actions.do(self, self._actions.named[str(event.option_id)])

    def on_key(self, event: Key) -> None:
        """A key of the list does what the list says, unless the menu needs it itself; the key of the menu closes it."""
        if binding := self._actions.on(self, event.key):
            event.stop()
            self._actions.do(self, binding)
        elif event.character == "m":
            event.stop()
            self.dismiss()
