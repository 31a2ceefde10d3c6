"""Actions of a player that change the course of a game, some after a question."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from core.game import PLAYERS, Game, Player
from core.phrase import Phrase, phrase
from core.play import actions
from core.play.seats import Setup, at_strength, person
from core.play.source import Snapshot
from core.players.opponents import unfitted
from core.position import other
from tui.screens.base.game import GameScreen, GameSource
from tui.screens.base.lists import pick_first, pick_player, pick_strength
from tui.text.catalogue import _
from tui.text.clocks import control_words
from tui.text.seats import who_starts


class GameActions:
    """The course of the game of a screen, as keys change it. It has no state beside that of the game."""

    def __init__(self, screen: GameScreen, source: GameSource) -> None:
        self._screen = screen
        self._source = source

    @property
    def _state(self) -> Snapshot:
        return self._source.state

    @property
    def _game(self) -> Game:
        return self._source.state.match.game

    async def new(self) -> None:
        """Begin another game; the one going on stays under Continue."""
        question = phrase("Start a new game? This one stays under Continue.")
        if not self._state.match.moves:
            self._source.do(actions.Command.NEW)
            self._screen.say(_("This is a new game; nobody has moved."))
        elif await self._screen.confirm(question, phrase("Yes, a new game")):
            self._source.do(actions.Command.NEW)

    async def swap(self) -> None:
        """Begin a game with the seats exchanged."""
        question = phrase("Swap sides and start a new game? This one stays under Continue.")
        going_on = bool(self._state.match.moves) and not self._state.match.outcome
        if self._state.match.standing.under_way:
            question = phrase(
                "Swap sides? That ends the match of {games} games.", games=self._state.match.standing.length
            )
            going_on = True
        if not going_on or await self._screen.confirm(question, phrase("Yes, swap")):
            self._source.do(actions.Command.SWAP)

    async def resign(self) -> None:
        """Give the game up, after a question."""
        seat = person(self._state.match.players)
        loser = self._state.match.position.turn if seat is None else seat
        question = phrase("Resign as {player}?", player=Phrase(self._game.players[loser]))
        if await self._screen.confirm(question, phrase("Yes, resign")) and not self._state.match.outcome:
            self._source.do(actions.Resign(loser))

    def draw(self) -> None:
        """Answer the draw that the other side offers, or offer one before one's own move."""
        offer = self._state.course.offer
        if offer is not None and offer not in self._source.mine:
            self.ask_about_draw(offer)
            return
        seat = person(self._state.match.players)
        self._source.do(actions.OfferDraw(self._state.match.position.turn if seat is None else seat))

    def ask_about_draw(self, seat: Player) -> None:
        """Let the other person answer who sits at the same board."""
        self._screen.run_worker(self._ask_about_draw(seat), exclusive=True, group="draw")

    async def _ask_about_draw(self, seat: Player) -> None:
        players = self._game.players
        first, second = Phrase(players[seat]), Phrase(players[other(seat)])
        question = phrase("{player} offers a draw. Does {other} accept it?", player=first, other=second)
        taken = await self._screen.confirm(question, phrase("Yes, a draw"), above=True)
        if self._state.course.offer == seat:
            self._source.do(actions.OfferDraw(other(seat)) if taken else actions.DeclineDraw())

    async def leave(self) -> None:
        """Go home; a game going on is found again under Continue. Only where somebody or a clock waits is asked first."""
        state = self._state
        going_on = state.match.moves and not state.ended and self._source.mine
        waited_for = state.match.clock is not None or (state.company is not None and not state.company.post)
        if not (going_on and waited_for) or await self._screen.confirm(self._leaving, phrase("Yes, leave")):
            self._source.do(actions.Command.LEAVE)
            self._screen.say_if_it_waits()

    @property
    def _leaving(self) -> Phrase:
        """What is asked before a game that goes on is left."""
        if self._state.company is not None and person(self._state.match.players) is not None:
            return phrase("Leave the table? The game will wait a while; then your opponent may claim it.")
        return phrase("Leave this game? The clock stops, and you will find the game under Continue.")

    async def sit(self, seat: Player) -> None:
        """Choose another player for a seat, from now on."""
        player = await pick_player(self._screen, self._game, self._state.match.players, seat)
        if player is not None and player != unfitted(self._state.match.players[seat]):
            self._source.do(actions.Sit(seat, player))

    async def level(self) -> None:
        """Choose the strength of the engines; once the game is over, play the next one so."""
        strength = await pick_strength(self._screen, self._game, self._state.match.players)
        if strength is not None:
            self.strength(strength)

    def strength(self, strength: str) -> None:
        """Give the engines a strength, see :func:`core.play.seats.strength_choices`; once the game is over, play the next one
        so."""
        if self._state.ended:
            setup = self._state.course.setup.at_strength(strength)
            self._screen.hall.remember_setup(setup)
            self._source.do(actions.Prepare(setup))
            self._source.do(actions.Command.NEW)
            return
        for seat in PLAYERS:
            before = self._state.match.players[seat]
            player = at_strength(before, strength)
            if player != unfitted(before):
                self._source.do(actions.Sit(seat, player))

    async def first(self) -> None:
        """Choose who starts the next game."""
        setup = await pick_first(self._screen, self._state.course.setup)
        if setup is not None:
            self._prepare(setup, who_starts(setup))

    async def clock(self) -> None:
        """Choose how much time each side has in the next game."""
        from tui.screens.base.terms import MatchDialog

        setup = await self._screen.open_dialog(MatchDialog(self._state.course.setup, "clock"))
        if setup is not None:
            self._prepare(setup, control_words(setup.control))

    def _prepare(self, setup: Setup, told: str) -> None:
        """Play the next game so, and say what is changed."""
        self._screen.hall.remember_setup(setup)
        self._source.do(actions.Prepare(setup))
        text = _("Next match: {first}.") if self._state.match.standing.under_way else _("Next game: {first}.")
        self._screen.say(text.format(first=told))


COMMANDS: Mapping[str, actions.Command] = {
    "redo": actions.Command.REDO,
    "move_now": actions.Command.MOVE_NOW,
    "again": actions.Command.NEW,
    "flip": actions.Command.FLIP,
}
"""The actions of keys that the game carries out as they are."""

COURSE: Mapping[str, Callable[[GameActions], Coroutine[Any, Any, None]]] = {
    "new": GameActions.new,
    "swap": GameActions.swap,
    "resign": GameActions.resign,
    "seat_first": lambda course: course.sit(0),
    "seat_second": lambda course: course.sit(1),
    "level": GameActions.level,
    "first": GameActions.first,
    "clock": GameActions.clock,
}
"""The actions of keys that may ask something first, and what each does."""
