"""The screens of the exercises: a move is tried, a wrong one is refuted on the board, and what came of it is kept. It
takes 8 seconds."""

from __future__ import annotations

from datetime import date

import pytest

from core.game import Game
from core.games import get
from core.kits import KITS
from core.score import Verdict
from core.study.exercises import daily, shelf
from core.study.exercises.course import PATH
from core.study.exercises.finding import Exercise
from core.study.study import StudyQuestion
from tests.tui.hall import Door, Visit
from tui.screens.play.screen import PlayScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.learn import LearnScreen
from tui.screens.study.puzzle_side import PuzzleSide
from tui.screens.study.puzzles import PuzzleScreen
from tui.text.catalogue import say


def puzzles(visit: Visit) -> PuzzleScreen:
    screen = visit.app.screen
    assert isinstance(screen, PuzzleScreen), screen
    return screen


async def opened(visit: Visit, *words: str, topic: str = "puzzles") -> PuzzleScreen:
    """The exercises of a game, with the first on the board."""
    visit.app.study(StudyQuestion(topic, words))
    await visit.until(lambda: isinstance(visit.app.screen, PuzzleScreen) and visit.app.screen.takes_moves)
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
    view = puzzles(visit).query_one(PuzzleSide).view
    assert view
    return " ".join((view.task, *view.facts, view.verdict[0], *view.said))


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
        assert "Exercise 1 of 12" in visit.text
        await visit.do("leave", "leave")
        assert isinstance(visit.app.screen, PlayScreen)


async def test_the_right_move_is_kept_as_solved_at_once_and_the_next_exercise_follows(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        first = screen.exercises.all[0]
        await visit.write(first.answer)
        await visit.press("enter")
        assert "Right, at once!" in visit.text
        assert "1+" in visit.text
        await visit.press("enter")
        assert screen.exercises.number == 1
        assert screen.on_board == screen.exercises.all[1].position
        await visit.do("leave")
        again = await opened(visit, "tictactoe")
        assert again.exercises.number == 1, "the first that is not solved comes up"
        assert again.kept.known[first.game, first.moves].at_first


async def test_a_wrong_move_is_refuted_on_the_board_and_may_be_tried_again(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        exercise = next(each for each in screen.exercises.all if each.kind == "block")
        screen.action_exercise(screen.exercises.all.index(exercise))
        await visit.settle()
        wrong = wrong_move(exercise)
        await visit.write(wrong)
        await visit.press("enter")
        assert screen.attempt
        assert screen.attempt.analysis
        assert len(screen.on_board.state) == len(exercise.position.state)
        refuted = exercise.position.play(exercise.position.parse(wrong)).play(screen.attempt.line[1])
        assert screen.on_board == refuted, "the engine's answer is on the board"
        assert refuted.outcome
        assert refuted.outcome.winner != exercise.position.turn
        assert f"No: {wrong}." in side(visit)
        assert "and wins." in side(visit)
        await visit.press("enter")
        assert screen.on_board == exercise.position
        await visit.write(exercise.answer)
        await visit.press("enter")
        assert "Right!" in side(visit)
        kept = screen.kept.known[exercise.game, exercise.moves]
        assert (kept.wrong, kept.solved is not None, kept.at_first) == (1, True, False)


async def test_the_line_that_follows_is_walked_on_the_board(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        exercise = screen.exercises.all[-1]
        assert exercise.plies
        screen.action_exercise(len(screen.exercises.all) - 1)
        await visit.settle()
        await visit.write(exercise.answer)
        await visit.press("enter")
        assert screen.attempt
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
        exercise = screen.exercises.all[0]
        await visit.do("hint")
        assert exercise.answer not in side(visit)
        await visit.do("hint")
        assert exercise.answer in side(visit)
        assert screen.board.chosen == (exercise.move,)
        await visit.do("hint")
        assert "last hint" in visit.status
        await visit.press("enter")
        assert screen.kept.known[exercise.game, exercise.moves].hints == 2
        assert "Right!" in side(visit)


@pytest.mark.parametrize("kit", KITS)
async def test_every_board_takes_a_wrong_and_the_right_move(hall: Door, kit: str) -> None:
    game = next(get(id) for id in PATH if id.partition(":")[0] == kit)
    async with hall() as visit:
        visit.engines.hasty = True
        screen = await opened(visit, game.id)
        exercise = screen.exercises.all[0]
        screen.choose_move((exercise.position.parse(other_move(exercise)),))
        await visit.settle()
        assert "No: " in side(visit)
        await visit.do("undo")
        screen.board.point_at(exercise.move)
        await visit.press("enter")
        if not screen.attempt:  # a piece is taken up first, or one of several moves at the cursor is asked for
            if visit.app.screen is not screen:
                await visit.press("escape")
            screen.choose_move((exercise.move,))
            await visit.settle()
        assert screen.attempt
        assert screen.attempt.right
        assert "Right!" in side(visit)


def other_move(exercise: Exercise) -> str:
    at = exercise.position
    return next(at.name(move) for move in at.moves if move != exercise.move)


async def test_a_move_after_which_the_game_is_over_is_answered_by_the_rules(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe/misere")
        at = next(i for i, each in enumerate(screen.exercises.all) if ends(each))
        screen.action_exercise(at)
        await visit.settle()
        exercise = screen.exercises.all[at]
        await visit.write(wrong_move(exercise, over=True))
        await visit.press("enter")
        assert "The game is over, and" in side(visit)


def ends(exercise: Exercise) -> bool:
    at = exercise.position
    return any(at.play(move).outcome for move in at.moves if move != exercise.move)


def row_at_cursor(visit: Visit) -> list[str]:
    """The words of the row at the cursor."""
    return next(row.strip("│┃ ").split() for row in visit.text.splitlines() if " ▸ " in row[:4])


async def test_the_table_of_the_exercises_is_the_next_page_and_opens_them(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("next_part")
        assert len(screen.sheet.names) == len(screen.exercises.all)
        assert "wins at once" in visit.text
        assert screen.exercises.all[0].answer not in row_at_cursor(visit)
        await visit.press("down", "down", "enter")
        assert (screen.at, screen.exercises.number) == (0, 2)


async def test_keys_go_through_the_exercises_and_on_to_the_next_game(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, PATH[0])
        await visit.do("previous_exercise")
        assert "first exercise" in visit.status
        for number in range(1, len(screen.exercises.all)):
            await visit.do("next_exercise")
            assert screen.exercises.number == number
        await visit.do("next_exercise")
        await visit.until(lambda: screen.question.arguments == (PATH[1],) and screen.takes_moves)
        assert screen.on_board.game == get(PATH[1])


async def test_the_course_shows_how_far_one_has_come(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("course"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.settle()
        course = visit.app.screen
        assert isinstance(course, StudyScreen)
        assert len(course.sheet.names) == len(PATH)
        count = len(shelf.exercises(get(PATH[0])))
        assert row_at_cursor(visit)[-2:] == [str(count), "0"]
        await visit.press("right")
        await visit.press("enter")
        await visit.until(lambda: puzzles(visit).takes_moves)
        await visit.settle()
        screen = puzzles(visit)
        await visit.write(screen.exercises.all[0].answer)
        await visit.press("enter")
        await visit.do("leave")
        await visit.settle()
        assert visit.app.screen is course
        assert row_at_cursor(visit)[-3:] == [str(count), "1", "1"]


async def test_the_puzzle_of_the_day_is_that_of_the_date_and_past_days_have_theirs(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "today", lambda: date(2026, 1, 31))
    async with hall() as visit:
        screen = await opened(visit, topic="daily")
        assert "2026-01-31" in visit.header
        assert screen.exercise == daily.puzzle(date(2026, 1, 31))
        await visit.do("next_exercise")
        assert "tomorrow" in visit.status
        await visit.do("previous_exercise")
        await visit.until(lambda: screen.takes_moves and screen.question.arguments == ("2026-01-30",))
        await visit.settle()
        assert "2026-01-30" in visit.header
        assert screen.exercise == daily.puzzle(date(2026, 1, 30))


async def test_a_window_without_room_for_the_side_says_the_task_in_the_status(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.resize(60, 24)
        assert say(screen.exercises.all[0].task) in visit.status


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_no_task_and_no_proof_is_cut_beside_the_board(hall: Door, language: str, size: tuple[int, int]) -> None:
    hall.furnish(language=language)
    async with hall(size=size) as visit:
        screen = await opened(visit, "ultimate")
        for number in range(len(screen.exercises.all)):
            screen.action_exercise(number)
            await visit.settle()
            view = screen.query_one(PuzzleSide).view
            assert view
            seen = " ".join(visit.text.split())
            for word in (*view.task.split(), *view.facts[0].split()):
                assert word in seen


def test_the_answer_of_an_exercise_wins_or_holds() -> None:
    games: list[Game] = [get(id) for id in PATH[:4]]
    for game in games:
        for exercise in shelf.exercises(game):
            assert exercise.score.verdict is not Verdict.LOSE


async def test_a_day_that_is_none_is_refused_and_the_puzzle_before_does_not_come_back(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "2026-01-31", topic="daily")
        for text in ("figure-3.4", "2026-02-30"):
            screen.ask(StudyQuestion("daily", (text,)))
            screen.kept.ask()
            await visit.settle()
            await visit.press("n")
            assert f"'{text}' is no day" in visit.text
            assert screen.exercise is None


async def test_the_table_of_the_exercises_tells_which_of_them_enter_opens(hall: Door) -> None:
    async with hall() as visit:
        screen = await opened(visit, "tictactoe")
        await visit.do("next_part")
        await visit.press("down", "down")
        assert "Enter: exercise 3." in visit.status
        await visit.press("enter")
        assert (screen.on_task, screen.exercises.number) == (True, 2)
