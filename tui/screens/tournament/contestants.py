"""The form for a new tournament: who plays and meets whom, how many games, from which openings."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label

from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase, phrase
from core.players.opponents import Opponent, players
from core.tournament.plan import TournamentKind, TournamentPlan
from tui.drawing.canvas import Row, Span
from tui.screens.base.dialogs import Form, SteadyInput
from tui.text.catalogue import _, ngettext, say
from tui.text.numbers import whole
from tui.text.seats import with_level
from tui.widgets.form_list import FormList

USUAL = ("best:1", "best:2", "best:4")
"""Who is chosen at first, as far as the game has them."""
MAX_GAMES, MAX_PLIES, USUAL_GAMES, USUAL_PLIES = 10_000, 20, 10, 2
KINDS: dict[TournamentKind, Phrase] = {
    "round-robin": phrase("everybody meets everybody"),
    "gauntlet": phrase("the first one chosen meets everybody"),
    "ladder": phrase("each meets the next one chosen"),
}
"""Who meets whom, in words."""


class TooFew(CoreError):
    """A tournament that nobody can play."""


class Contestants(Form[list[str]]):
    """Gives the words of a tournament as its command takes them, or None. ``own`` are Python players of the user's own."""

    CSS_PATH = "contestants.tcss"

    def __init__(self, game: Game, own: Sequence[Opponent]) -> None:
        super().__init__()
        self._game = game
        self._there = [*players(game), *own]
        self._ticked = [one.text for one in self._there if one.text in USUAL]

    @property
    def _players(self) -> list[tuple[str, str]]:
        """The names of all who play the game, with their texts."""
        return [(say(with_level(one)), one.text) for one in self._there]

    def compose(self) -> ComposeResult:
        """The players and the numbers."""
        with Vertical(classes="dialog", id="contestants") as box:
            box.border_title = _("Who plays in the tournament?")
            yield FormList(self._rows, self._turn, self.answer, ticks=True, id="players")
            for id, name, value in (
                ("games", _("Games per pair"), str(USUAL_GAMES)),
                ("plies", _("Random opening moves"), str(USUAL_PLIES)),
            ):
                with Horizontal(classes="field"):
                    yield Label(name, markup=False)
                    yield SteadyInput(value, compact=True, id=id)
            yield FormList(
                lambda: [[Span(say(kind))] for kind in KINDS.values()], self.action_take, self._meet, id="kind"
            )
            yield from self.ending()

    def on_mount(self) -> None:
        """Choose players first."""
        super().on_mount()
        self.query_one("#players").focus()
        self.answer()

    def _rows(self) -> list[Row]:
        """The players, a cross before those who are chosen, or a number where their order counts."""
        return [[Span(f"[{self._mark(text)}] {name}")] for name, text in self._players]

    def _mark(self, text: str) -> str:
        if text not in self._ticked:
            return " "
        return "x" if self._kind == "round-robin" else str(self._ticked.index(text) + 1)

    def _turn(self) -> None:
        """Choose the player at the cursor, or do so no more."""
        text = self._players[self.query_one("#players", FormList).chosen][1]
        if text in self._ticked:
            self._ticked.remove(text)
        else:
            self._ticked.append(text)
        self.answer()

    @property
    def _kind(self) -> TournamentKind:
        lists = self.query("#kind").results(FormList)
        return tuple(KINDS)[next((each.chosen for each in lists), 0)]

    def _meet(self) -> None:
        """Others meet."""
        self.query_one("#players", FormList).redraw()
        self.answer()

    def made(self) -> list[str]:
        """The words that the fields make. Raises CoreError."""
        if len(self._ticked) < 2:
            raise TooFew("It takes at least two players; Space chooses them.")
        games = whole(phrase("number of games"), 1, MAX_GAMES)(self.query_one("#games", Input).value.strip())
        plies = whole(phrase("number of moves"), 0, MAX_PLIES)(self.query_one("#plies", Input).value.strip())
        openings = ("--openings", f"random:{plies}") if plies else ()
        kind = () if self._kind == "round-robin" else (f"--{self._kind}",)
        return [*self._ticked, "--games", str(games), *openings, *kind]

    def words(self, made: list[str]) -> str:
        """What is going to be played."""
        plan = TournamentPlan(self._game.id, tuple(self._ticked), 1, self._kind)
        return ngettext("{number} pair of players.", "{number} pairs of players.", plan.length)
