"""Whatever a session sends, the hall goes on, answers once, and says no to what is nonsense. It takes 2 seconds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import EngineDied
from core.game import Game
from core.hall.fairness import Bound
from core.hall.limits import HallLimits
from core.hall.people import Guest
from core.hall.wire import OPS
from core.players.worker.request import Request
from tests.core.hall.foyer import Client, Foyer, at_a_table
from tests.core.hall.wiring import FIELDS, JSON
from tests.core.sitting import Bench

PLENTY = HallLimits(requests=1e9, burst=10**9)
CALM = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
NAMES = st.sampled_from(
    ("game", "position", "passed", "engine", "level", "seconds", "depth", "nodes", "interval", "cap")
)
VALUES = JSON | st.sampled_from(("tictactoe", "connect-four", "mnk:999,999,9", "x" * 64, "\ud800", "alphabeta", "3"))


class Deaf:
    """A desk that hears everything and says nothing."""

    seconds: ClassVar[dict[str, float]] = {"move": 1.5}

    def ask(self, guest: Guest, n: int, kind: str, channel: int, question: Request) -> None:
        assert question.position.game.move_count <= 400

    def stop(self, guest: Guest, of: int) -> None: ...

    def drop(self, guest: Guest, of: int) -> None: ...

    def study(self, guest: Guest, n: int, games: Sequence[Game]) -> None:
        guest.ok(n)

    def bind(self, guest: Guest, bound: Sequence[Bound]) -> None: ...

    def studied(self, guest: Guest, of: int) -> None: ...

    def gone(self, guest: Guest) -> None: ...

    def tick(self, now: float) -> None: ...


@pytest.fixture(scope="module")
def ana() -> Client:
    """Somebody in a hall, at a table."""
    foyer = Foyer(PLENTY, Deaf(), featured=True)
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, "connect-four")
    return ana


@CALM
@given(line=st.binary(max_size=100))
def test_bytes_that_are_no_request_are_answered_by_no(ana: Client, line: bytes) -> None:
    ana.heard.clear()
    ana.foyer.house.hear(ana.guest, line)
    assert [message["op"] for message in ana.heard] == ["no"]


@CALM
@given(op=st.sampled_from(sorted(OPS)), values=st.dictionaries(FIELDS, VALUES, max_size=6))
def test_any_values_are_answered_once(ana: Client, op: str, values: dict[str, Any]) -> None:
    ana.heard.clear()
    ana.foyer.house.hear(ana.guest, json.dumps({**values, "op": op, "n": 7}).encode())
    ana.foyer.run()
    assert [message["n"] for message in ana.heard if message["op"] in ("ok", "no")] == [7]


@CALM
@given(question=st.dictionaries(NAMES, VALUES, max_size=6), game=st.booleans())
def test_any_question_is_answered_once(ana: Client, question: dict[str, Any], game: bool) -> None:
    ana.heard.clear()
    asked = {**question, **({"game": "tictactoe"} if game else {})}
    ana.foyer.house.hear(ana.guest, json.dumps({"op": "ask", "n": 7, "kind": "panel", "question": asked}).encode())
    assert [(message["op"] in ("ok", "no"), message["n"]) for message in ana.heard] == [(True, 7)]


def test_nothing_is_said_to_somebody_who_has_left_though_his_move_is_kept() -> None:
    foyer, ana, ben, table = at_a_table()
    foyer.disk.held = True
    ana.send(**ana.at(table, "move", move="b2"))
    ana.send(**ana.at(table, "move", move="b3"))
    ana.leave()
    foyer.to_disk()
    assert ben.moves(table) == "b2"


def test_the_hall_goes_on_where_the_engines_of_the_featured_table_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(bench: Bench, *asked: object) -> NoReturn:
        raise EngineDied("No engine plays that here.")

    monkeypatch.setattr(Bench, "ask", ask)
    foyer = Foyer(featured=True)
    ana = foyer.enter("a")
    ana.ask("lobby")
    first = ana.lobby()["games"]["featured"]["game"]
    foyer.pass_time(20)
    assert ana.lobby()["games"]["featured"]["game"] != first
    ana.ask("ping")
