"""What can be done once a game is over: a list along which the cursor goes, beside what is told of the game."""

from __future__ import annotations

from collections.abc import Mapping

from textual.events import Key

from core.players.opponents import ME, unfitted
from core.store.equal import OwnStrength, standing
from core.store.store import Results, Store
from tui.screens import end_picture
from tui.screens.base import Part
from tui.screens.game import GameScreen
from tui.screens.play_keys import CHOICES
from tui.screens.play_panel import PlayPanel
from tui.screens.story import played
from tui.screens.typing import MoveTyping
from tui.text.catalogue import say
from tui.widgets.end_card import EndChoice, EndView


class EndOfGame(Part):
    """The part of the play screen that stands in the place of the panel when its game is over."""

    screen: GameScreen

    def __init__(self, screen: GameScreen, panel: PlayPanel, typing: MoveTyping) -> None:
        super().__init__(screen)
        self._panel = panel
        self._typing = typing
        self._tally: Results | None = None
        """How the games of this kind against engines stand."""
        self._own: OwnStrength | None = None
        """The player's own strength, where the game is one by which it is told."""
        self._at = 0
        """On which of the choices the cursor is."""

    @property
    def here(self) -> bool:
        """Whether the end of the game is what is shown."""
        return self.screen.state.ended and not self.screen.ply.back

    def begins(self) -> None:
        """The game is over: read how the others of its kind stand."""
        self._at = 0
        game, counts = self.screen.game, ME in map(unfitted, self.screen.state.seats)

        def stands(store: Store) -> tuple[Results, OwnStrength | None]:
            return store.tally(game.id), OwnStrength.of(standing(store, game)) if counts else None

        self.screen.hall.keeper.look(stands, self._tallied, lambda error: self.screen.say(say(error)))

    def _tallied(self, stands: tuple[Results, OwnStrength | None]) -> None:
        self._tally, self._own = stands
        self.screen.refresh_all()

    @property
    def _choices(self) -> list[EndChoice]:
        """What can be done now, as far as it applies."""
        screen = self.screen
        keys = {key.binding.action: screen.app.get_key_display(key.binding) for key in screen.active_bindings.values()}
        return [
            EndChoice(action, keys[action], label) for action, label in self.verbs.items() if label and action in keys
        ]

    @property
    def verbs(self) -> Mapping[str, str]:
        """What can be done once the game is over, in the order of the card; empty where it is no choice."""
        state, retried = self.screen.state, self._panel.retried
        return {action: end_picture.label(state, action, retried) for action in CHOICES} if self.here else {}

    @property
    def view(self) -> EndView:
        """The card."""
        choices, state = self._choices, self.screen.state
        told = self._panel.account(state)
        at = min(self._at, max(0, len(choices) - 1))
        rows = played(state, told, self.screen.size.width)  # of which each takes a column or more
        return end_picture.view(state, told, rows, self._tally, choices, at, self._own)

    async def take_key(self, event: Key) -> bool:
        """Go through the choices, and do the one at the cursor."""
        step = {"up": -1, "down": 1}.get(event.key, 0)
        if not self.here or self._typing.typed is not None or not (step or event.key in ("enter", "space")):
            return False
        choices = self._choices
        if step:
            self._at = (self._at + step) % len(choices)
            self.screen.refresh_all()
        else:
            await self.screen.run_action(choices[min(self._at, len(choices) - 1)].action)
        return True
