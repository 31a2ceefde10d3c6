"""What there is to learn is listed in groups, with a picture beside the list, by keys and by mouse."""

from __future__ import annotations

import pytest

from core.study import TOPICS
from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit, screen_text
from tui.screens.home import HomeScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.learn import LearnScreen


def learn(visit: Visit) -> LearnScreen:
    screen = visit.app.screen
    assert isinstance(screen, LearnScreen)
    return screen


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


@pytest.mark.parametrize("topic", ["course", "puzzles", "nim", "minimax", "learning", "history", "graph"])
async def test_escape_leaves_a_study_but_closes_its_box_first(hall: Door, topic: str) -> None:
    async with hall() as visit:
        await visit.do("learn")
        visit.app.study(StudyQuestion(topic))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.press("colon", "escape")
        assert isinstance(visit.app.screen, StudyScreen)
        await visit.press("escape")
        assert learn(visit).chosen
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_the_card_shows_what_the_cursor_is_on_with_a_picture_of_its_game(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        await visit.click("The graph of a game")
        assert learn(visit).chosen == "graph"
        assert "Pong Hau K'i ─╮" in visit.text
        assert "●───────●" in visit.text
        assert "triqui study graph" in visit.text
        await visit.click("▸ The graph of a game")
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen))


async def test_of_a_position_only_those_are_listed_that_have_something_to_say(hall: Door) -> None:
    async with hall("nim:3,4,5", "A1", ("human", "human")) as visit:
        await visit.do("learn")
        assert "history" not in learn(visit).names
        assert "xor" in learn(visit).names
        assert "WHERE GAMES COME FROM" not in screen_text(visit.app)
