"""Switches: what the panel of the play screen may show of what it knows, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.timer import Timer

from core.foregone import foregone
from core.phrase import Phrase, phrase
from core.play.actions import Command
from core.play.source import Source
from core.players.opponents import ME, unfitted
from tui.household.settings import PanelMode
from tui.text.catalogue import _
from tui.text.seats import two_people

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort


class Switches:
    """The switches of a player, as far as a game that counts allows them. ``changed`` is called when there is more to show."""

    def __init__(self, hall: HallPort, source: Source, changed: Callable[[], None]) -> None:
        self._hall = hall
        self._source = source
        self._changed = changed
        self._wait: Timer | None = None
        self._shown = {"panel": False, "cells": False}
        """What is shown of values in a game that counts."""
        self._warned = False
        """Whether the player has read that values make a lesson of this game."""
        self.due = True
        """Whether values may be shown by now."""

    @property
    def study(self) -> bool:
        """Whether the panel shows values."""
        if self.counts:
            return self._shown["panel"]
        return self._mode == "live" and not self._source.state.quiet

    @property
    def _people(self) -> bool:
        """Whether two people play at this keyboard."""
        return two_people(self._source.state.match.players)

    @property
    def _mode(self) -> PanelMode:
        return self._hall.settings.panel_for(self._people)

    @property
    def on_cells(self) -> bool:
        """Whether the cells show values: each state of the panel remembers its own answer."""
        if self.counts:
            return self._shown["cells"]
        return self._hall.marks.shown(self._mode) and not self._source.state.quiet

    @property
    def counts(self) -> bool:
        """Whether it is a game by which one's own strength is told: no value is shown in it unless it is asked for."""
        state = self._source.state
        return not state.ended and ME in map(unfitted, state.match.players) and not foregone(state.match.game)

    def _show(self, what: str) -> None:
        """Show something in a game that counts, or hide it again; what is shown makes a lesson of the game."""
        self._shown[what] = not self._shown[what]
        if self._shown[what]:
            self._source.do(Command.LESSON)

    @property
    def advice(self) -> Phrase | None:
        """Before the first move, what somebody has to know who has never said whether values are to stand on the cells."""
        if self._source.state.match.moves or self._hall.settings.marks is not None or not self.study:
            return None
        return phrase("{key:marks} shows on the board what each move is worth.")

    def toggle_teacher(self) -> bool:
        """Let losing moves be asked about, or not; whether they are now."""
        self._hall.preferences.change(teacher=not self._hall.settings.teacher)
        return self._hall.settings.teacher

    def toggle_marks(self) -> str:
        """Show or hide the values on the cells. In a game that counts, the first time only warns: the sentence."""
        if warning := self._warn_once():
            return warning
        if self.counts:
            self._show("cells")
            return ""
        shown = self.on_cells and self.due
        if not self.on_cells or self.due:
            self._hall.marks.show(self._mode, not shown)
        self.due = True
        return ""

    def _warn_once(self) -> str:
        """What values do to a game that counts, the first time that somebody wants to see them; empty afterwards."""
        if not self.counts or self._warned:
            return ""
        self._warned = True
        return _("With values this game becomes a lesson and does not count. Press the same key again to see them.")

    def toggle_study(self) -> str:
        """Change between the quiet panel and the live one. In a game that counts, the first time only warns: the sentence."""
        if warning := self._warn_once():
            return warning
        if self.counts:
            self._show("panel")
        else:
            self._hall.preferences.change(**self._hall.settings.other_panel(self._people))
        return ""

    def turn(self) -> None:
        """Another position is to be played: hide values for as long as the settings say."""
        delay = self._hall.settings.marks_delay
        if self._wait:
            self._wait.stop()
            self._wait = None
        self.due = delay == 0
        if delay:
            self._wait = self._hall.set_timer(delay, self._now_due)

    def _now_due(self) -> None:
        self.due = True
        self._changed()

    def close(self) -> None:
        """Stop waiting."""
        if self._wait:
            self._wait.stop()
