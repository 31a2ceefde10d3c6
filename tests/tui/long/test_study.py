"""The study screens: a topic is chosen, its pages turned, a cell opened, another board asked for. It takes 14 seconds."""

import asyncio
from dataclasses import replace

import pytest

from core.analysis import Limit
from core.errors import CoreError
from core.games import get
from core.position import Position
from core.study import TOPICS, topic
from core.study.process import Studying
from core.study.study import Study, StudyQuestion, StudyTable, Text
from tests.tui.hall import Door, Visit, think
from tui.screens.base.help import Help
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.study.document import StudyScreen, typed
from tui.screens.study.learn import LearnScreen, screen_for
from tui.text.catalogue import say
from tui.text.studied import ShownTable, laid_out


def study_on_top(visit: Visit) -> StudyScreen:
    screen = visit.app.screen
    assert isinstance(screen, StudyScreen), screen
    return screen


async def turn_to(visit: Visit, key: str) -> None:
    """Go to the page of a part."""
    while (part := study_on_top(visit).part) and part.key != key:
        await visit.do("next_part")


async def test_the_home_screen_leads_to_the_topics_and_a_topic_to_its_answer(hall: Door) -> None:
    async with hall() as visit:
        assert "L  Learn" in visit.text
        await visit.do("learn")
        assert isinstance(visit.app.screen, LearnScreen)
        assert "Counting all games" in visit.text
        learn = visit.app.screen
        assert isinstance(learn, LearnScreen)
        while learn.chosen != "games":
            await visit.press("down")
        await visit.press("enter")
        await visit.until(lambda: study_on_top(visit).study)
        await visit.settle()
        assert "All games of tic-tac-toe 3x3" in visit.header
        assert "6.13 %" in visit.text
        await visit.do("leave", "leave")
        assert isinstance(visit.app.screen, HomeScreen)


async def test_a_position_of_a_game_leads_to_what_there_is_to_study_of_it(hall: Door) -> None:
    async with hall("tictactoe", "b2") as visit:
        await visit.do("learn")
        assert isinstance(visit.app.screen, LearnScreen)
        assert "Tic-tac-toe 3x3" in visit.header
        await visit.do("leave")
        assert isinstance(visit.app.screen, PlayScreen)


async def test_another_board_is_asked_for_in_the_notation_of_the_hall(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.press("colon")
        await visit.write("notakto:1")
        await visit.press("enter")
        await visit.until(lambda: study_on_top(visit).study)
        await visit.settle()
        assert "notakto" in visit.header.lower()
        await turn_to(visit, "openings")
        assert len(study_on_top(visit).sheet.names) == 10


@pytest.mark.parametrize("topic", ["games", "minimax", "nim"])
async def test_a_board_is_typed_while_the_answer_before_still_comes(hall: Door, topic: str) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion(topic))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        await visit.press("colon")
        study_on_top(visit).refresh_all()  # as with every part of an answer that comes
        await visit.settle()
        await visit.press("ctrl+u")
        await visit.write("nim:1,2")
        await visit.press("enter")
        await visit.until(lambda: study_on_top(visit).question == StudyQuestion(topic, ("nim:1,2",)))


async def test_the_rows_of_a_long_table_come_page_by_page(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("listing"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        assert "Page 1 of 2,552" in visit.text
        assert "previous rows" not in visit.text
        await visit.press("down")
        await visit.do("rows_after")
        await visit.until(lambda: "Page 2 of 2,552" in visit.text)
        assert study_on_top(visit).sheet.chosen == 0
        await visit.do("rows_before")
        await visit.until(lambda: "Page 1 of 2,552" in visit.text)


async def test_a_notice_or_a_step_of_the_cursor_on_a_page_of_100_games_fills_no_table(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[StudyTable] = []

    def fill(table: StudyTable) -> ShownTable:
        filled.append(table)
        return laid_out(table)

    monkeypatch.setattr("tui.screens.study.pages.laid_out", fill)
    async with hall() as visit:
        visit.app.study(StudyQuestion("listing"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        assert len(filled) == 1
        study_on_top(visit).say("A notice.")
        await visit.settle()
        await visit.press("down", "pagedown", "end")
        await visit.resize(120, 40)
        assert len(filled) == 1
        await visit.do("sources", "sources")
        assert len(filled) == 2, "the table is seen again"


async def test_a_cell_that_names_a_move_opens_the_board(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        await turn_to(visit, "openings")
        await visit.press("down", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves.split()[0] == "b1"


async def test_what_is_no_board_is_said_and_nothing_is_lost(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.press("colon")
        await visit.write("nonsense")
        await visit.press("enter")
        await visit.settle()
        assert "nonsense" in visit.status
        await visit.press("colon")
        assert "-typing" in visit.app.screen.classes
        await visit.write("'")
        await visit.press("enter")
        assert "quotation mark" in visit.status


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_table_that_fits_the_window_is_not_cut_by_what_stands_beside_it(
    hall: Door, size: tuple[int, int]
) -> None:
    async with hall(size=size) as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        screen = study_on_top(visit)
        for part in screen.parts:
            assert not screen.sheet.is_cut, part
            assert "How to read it" in visit.text or isinstance(part, Text), part
            await visit.do("next_part")
            await visit.settle()


async def test_one_key_shows_the_sources_and_goes_back(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        page = visit.text
        assert "J. Arias Osorio" not in page
        await visit.do("sources")
        assert "J. Arias Osorio" in visit.text
        await visit.do("sources")
        assert visit.text == page


@pytest.mark.parametrize("words", ["history", "table"])
async def test_the_footer_offers_enter_where_something_opens_and_the_status_tells_what(hall: Door, words: str) -> None:
    async with hall() as visit:
        topic, *arguments = words.split()
        visit.app.study(StudyQuestion(topic, tuple(arguments)))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        screen = study_on_top(visit)
        for part in screen.parts:
            offered = any(key.action == "screen.open" for key in screen.shown_keys())
            rows = len(screen.sheet.names) if isinstance(part, StudyTable) else 0
            if not offered:
                screen.action_open()
                await visit.settle()
                assert part is None or "Nothing opens" in visit.status, part.key
            for _row in range(rows if offered else 0):
                if visit.status.strip().startswith("Enter: "):
                    break
                await visit.press("down")
            else:
                assert not offered, part and part.key
            if len(screen.parts) > 1:
                await visit.do("next_part")


async def test_whoever_looks_at_a_page_stays_there_while_more_is_found_out(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("games"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        screen = study_on_top(visit)
        assert screen.study
        answered = replace(screen.study)
        for _page in screen.parts:
            await visit.do("next_part")
            seen = visit.text
            screen._hear(answered)
            await visit.settle()
            assert visit.text == seen


def test_a_question_is_typed_as_the_command_has_it() -> None:
    assert typed("games", "mnk:4,3,3") == StudyQuestion("games", ("mnk:4,3,3",))
    assert typed("minimax", "tictactoe --moves 'a1 b2'") == StudyQuestion("minimax", ("tictactoe",), "a1 b2")
    assert typed("minimax", "tictactoe --position=X../.../...") == StudyQuestion(
        "minimax", ("tictactoe",), "", "X../.../..."
    )


async def test_a_process_of_its_own_counts_and_is_gone_when_nobody_wants_it() -> None:
    heard: asyncio.Future[Study] = asyncio.get_running_loop().create_future()

    def hear(study: Study) -> None:
        if study.final:
            heard.set_result(study)

    studying = Studying(StudyQuestion("games"), hear, heard.set_exception)
    study = await heard
    await studying.close()
    assert study.final
    assert study.question == StudyQuestion("games")


async def test_a_question_that_cannot_be_answered_comes_back_as_its_sentence() -> None:
    troubles: asyncio.Future[CoreError] = asyncio.get_running_loop().create_future()
    studying = Studying(StudyQuestion("games", ("nonsense",)), lambda study: None, troubles.set_result)
    assert "nonsense" in str(await troubles)
    await studying.close()


async def test_a_proof_that_took_its_time_is_there_when_the_table_is_opened_again(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.study.search.mnk.BUDGETS", ())
    board = Position.start(get("mnk:9,4,4"))
    proof = think(board, "lines", Limit(), 50)
    async with hall() as visit:
        visit.app.study(StudyQuestion("mnk"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        screen = study_on_top(visit)
        assert screen.study
        screen._hear(replace(screen.study, learned=(proof,)))
        await visit.do("leave")
        visit.app.study(StudyQuestion("mnk"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        assert [each.position for each in study_on_top(visit).study.learned] == [board]  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_table_of_k_in_a_row_stands_whole_in_a_small_window(
    hall: Door, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.study.search.mnk.BUDGETS", ())
    hall.furnish(language=language)
    async with hall(size=(80, 24)) as visit:
        visit.app.study(StudyQuestion("mnk"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        for part in study_on_top(visit).study.parts[:3]:  # type: ignore[union-attr]
            assert not study_on_top(visit).sheet.is_cut, part.key
            await visit.do("next_part")
            await visit.settle()


async def test_to_leave_what_another_screen_lies_on_leaves_that_one_alone(hall: Door) -> None:
    async with hall() as visit:
        for below in (LearnScreen(get("tictactoe")), StudyScreen(StudyQuestion("history"))):
            await visit.app.push_screen(below)
            await visit.settle()
            await visit.do("help")
            await visit.pilot.pause()
            below.action_leave()  # a click on the footer that came late
            await visit.settle()
            assert isinstance(visit.app.screen, Help)
            await visit.press("escape")
            await visit.do("leave")
            assert isinstance(visit.app.screen, HomeScreen)


async def test_what_is_typed_before_a_study_is_on_the_screen_does_nothing(hall: Door) -> None:
    async with hall() as visit:
        for name in ("history", "course", "puzzles", "minimax", "nim", "graph"):
            screen = screen_for(StudyQuestion(name))
            actions = ["leave", "subject", "next_part", "choose", "open", "rows_after"]
            assert [action for action in actions if screen.check_action(action, ())] == [], name
            visit.app.push_screen(screen)
            await screen.run_action("leave")
            assert visit.app.screen is screen
            await visit.flood("colon", "escape", "n", "tab", "enter", "question_mark", "escape", "p")
            await visit.settle()
            visit.app.go_home()
            await visit.settle()


@pytest.mark.parametrize("name", TOPICS)
async def test_the_help_of_a_topic_says_what_it_shows_and_how_it_is_read(
    hall: Door, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(StudyScreen, "ask", lambda screen, question: None)  # some count for long
    async with hall(size=(80, 24)) as visit:
        visit.app.push_screen(screen_for(StudyQuestion(name)))
        await visit.settle()
        await visit.do("help")
        said = " ".join(line[4:-4].strip() for line in visit.text.splitlines())
        assert say(topic(name).summary) in said
        assert topic(name).usage in said
        if name not in ("course", "puzzles", "daily"):  # which are no pages to be read
            assert "how to read a page" in said
            assert "another board" in said
