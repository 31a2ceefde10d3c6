"""Every topic answers unasked, in numbers and words that a program and a person can read, and refuses what it cannot
answer. It takes 20 seconds."""

import json
import pickle

import pytest

from core.errors import CoreError
from core.game import Game
from core.games import presets
from core.position import Position
from core.study import TOPICS, answer, offered, topic
from core.study.study import Study, StudyPicture, StudyQuestion, StudyTable, Text, Unstudied
from tui.command.output_study import as_json
from tui.drawing.studies import draw
from tui.text.studied import laid_out


@pytest.fixture(scope="module", params=TOPICS)
def unasked(request: pytest.FixtureRequest) -> Study:
    return answer(StudyQuestion(request.param))


def test_a_topic_answers_without_arguments_and_names_its_sources(unasked: Study) -> None:
    assert unasked.final
    assert unasked.parts
    assert unasked.sources


def test_every_row_of_a_table_has_a_cell_for_each_column(unasked: Study) -> None:
    for part in unasked.parts:
        if isinstance(part, StudyTable):
            shown = laid_out(part, hidden=True)
            assert len({column.key for column in shown.columns}) == len(shown.columns)
            assert all(len(row) == len(shown.columns) for row in shown.rows)


def test_the_parts_have_names_of_their_own_and_none_is_empty(unasked: Study) -> None:
    assert len({part.key for part in unasked.parts}) == len(unasked.parts)
    for part in unasked.parts:
        match part:
            case StudyTable():
                assert part.rows
            case Text():
                assert part.told
            case StudyPicture():
                assert draw(part).lines


def test_an_answer_is_plain_json_all_through(unasked: Study) -> None:
    assert json.loads(json.dumps(as_json(unasked)))["topic"] == unasked.question.topic


def test_an_answer_crosses_from_its_own_process(unasked: Study) -> None:
    again = pickle.loads(pickle.dumps(unasked))
    assert as_json(again) == as_json(unasked)


def test_what_a_cell_opens_can_be_opened(unasked: Study) -> None:
    tables = [laid_out(part) for part in unasked.parts if isinstance(part, StudyTable)]
    links = {cell.link for table in tables for row in table.rows for cell in row if cell.link}
    for link in links:
        if isinstance(link, StudyQuestion):
            assert link.topic in TOPICS
        else:
            StudyQuestion("games", (link.game,), link.moves, link.position).at(link.game)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_refuses_what_is_no_board_in_one_sentence(name: str) -> None:
    with pytest.raises(CoreError) as refused:
        answer(StudyQuestion(name, ("no such board",)))
    assert str(refused.value).count("\n") == 0
    assert str(refused.value).endswith(".")


def test_a_topic_that_is_not_there_is_refused_with_the_one_that_is_meant() -> None:
    with pytest.raises(Unstudied, match="perhaps games is meant"):
        topic("gams")


@pytest.mark.parametrize("game", presets(), ids=lambda game: game.id)
def test_every_topic_that_is_offered_for_a_game_answers_about_it(game: Game) -> None:
    for question in offered(Position.start(game)):
        said = next(iter(topic(question.topic).study(question)))
        assert said.question.topic == question.topic
