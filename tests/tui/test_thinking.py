"""An engine that thinks long shows how far it is, moves when it is told to, and is ended by the clock."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.phrase import phrase
from tests.tui.hall import FULL, Door
from tui.text.keys import KEYS

SOLVER = ("human", "minimax:full")


async def test_an_opponent_that_thinks_long_shows_how_far_it_is_and_one_that_does_not_says_little(hall: Door) -> None:
    async with hall("tictactoe", players=SOLVER) as visit:
        visit.engines.hold()
        await visit.press("enter")
        assert visit.status == "O Minimax is thinking ..."
        # Full strength is two seconds of the 400,000 nodes that minimax visits in one.
        for nodes, seconds, said in (
            (80_000, 0.5, "is thinking ..."),
            (80_000, 1.0, "thinks ▓░░░░░░░░░░░░░ about 9 s more"),
            (280_000, 2.0, "thinks ▓▓▓▓░░░░░░░░░░ about 4 s more"),
            (280_000, 5.0, "thinks ▓▓▓▓▓▓▓░░░░░░░ about 5 s more"),
            (800_000, 9.0, "thinks ▓▓▓▓▓▓▓▓▓▓▓▓▓▓ about 1 s more"),
        ):
            visit.engines.report(lambda known, n=nodes, s=seconds: replace(known, nodes=n, seconds=s))  # type: ignore[misc]
            await visit.settle()
            assert visit.status == f"O Minimax {said}"


async def test_a_key_lets_the_opponent_play_its_best_move_now(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.press("enter")
        assert visit.moves == "b2"
        await visit.do("move_now")
        assert len(visit.moves.split()) == 2
        before = visit.status
        await visit.press(KEYS["move_now"].keys)
        assert (visit.status, visit.play.typing.typed) == (before, None), "nobody thinks who could move now"


@pytest.mark.parametrize(("settings", "cap"), [({}, 10), ({"move_seconds": 3}, 3), ({"move_seconds": None}, None)])
async def test_the_seconds_of_the_settings_hold_for_every_move_of_an_engine(
    settings: dict[str, int | None], cap: int | None, hall: Door
) -> None:
    hall.furnish(**settings)
    async with hall("tictactoe") as visit:
        await visit.move("b2")
        assert {request.cap for request in visit.engines.asked if request.engine == "alphabeta"} == {cap}
    hall.engines.asked.clear()
    async with hall("tictactoe", players=(FULL, FULL)) as visit:
        await visit.until(lambda: len(visit.engines.asked) > 1)  # one for its move, the other for its opinion
        assert {request.cap for request in visit.engines.asked} == {cap}


async def test_what_an_opponent_guesses_of_its_move_is_told_as_the_panel_has_proven_it(hall: Door) -> None:
    hall.furnish(panel="live")
    async with hall("connect-four:5,4,4", "3 3 2 1 4", ("human", "human")) as visit:
        await visit.rest()
        guess = phrase(
            "{result}; expected: {moves}.", result=phrase("an estimated {value}", value="+0.10"), moves="4 5"
        )
        visit.play.explained = phrase("{player} {move}: {reason}", player="●", move="4", reason=guess)
        visit.play.refresh_all()
        await visit.settle()
        assert visit.status == "○ to move. ● 4: It threatens column 5."
