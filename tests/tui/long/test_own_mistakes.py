"""The mistakes of all games that were reviewed are tried again from the list of finished games. It takes 3 seconds."""

from __future__ import annotations

from core.store.store import open_store
from tests.tui.hall import Door, Visit
from tests.tui.reviewing import LOST, PEOPLE, review
from tui.household.surroundings import STORE_FILE
from tui.screens.home.screen import HomeScreen
from tui.screens.study.exercise import ExerciseScreen


async def lose_and_review(visit: Visit) -> None:
    """Lose a game by a mistake at move 4, as brute force has it, and review it to the end."""
    await visit.move("a2")
    await review(visit)
    await visit.until(lambda: bool(visit.store.finished()[0].marks))
    visit.app.go_home()
    await visit.settle()


async def retry(visit: Visit) -> ExerciseScreen:
    """The mistakes of all games, with the first on the board."""
    assert isinstance(visit.app.screen, HomeScreen)
    await visit.do("review")
    await visit.settle()
    await visit.do("retry_mistakes")
    await visit.until(lambda: isinstance(visit.app.screen, ExerciseScreen) and visit.app.screen.takes_moves)
    await visit.rest()
    screen = visit.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen


async def test_a_mistake_of_a_kept_game_is_done_better_and_kept(hall: Door) -> None:
    async with hall("tictactoe", LOST.removesuffix(" a2"), PEOPLE) as visit:
        await lose_and_review(visit)
        screen = await retry(visit)
        assert screen.on_board.text == "X../.O./..X"
        await visit.move("a3")
        assert visit.status.startswith("Wrong: a3, lose in 4; X answers ")
        await visit.press("enter")
        await visit.move("b1")
        assert visit.status.startswith("Right: b1, draw in 6.")
        assert "next" not in visit.footer, "that was the last"
    store = open_store(hall.folder / STORE_FILE)[0]
    tried = store.practice()["tictactoe", " ".join(LOST.split()[:3])]
    assert (tried.wrong, tried.solved is not None) == (1, True)
    store.close()


async def test_without_a_reviewed_game_that_is_said(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1 a3 c1 b1 b3 a2 c2", PEOPLE) as visit:
        await visit.move("c3")
        visit.app.go_home()
        await visit.settle()
        await visit.do("review")
        await visit.settle()
        await visit.do("retry_mistakes")
        await visit.until(lambda: "You have no known mistakes yet." in visit.status)
