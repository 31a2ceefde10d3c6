"""The form for a new tournament: who plays and meets whom, how many games, from which openings."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label, OptionList

from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase, phrase
from core.players.opponents import players
from core.tournament.plan import TournamentKind, TournamentPlan
from tui.drawing.canvas import ROLES, Row, Span
from tui.screens.dialogs import Form, SteadyInput
from tui.text.catalogue import _, ngettext, say
from tui.text.keys import bindings
from tui.text.numbers import whole
from tui.text.seats import with_level
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

USUAL = ("best:1", "best:2", "best:4")
"""Who is chosen at first, as far as the game has them."""
MAX_GAMES, MAX_PLIES, USUAL_GAMES, USUAL_PLIES = 10_000, 20, 10, 2
MAX_ROWS = 9
"""Rows of the list of players."""
KINDS: dict[TournamentKind, Phrase] = {
    "round-robin": phrase("everybody meets everybody"),
    "gauntlet": phrase("the first chosen meets all others"),
    "ladder": phrase("each meets the next one chosen"),
}
"""Who meets whom, in words."""


class TooFew(CoreError):
    """A tournament that nobody can play."""


class ChosenPlayers(Along, ListCanvas):
    """A list in which Enter, Space or a click chooses a player, or does so no more. Where it is ``numbered`` those who are
    chosen have their numbers before them, in the order in which they were."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", str(phrase("choose")), show=False),
        *bindings(hidden=("up", "down", "page_up", "page_down", "go_first", "go_last")),
    ]

    def __init__(self, named: Sequence[tuple[str, str]], chosen: list[str]) -> None:
        super().__init__(self, "players")
        self._named, self.ticked = {text: name for name, text in named}, chosen
        self.numbered = False
        self._at = next(iter(self._named))

    @property
    def names(self) -> Sequence[str]:
        """The texts of the players."""
        return tuple(self._named)

    @property
    def chosen(self) -> str:
        """The player at the cursor."""
        return self._at

    def point(self, name: Hashable) -> None:
        """Move the cursor to a player."""
        self._at = str(name)
        self.redraw()

    def take(self) -> None:
        """Choose the player at the cursor, or do so no more."""
        if self._at in self.ticked:
            self.ticked.remove(self._at)
        else:
            self.ticked.append(self._at)
        self.redraw()
        assert isinstance(self.screen, Contestants)
        self.screen.answer()

    def action_take(self) -> None:
        """Choose the player at the cursor, or do so no more."""
        self.take()

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The players, a cross or a number before those who are chosen."""
        rows = [ListRow([Span(f"[{self._mark(text)}] {name}")], (), text) for text, name in self._named.items()]
        return self.in_view(rows, width, height)

    def _mark(self, text: str) -> str:
        if text not in self.ticked:
            return " "
        return str(self.ticked.index(text) + 1) if self.numbered else "x"


class Contestants(Form[list[str]]):
    """Gives the words of a tournament as its command takes them, or None."""

    CSS_PATH = "contestants.tcss"
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"role--{role}" for role in ROLES}

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._ticked = [one.text for one in players(game) if one.text in USUAL]

    @property
    def _players(self) -> list[tuple[str, str]]:
        """The names of all who play the game, with their texts."""
        return [(say(with_level(one)), one.text) for one in players(self._game)]

    def compose(self) -> ComposeResult:
        """The players and the numbers."""
        with Vertical(classes="dialog", id="contestants") as box:
            box.border_title = _("Who plays in the tournament?")
            chosen = ChosenPlayers(self._players, self._ticked)
            chosen.styles.height = min(MAX_ROWS, len(self._players))
            yield chosen
            for id, name, value in (
                ("games", _("Games per pair"), str(USUAL_GAMES)),
                ("plies", _("Random opening moves"), str(USUAL_PLIES)),
            ):
                with Horizontal(classes="field"):
                    yield Label(name, markup=False)
                    yield SteadyInput(value, compact=True, id=id)
            yield OptionList(*map(say, KINDS.values()), id="kind", compact=True, markup=False)
            yield from self.ending()

    def on_mount(self) -> None:
        """Choose players first."""
        super().on_mount()
        self.query_one("#kind", OptionList).highlighted = 0
        self.query_one(ChosenPlayers).focus()
        self.answer()

    def action_pick(self, text: str) -> None:
        """A click on a player chooses it at once, or does so no more."""
        chosen = self.query_one(ChosenPlayers)
        chosen.point(text)
        chosen.take()

    @property
    def _kind(self) -> TournamentKind:
        return tuple(KINDS)[self.query_one("#kind", OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Others meet."""
        chosen = self.query_one(ChosenPlayers)
        chosen.numbered = self._kind != "round-robin"
        chosen.redraw()
        self.answer()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter takes what the fields make, as it does in them."""
        self.action_take()

    def made(self) -> list[str]:
        """The words that the fields make. Raises CoreError."""
        if len(self._ticked) < 2:
            raise TooFew("It takes two players at least; Space chooses them.")
        games = whole(phrase("number of games"), 1, MAX_GAMES)(self.query_one("#games", Input).value.strip())
        plies = whole(phrase("number of moves"), 0, MAX_PLIES)(self.query_one("#plies", Input).value.strip())
        openings = ("--openings", f"random:{plies}") if plies else ()
        kind = () if self._kind == "round-robin" else (f"--{self._kind}",)
        return [*self._ticked, "--games", str(games), *openings, *kind]

    def words(self, made: list[str]) -> str:
        """What is going to be played."""
        plan = TournamentPlan(self._game.id, tuple(self._ticked), 1, self._kind)
        return ngettext("{number} pair of players.", "{number} pairs of players.", plan.length)
