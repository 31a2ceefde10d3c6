"""The form for an offer in the lobby: the game, the clock, the seat, and whether it is played by post."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from core import games
from core.game import Player
from core.phrase import phrase
from core.play.seats import Setup
from core.players.opponents import HUMAN
from tui.drawing.frame import EdgeKey
from tui.game.link import Wanted
from tui.screens.base.picker import ListDialog, PickGroup, PickList, PickRow, PickValue, QuestionDialog
from tui.screens.base.terms import MatchDialog
from tui.text import words
from tui.text.catalogue import _
from tui.text.clocks import control_words


class SeekDialog(ListDialog[Wanted]):
    """A row for each choice, which Enter changes, and one that offers the game. ``name`` is whom a challenge is for, empty for
    an offer to all, ``there`` are the games to choose from. Gives what is offered, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "offer", str(phrase("accept")), show=False)]

    def __init__(self, wanted: Wanted, name: str, there: Sequence[str]) -> None:
        self._games = there
        self._wanted = wanted
        self._whom = name
        # The cursor begins at the last row: the game offered last may do again.
        super().__init__(PickList(self._question, self._groups, self._take, self._keys, at=4))

    def _question(self) -> str:
        return _("What do you offer to {name}?").format(name=self._whom) if self._whom else _("What do you offer?")

    def _groups(self) -> Sequence[PickGroup]:
        wanted = self._wanted
        seat = _("either side") if wanted.seat is None else words.players(wanted.game)[wanted.seat]
        way = _("by post: move whenever you visit") if wanted.post else _("live: both stay until it is over")
        clock = _("none, because it is by post") if wanted.post else control_words(wanted.control)
        choices = [(_("Game"), words.name(wanted.game)), (_("Clock"), clock), (_("You play"), seat), (_("Pace"), way)]
        rows = [PickRow(name, value, [PickValue("")]) for name, value in [*choices, (_("Offer it"), "")]]
        return [PickGroup("", rows)]

    def _keys(self) -> Sequence[EdgeKey]:
        return [
            ("Enter", _("change or offer"), "choose"),
            ("F2", _("offer"), "screen.offer"),
            ("Esc", _("cancel"), "screen.cancel"),
        ]

    def _show(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self.redraw()

    def _take(self, number: int, value: str) -> None:
        """Change what the row tells, or offer the game."""
        wanted = self._wanted
        match number:
            case 0:
                self._choose_game()
            case 1 if not wanted.post:
                self._choose_clock()
            case 2:
                following: dict[Player | None, Player | None] = {None: 0, 0: 1, 1: None}
                self._show(replace(wanted, seat=following[wanted.seat]))
            case 3:
                self._show(replace(wanted, post=not wanted.post))
            case 4:
                self.action_offer()

    @work
    async def _choose_game(self) -> None:
        there = [games.get(id) for id in self._games]
        at = next((i for i, game in enumerate(there) if game.id == self._wanted.game.id), 0)
        chosen = await self.open_dialog(QuestionDialog(phrase("Which game?"), [words.name(game) for game in there], at))
        if chosen is not None:
            self._show(replace(self._wanted, game=there[chosen]))

    @work
    async def _choose_clock(self) -> None:
        setup = await self.open_dialog(MatchDialog(Setup((HUMAN, HUMAN), control=self._wanted.control), "clock"))
        if setup:
            self._show(replace(self._wanted, control=setup.control))

    def action_offer(self) -> None:
        """Offer it."""
        self.dismiss(self._wanted)
