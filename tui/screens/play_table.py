"""What is done at a table at which people play from afar: phrases, answers to what the other side asks, and the ends of a game
that only such a table has."""

from __future__ import annotations

from textual import work
from textual.events import Key

from core.hall.wire import PHRASES
from core.phrase import Phrase, phrase
from core.play import actions, events
from core.play.actions import Action
from core.play.events import Event
from core.play.seats import person
from core.position import other
from tui.screens.play_actions import PlayActions
from tui.screens.typing import MoveTyping
from tui.text import company
from tui.text.catalogue import _, say
from tui.text.seats import player_name, seat_name


class PlayTable(PlayActions, MoveTyping):
    """The screen of a game, at a table as at home: where nobody plays from afar none of this applies."""

    def tell(self, event: Event) -> None:
        """Say what happens at the table; what is asked stands in the status line until it is answered."""
        match event:
            case events.DrawOffered(seat) if seat in self.source.mine:
                self.notice = company.offered(self.state)
            case events.UndoAsked() | events.RematchAsked() | events.DrawOffered():
                self.notice = ""
            case events.UndoDeclined(seat):
                self.notice = _("{player} does not let the move be taken back.").format(player=self._who(seat))
            case events.Went(seat):
                self.notice = (
                    "" if company.may_claim(self.state) else _("{player} has left.").format(player=self._who(seat))
                )
            case events.Came(seat):
                self.notice = _("{player} is here.").format(player=self._who(seat))
            case events.Said(name, said):
                self.notice = f"{name}: {say(said)}"
            case events.Closed(reason):
                self.notice = say(reason)
                self.show_keys()
            case _:
                super().tell(event)

    def _who(self, seat: int) -> str:
        return seat_name(self.game, 1 if seat else 0, self.state.seats)

    @work
    async def action_phrases(self) -> None:
        """Say one of the fixed phrases, or hear no more of them."""
        muted = self.state.company is not None and self.state.company.muted
        mute = phrase("Hear phrases again") if muted else phrase("Hear no phrases here")
        chosen = await self.choose(phrase("What do you say?"), [*PHRASES, mute])
        if chosen == len(PHRASES):
            self.source.do(actions.Mute(not muted))
            self.say(_("Phrases are heard again.") if muted else _("No phrases are heard at this table."))
        elif chosen is not None:
            self.source.do(actions.Say(chosen))

    def action_undo(self) -> None:
        """Answer the other side that asks to take a move back, or take back as everywhere."""
        seat = self.state.takeback
        if seat is None or seat in self.source.mine:
            super().action_undo()
        else:
            self._answer_undo()

    @work
    async def _answer_undo(self) -> None:
        taken = await self.choose(
            phrase("The other side asks to take its last move back."),
            (phrase("Yes, take it back"), phrase("No, the move stays")),
        )
        if taken is not None and self.state.takeback is not None:
            self.source.do(actions.DeclineUndo() if taken else actions.Undo())

    @property
    def _asked(self) -> tuple[Action, Action] | None:
        """What says yes and what says no to what the other side asks; None where it asks nothing."""
        state, seat = self.state, person(self.state.seats)
        if state.company is None or state.ended or seat is None:
            return None
        if state.takeback == other(seat):
            return actions.Undo(), actions.DeclineUndo()
        return (actions.OfferDraw(seat), actions.DeclineDraw()) if state.offer == other(seat) else None

    async def on_key(self, event: Key) -> None:
        """Answer what the other side asks, unless a move is being typed."""
        if self.typed is None and event.key in ("y", "d") and self._asked:
            event.stop()
            event.prevent_default()
            self.source.do(self._asked[event.key == "d"])

    def action_draw(self) -> None:
        """Answer the draw that the other side offers, or offer one."""
        offer = self.state.offer
        if offer is not None and offer not in self.source.mine:
            self.ask_about_draw(offer)
        else:
            super().action_draw()

    @work
    async def action_abort(self) -> None:
        """End a game that has hardly begun."""
        if await self.confirm(phrase("End this game? It counts for nobody."), phrase("Yes, end it")):
            self.source.do(actions.Abort())

    @work
    async def action_claim(self) -> None:
        """End the game that the other side has left."""
        claim = self.state.company.claim if self.state.company else None
        if claim is None or claim[1]:
            # Where the other side may still come back, the status line counts down.
            self.say("" if claim else _("The other side is here; nothing can be claimed."))
            return
        name = player_name(self.state.seats[other(claim[0])])
        answers = (phrase("I have won"), phrase("A draw"), phrase("Wait"))
        chosen = await self.choose(phrase("{name} has left the game. How does it end?", name=name), answers, 2)
        if chosen in (0, 1):
            self.source.do(actions.Claim(chosen == 0))

    def leaving(self) -> Phrase:
        """What is asked before a game that goes on is left."""
        state = self.state
        if state.company is None or person(state.seats) is None:
            return super().leaving()
        return phrase("Leave the table? The game waits a while; then the other side may claim it.")
