"""What there is to learn is listed in groups, with a picture beside the list, by keys and by mouse."""

from __future__ import annotations

import pytest

from core.study import TOPICS
from core.study.study import StudyQuestion
from tests.tui.hall import Door, screen_text
from tests.tui.learn_cases import learn
from tests.tui.studying import CountedAtOnce
from tui.drawing.canvas import Span
from tui.screens.study.document import StudyScreen
from tui.text.catalogue import say
from tui.widgets.list_canvas import Along, ListCanvas, ListRow


async def test_every_topic_is_listed_once_and_the_arrows_go_round(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        seen = []
        for _ in learn(visit).names:
            seen.append(learn(visit).chosen)
            await visit.press("down")
        assert sorted(filter(None, seen)) == sorted([*TOPICS, "mistakes", "judge"])
        assert learn(visit).chosen == seen[0]
        await visit.press("end")
        assert learn(visit).chosen == seen[-1]


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


async def test_your_mistakes_are_among_the_exercises_and_say_in_a_sentence_that_there_are_none(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("learn")
        await visit.click("Your mistakes")
        await visit.click("▸ Your mistakes")
        await visit.until(lambda: "You have no known mistakes" in visit.status)
        assert visit.text.lstrip().startswith("YOUR MISTAKES")


async def test_of_a_position_only_those_are_listed_that_have_something_to_say(hall: Door) -> None:
    async with hall("nim:3,4,5", "A1", ("human", "human")) as visit:
        await visit.do("learn")
        assert not {"history", "mistakes"} & set(learn(visit).names)
        assert "xor" in learn(visit).names
        assert "WHERE GAMES COME FROM" not in screen_text(visit.app)


@pytest.mark.parametrize("topic", ["daily", "puzzles", "minimax"])
async def test_a_study_is_called_by_its_title_before_there_is_an_answer(
    hall: Door, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall() as visit:
        monkeypatch.setattr(visit.app, "studying", lambda question, hear, fail: CountedAtOnce(question, print, print))
        visit.app.study(StudyQuestion(topic))
        await visit.settle()
        assert visit.text.lstrip().startswith(say(TOPICS[topic].title))


def test_the_last_row_in_view_gives_its_right_end_to_the_number_of_those_below() -> None:
    class Owner(Along):
        names = range(9)
        chosen = 0

    rows = [ListRow([Span("Tic-tac-toe")], [Span("0/12")], number) for number in Owner.names]
    last = ListCanvas(Owner()).in_view(rows, 30, 4)[-1]
    assert "".join(span.text for span in last).split("  ")[-1].strip() == "5 more below"
    assert not any("…" in span.text for span in last)
