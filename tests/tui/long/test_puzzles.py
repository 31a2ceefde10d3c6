"""The screens of the exercises: a move is tried, a wrong one is refuted on the board, and what came of it is kept. It
takes 8 seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from core.game import Game
from core.games import get
from core.kits import KITS
from core.score import Verdict
from core.store.rows import Tried
from core.store.store import open_store
from core.study.exercises import daily, shelf
from core.study.exercises.course import PATH
from core.study.exercises.finding import Exercise
from core.study.study import Study, StudyQuestion
from tests.tui.hall import Door, Visit, with_keys
from tui.hall.app import Hall
from tui.household.surroundings import STORE_FILE
from tui.screens.play.screen import PlayScreen
from tui.screens.study.course import CourseScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.learn import LearnScreen
from tui.screens.study.puzzles import Puzzles
from tui.screens.study.side import ExerciseSide
from tui.screens.study.table import ExerciseTable
from tui.text.catalogue import say
from tui.text.tried import FOUND, LATER, became
from tui.text.words import name


def puzzles(visit: Visit) -> ExerciseScreen:
    screen = visit.app.screen
    assert isinstance(screen, ExerciseScreen), screen
    return screen


def fed(screen: ExerciseScreen) -> Puzzles:
    """What a screen is fed with."""
    assert isinstance(screen.tasks, Puzzles)
    return screen.tasks


def exercises(screen: ExerciseScreen) -> Sequence[Exercise]:
    return fed(screen).exercises


def tried(screen: ExerciseScreen, exercise: Exercise) -> Tried:
    return fed(screen).kept.tried(exercise)


async def opened(visit: Visit, *words: str, topic: str = "puzzles") -> ExerciseScreen:
    """The exercises of a game, with the first on the board."""
    visit.app.study(StudyQuestion(topic, words))
    await visit.until(lambda: isinstance(visit.app.screen, ExerciseScreen) and visit.app.screen.takes_moves)
    await visit.settle()
    return puzzles(visit)


def wrong_move(exercise: Exercise, over: bool = False) -> str:
    """A move that is not right, after which the game goes on, or is over."""
    at = exercise.position
    return next(
        at.name(move) for move in at.moves if move != exercise.move and (at.play(move).outcome is not None) == over
    )


def side(visit: Visit) -> str:
    """What stands beside the board, in one line."""
    view = puzzles(visit).query_one(ExerciseSide).view
    assert view
    return " ".join(text for text, _role in (*view.task, *view.said))


async def test_a_position_of_a_game_leads_to_the_exercises_of_that_game(hall: Door) -> None:
    async with hall("tictactoe", "b2") as visit:
        await visit.do("learn")
        learn = visit.app.screen
        assert isinstance(learn, LearnScreen)
        while learn.chosen != "puzzles":
            await visit.press("down")
        await visit.press("enter")
        await visit.until(lambda: puzzles(visit).takes_moves)
        await visit.settle()
        assert "Exercises of tic-tac-toe 3x3" in visit.header
        assert visit.header.rstrip().endswith("1 of 12")
        await visit.do("leave", "leave")
        assert isinstance(visit.app.screen, PlayScreen)


async def test_the_right_move_is_kept_as_solved_at_once_and_the_next_exercise_follows(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        first = exercises(screen)[0]
        await visit.write(first.answer)
        await visit.press("enter")
        assert f"Right: {first.answer}, win in 1." in side(visit)
        assert "1 of 12 found" in visit.text
        await visit.press("enter")
        assert screen.number == 1
        assert screen.on_board == exercises(screen)[1].position
        await visit.do("leave")
        again = await opened(visit, "tictactoe")
        assert again.number == 1, "the first that is not solved comes up"
        assert tried(again, first).at_first


async def test_a_wrong_move_is_refuted_on_the_board_and_may_be_tried_again(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        exercise = next(each for each in exercises(screen) if each.kind == "block")
        screen.action_go_to(exercises(screen).index(exercise))
        await visit.settle()
        wrong = wrong_move(exercise)
        await visit.write(wrong)
        await visit.press("enter")
        refuted = screen.on_board
        assert len(refuted.state) == len(exercise.position.state)
        assert refuted.turn == exercise.position.turn, "the engine's answer is on the board"
        assert refuted.outcome
        assert refuted.outcome.winner != exercise.position.turn
        assert f"Wrong: {wrong}, lose in 2;" in side(visit)
        await visit.press("enter")
        assert screen.on_board == exercise.position
        await visit.write(exercise.answer)
        await visit.press("enter")
        assert "Right: " in side(visit)
        kept = tried(screen, exercise)
        assert (kept.wrong, kept.solved is not None, kept.at_first) == (1, True, False)


async def test_the_line_that_follows_is_walked_on_the_board(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        exercise = exercises(screen)[-1]
        assert exercise.plies
        screen.action_go_to(len(exercises(screen)) - 1)
        await visit.settle()
        await visit.write(exercise.answer)
        await visit.press("enter")
        for _ in range(exercise.plies - 1):
            await visit.press("greater_than_sign")
        outcome = screen.on_board.outcome
        assert outcome
        assert outcome.winner == exercise.position.turn, "it ends as the task says, after as many moves"
        await visit.press("greater_than_sign")
        assert "The line ends here." in visit.status
        await visit.press("less_than_sign")
        await visit.do("undo")
        assert screen.on_board == exercise.position


async def test_a_hint_says_where_and_then_which_and_is_counted(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        exercise = exercises(screen)[0]
        await visit.do("hint")
        assert exercise.answer not in side(visit)
        await visit.do("hint")
        assert exercise.answer in side(visit)
        assert screen.board.chosen == (exercise.move,)
        await visit.do("hint")
        assert "last hint" in visit.status
        await visit.press("enter")
        assert tried(screen, exercise).hints == 2
        assert "Right: " in side(visit)


@pytest.mark.parametrize("kit", KITS)
async def test_every_board_takes_a_wrong_and_the_right_move(hall: Door, kit: str) -> None:
    game = next(get(id) for id in PATH if id.partition(":")[0] == kit)
    async with hall() as visit:
        visit.engines.hasty = True
        screen = await opened(visit, game.id)
        exercise = exercises(screen)[0]
        screen.choose_move((exercise.position.parse(other_move(exercise)),))
        await visit.settle()
        assert "Wrong: " in side(visit)
        await visit.do("undo")
        screen.board.point_at(exercise.move)
        await visit.press("enter")
        if screen.trial is None:  # a piece is taken up first, or one of several moves at the cursor is asked for
            if visit.app.screen is not screen:
                await visit.press("escape")
            screen.choose_move((exercise.move,))
            await visit.settle()
        assert screen.trial
        assert screen.trial.answer.right
        assert "Right: " in side(visit)


def other_move(exercise: Exercise) -> str:
    at = exercise.position
    return next(at.name(move) for move in at.moves if move != exercise.move)


async def test_a_move_after_which_the_game_is_over_is_answered_by_the_rules(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe/misere")
        at = next(i for i, each in enumerate(exercises(screen)) if ends(each))
        screen.action_go_to(at)
        await visit.settle()
        exercise = exercises(screen)[at]
        await visit.write(wrong_move(exercise, over=True))
        await visit.press("enter")
        assert "Wrong: " in side(visit)
        assert "lose in 1." in side(visit)


def ends(exercise: Exercise) -> bool:
    at = exercise.position
    return any(at.play(move).outcome for move in at.moves if move != exercise.move)


async def test_the_table_of_the_exercises_is_the_next_page_and_opens_them(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("all_exercises")
        table = await shown_table(visit)
        assert len(table.sheet.names) == len(exercises(screen))
        assert "wins at once" in visit.text
        first = next(row for row in visit.text.splitlines() if "▸" in row[:4])
        assert exercises(screen)[0].answer not in first.strip("│┃ ").split()
        await visit.press("down", "down", "enter")
        assert (visit.app.screen, screen.number) == (screen, 2)


async def shown_table(visit: Visit) -> ExerciseTable:
    """The table of the exercises, once it is shown."""
    await visit.until(lambda: isinstance(visit.app.screen, ExerciseTable) and visit.app.screen.study)
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, ExerciseTable)
    return screen


async def test_the_table_leads_to_the_exercises_of_another_game(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("all_exercises")
        await shown_table(visit)
        await visit.do("subject")
        await visit.press("ctrl+u", *"nim:3,4,5", "enter")
        await shown_table(visit)
        await visit.press("down", "enter")
        await visit.until(lambda: screen.takes_moves and screen.number == 1)
        assert screen.on_board.game == get("nim:3,4,5")


async def test_keys_go_through_the_exercises_and_on_to_the_next_game(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, PATH[0])
        await visit.do("previous_exercise")
        assert "first exercise" in visit.status
        for number in range(1, len(exercises(screen))):
            await visit.do("next_exercise")
            assert screen.number == number
        await visit.do("next_exercise")
        await visit.until(lambda: fed(screen).question.arguments == (PATH[1],) and screen.takes_moves)
        assert screen.on_board.game == get(PATH[1])


async def path(visit: Visit) -> CourseScreen:
    """The course, as the store has it."""
    visit.app.study(StudyQuestion("course"))
    await visit.settle()
    screen = visit.app.screen
    assert isinstance(screen, CourseScreen)
    return screen


async def test_the_course_shows_how_far_one_has_come(hall: Door) -> None:
    async with hall() as visit:
        course = await path(visit)
        assert "▸ → Tic-tac-toe 3x3" in visit.text
        await visit.press("enter")
        await visit.until(lambda: puzzles(visit).takes_moves)
        await visit.settle()
        screen = puzzles(visit)
        await visit.write(exercises(screen)[0].answer)
        await visit.press("enter")
        await visit.do("leave")
        await visit.settle()
        assert visit.app.screen is course
        assert "1 of 12 solved, 1 at the first try." in " ".join(visit.text.split())


async def test_the_cursor_of_the_course_is_on_the_next_lesson(hall: Door) -> None:
    store = open_store(hall.folder / STORE_FILE)[0]
    for exercise in shelf.exercises(get(PATH[0])):
        store.practise(exercise.game, exercise.moves)
    store.close()
    async with hall() as visit:
        await path(visit)
        await visit.press("enter")
        await visit.until(lambda: puzzles(visit).takes_moves)
        assert puzzles(visit).on_board.game == get(PATH[1])


async def test_no_lesson_of_the_course_bears_an_id_or_is_cut_at_80_columns(hall: Door) -> None:
    async with hall() as visit:
        await path(visit)
        seen = ""
        for _id in PATH:
            seen += visit.text
            await visit.press("down")
        assert [id for id in PATH if ":" in id and id in seen] == []
        assert [id for id in PATH if name(get(id)) not in seen] == []


async def test_the_puzzle_of_the_day_is_that_of_the_date_and_past_days_have_theirs(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "today", lambda: date(2026, 1, 31))
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        assert "2026-01-31" in visit.header
        assert exercises(screen)[0] == daily.puzzle(date(2026, 1, 31))
        await visit.do("next_exercise")
        assert "tomorrow" in visit.status
        await visit.do("previous_exercise")
        await visit.until(lambda: screen.takes_moves and fed(screen).question.arguments == ("2026-01-30",))
        await visit.settle()
        assert "2026-01-30" in visit.header
        assert exercises(screen)[0] == daily.puzzle(date(2026, 1, 30))


@pytest.fixture
def january(monkeypatch: pytest.MonkeyPatch) -> date:
    """The day that it is."""
    today = date(2026, 1, 31)
    monkeypatch.setattr(daily, "today", lambda: today)
    return today


async def test_a_solved_puzzle_of_today_begins_a_row_of_days(hall: Door, january: date) -> None:
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        assert "0 days in a row" in visit.header
        screen.choose_move((daily.puzzle(january).move,))
        await visit.settle()
        assert "1 day in a row" in visit.header
        assert visit.status.endswith("The next puzzle comes tomorrow.")
    store = open_store(hall.folder / STORE_FILE)[0]
    assert store.practice()[daily.key(january)].at_first
    store.close()


async def test_the_days_of_an_earlier_version_are_in_the_row(hall: Door, january: date) -> None:
    before = january - timedelta(days=1)
    earlier = daily.puzzle(before)
    store = open_store(hall.folder / STORE_FILE)[0]
    store.practise(earlier.game, earlier.moves)
    store.close()
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        await visit.until(lambda: daily.READ in fed(screen).kept.known)
        await visit.settle()
        assert "1 day in a row" in visit.header
        assert "30+" in visit.text


async def test_a_day_that_an_earlier_version_saw_solved_stays_solved_whatever_is_tried_at_once(
    hall: Door, january: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    studying, asked = Hall.studying, list[StudyQuestion]()

    def answer_the_first_alone(hall: Hall, question: StudyQuestion, hear: Callable[[Study], None], *more: Any) -> Any:
        asked.append(question)
        return studying(hall, question, hear if len(asked) == 1 else lambda study: None, *more)

    monkeypatch.setattr(Hall, "studying", answer_the_first_alone)
    today = daily.puzzle(january)
    store = open_store(hall.folder / STORE_FILE)[0]
    store.practise(today.game, today.moves)
    store.close()
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        screen.choose_move((today.position.parse(wrong_move(today)),))
        await visit.settle()
        assert fed(screen).kept.known[daily.key(january)].at_first


async def test_a_click_on_a_day_opens_its_puzzle(hall: Door, january: date) -> None:
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        await visit.click("29·")
        await visit.until(lambda: screen.takes_moves and "2026-01-29" in visit.header)
        assert exercises(screen)[0] == daily.puzzle(date(2026, 1, 29))


async def test_on_the_first_day_of_the_calendar_there_is_none_before(hall: Door) -> None:
    async with hall() as visit:
        await opened(visit, "0001-01-01", topic="daily")
        await visit.do("previous_exercise")
        assert "This is the first exercise." in visit.status


async def test_a_window_without_room_for_the_side_says_the_task_in_the_status(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.resize(60, 24)
        assert say(exercises(screen)[0].task) in visit.status


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_no_task_and_no_proof_is_cut_beside_the_board(hall: Door, language: str, size: tuple[int, int]) -> None:
    hall.furnish(language=language)
    async with hall(size=size) as visit:
        screen = await opened(visit, "ultimate")
        for number in range(len(exercises(screen))):
            screen.action_go_to(number)
            await visit.settle()
            view = screen.query_one(ExerciseSide).view
            assert view
            seen = " ".join(visit.text.split())
            for word in " ".join(text for text, _role in view.task).split():
                assert word in seen


def test_the_answer_of_an_exercise_wins_or_holds() -> None:
    games: list[Game] = [get(id) for id in PATH[:4]]
    for game in games:
        for exercise in shelf.exercises(game):
            assert exercise.score.verdict is not Verdict.LOSE


@pytest.mark.parametrize("text", ["figure-3.4", "2026-02-30"])
async def test_a_day_that_is_none_is_refused_and_no_puzzle_comes(hall: Door, text: str) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("daily", (text,)))
        await visit.until(lambda: "is not a day" in visit.text)
        await visit.press("n", "enter", "s", "h")
        assert puzzles(visit).exercise is None


async def test_the_table_of_the_exercises_tells_which_of_them_enter_opens(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("all_exercises")
        await shown_table(visit)
        await visit.press("down", "down")
        assert "Enter: exercise 3." in visit.status
        await visit.press("enter")
        assert (visit.app.screen, screen.number) == (screen, 2)


async def test_the_key_that_walks_the_line_is_in_the_footer_once_the_engine_has_told_the_line(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        screen.action_go_to(len(exercises(screen)) - 1)
        await visit.settle()
        visit.engines.hold()
        await visit.write(exercises(screen)[-1].answer)
        await visit.press("enter")
        visit.engines.release()
        await visit.rest()
        assert with_keys("{key:step} ") in visit.footer


async def test_a_hint_alone_has_not_the_sign_of_an_exercise_that_is_solved(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("hint")
        assert became(tried(screen, exercises(screen)[0])).sign not in (FOUND.sign, LATER.sign)
