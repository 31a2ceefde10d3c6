"""A session asks the engines of its hall as if they were its own, and hears how long it has to wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from core.errors import CoreError
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice
from core.players.worker.request import Use
from core.study.study import Study, StudyQuestion
from tests.core.hearing import Hearing
from tests.core.pooling import Room, position, question
from tests.tui.hall import PATIENT
from tests.tui.premises import Premises
from tests.tui.studying import CountedAtOnce
from tui.game.link import Link
from tui.game.remote_worker import Queue, RemoteStudying, RemoteWorker


class Place:
    """A hall whose one engine answers when the test says so, and the sessions that came to it."""

    def __init__(self) -> None:
        self.room = Room()
        self.permits = Permits()
        self.premises = Premises(advice=PooledAdvice(self.room.pool, self.permits))
        self.links: list[Link] = []

    async def come(self, name: str) -> Link:
        link = Link(self.premises.connect(f"key of {name}"))
        self.links.append(link)
        await link.open()
        await until(lambda: link.you)
        return link

    async def asked(self, questions: int) -> None:
        """Wait until so many questions have been put to the engine."""
        await until(lambda: self.room.engines and len(self.room.put) == questions)


@asynccontextmanager
async def opened() -> AsyncIterator[Place]:
    place = Place()
    yield place
    for link in place.links:
        await link.close()
    await place.premises.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENT):
        while not condition():
            await asyncio.sleep(0)


class Asker(Hearing):
    """Asks a worker, and hears what it says and how long one waits."""

    def __init__(self, link: Link, use: Use = "panel", pace: float = 0.0) -> None:
        self.places: list[int | None] = []
        self.worker = RemoteWorker(link, use, self.places.append, pace)
        super().__init__(self.worker)

    @property
    def said(self) -> list[str]:
        """What went wrong, in sentences."""
        return [str(error) for error in self.troubles]


async def test_reports_and_the_answer_come_under_the_ticket_of_their_question() -> None:
    async with opened() as place:
        ana = Asker(await place.come("ana"))
        first = ana.ask(question(0))
        await place.asked(1)
        place.room.engine.report()
        place.room.engine.finish()
        await until(lambda: ana.finals)
        second = ana.ask(question(1))
        await place.asked(2)
        place.room.engine.finish()
        await until(lambda: len(ana.finals) == 2)
        assert [ticket for ticket, _ in ana.heard] == [first, first, second]
        assert ana.heard[-1][1].position == position(1)
        assert (ana.troubles, ana.places) == ([], [])


async def test_a_newer_question_silences_the_older_one_and_workers_do_not_hear_each_other() -> None:
    async with opened() as place:
        link = await place.come("ana")
        one, other = Asker(link), Asker(link)
        one.ask(question(0))
        other.ask(question(1))
        await place.asked(1)
        newer = one.ask(question(2))
        await place.asked(2)
        place.room.engine.finish()
        await place.asked(3)
        place.room.engine.finish()
        await until(lambda: one.finals and other.finals)
        assert (one.finals, other.finals) == ([newer], [1])
        assert one.heard[0][1].position == position(2)


async def test_it_is_told_how_many_come_before_and_when_one_waits_no_more() -> None:
    async with opened() as place:
        eva, ana, ben = [Asker(await place.come(name)) for name in ("eva", "ana", "ben")]
        eva.ask(question(0))
        await place.asked(1)
        ana.ask(question(1))
        await until(lambda: ana.places)
        ben.ask(question(2))
        await until(lambda: ben.places)
        assert (ana.places, ben.places) == ([0], [1])
        place.room.finish(2)
        place.room.engine.report()
        await until(lambda: ben.heard)
        assert (eva.places, ana.places, ben.places) == ([], [0, None], [1, 0, None])


async def test_whoever_asks_fast_is_asked_for_where_he_stops_only() -> None:
    async with opened() as place:
        ana = Asker(await place.come("ana"), pace=PATIENT)
        tickets = [ana.ask(question(number)) for number in range(5)]
        await place.asked(1)
        place.room.engine.finish()
        ana.stop()
        await place.asked(2)
        await until(lambda: "stop" in place.room.engine.deeds)
        place.room.engine.finish()
        await until(lambda: ana.finals)
        assert ana.finals == [tickets[-1]]
        assert place.room.put == [position(0), position(4)]


async def test_what_is_asked_too_soon_is_asked_a_little_later() -> None:
    async with opened() as place:
        ana = Asker(await place.come("ana"), pace=0.001)
        ana.ask(question(0))
        ana.ask(question(1))
        await place.asked(2)
        assert place.room.put == [position(0), position(1)]


async def test_a_search_can_be_stopped_and_dropped() -> None:
    async with opened() as place:
        ana = Asker(await place.come("ana"))
        ana.ask(question(0))
        ana.stop()
        await until(lambda: place.room.engines and place.room.engine.deeds == ["ask", "stop"])
        ana.drop()
        ana.drop()
        await until(lambda: place.room.engine.deeds == ["ask", "stop", "drop"])
        place.room.engine.finish()
        ana.stop()
        await ana.worker.close()
        await ana.worker.close()
        ana.ask(question(1))
        assert ana.heard == []


async def test_a_report_that_is_on_its_way_when_its_question_is_dropped_is_not_heard() -> None:
    async with opened() as place:
        link = await place.come("ana")
        ana, later = Asker(link), Asker(link)
        ana.ask(question(0))
        await place.asked(1)
        place.room.engine.report()
        ana.drop()
        later.ask(question(1))
        await place.asked(2)
        place.room.engine.finish()
        await until(lambda: later.finals)
        assert ana.heard == []


async def test_what_the_hall_refuses_and_what_goes_wrong_there_is_told() -> None:
    async with opened() as place:
        ana, ben = await place.come("ana"), await place.come("ben")
        asker = Asker(ana)
        asker.ask(question(0, engine="ugi:sh -c id"))
        await until(lambda: asker.troubles)
        offer = await ana.send("seek", game="tictactoe", clock=None, seat=0, post=False)
        table = await ben.send("accept", id=offer["id"])
        await ana.send("watch", table=table["table"])
        asker.ask(question(0))
        await until(lambda: len(asker.troubles) == 2)
        eva = Asker(await place.come("eva"))
        eva.ask(question(0))
        await place.asked(1)
        place.room.engine.fail()
        await until(lambda: eva.troubles)
        assert asker.said == [
            "External programs cannot play here; choose a hall engine.",
            "You are playing tic-tac-toe 3x3 against another person. You get no help with that game until it is over; "
            "other games are not affected.",
        ]
        assert eva.said == ["It died."]


async def test_when_the_line_is_gone_that_is_told_too() -> None:
    async with opened() as place:
        link = await place.come("ana")
        await link.close()
        ana = Asker(link)
        ana.ask(question(0))
        await until(lambda: ana.troubles)
        assert ana.said == ["The connection to the hall is closed."]


class Student:
    """Studies something, and what it hears."""

    def __init__(self, link: Link, *arguments: str) -> None:
        self.studies: list[Study] = []
        self.troubles: list[CoreError] = []
        self.places: list[int | None] = []
        asked = StudyQuestion("games", arguments)
        self.studying = RemoteStudying(
            link, asked, self.studies.append, self.troubles.append, self.places.append, stderr=-3
        )


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.study.process.Studying", CountedAtOnce)


async def test_one_counts_after_the_other_and_gives_the_leave_back_when_all_is_counted() -> None:
    async with opened() as place:
        held = place.permits.ask("somebody", lambda: None, lambda before: None, lambda why: None)
        students = [Student(await place.come(name)) for name in ("ana", "ben")]
        ana, ben = students
        await until(lambda: ana.places and ben.places)
        assert (ana.places, ben.places) in (([0], [1]), ([1], [0]))
        assert not ana.studies
        place.permits.give_back(held)
        place.premises.tick()
        await until(lambda: all(student.studies and student.studies[-1].final for student in students))
        assert ana.places[-1] is ben.places[-1] is None
        for student in students:
            await student.studying.close()
            assert student.troubles == []


async def test_whoever_leaves_before_it_is_his_turn_makes_room() -> None:
    async with opened() as place:
        held = place.permits.ask("somebody", lambda: None, lambda before: None, lambda why: None)
        ana = Student(await place.come("ana"))
        await until(lambda: ana.places)
        ben = Student(await place.come("ben"))
        await until(lambda: ben.places == [1])
        await ana.studying.close()
        await until(lambda: ben.places == [1, 0])
        place.permits.give_back(held)
        place.premises.tick()
        await until(lambda: ben.studies)
        assert (ana.studies, ana.places) == ([], [0, None])
        await ben.studying.close()


async def test_a_leave_that_ends_is_told_and_ends_what_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(CountedAtOnce):
        def _answer(self, question: StudyQuestion) -> None:
            started.append(self)

    started: list[CountedAtOnce] = []
    monkeypatch.setattr("core.study.process.Studying", Endless)
    async with opened() as place:
        link = await place.come("ana")
        ana = Student(link)
        await until(lambda: started)
        newer = Student(link)
        await until(lambda: len(started) == 2)
        assert [str(error) for error in ana.troubles] == [
            "Something else is being counted for you. Ask again here when that is done."
        ]
        assert [each._closed for each in started] == [True, False]
        await newer.studying.close()
        await ana.studying.close()
        assert [each._closed for each in started] == [True, True]


async def test_whoever_plays_against_somebody_has_no_leave_to_count() -> None:
    async with opened() as place:
        ana, ben = await place.come("ana"), await place.come("ben")
        offer = await ana.send("seek", game="tictactoe", clock=None, seat=0, post=False)
        await ben.send("accept", id=offer["id"])
        student = Student(ana, "tictactoe")
        await until(lambda: student.troubles)
        await student.studying.close()
        assert student.studies == []


def test_it_is_said_how_long_one_waits_for_the_longest() -> None:
    said: list[tuple[str, str]] = []
    queue = Queue(lambda text, before: said.append((text, before)))
    first, second = queue.place(), queue.place()
    first(2)
    second(0)
    first(None)
    second(None)
    two, following = "The engines are busy: 2 questions are ahead of yours.", "The engines are busy: you are next."
    assert said == [(two, ""), (following, two), ("", following)]
