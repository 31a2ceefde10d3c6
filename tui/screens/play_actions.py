"""What a player does to the course of a game by a key: each becomes an action of the source, some after a question."""

from __future__ import annotations

from textual import work

from core.game import Player
from core.phrase import Phrase, phrase
from core.play import actions
from core.play.seats import next_level, next_seat, person
from core.players.opponents import Opponent
from core.position import other
from tui.screens.game import GameScreen, GameSource, play_on
from tui.screens.play_keys import ADVICE, BESIDE, NEEDED, WHILE_PLAYING
from tui.screens.play_panel import PlayPanel
from tui.text.catalogue import _, say
from tui.text.seats import NO_OTHER_LEVEL, who_starts


class PlayActions(GameScreen):
    """The screen of a game that somebody plays. It has no state beside that of the game."""

    source: GameSource
    panel: PlayPanel

    def __init__(self, source: GameSource) -> None:
        super().__init__(source)

    @property
    def opponent(self) -> Opponent | None:
        """The engine whose turn it is, None for a person or when the game is over."""
        return self.state.opponent

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now."""
        over = self.state.ended
        if NEEDED.get(action, actions.Leave) not in self.source.takes or (self.state.quiet and action in ADVICE):
            return False
        if action in WHILE_PLAYING and over:
            return action in BESIDE and self.ply.back
        match action:
            case "review":
                return self.state.outcome is not None
            case "panel" if over and not self.ply.back:
                return self.has_class("-narrow")
            case "redo":
                return bool(self.state.match.undone)
            case "move_now":
                return self.state.opponent is not None
            case "again" | "swap":
                return over
            case "retry_turn":
                return over and self.panel.turned > 0
            case "level":
                return not over or (bool(self.source.mine) and not self._match_goes_on)
        return True

    def action_undo(self) -> None:
        """Take back your move and the engine's answer; while it is still thinking, only yours."""
        self.source.do(actions.Undo())

    def action_redo(self) -> None:
        """Make the undone moves again."""
        self.source.do(actions.Redo())

    def action_move_now(self) -> None:
        """Let the engine that thinks play the best move that it has found by now; ask one again that has failed."""
        self.notice = ""
        self.source.do(actions.MoveNow())

    @work
    async def action_new(self) -> None:
        """Begin another game; the one going on stays under Continue."""
        question = phrase("Begin a new game? This one stays under Continue.")
        if not self.state.moves:
            self.source.do(actions.New())
            self.say(_("This is a new game; nobody has moved."))
        elif await self.confirm(question, phrase("Yes, a new game")):
            self.source.do(actions.New())

    def action_again(self) -> None:
        """Play the next game."""
        self.source.do(actions.New())

    @work
    async def action_swap(self) -> None:
        """Begin a game with the seats exchanged."""
        question = phrase("Swap sides and begin a new game? This one stays under Continue.")
        going_on = bool(self.state.moves) and not self.state.outcome
        if self._match_goes_on:
            question = phrase("Swap sides? That ends the match of {games} games.", games=self.state.series.length)
            going_on = True
        if not going_on or await self.confirm(question, phrase("Yes, swap")):
            self.source.do(actions.Swap())

    @work
    async def action_resign(self) -> None:
        """Give the game up, after a question."""
        seat = person(self.state.seats)
        loser = self.state.position.turn if seat is None else seat
        question = phrase("Resign as {player}?", player=Phrase(self.game.players[loser]))
        if await self.confirm(question, phrase("Yes, resign")) and not self.state.outcome:
            self.source.do(actions.Resign(loser))

    def action_draw(self) -> None:
        """Offer a draw before one's own move."""
        seat = person(self.state.seats)
        self.source.do(actions.OfferDraw(self.state.position.turn if seat is None else seat))

    @work(exclusive=True, group="draw")
    async def ask_about_draw(self, seat: Player) -> None:
        """Let the other person answer who sits at the same board."""
        first, second = Phrase(self.game.players[seat]), Phrase(self.game.players[other(seat)])
        question = phrase("{player} offers a draw. Does {other} take it?", player=first, other=second)
        taken = await self.confirm(question, phrase("Yes, a draw"), above=True)
        if self.state.offer == seat:
            self.source.do(actions.OfferDraw(other(seat)) if taken else actions.DeclineDraw())

    def action_flip(self) -> None:
        """The same position from the other side."""
        self.source.do(actions.Flip())

    def action_retry_turn(self) -> None:
        """Play on from before the move with which the game turned, as a new game."""
        play_on(self.hall, self.state, self.panel.turned - 1)

    @work
    async def action_leave(self) -> None:
        """Go home; a game going on is found again under Continue. Only where somebody or a clock waits is asked first."""
        state = self.state
        going_on = state.moves and not state.ended and self.source.mine
        waited_for = state.clock is not None or (state.company is not None and not state.company.post)
        if not (going_on and waited_for) or await self.confirm(self.leaving(), phrase("Yes, leave")):
            self.source.do(actions.Leave())
            self.say_if_it_waits()

    def leaving(self) -> Phrase:
        """What is asked before a game that goes on is left."""
        return phrase("Leave this game? The clock stands still, and you find it again under Continue.")

    def action_review(self) -> None:
        """Look at the finished game move by move."""
        self.hall.review(self.source.archive, self.panel.known)

    def action_seat_first(self) -> None:
        """Another player for the first seat, from now on."""
        self._sit(0)

    def action_seat_second(self) -> None:
        """Another player for the second seat, from now on."""
        self._sit(1)

    def _sit(self, seat: Player) -> None:
        self.source.do(actions.Sit(seat, next_seat(self.state.seats[seat], self.game)))

    def action_level(self) -> None:
        """Make the engines a level stronger; once the game is over, play the next one so."""
        if self.state.ended:
            self._play_stronger()
            return
        seats = self.state.seats
        first, second = (next_level(text, self.game) for text in seats)
        for sit in (actions.Sit(0, first), actions.Sit(1, second)):
            if sit.player != seats[sit.seat]:
                self.source.do(sit)
        if (first, second) == seats:
            self.say(say(NO_OTHER_LEVEL))

    def _play_stronger(self) -> None:
        setup = self.state.setup.with_next_level(self.game)
        if setup == self.state.setup:
            self.say(say(NO_OTHER_LEVEL))
            return
        self.hall.remember_setup(setup)
        self.source.do(actions.Prepare(setup))
        self.source.do(actions.New())

    def action_first(self) -> None:
        """Who starts the next game: you, the AI, or by lot."""
        setup = self.state.setup.with_next_first()
        self.hall.remember_setup(setup)
        self.source.do(actions.Prepare(setup))
        text = _("Next match: {first}.") if self._match_goes_on else _("Next game: {first}.")
        self.say(text.format(first=who_starts(setup)))

    @property
    def _match_goes_on(self) -> bool:
        """Whether some of the planned games are played, and not all."""
        series = self.state.series
        return bool(series.length and series.results) and not series.over
