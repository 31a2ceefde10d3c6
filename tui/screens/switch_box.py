"""What can be switched while a game is played, and how it stands: as soon as one key of a kind is used, the panel shows all of
its kind, each with its value, until another key is pressed."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from core.phrase import Phrase, phrase
from tui.screens.game import GameScreen
from tui.screens.play_panel import PlayPanel
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.seats import first_words, player_names
from tui.widgets.panel import Switches, SwitchRow

BOXES: Sequence[tuple[Phrase, Sequence[str]]] = (
    (phrase("Players"), ("seat_first", "seat_second", "level", "first", "swap", "teacher")),
    (phrase("Engines"), ("engine", "second_engine")),
    (phrase("Proof"), ("proof", "certificate")),
)
"""The actions of each kind."""


class SwitchBox:
    """What the panel of the play screen shows of them."""

    def __init__(self, screen: GameScreen, panel: PlayPanel) -> None:
        self._screen = screen
        self._panel = panel
        self._kind: tuple[Phrase, Sequence[str]] | None = None

    def note(self, key: str) -> None:
        """Note which kind a key belongs to; what it does it does as an action."""
        bound = self._screen.bound(key)
        action = bound.binding.action if bound else ""
        self._kind = next((kind for kind in BOXES if action in kind[1]), None)

    @property
    def shown(self) -> Switches | None:
        """The kind that is shown; None where another key was pressed since."""
        if self._kind is None:
            return None
        title, actions = self._kind
        bound = {each.binding.action: each for each in self._screen.active_bindings.values() if each.enabled}
        rows = [
            SwitchRow(
                self._screen.app.get_key_display(each.binding), self._label(each.binding), self._value(name), name
            )
            for name in actions
            if (each := bound.get(name))
        ]
        return Switches(say(title), rows)

    def _label(self, binding: Binding) -> str:
        """What a switch is called: a seat by the mark of who sits there."""
        first, second = words.players(self._screen.game)
        return {"seat_first": first, "seat_second": second}.get(binding.action, binding.description)

    def _value(self, action: str) -> str:
        """How a switch stands; empty for what is no switch."""
        state, panel, studied = self._screen.state, self._panel, self._screen.ply.studied
        match action:
            case "seat_first":
                return player_names(state.match.players, full=True)[0]
            case "seat_second":
                return player_names(state.match.players, full=True)[1]
            case "first":
                return first_words(state.course.setup)
            case "teacher":
                return _("asks") if self._screen.hall.settings.teacher else _("off")
            case "engine":
                return panel.title(studied)
            case "second_engine":
                second = panel.second(studied)
                return second.engine if second else _("none")
            case "proof":
                return _("shown") if panel.proof(self._screen.ply.position) else ""
        return ""
