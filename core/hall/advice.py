"""Questions of guests to engines: nobody gets help in a game against another person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from core.game import Game
from core.games import get
from core.hall.fairness import Bound, closed, unfair
from core.hall.lobby import own
from core.hall.people import Guest, No, Person
from core.hall.table import Table
from core.hall.wire import WireRequest
from core.phrase import Phrase
from core.players.worker.request import Request as Question


class AdviceDesk(Protocol):
    """Asks engines on behalf of guests. The answers go through :attr:`Guest.send`, with the number of the request."""

    @property
    def seconds(self) -> Mapping[str, float]:
        """Maximum seconds that an engine thinks about a question, by its purpose."""

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Question) -> None:
        """Answer with analyses, of which the last is final, or with trouble."""

    def stop(self, guest: Guest, of: int) -> None:
        """Send the final answer now."""

    def drop(self, guest: Guest, of: int) -> None:
        """Cancel a question."""

    def study(self, guest: Guest, n: int, games: Sequence[Game]) -> None:
        """Say ok once the guest may count in a process of their own; ``games`` are those that the results would tell
        about."""

    def studied(self, guest: Guest, of: int) -> None:
        """The guest has stopped counting."""

    def bind(self, guest: Guest, bound: Sequence[Bound]) -> None:
        """End the questions and counts that the guest may no longer have, and say why."""

    def gone(self, guest: Guest) -> None:
        """The guest has left."""

    def tick(self, now: float) -> float | None:
        """Do what is due by the house's clock. Returns the time at which there is something to do again."""


def bound(person: Person, tables: Mapping[str, Table]) -> list[Bound]:
    """The games that limit what a person may ask."""
    return [Bound(table.course.match.position, table.post) for table in own(person, tables)]


def bind(tables: Mapping[str, Table], advice: AdviceDesk | None, people: Iterable[Person]) -> None:
    """Tell every window of some people which games limit them, if that has changed, and end the questions that they may
    no longer ask."""
    for person in people:
        games = bound(person, tables)
        told = [game.to_json() for game in games]
        for guest in [guest for guest in person.guests if list(guest.bound) != told]:
            guest.bound = told
            guest.send({"op": "bound", "games": told})
            if advice:
                advice.bind(guest, games)


def hand_over(
    advice: AdviceDesk, guest: Guest, request: WireRequest, tables: Mapping[str, Table], games: Collection[str]
) -> None:
    """Hand a request to the desk; ``games`` are the ids of the games of this hall. Raises CoreError for a request that
    makes no question or may not be asked."""
    match request.op:
        case "ask":
            if request["question"].get("game") not in games:
                raise No("That game is not played in this hall.")
            question = Question.from_json(request["question"])
            _check(unfair(bound(guest.person, tables), question.position))
            guest.ok(request.n)
            advice.ask(guest, request.n, request["kind"], request["channel"] or 0, question)
        case "study":
            told = tuple(map(get, request["games"]))
            _check(closed(bound(guest.person, tables), told))
            advice.study(guest, request.n, told)
        case "stop":
            advice.stop(guest, request["of"])
            guest.ok(request.n)
        case "drop":
            advice.drop(guest, request["of"])
            guest.ok(request.n)
        case _:
            advice.studied(guest, request["of"])
            guest.ok(request.n)


def _check(reason: Phrase | None) -> None:
    if reason:
        raise No(reason.template, **reason.values)
