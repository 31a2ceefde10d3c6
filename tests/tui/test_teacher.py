"""The teacher on the play screen: off until asked for, asks once, counts, and names no better move."""

from __future__ import annotations

import pytest

from tests.tui.hall import Door

PEOPLE = ("human", "human")


async def test_it_is_off_until_a_key_turns_it_on(hall: Door) -> None:
    # After a1 b2 c3 the moves c1 and a3 lose in 4, and the other four draw.
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("teacher")
        assert visit.status == "The teacher asks before a losing move."
        assert visit.app.settings.teacher
        await visit.do("teacher")
        assert visit.status == "The teacher no longer asks before a losing move."
        await visit.move("c1")
        assert visit.moves == "a1 b2 c3 c1"
        assert visit.play.state.match.cautions == 0


async def test_a_losing_move_is_asked_about_with_its_reason_and_made_when_it_is_made_again(hall: Door) -> None:
    hall.furnish(teacher=True)
    hall.panel_people = "quiet"
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.move("c1")
        assert visit.moves == "a1 b2 c3"
        assert visit.status == ("c1 loses in 4. X answers a3: It blocks and makes a fork: a2 b3.")
        assert visit.footer.split("  ")[:2] == [" p play it anyway", "Esc think again"]
        assert "to move: DRAW" not in visit.text, "what is hidden stays hidden"
        assert visit.play.state.match.cautions == 1
        await visit.press("enter")
        assert visit.moves == "a1 b2 c3 c1"
        assert visit.play.state.match.cautions == 1
    kept = visit.store.unfinished()[0].match
    assert (" ".join(kept.names), kept.cautions) == ("a1 b2 c3 c1", 1)


@pytest.mark.parametrize("how", ["typed", "clicked"])
async def test_however_a_move_is_made_it_is_asked_about(hall: Door, how: str) -> None:
    hall.furnish(teacher=True)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        for moves in ("a1 b2 c3", "a1 b2 c3 a3"):
            if how == "typed":
                await visit.press("colon", "a", "3", "enter")
            else:
                await visit.click_cell("a3")
            await visit.settle()
            assert visit.moves == moves
        assert visit.play.state.match.cautions == 1


async def test_a_move_that_draws_is_made_at_once_and_so_is_one_where_all_lose(hall: Door) -> None:
    hall.furnish(teacher=True)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.move("b1", "b3")
        assert visit.moves == "a1 b2 c3 b1 b3"
    async with hall("tictactoe", "a1 b2 c3 c1 a3", PEOPLE) as visit:  # two threats, one block
        await visit.move("a2")
        assert visit.moves == "a1 b2 c3 c1 a3 a2"
        assert visit.play.state.match.cautions == 0


async def test_it_never_waits_for_an_engine(hall: Door) -> None:
    hall.furnish(teacher=True)
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.move_unheard("c1")
        assert visit.moves == "a1 b2 c3 c1"


async def test_the_move_of_an_engine_is_not_asked_about(hall: Door) -> None:
    hall.furnish(teacher=True)
    async with hall("tictactoe", "a1 b2 c3", ("human", "loser")) as visit:
        assert len(visit.play.state.match.moves) == 4
        assert visit.play.state.match.cautions == 0


async def test_the_review_tells_how_many_were_stopped(hall: Door) -> None:
    hall.furnish(teacher=True)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.move("c1")
        await visit.press("enter")
        await visit.rest()
        await visit.move("a3", "a2", "b3")
        assert visit.play.state.match.outcome
        await visit.do("review")
        await visit.until(lambda: "hints used" in visit.text)
        row = next(line for line in visit.text.splitlines() if "stopped" in line)
        assert row.split("│")[-2].split() == ["stopped", "1"]


async def test_a_review_of_a_game_in_which_nothing_was_stopped_does_not_speak_of_it(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 a2 b3", PEOPLE) as visit:
        await visit.do("review")
        await visit.until(lambda: "hints used" in visit.text)
        assert "stopped" not in visit.text
