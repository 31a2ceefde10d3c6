"""What a player does to the course of a game by a key: each becomes an action of the source, some after a question."""

from __future__ import annotations

from core.game import Game, Player
from core.phrase import Phrase, phrase
from core.play import actions
from core.play.seats import next_level, next_seat, person
from core.play.source import Snapshot
from core.position import other
from tui.screens.base import Part, worked
from tui.screens.game import GameScreen, GameSource, play_on
from tui.screens.play_panel import PlayPanel
from tui.text.catalogue import _, say
from tui.text.seats import NO_OTHER_LEVEL, seat_stays, who_starts


class GameActions(Part):
    """The part of the play screen with which the course of its game is changed. It has no state beside that of the game."""

    screen: GameScreen

    def __init__(self, screen: GameScreen, source: GameSource, panel: PlayPanel) -> None:
        super().__init__(screen)
        self._source = source
        self._panel = panel

    @property
    def _state(self) -> Snapshot:
        return self._source.state

    @property
    def _game(self) -> Game:
        return self._source.state.game

    def action_redo(self) -> None:
        """Make the undone moves again."""
        self._source.do(actions.Redo())

    def action_move_now(self) -> None:
        """Let the engine that thinks play the best move that it has found by now; ask one again that has failed."""
        self.screen.notice = ""
        self._source.do(actions.MoveNow())

    @worked
    async def action_new(self) -> None:
        """Begin another game; the one going on stays under Continue."""
        question = phrase("Begin a new game? This one stays under Continue.")
        if not self._state.moves:
            self._source.do(actions.New())
            self.screen.say(_("This is a new game; nobody has moved."))
        elif await self.screen.confirm(question, phrase("Yes, a new game")):
            self._source.do(actions.New())

    def action_again(self) -> None:
        """Play the next game."""
        self._source.do(actions.New())

    @worked
    async def action_swap(self) -> None:
        """Begin a game with the seats exchanged."""
        question = phrase("Swap sides and begin a new game? This one stays under Continue.")
        going_on = bool(self._state.moves) and not self._state.outcome
        if self._state.series.under_way:
            question = phrase("Swap sides? That ends the match of {games} games.", games=self._state.series.length)
            going_on = True
        if not going_on or await self.screen.confirm(question, phrase("Yes, swap")):
            self._source.do(actions.Swap())

    @worked
    async def action_resign(self) -> None:
        """Give the game up, after a question."""
        seat = person(self._state.seats)
        loser = self._state.position.turn if seat is None else seat
        question = phrase("Resign as {player}?", player=Phrase(self._game.players[loser]))
        if await self.screen.confirm(question, phrase("Yes, resign")) and not self._state.outcome:
            self._source.do(actions.Resign(loser))

    def action_draw(self) -> None:
        """Answer the draw that the other side offers, or offer one before one's own move."""
        offer = self._state.offer
        if offer is not None and offer not in self._source.mine:
            self.ask_about_draw(offer)
            return
        seat = person(self._state.seats)
        self._source.do(actions.OfferDraw(self._state.position.turn if seat is None else seat))

    def ask_about_draw(self, seat: Player) -> None:
        """Let the other person answer who sits at the same board."""
        self.screen.run_worker(self._ask_about_draw(seat), exclusive=True, group="draw")

    async def _ask_about_draw(self, seat: Player) -> None:
        players = self._game.players
        first, second = Phrase(players[seat]), Phrase(players[other(seat)])
        question = phrase("{player} offers a draw. Does {other} take it?", player=first, other=second)
        taken = await self.screen.confirm(question, phrase("Yes, a draw"), above=True)
        if self._state.offer == seat:
            self._source.do(actions.OfferDraw(other(seat)) if taken else actions.DeclineDraw())

    def action_flip(self) -> None:
        """The same position from the other side."""
        self._source.do(actions.Flip())

    def action_retry_turn(self) -> None:
        """Play on from before one's own mistake, as a new game."""
        if (ply := self._panel.retried) is not None:
            play_on(self.screen.hall, self._state, ply)

    @worked
    async def action_leave(self) -> None:
        """Go home; a game going on is found again under Continue. Only where somebody or a clock waits is asked first."""
        state = self._state
        going_on = state.moves and not state.ended and self._source.mine
        waited_for = state.clock is not None or (state.company is not None and not state.company.post)
        if not (going_on and waited_for) or await self.screen.confirm(self._leaving, phrase("Yes, leave")):
            self._source.do(actions.Leave())
            self.screen.say_if_it_waits()

    @property
    def _leaving(self) -> Phrase:
        """What is asked before a game that goes on is left."""
        if self._state.company is not None and person(self._state.seats) is not None:
            return phrase("Leave the table? The game waits a while; then the other side may claim it.")
        return phrase("Leave this game? The clock stands still, and you find it again under Continue.")

    def action_review(self) -> None:
        """Look at the finished game move by move."""
        self.screen.hall.review(self._source.archive, self._panel.known)

    def action_seat_first(self) -> None:
        """Another player for the first seat, from now on."""
        self._sit(0)

    def action_seat_second(self) -> None:
        """Another player for the second seat, from now on."""
        self._sit(1)

    def _sit(self, seat: Player) -> None:
        seats = self._state.seats
        player = next_seat(seats, seat, self._game, self.screen.hall.left_out)
        if player == seats[seat]:
            self.screen.say(seat_stays(seat))
        else:
            self._source.do(actions.Sit(seat, player))

    def action_level(self) -> None:
        """Make the engines a level stronger; once the game is over, play the next one so."""
        if self._state.ended:
            self._play_stronger()
            return
        seats = self._state.seats
        first, second = (next_level(text, self._game) for text in seats)
        for sit in (actions.Sit(0, first), actions.Sit(1, second)):
            if sit.player != seats[sit.seat]:
                self._source.do(sit)
        if (first, second) == seats:
            self.screen.say(say(NO_OTHER_LEVEL))

    def _play_stronger(self) -> None:
        setup = self._state.setup.with_next_level(self._game)
        if setup == self._state.setup:
            self.screen.say(say(NO_OTHER_LEVEL))
            return
        self.screen.hall.remember_setup(setup)
        self._source.do(actions.Prepare(setup))
        self._source.do(actions.New())

    def action_first(self) -> None:
        """Who starts the next game: you, the AI, or by lot."""
        setup = self._state.setup.with_next_first()
        self.screen.hall.remember_setup(setup)
        self._source.do(actions.Prepare(setup))
        text = _("Next match: {first}.") if self._state.series.under_way else _("Next game: {first}.")
        self.screen.say(text.format(first=who_starts(setup)))
