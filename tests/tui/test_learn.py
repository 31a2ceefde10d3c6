"""What there is to learn is listed in groups, with a picture beside the list, by keys and by mouse."""

from __future__ import annotations

from core.study import TOPICS
from tests.tui.hall import Door, screen_text
from tests.tui.learn_cases import learn
from tui.screens.study.document import StudyScreen


async def test_every_topic_is_listed_once_and_the_arrows_go_round(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        seen = []
        for _ in range(len(TOPICS)):
            seen.append(learn(visit).chosen)
            await visit.press("down")
        assert sorted(filter(None, seen)) == sorted(TOPICS)
        assert learn(visit).chosen == "course"
        await visit.press("end")
        assert learn(visit).chosen == "history"


async def test_the_card_shows_what_the_cursor_is_on_with_a_picture_of_its_game(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        await visit.click("The graph of a game")
        assert learn(visit).chosen == "graph"
        assert "Pong Hau K'i ─╮" in visit.text
        assert "●───────●" in visit.text
        assert "triqui" not in visit.text, "words of the command line"
        await visit.click("▸ The graph of a game")
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen))


async def test_of_a_position_only_those_are_listed_that_have_something_to_say(hall: Door) -> None:
    async with hall("nim:3,4,5", "A1", ("human", "human")) as visit:
        await visit.do("learn")
        assert "history" not in learn(visit).names
        assert "xor" in learn(visit).names
        assert "WHERE GAMES COME FROM" not in screen_text(visit.app)
