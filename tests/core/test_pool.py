"""A few engines answer many people: what is urgent first, then in turns, and the same question only once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.analysis import Analysis, Limit
from core.errors import CoreError, UnknownEngine
from core.games import get
from core.players.pool import NotAsked, Priority
from core.players.worker.request import Request
from core.position import Position, play_all
from core.strategies.levels import FULL, named
from tests.core.pooling import Room, position, question


async def soon() -> None:
    """Let the loop do what it was told to do in a moment."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def test_an_answer_comes_to_whoever_has_asked_and_reports_come_before_it() -> None:
    room = Room()
    room.ask("ana", question(0))
    room.engine.report()
    room.engine.finish()
    assert [analysis.final for analysis in room.heard["ana"]] == [False, True]
    assert room.heard["ana"][-1].position == position(0)
    assert room.places["ana"] == []


async def test_moves_come_before_panels_and_panels_before_all_else() -> None:
    room = Room()
    room.ask("eva", question(0))
    room.ask("ana", question(1), Priority.REVIEW)
    room.ask("ben", question(2), Priority.PANEL)
    room.ask("cid", question(3), Priority.MOVE)
    room.finish(4)
    assert room.put == [position(number) for number in (0, 3, 2, 1)]


async def test_whoever_asks_much_waits_behind_those_who_ask_little() -> None:
    room = Room()
    room.ask("eva", question(0))
    for channel in (1, 2, 3):
        room.ask(f"ana {channel}", question(channel), channel=channel)
    room.ask("ben", question(4))
    room.ask("cid", question(5))
    room.finish(6)
    assert room.put == [position(number) for number in (0, 1, 4, 5, 2, 3)]


async def test_it_is_said_how_many_come_before_one_whenever_that_changes() -> None:
    room = Room()
    room.ask("eva", question(0))
    room.ask("ana", question(1))
    room.ask("ben", question(2))
    room.ask("cid", question(3), Priority.MOVE)
    assert room.places == {"eva": [], "ana": [0, 1], "ben": [1, 2], "cid": [0]}
    room.finish(2)
    assert room.places == {"eva": [], "ana": [0, 1, 0], "ben": [1, 2, 1, 0], "cid": [0]}


async def test_as_many_questions_are_thought_about_as_there_are_engines() -> None:
    room = Room(workers=2)
    for number, who in enumerate(("ana", "ben", "cid")):
        room.ask(who, question(number))
    assert [len(engine.asked) for engine in room.engines] == [1, 1]
    room.engines[1].finish()
    assert [request.position for request in room.engines[1].asked] == [position(1), position(2)]
    assert [len(room.heard[who]) for who in ("ana", "ben", "cid")] == [0, 1, 0]


async def test_the_same_question_is_asked_once_and_its_answer_told_to_all() -> None:
    room = Room()
    room.ask("eva", question(0))
    for who in ("ana", "ben"):
        room.ask(who, question(1, limit=Limit(seconds=30)))
    room.ask("cid", question(1, limit=FULL))
    room.engine.finish()
    room.ask("dan", question(1))
    room.engine.report()
    room.engine.finish()
    assert room.put == [position(0), position(1), position(1)]
    assert {who: len(heard) for who, heard in room.heard.items()} == {"eva": 1, "ana": 2, "ben": 2, "cid": 0, "dan": 2}


async def test_a_question_that_others_ask_too_is_as_urgent_as_the_most_urgent_of_them() -> None:
    room = Room(move=3.0, panel=2.0, review=1.0)
    room.ask("eva", question(0))
    room.ask("ana", question(1), Priority.REVIEW)
    room.ask("ben", question(2))
    room.ask("cid", question(1), Priority.MOVE)
    room.finish(3)
    assert room.put == [position(0), position(1), position(2)]
    assert [request.cap for request in room.engine.asked] == [2.0, 3.0, 2.0]
    assert len(room.heard["ana"]) == len(room.heard["cid"]) == 1


async def test_nobody_gets_more_time_than_there_is_for_such_a_question_and_less_where_less_is_asked_for() -> None:
    room = Room(workers=5, move=3.0, panel=2.0, review=1.0, interval=0.5)
    room.ask("ana", question(0, cap=60.0, interval=0.0), Priority.MOVE)
    room.ask("ben", question(1, limit=Limit(seconds=30)))
    room.ask("cid", question(2, limit=named("3")), Priority.REVIEW)
    room.ask("dan", question(3, limit=Limit(depth=4), cap=0.125))
    room.ask("eva", question(4, limit=Limit(0.25, nodes=7)))
    asked = [engine.asked[0] for engine in room.engines]
    assert [request.cap for request in asked] == [3.0, 2.0, 1.0, 0.125, 0.25]
    assert [request.limit for request in asked] == [
        *(Limit(), Limit(), named("3"), Limit(depth=4), Limit(nodes=7)),
    ]
    assert {request.interval for request in asked} == {0.5}


async def test_more_time_than_an_engine_has_been_given_is_another_question() -> None:
    room = Room(panel=2.0, review=1.0)
    room.ask("ana", question(0), Priority.REVIEW)
    room.ask("ben", question(0))
    room.engine.finish()
    assert room.put == [position(0), position(0)]
    assert (len(room.heard["ana"]), len(room.heard["ben"])) == (1, 0)


async def test_what_was_answered_is_not_asked_again() -> None:
    room = Room(panel=2.0, review=1.0)
    room.ask("ana", question(0))
    room.finish(1)
    room.ask("ben", question(0), Priority.REVIEW)
    assert room.heard["ben"] == []
    await soon()
    assert len(room.heard["ben"]) == len(room.put) == 1


@pytest.mark.parametrize(
    ("values", "again"),
    [({"seconds": 1.0}, True), ({"seconds": 0.5}, False), ({"seconds": 1.0, "settled": True}, False)],
)
async def test_with_more_time_it_is_asked_again_unless_the_engine_needed_no_more(
    values: dict[str, Any], again: bool
) -> None:
    room = Room(panel=2.0, review=1.0)
    room.ask("ana", question(0), Priority.REVIEW)
    room.engine.finish(**values)
    room.ask("ben", question(0))
    assert len(room.put) == (2 if again else 1)


@pytest.mark.parametrize("rations", [{"answers": 2}, {"lines": 17}])
async def test_answers_for_which_nobody_has_asked_for_longest_are_forgotten(rations: dict[str, int]) -> None:
    room = Room(**rations)
    for number in (0, 1, 0, 2):
        room.ask("ana", question(number))
        if len(room.put) > 0 and room.engine.asked[-1].position == position(number):
            room.engine.finish()
        await soon()
    assert room.put == [position(0), position(1), position(2)]
    for number in (2, 0, 1):
        room.ask("ben", question(number))
        await soon()
    assert room.put[3:] == [position(1)]


async def test_a_newer_question_on_the_same_channel_silences_the_older_one() -> None:
    room = Room()
    room.ask("ana first", question(0))
    room.ask("ana other", question(1), channel=1)
    room.ask("ana second", question(2))
    assert room.engine.deeds == ["ask", "drop", "ask"]
    room.finish(2)
    assert room.heard["ana first"] == []
    assert len(room.heard["ana other"]) == len(room.heard["ana second"]) == 1


async def test_what_one_drops_others_still_hear() -> None:
    room = Room()
    asked = room.ask("ana", question(0))
    room.ask("ben", question(0))
    asked.drop()
    asked.drop()
    room.engine.finish()
    assert room.engine.deeds == ["ask"]
    assert (len(room.heard["ana"]), len(room.heard["ben"])) == (0, 1)


async def test_what_nobody_waits_for_any_more_makes_room_at_once() -> None:
    room = Room()
    thought_about, waiting = room.ask("ana", question(0)), room.ask("ana next", question(1), channel=1)
    room.ask("ben", question(2))
    waiting.drop()
    thought_about.drop()
    assert room.engine.deeds == ["ask", "drop", "ask"]
    room.engine.finish()
    assert room.put == [position(0), position(2)]
    assert len(room.heard["ben"]) == 1
    room.engine.report()


async def test_a_search_that_is_stopped_answers_and_is_not_remembered() -> None:
    room = Room()
    room.ask("ana", question(0)).stop()
    assert room.engine.deeds == ["ask", "stop"]
    room.engine.finish()
    assert room.heard["ana"][-1].final
    room.ask("ben", question(0))
    assert len(room.put) == 2


async def test_one_who_waits_in_the_queue_and_stops_comes_first_and_takes_no_time() -> None:
    room = Room()
    room.ask("eva", question(0))
    room.ask("ana", question(1), Priority.MOVE)
    room.ask("ben", question(2), Priority.REVIEW).stop()
    room.engine.finish()
    assert room.put == [position(0), position(2)]
    assert room.engine.deeds == ["ask", "ask", "stop"]


async def test_one_of_two_who_stops_gets_what_is_known_and_the_other_all() -> None:
    room = Room()
    asked = room.ask("ana", question(0))
    room.ask("ben", question(0))
    room.engine.report()
    asked.stop()
    assert len(room.heard["ana"]) == 1
    await soon()
    assert [analysis.final for analysis in room.heard["ana"]] == [False, True]
    room.engine.report()
    room.engine.finish()
    assert room.engine.deeds == ["ask"]
    assert [analysis.final for analysis in room.heard["ana"]] == [False, True]
    assert [analysis.final for analysis in room.heard["ben"]] == [False, False, True]


async def test_one_of_two_who_stops_before_anything_is_known_is_answered_apart() -> None:
    room = Room()
    asked = room.ask("ana", question(0))
    room.ask("ben", question(0))
    asked.stop()
    room.engine.finish()
    assert room.engine.deeds == ["ask", "ask", "stop"]
    assert (len(room.heard["ana"]), len(room.heard["ben"])) == (0, 1)
    room.engine.finish()
    assert len(room.heard["ana"]) == 1


async def test_an_engine_that_gives_up_is_told_to_all_who_asked_and_the_next_question_is_put() -> None:
    room = Room()
    room.ask("ana", question(0))
    room.ask("ben", question(0))
    room.ask("cid", question(1))
    room.engine.fail()
    assert set(room.lost) == {"ana", "ben"}
    room.engine.finish()
    assert len(room.heard["cid"]) == 1


async def test_whoever_is_answered_may_ask_again_at_once() -> None:
    room = Room()
    heard: list[Analysis] = []

    def again(analysis: Analysis) -> None:
        heard.append(analysis)
        room.pool.ask("ana", 0, Priority.MOVE, question(len(heard)), again, print)

    room.pool.ask("ana", 0, Priority.MOVE, question(0), again, print)
    room.finish(3)
    assert room.put == [position(number) for number in range(4)]


@pytest.mark.parametrize(
    ("request_", "error", "sentence"),
    [
        (question(0, engine="ugi:sh -c id"), NotAsked, "External programs"),
        (question(0, engine="python:/tmp/bot.py"), NotAsked, "External programs"),
        (question(0, engine="/tmp/bot.py"), NotAsked, "External programs"),
        (question(0, engine="zzz"), UnknownEngine, "There is no engine 'zzz'"),
        (Request(Position.start(get("mnk:19,19,5"))), NotAsked, "mnk:19,19,5 is not played here"),
        (Request(Position.start(get("nim:4,4"))), NotAsked, "nim:4,4 is not played here"),
    ],
)
async def test_what_is_not_asked_in_a_hall_is_refused(request_: Request, error: type[CoreError], sentence: str) -> None:
    room = Room()
    with pytest.raises(error, match=sentence):
        room.ask("ana", request_)
    assert room.engines == []


async def test_nobody_has_more_than_so_many_open_questions() -> None:
    room = Room(questions=2)
    for channel in (0, 1, 0):
        room.ask("ana", question(channel), channel=channel)
    with pytest.raises(NotAsked, match="You have 2 requests running"):
        room.ask("ana", question(2), channel=2)
    room.ask("ben", question(2))
    room.engine.finish()
    room.ask("ana", question(3), channel=2)


async def test_a_position_is_asked_about_however_it_was_reached() -> None:
    room = Room()
    room.ask("ana", Request(play_all(get("tictactoe"), "a1 b2 c3")[1]))
    room.ask("ben", Request(play_all(get("tictactoe"), "c3 b2 a1")[1]))
    assert len(room.put) == 1
    passed = position(0).passed()
    assert passed
    room.ask("cid", Request(passed))
    room.finish(2)
    assert room.put[-1] == passed


async def test_once_it_is_closed_nothing_is_heard() -> None:
    room = Room()
    room.ask("ana", question(0))
    room.ask("ben", question(1))
    await room.pool.close()
    room.engine.finish()
    room.ask("cid", question(2))
    await soon()
    assert room.engine.deeds == ["ask", "close"]
    assert not any(room.heard.values())
