"""Each mistake of a game is tried again in turn: right and wrong are told, what is wrong is refuted, and the game stays as
it is. It takes 5 seconds."""

from __future__ import annotations

import pytest

from core.analysis import Analysis, Limit, Line
from core.games import get
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.position import Position, play_all
from core.review.account import Account
from core.score import Score, Verdict
from core.store.store import open_store
from tests.core.brute import solve
from tests.core.played import nearly_full
from tests.tui.hall import Door, Visit, think, with_keys
from tests.tui.reviewing import LOST, PEOPLE, review
from tui.household.surroundings import STORE_FILE
from tui.screens.review.screen import ReviewScreen
from tui.screens.study.exercise import ExerciseScreen

TWO = "c1 a1 a2 c2 a3 b2 c3 b3 b1"
"""a1 loses at move 2, a2 lets that pass at move 3, by brute force."""


def retrying(visit: Visit) -> ExerciseScreen:
    screen = visit.app.screen
    assert isinstance(screen, ExerciseScreen)
    return screen


async def retry(visit: Visit, moves: str, id: str = "tictactoe") -> None:
    """Review a game, and try its mistakes again."""
    match = Match(get(id), PEOPLE)
    for move in play_all(get(id), moves)[0]:
        match = match.play(move)
    visit.app.review(Archive(Snapshot(Course(match, Setup(PEOPLE)))))
    await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
    await visit.rest()
    await visit.until(lambda: not visit.review.account.unseen)
    await visit.do("retry_mistakes")
    await visit.until(lambda: isinstance(visit.app.screen, ExerciseScreen))


async def try_move(visit: Visit, name: str) -> None:
    await visit.go(name)
    await visit.press("enter")
    await visit.rest()


async def test_the_board_is_put_before_each_mistake_in_turn(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, TWO)
        assert visit.header.rstrip().endswith("1 of 2")
        assert visit.board.position.text == "..X/.../..."
        assert visit.status == "The game went O a1. Find a better move. s shows the answer."
        assert "draw in 8  ->  lose in 6" in visit.text
        await try_move(visit, "b2")
        assert visit.status == "Right: b2, draw in 8. Enter continues."
        await visit.press("enter")
        assert visit.header.rstrip().endswith("2 of 2")
        assert visit.board.position.text == "O.X/.../..."
        await try_move(visit, "c3")
        assert visit.status == "Right: c3, win in 5. That was the last; found at once: 2 of 2."
        await visit.press("enter")
        assert visit.status == "That was the last; found at once: 2 of 2. q goes back."


async def test_a_wrong_answer_is_refuted_on_the_board_and_tried_again(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, LOST)
        await try_move(visit, "a3")
        position = visit.board.position
        assert position.text.count("X") == 3, "the reply is on the board"
        assert solve(3, 3, 3)[position.text].value == -1, "and leaves O lost"
        reply = retrying(visit).ply.state.match.names[4]
        assert visit.status.startswith(f"Wrong: a3, lose in 4; X answers {reply}. ")
        assert "missed" in visit.text
        await visit.press("enter")
        assert visit.board.position.text == "X../.O./..X"
        await try_move(visit, "b1")
        assert visit.status == "Right: b1, draw in 6. That was the last; found at once: 0 of 1."
        assert "found later" in visit.text


@pytest.mark.parametrize("name", ["a2", "a3", "b1", "b3", "c1", "c2"])
async def test_right_is_what_brute_force_calls_right(hall: Door, name: str) -> None:
    async with hall() as visit:
        await retry(visit, LOST)
        board = Match(get("tictactoe"), PEOPLE)
        for move in LOST.split()[:3]:
            board = board.play(board.position.parse(move))
        worth = solve(3, 3, 3)[board.position.play(board.position.parse(name)).text].value
        await try_move(visit, name)
        assert visit.status.startswith("Right" if worth == 0 else "Wrong")


async def test_the_answer_is_shown_and_counts_as_shown(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, LOST)
        await visit.do("solution")
        assert visit.status.startswith("The answer: ")
        assert visit.status.endswith("That was the last; found at once: 0 of 1.")
        assert "?? helped" in " ".join(visit.text.split())
        answers = {visit.status.split()[2]}
        for _ in range(4):
            await visit.do("solution")
            answers.add(visit.status.split()[2])
        assert answers == {"a2,", "b1,", "b3,", "c2,"}, "all that hold the draw, in turn"


async def test_keys_and_clicks_go_from_mistake_to_mistake(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, TWO)
        await visit.do("previous_exercise")
        assert visit.status == "This is the first exercise."
        await visit.do("next_exercise")
        assert visit.header.rstrip().endswith("2 of 2")
        await visit.do("previous_exercise")
        assert visit.header.rstrip().endswith("1 of 2")
        await visit.click("3 X a2")
        assert visit.header.rstrip().endswith("2 of 2")
        await visit.click_cell("c3")
        await visit.settle()
        assert visit.status.startswith("Right: c3")
        await visit.press("escape")
        assert visit.board.position.text == "O.X/.../..."


async def test_an_answer_can_be_typed(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, LOST)
        await visit.press("colon")
        assert visit.status.startswith("Type a move, for example ")
        await visit.press("a", "3", "enter")
        await visit.rest()
        assert visit.status.startswith("Wrong: a3")
        await visit.press("escape", "b", "1")
        assert visit.status.endswith(": b1_")
        await visit.press("enter")
        await visit.rest()
        assert visit.status.startswith("Right: b1")
        await visit.press("c")
        assert visit.status == with_keys("A move is on the board; {key:undo} takes it back.")


async def test_where_nothing_can_be_played_that_is_said(hall: Door) -> None:
    async with hall() as visit:
        await retry(visit, LOST)
        await visit.click_cell("a2")
        await visit.press("escape")
        await visit.pilot.click(offset=(5, 5))
        assert retrying(visit).ply.aside is None


async def test_leaving_goes_back_to_the_review_and_the_kept_game_is_as_it_was(hall: Door) -> None:
    async with hall("tictactoe", LOST.removesuffix(" a2"), PEOPLE) as visit:
        await visit.move("a2")
        await review(visit)
        await visit.until(lambda: bool(visit.store.finished()[0].marks))
        (before,) = visit.store.finished()
        await visit.do("retry_mistakes")
        await try_move(visit, "a3")
        await visit.press("enter")
        await try_move(visit, "b1")
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert " ".join(visit.review.state.match.names) == LOST
        assert visit.review.ply.at == 4
        await visit.do("leave")
    store = open_store(hall.folder / STORE_FILE)[0]
    assert store.finished() == [before]
    assert store.unfinished() == []
    store.close()


async def test_without_a_mistake_there_is_nothing_to_try_again(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1 a3 c1 b1 b3 a2 c2 c3", PEOPLE) as visit:
        await review(visit)
        await visit.do("retry_mistakes")
        assert visit.status == "There is no mistake to retry."


async def test_before_a_mistake_is_known_that_is_said(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        await visit.do("review", "retry_mistakes")
        assert visit.status == "No mistakes are known yet; ask again in a moment."


async def test_where_the_line_does_not_tell_the_reply_an_engine_is_asked(hall: Door) -> None:
    state = Snapshot(Course(_played(LOST), Setup(PEOPLE)))
    async with hall() as visit:

        def short(position: Position) -> Analysis:
            found = think(position, None, Limit(), 60_000)
            lines = tuple(Line(line.move, line.score, (line.move,)) for line in found.lines)
            return Analysis(position, lines, 1, 1, 0.0, True)

        visit.app.review(Archive(state), short)
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        await visit.rest()
        visit.engines.hold()
        await visit.do("retry_mistakes")
        await visit.go("a3")
        await visit.press("enter")
        assert visit.status == "The engine is looking for the answer to a3 ..."
        visit.engines.release()
        await visit.rest()
        assert visit.status.startswith("Wrong: a3, lose in 4; X answers ")
        assert "missed" in visit.text


@pytest.mark.parametrize("id", ["nim:3,4,5", "connect-four:5,4,4", "chomp:4,3", "notakto:2"])
async def test_every_board_takes_an_answer(hall: Door, id: str) -> None:
    match = Match(get(id), PEOPLE)
    while not match.outcome and len(match.moves) < 8:
        worst = think(match.position, None, Limit(), 3_000).lines[-1]
        match = match.play(worst.move)
    async with hall() as visit:
        await retry(visit, " ".join(match.names), id)
        for _ in range(3):  # on some boards the first only takes up a piece
            if retrying(visit).trial is None:
                await visit.press("enter")
        await visit.rest()
        assert visit.status[:5] in ("Right", "Wrong", "Nobod")


def _played(moves: str) -> Match:
    match = Match(get("tictactoe"), PEOPLE)
    for move in play_all(get("tictactoe"), moves)[0]:
        match = match.play(move)
    return match


# What is right.


def told(*scores: Score, depth: int = 4) -> Account:
    """A game of one move, the last of those with these scores, each searched so deep."""
    start = nearly_full(len(scores))
    lines = tuple(Line(move, score, (move,), depth) for move, score in enumerate(scores))
    analysis = Analysis(start, lines, 1, 1, 0.0, True)
    last = len(scores) - 1
    return Account((start, start.play(last)), (last,), None, lambda position: analysis if position == start else None)


def exact(verdict: Verdict, plies: int | None = None) -> Score:
    return Score.exact(verdict, plies)


WIN, TIE, LOSE = Verdict.WIN, Verdict.TIE, Verdict.LOSE


@pytest.mark.parametrize(
    ("scores", "right"),
    [
        ((exact(TIE, 6), exact(TIE, 6), exact(LOSE, 4)), (True, True, False)),
        ((exact(WIN, 3), exact(WIN, 7), exact(TIE, 6)), (True, True, False)),
        ((exact(WIN, 3), Score.estimate(0.9), exact(TIE, 6)), (True, None, False)),
        ((Score.estimate(0.5), Score.estimate(0.35), Score.estimate(0.1)), (True, True, False)),
        ((Score.estimate(0.5), exact(TIE), exact(LOSE, 4)), (True, None, False)),
        ((Score.estimate(0.1), exact(TIE), exact(LOSE, 4)), (True, True, False)),
        ((Score.estimate(0.5), Score.estimate(0.4), exact(LOSE, 4)), (True, True, None)),
    ],
)
def test_a_guess_neither_acquits_nor_convicts_what_is_proven(
    scores: tuple[Score, ...], right: tuple[bool | None, ...]
) -> None:
    account = told(*scores)
    assert tuple(account.answer(0, move, None).right for move in range(len(scores))) == right


def test_a_glance_neither_acquits_nor_convicts() -> None:
    account = told(Score.estimate(0.1), Score.estimate(-0.9), exact(TIE), depth=3)
    assert [account.answer(0, move, None).right for move in range(3)] == [None, None, None]
