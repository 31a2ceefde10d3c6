"""Guests ask the engines of the hall over the wire, and those at its featured table ask the same ones."""

from __future__ import annotations

from typing import Any

import pytest

from core.analysis import Analysis, Limit
from core.games import get
from core.hall.limits import games_on_offer
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice, asks_for_seats
from core.hall.wire import MAX_LINE_BYTES, line_of
from core.phrase import phrase_in
from core.players.worker.request import Request
from core.position import Position
from tests.core.hall.foyer import Client, Foyer
from tests.core.pooling import Room, position, question


class Place:
    """A hall with a pool of one engine, which answers when the test says so."""

    def __init__(self) -> None:
        self.room = Room()
        self.foyer = Foyer(advice=PooledAdvice(self.room.pool, Permits()))

    def enter(self, key: str) -> Client:
        return self.foyer.enter(key)


def ask(client: Client, request: Request, kind: str = "panel", channel: int = 0) -> int:
    """Ask an engine; the number of the request."""
    return client.send("ask", kind=kind, channel=channel, question=request.to_json(0))


def about(client: Client, op: str, n: int) -> list[dict[str, Any]]:
    """What was heard of one kind about a request."""
    return [dict(message) for message in client.all(op) if message["n"] == n]


async def test_a_guest_hears_the_reports_and_the_answer_to_what_he_asks() -> None:
    place = Place()
    ana = place.enter("ana")
    n = ask(ana, question(0))
    place.room.engine.report()
    place.room.engine.finish()
    assert ana.answer(n) == {"op": "ok", "n": n}
    heard = about(ana, "analysis", n)
    assert [message["final"] for message in heard] == [False, True]
    assert Analysis.from_json(heard[-1]).position == position(0)


async def test_a_guest_hears_how_many_come_before_him() -> None:
    place = Place()
    ana, ben = place.enter("ana"), place.enter("ben")
    ask(ana, question(0))
    first, second = (ask(ben, question(number), channel=number) for number in (1, 2))
    assert [about(ben, "place", n)[-1]["before"] for n in (first, second)] == [0, 1]


async def test_a_question_that_is_not_asked_in_a_hall_is_trouble_after_the_ok() -> None:
    place = Place()
    ana = place.enter("ana")
    n = ask(ana, question(0, engine="ugi:sh -c id"))
    assert [message["op"] for message in ana.heard if message.get("n") == n] == ["ok", "trouble"]
    assert "External programs" in about(ana, "trouble", n)[0]["template"]
    assert place.room.engines == []


async def test_what_goes_wrong_is_told_in_a_sentence() -> None:
    place = Place()
    ana = place.enter("ana")
    n = ask(ana, question(0))
    place.room.engine.fail()
    assert about(ana, "trouble", n) == [{"op": "trouble", "n": n, "template": "It died.", "values": {}}]


async def test_a_guest_stops_and_drops_his_own_questions_and_those_of_nobody_else() -> None:
    place = Place()
    ana, ben = place.enter("ana"), place.enter("ben")
    n = ask(ana, question(0))
    assert ask(ben, question(1)) == n
    ben.ask("stop", of=n + 1)
    ben.ask("drop", of=n)
    assert place.room.engine.deeds == ["ask"]
    ana.ask("stop", of=n)
    assert place.room.engine.deeds == ["ask", "stop"]
    ana.ask("drop", of=n)
    ana.ask("drop", of=n)
    assert place.room.engine.deeds == ["ask", "stop", "drop"]


async def test_a_newer_question_on_a_channel_silences_the_older_one_but_not_that_of_another_window() -> None:
    place = Place()
    ana, window = place.enter("ana"), place.enter("ana")
    first, other, second = ask(ana, question(0)), ask(window, question(1)), ask(ana, question(2))
    for _ in range(2):
        place.room.engine.finish()
    assert not about(ana, "analysis", first)
    assert about(window, "analysis", other)
    assert about(ana, "analysis", second)


async def test_nobody_waits_for_the_answer_to_a_guest_who_has_left() -> None:
    place = Place()
    ana, window, ben = place.enter("ana"), place.enter("ana"), place.enter("ben")
    ask(ana, question(0))
    n, m = ask(window, question(1)), ask(ben, question(2))
    ana.leave()
    assert place.room.engine.deeds == ["ask", "drop", "ask"]
    for _ in range(2):
        place.room.engine.finish()
    assert about(window, "analysis", n)
    assert about(ben, "analysis", m)
    assert not ana.all("analysis")


async def test_what_the_players_have_asked_ends_in_all_their_windows_when_their_game_begins() -> None:
    place = Place()
    ana, window, ben, eva = (place.enter(key) for key in ("ana", "ana", "ben", "eva"))
    asked = [(one, ask(one, question(number))) for number, one in enumerate((ana, window, ben))]
    other, free = ask(window, Request(Position.start(get("connect-four"))), channel=1), ask(eva, question(4))
    place.foyer.table(ana, ben)
    told = "You are playing tic-tac-toe 3x3 against another person."
    troubles = [str(phrase_in(trouble)) for one, n in asked for trouble in about(one, "trouble", n)]
    assert [trouble.startswith(told) for trouble in troubles] == [True, True, True]
    for _ in range(2):
        place.room.engine.finish()
    assert about(window, "analysis", other)
    assert about(eva, "analysis", free)
    assert not ana.all("analysis")


async def test_who_counts_counts_no_more_when_their_game_begins() -> None:
    place = Place()
    ana, window, ben, eva = (place.enter(key) for key in ("ana", "ana", "ben", "eva"))
    first = window.send("study", games=["nim:3,4,5", "mnk:3,3,3"])
    second = eva.send("study", games=["tictactoe"])
    place.foyer.table(ana, ben)
    assert about(window, "trouble", first)
    assert eva.answer(second) == {"op": "ok", "n": second}


async def test_a_permit_to_study_comes_in_turn_and_goes_with_its_owner() -> None:
    place = Place()
    ana, ben = place.enter("ana"), place.enter("ben")
    first = ana.send("study", games=["tictactoe"])
    second = ben.send("study", games=["tictactoe"])
    assert ana.answer(first) == {"op": "ok", "n": first}
    assert ben.answer(second) is None
    assert [message["before"] for message in about(ben, "place", second)] == [0]
    ana.ask("studied", of=first)
    assert ben.answer(second) == {"op": "ok", "n": second}
    third = ana.send("study", games=["tictactoe"])
    ben.leave()
    assert ana.answer(third) == {"op": "ok", "n": third}
    ana.leave()


@pytest.mark.parametrize("game", games_on_offer())
def test_a_question_about_any_game_on_offer_fits_in_a_line(game: str) -> None:
    asked = Request(Position.start(get(game)), "connect-four", Limit(1 / 3, 2**53, 2**53), 1 / 3, 1 / 3)
    message = {"op": "ask", "n": 2**53, "kind": "review", "channel": 2**53, "question": asked.to_json(2**53)}
    assert len(line_of(message)) < MAX_LINE_BYTES


async def test_guests_come_before_the_players_of_the_featured_table() -> None:
    room = Room()
    ask = asks_for_seats(room.pool)
    room.ask("eva", question(0))
    ask(0, question(1), lambda analysis: None, lambda error: None)
    room.ask("ana", question(2))
    room.finish(3)
    assert room.put == [position(0), position(2), position(1)]


@pytest.mark.parametrize("kind", ["move", "panel", "review"])
async def test_every_kind_of_question_is_one_of_the_pool(kind: str) -> None:
    place = Place()
    n = ask(ana := place.enter("ana"), question(0), kind)
    place.room.engine.finish()
    assert about(ana, "analysis", n)
