"""The card at the end of a game: its result, and the list of actions that apply then."""

from __future__ import annotations

from collections.abc import Mapping

from core.players.opponents import ME, unfitted
from core.records.equal import OwnStanding, standing
from core.records.record import Record
from core.store.store import Store
from core.tally import Tally
from tui.screens.base import end_picture
from tui.screens.base.game import GameScreen
from tui.screens.base.keyboard import CHOICES
from tui.screens.base.story import played
from tui.screens.play.knowledge import PlayPanel
from tui.widgets.end_card import EndChoice, EndView

FRESH_SECONDS = 0.5
"""How long after the end of a game keys do nothing that were typed for the game."""


class EndOfGame:
    """What the play screen shows in the place of the panel when its game is over."""

    def __init__(self, screen: GameScreen, panel: PlayPanel) -> None:
        self._screen = screen
        self._panel = panel
        self._tally: Tally | None = None
        """How the games of this kind against engines stand."""
        self._own: OwnStanding | None = None
        """How the player stands, where the game is one by which that is told."""
        self.closed = False
        """Whether the card was put away."""
        self.fresh = False
        """Whether the game is over for so short a time that keys typed ahead may still come."""

    @property
    def here(self) -> bool:
        """Whether the end of the game is what is shown."""
        return self._screen.state.ended and not self._screen.ply.back and not self.closed

    def begins(self) -> None:
        """The game is over: read how the others of its kind stand."""
        self.closed, self.fresh = False, FRESH_SECONDS > 0
        if self.fresh:
            self._screen.set_timer(FRESH_SECONDS, self._settle)
        game, counts = self._screen.game, ME in map(unfitted, self._screen.state.match.players)

        def stands(store: Store) -> tuple[Tally, OwnStanding | None]:
            return store.totals.of(Record(), game.id).tally, standing(store, game) if counts else None

        self._screen.hall.keeper.look(stands, self._tallied, self._screen.say_error)

    def _settle(self) -> None:
        self.fresh = False

    def _tallied(self, stands: tuple[Tally, OwnStanding | None]) -> None:
        self._tally, self._own = stands
        self._screen.refresh_all()

    @property
    def _choices(self) -> list[EndChoice]:
        """What can be done now, as far as it applies."""
        screen = self._screen
        found = {key.binding.id: key.binding for key in screen.active_bindings.values()}
        choices: list[EndChoice] = []
        for action, label in self.verbs.items():
            if action == "level" and action in found:
                choices += end_picture.strengths(screen.state)
            elif label and action in found:
                choices.append(EndChoice(found[action].action, screen.app.get_key_display(found[action]), label))
        return choices

    @property
    def verbs(self) -> Mapping[str, str]:
        """What can be done once the game is over, in the order of the card; empty where it is no choice."""
        state, retried = self._screen.state, self._panel.retried
        return {action: end_picture.label(state, action, retried) for action in CHOICES} if self.here else {}

    @property
    def view(self) -> EndView:
        """The card."""
        choices, state = self._choices, self._screen.state
        told = self._panel.analyst.account(state)
        rows = played(state, told, self._screen.size.width)  # of which each takes a column or more
        return end_picture.view(state, told, rows, self._tally, choices, self._own, looking=self._panel.analyst.looking)
