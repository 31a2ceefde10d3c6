"""Who may ask engines what: nobody is helped in a game that they play against somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from core.games import get
from core.hall.lobby import own
from core.hall.people import Guest, No, Person
from core.hall.seated import SeatedTable
from core.hall.table import Table
from core.hall.wire import WireRequest
from core.kinds.drafts import DrawnGame
from core.kits import family, kit_of
from core.phrase import Phrase, phrase
from core.players.worker.request import Request as Question
from core.position import Position

PERHAPS = phrase(
    "You play another game against somebody, and its rules may be the same by other names; nobody tells you about this one "
    "until that is over."
)


class AdviceDesk(Protocol):
    """What asks engines for guests, and answers through :attr:`Guest.send` by the number of the request."""

    @property
    def seconds(self) -> Mapping[str, float]:
        """The most that an engine thinks about a question, by what it is for."""
        ...

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Question) -> None:
        """Answer by analyses, the last of them final, or by trouble."""
        ...

    def stop(self, guest: Guest, of: int) -> None:
        """The final answer, now."""
        ...

    def drop(self, guest: Guest, of: int) -> None:
        """Nobody wants the answer any more."""
        ...

    def study(self, guest: Guest, n: int, game: str) -> None:
        """Say ok once the guest may count in a process of their own."""
        ...

    def studied(self, guest: Guest, of: int) -> None:
        """The guest counts no more."""
        ...

    def gone(self, guest: Guest) -> None:
        """The guest has left."""
        ...

    def tick(self, now: float) -> float | None:
        """Do what is due by the house's clock; the time at which there is something to do again."""
        ...


def kin(one: str, other: str) -> bool:
    """Whether two ids may name the same game: they are of one family, or of two that are kin, and on one board; or there is no
    telling. Raises UnknownGame."""
    if family(one) == family(other) or _no_telling(one, other):
        return True
    shared = kit_of(one).kin
    return bool(shared) and shared == kit_of(other).kin and _spots(one) == _spots(other)


def _no_telling(one: str, other: str) -> bool:
    """Whether one of two games has rules that somebody has written, which may be those of the other by other names."""
    return one != other and (kit_of(one).any_rules or kit_of(other).any_rules)


def _spots(id: str) -> Sequence[tuple[int, int]]:
    game = get(id)
    assert isinstance(game, DrawnGame), "kin are those that stand on one board"
    return game.spots


def on_board(table: SeatedTable, position: Position) -> bool:
    """Whether a position, or an image of it, was on a board."""
    if not kin(table.state.game.id, position.game.id):
        return False
    wanted = position.game.alike(position.state)
    return any(one.game.alike(one.state) == wanted for one in table.state.positions)


def playing(person: Person, game: str, tables: Mapping[str, Table]) -> Phrase | None:
    """Why somebody may not look into a game at all, None where they may."""
    live = (table for table in own(person, tables) if not table.post)
    return _played(live, game, phrase("While you play this game against somebody, nobody tells you more about it."))


def posting(person: Person, game: str, tables: Mapping[str, Table]) -> Phrase | None:
    """Why somebody may not study a game, in which every position may come up, None where they may."""
    by_post = (table for table in own(person, tables) if table.post)
    return _played(
        by_post, game, phrase("You play this game by post against somebody; nobody tells you more about it.")
    )


def _played(tables: Iterable[Table], game: str, said: Phrase) -> Phrase | None:
    """What is said where a game may be that of one of some tables."""
    ids = [table.state.game.id for table in tables if kin(table.state.game.id, game)]
    return (PERHAPS if all(_no_telling(id, game) for id in ids) else said) if ids else None


def unfair(person: Person, position: Position, tables: Mapping[str, Table]) -> Phrase | None:
    """Why somebody may not ask about a position, None where they may."""
    by_post = [table for table in own(person, tables) if table.post]
    if any(_no_telling(table.state.game.id, position.game.id) for table in by_post):
        return PERHAPS
    if any(on_board(table, board) for table in by_post for board in (position, position.searched)):
        return phrase("You play that position by post against somebody; nobody tells you more about it.")
    return playing(person, position.game.id, tables)


def hand_over(
    advice: AdviceDesk, guest: Guest, request: WireRequest, tables: Mapping[str, Table], games: Collection[str]
) -> None:
    """Have a request answered; ``games`` are those that are played here. Raises CoreError for one that makes no question or may
    not be asked."""
    match request.op:
        case "ask":
            if request["question"].get("game") not in games:
                raise No("That game is not played in this hall.")
            question = Question.from_json(request["question"])
            _check(unfair(guest.person, question.position, tables))
            guest.ok(request.n)
            advice.ask(guest, request.n, request["kind"], request["channel"] or 0, question)
        case "study":
            game = get(request["game"]).id
            _check(playing(guest.person, game, tables))
            _check(posting(guest.person, game, tables))
            advice.study(guest, request.n, game)
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
