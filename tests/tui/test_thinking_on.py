"""The panel thinks on when it is asked to: twice as long each time, up to a minute, until another position is looked at."""

from __future__ import annotations

from dataclasses import replace

from core.analysis import Limit
from core.players.opponents import HUMAN
from core.score import Score
from tests.tui.hall import Door, Visit, with_keys
from tests.tui.reviewing import review
from tui.game.analyst import doubled
from tui.household.surroundings import Surroundings

PEOPLE = (HUMAN, HUMAN)
OPEN = "mnk:5,5,4"
"""A game of which the engines of a test do not prove all."""


def offered(visit: Visit) -> bool:
    """Whether the footer has the key, and the screen takes it."""
    keys = {found.binding.id for found in visit.app.screen.active_bindings.values() if found.enabled}
    assert ("think_on" in keys) == (with_keys("{key:think_on} keep thinking") in visit.footer)
    return "think_on" in keys


def limits(visit: Visit) -> list[float | None]:
    """For how long the position on the board was asked about each time."""
    board = visit.play.on_board
    return [each.limit.seconds for each in visit.engines.asked if each.position == board]  # type: ignore[union-attr]


def test_the_time_doubles_up_to_a_minute() -> None:
    times = [Limit(seconds=10.0)]
    while len(times) < 5:
        times.append(doubled(times[-1]))
    assert [each.seconds for each in times] == [10, 20, 40, 60, 60]


async def test_the_key_is_there_while_the_panel_is_done_and_not_all_is_proven(hall: Door) -> None:
    async with hall(OPEN, "a1", PEOPLE) as visit:
        assert "─ done ─" in visit.text
        assert offered(visit)
        visit.engines.hold()
        await visit.do("think_on")
        assert visit.status == "The engine has 60 s more to think."
        assert not offered(visit)
        visit.engines.release()
        await visit.rest()
        assert limits(visit)[-2:] == [30, 60]
        assert not offered(visit), "it has had its minute"


async def test_another_position_is_thought_about_as_long_as_any(hall: Door) -> None:
    async with hall(OPEN, "a1", PEOPLE) as visit:
        await visit.do("think_on")
        await visit.rest()
        await visit.move("b2")
        assert limits(visit)[-1] == 30
        assert offered(visit)


async def test_where_all_is_proven_or_hidden_there_is_nothing_to_think_on(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        assert "─ exact ─" in visit.text
        assert not offered(visit)
    async with hall(OPEN, "a1", PEOPLE) as visit:
        await visit.do("panel")
        assert not offered(visit)


async def test_in_a_hall_that_is_served_everybody_has_the_same_time(hall: Door) -> None:
    hall.surroundings = Surroundings(served=True)
    async with hall(OPEN, "a1", PEOPLE) as visit:
        assert not offered(visit)


async def test_what_was_found_stays_until_the_engine_has_thought_as_long_again(hall: Door) -> None:
    async with hall(OPEN, "a1", PEOPLE) as visit:
        before = visit.play.known_here
        assert before
        visit.engines.hold()
        await visit.do("think_on")
        worse = replace(before.lines[-1], score=Score.estimate(0.9))
        for seconds, lines in ((before.seconds / 2, before.lines), (2 * before.seconds, (worse,))):
            visit.engines.report(lambda known, s=seconds: replace(known, lines=(worse,), seconds=s))  # type: ignore[misc]
            await visit.settle()
            known = visit.play.known_here
            assert known
            assert known.lines == lines
            assert "─ live ─" in visit.text


async def test_the_second_engine_thinks_on_too(hall: Door) -> None:
    hall.furnish(second_engines={OPEN: "mcts"})
    async with hall(OPEN, "a1", PEOPLE) as visit:
        await visit.do("think_on")
        await visit.rest()
        asked = [each.limit for each in visit.engines.asked if each.engine == "mcts"]
        assert asked[-2:] == [Limit(seconds=30.0), Limit(seconds=60.0)]


async def test_a_review_thinks_on_about_the_position_on_the_board(hall: Door) -> None:
    async with hall(OPEN, "a1 a2 b1 b2 c1 c2 d1", PEOPLE) as visit:
        await review(visit)
        await visit.press("home", "right")
        await visit.rest()
        board = visit.review.on_board
        for seconds in (20, 40, 60):
            await visit.do("think_on")
            assert visit.engines.asked[-1].position == board
            assert visit.engines.asked[-1].limit == Limit(seconds=float(seconds))
            await visit.rest()
        assert "think_on" not in {each.binding.id for each in visit.app.screen.active_bindings.values() if each.enabled}
