"""Actions at a table with a remote person: phrases, answers to requests, and ends of a game that only such a table has."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from core.hall.wire import PHRASES
from core.phrase import phrase
from core.play import actions, events
from core.play.actions import Action
from core.play.events import Event
from core.play.seats import person
from core.play.source import Snapshot
from core.position import other
from tui.screens.base.game import GameSource
from tui.screens.base.screen import HallScreen
from tui.text import company
from tui.text.catalogue import _, say
from tui.text.seats import player_name, seat_name


class TableTalk:
    """What the play screen does at a table; where nobody plays from afar none of this applies."""

    def __init__(self, screen: HallScreen, source: GameSource) -> None:
        self._screen = screen
        self._source = source

    @property
    def _state(self) -> Snapshot:
        return self._source.state

    def told(self, event: Event) -> str | None:
        """What is said of what happens at the table; empty for what stands in the status line until it is answered, None for
        what does not happen at tables alone."""
        match event:
            case events.DrawOffered(seat) if seat in self._source.mine:
                return company.offered(self._state)
            case events.UndoAsked(seat) if seat in self._source.mine:
                return company.asked_back()
            case events.UndoAsked() | events.RematchAsked() | events.DrawOffered():
                return ""
            case events.UndoDeclined(seat):
                return _("{player} declines: the move stays.").format(player=self._who(seat))
            case events.Went(seat):
                claimed = company.may_claim(self._state)
                return "" if claimed else _("{player} has left.").format(player=self._who(seat))
            case events.Came(seat):
                return _("{player} is here.").format(player=self._who(seat))
            case events.Said(name, said):
                return f"{name}: {say(said)}"
            case events.Closed(reason):
                return say(reason)
        return None

    def _who(self, seat: int) -> str:
        return seat_name(self._state.match.game, 1 if seat else 0, self._state.match.players)

    async def phrases(self) -> None:
        """Say one of the fixed phrases, or hear no more of them."""
        muted = self._state.company is not None and self._state.company.muted
        mute = phrase("Show phrases again") if muted else phrase("Hide phrases here")
        chosen = await self._screen.choose(phrase("What do you say?"), [*PHRASES, mute])
        if chosen == len(PHRASES):
            self._source.do(actions.Mute(not muted))
            self._screen.say(_("Phrases are shown again.") if muted else _("Phrases are hidden at this table."))
        elif chosen is not None:
            self._source.do(actions.Say(chosen))

    @property
    def asked_to_undo(self) -> bool:
        """Whether the other side asks to take a move back."""
        seat = self._state.course.takeback
        return seat is not None and seat not in self._source.mine

    async def answer_undo(self) -> None:
        """Let the other side take its move back, or not."""
        taken = await self._screen.choose(
            phrase("The other side asks to take its last move back."),
            (phrase("Yes, take it back"), phrase("No, the move stays")),
        )
        if taken is not None and self._state.course.takeback is not None:
            self._source.do(actions.AfarCommand.DECLINE_UNDO if taken else actions.Command.UNDO)

    @property
    def asked(self) -> tuple[Action, Action] | None:
        """What says yes and what says no to what the other side asks; None where it asks nothing."""
        state, seat = self._state, person(self._state.match.players)
        if state.company is None or state.ended or seat is None:
            return None
        if state.course.takeback == other(seat):
            return actions.Command.UNDO, actions.AfarCommand.DECLINE_UNDO
        return (actions.OfferDraw(seat), actions.DeclineDraw()) if state.course.offer == other(seat) else None

    async def agree(self) -> None:
        """Let the other side have what it asks for."""
        if asked := self.asked:
            self._source.do(asked[0])

    async def refuse(self) -> None:
        """Do not let the other side have what it asks for."""
        if asked := self.asked:
            self._source.do(asked[1])

    async def abort(self) -> None:
        """End a game that has hardly begun."""
        if await self._screen.confirm(phrase("End this game? It will not count."), phrase("Yes, end it")):
            self._source.do(actions.AfarCommand.ABORT)

    async def claim(self) -> None:
        """End the game that the other side has left."""
        claim = self._state.company.claim if self._state.company else None
        if claim is None or claim[1]:
            # Where the other side may still come back, the status line counts down.
            self._screen.say("" if claim else _("The other side is here; there is nothing to claim."))
            return
        name = player_name(self._state.match.players[other(claim[0])])
        answers = (phrase("I have won"), phrase("A draw"), phrase("Wait"))
        chosen = await self._screen.choose(phrase("{name} has left the game. How does it end?", name=name), answers, 2)
        if chosen in (0, 1):
            self._source.do(actions.Claim(chosen == 0))


TALK: Mapping[str, Callable[[TableTalk], Coroutine[Any, Any, None]]] = {
    "agree": TableTalk.agree,
    "refuse": TableTalk.refuse,
    "phrases": TableTalk.phrases,
    "abort": TableTalk.abort,
    "claim": TableTalk.claim,
}
"""What each action of a table does."""
