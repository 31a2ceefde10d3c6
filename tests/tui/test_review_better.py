"""In a review, what was better is walked on the board, other moves are dots in the strips, and proofs take the place of
guesses."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest

from core.analysis import Analysis, Line
from core.games import get
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.position import Position
from core.score import Score, Verdict
from tests.tui.hall import Door, Visit, think, with_keys
from tests.tui.reviewing import LOST, PEOPLE, a_game, review
from tui.game.reviewer import REVIEW_LIMIT, Reviewer
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.review.side import strip

WIN, TIE, LOSE, ENDLESS = Verdict.WIN, Verdict.TIE, Verdict.LOSE, Verdict.ENDLESS


# What was better.


async def test_what_was_better_is_a_line_on_the_board_with_its_reason(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        before = visit.review.state.match.positions[3]
        await visit.do("better")
        line = visit.review.ply.state.match.names[3:]
        assert line[0] in ("a2", "b1", "b3", "c2"), "the moves that hold the draw"
        assert visit.review.ply.position == before.play(before.parse(line[0]))
        assert "Better draw in 6" in visit.side
        assert "move 1 of 6" in visit.text
        assert visit.status == with_keys(
            f"{line[0]}: draw in 6. {{key:back}} and {{key:step}} step, {{key:better}} goes back."
        )


async def test_left_and_right_walk_within_the_line_and_b_goes_back(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        seen = []
        for action in ("better", *["step", "step", "back", "back", "back", "back", "go_last", "step", "go_first"]):
            await visit.do(action)
            seen.append(visit.review.ply.at)
        assert seen == [4, 5, 6, 5, 4, 3, 3, 9, 9, 3]
        await visit.press("left")
        assert visit.status == with_keys("The line begins here; {key:better} goes back to the game.")
        await visit.press("end", "right")
        assert visit.status == with_keys("The line ends here; {key:better} goes back to the game.")
        await visit.do("better")
        assert (visit.review.ply.at, visit.review.ply.aside) == (4, None)
        assert " ".join(visit.review.ply.state.match.names) == LOST


@pytest.mark.parametrize("action", ["step_back", "next_mistake", "previous_mistake", "better"])
async def test_whatever_leaves_the_line_goes_back_to_the_game(hall: Door, action: str) -> None:
    async with hall("tictactoe", "b2 b1 a1 a2 a3 c3 c1", PEOPLE) as visit:
        await review(visit)
        await visit.do("better", "step", action)
        if action.endswith("mistake"):
            assert visit.status == "No more mistakes.", "one move is a mistake, and its line is on the board"
            await visit.press("escape")
        assert visit.review.ply.aside is None


async def test_a_click_on_a_row_leaves_the_line(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.do("better")
        await visit.click("3 X c3")
        assert (visit.review.ply.at, visit.review.ply.aside) == (3, None)


async def test_a_good_move_has_nothing_better_and_the_start_has_the_best_line(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.press("left")
        await visit.do("better")
        assert visit.status == "Nothing better than X c3 is known."
        await visit.press("home")
        await visit.do("better")
        assert "draw in 9" in visit.text
        assert visit.review.ply.at == 1


async def test_what_was_better_is_not_told_before_it_is_looked_at(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        await visit.do("review", "better")
        assert visit.status == "This move is not analysed yet; ask again in a moment."


async def test_playing_on_from_a_line_begins_before_the_mistake(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.do("better")
        await visit.press("right", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == "a1 b2 c3"


# Strips.


def columns(score: Score | None, *others: Score) -> str:
    """A strip as characters, 21 columns wide."""
    return "".join(span.text for span in strip(score, others, 10))[1:-1]


def test_a_strip_has_dots_for_other_moves_as_far_from_the_edge_as_they_are_from_the_end() -> None:
    assert columns(Score.exact(TIE, 5), Score.exact(WIN, 2), Score.exact(LOSE, 3)) == "  •       ◆      •   "
    assert columns(Score.exact(WIN, 0), Score.exact(TIE, 4), Score.exact(LOSE, 0)) == "◆         •         •"
    assert columns(Score.exact(LOSE, 1), Score.exact(ENDLESS)) == "          ∞        ◆ "


def test_what_is_far_off_stays_on_its_side_of_the_middle() -> None:
    assert columns(None, Score.exact(WIN, 40), Score.exact(LOSE, 40)) == "         •·•         "


def test_guesses_are_other_dots_and_proofs_and_the_move_made_hide_them() -> None:
    assert columns(Score.estimate(0.0), Score.estimate(1.0), Score.estimate(-1.0)) == " ·        ◇        · "
    assert columns(None, Score.exact(TIE), Score.estimate(0.0)) == "          •          "
    assert columns(Score.estimate(0.0), Score.exact(TIE)) == "          ◇          "


async def test_the_dots_of_a_ply_are_the_values_of_its_other_moves(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        # After a1 b2 c3 four moves draw, c1 and a3 lose in 4: three plies after them X has won.
        (row,) = (line for line in visit.text.splitlines() if "O c1 ??|" in line)
        inside = row[row.index("|") + 1 : row.rindex("|")]
        assert inside.index("◆") == 3, "c1 and a3 lead to the same"
        assert inside.index("•") == 10


# Proofs and guesses.


def guessed(position: Position) -> Analysis:
    lines = tuple(Line(move, Score.estimate(0.3), (move,)) for move in position.moves)
    return Analysis(position, lines, 1, 1, 0.0, True)


async def test_a_proof_that_comes_later_takes_the_place_of_guesses_before_it_too(hall: Door) -> None:
    state = a_game(LOST)
    async with hall() as visit:
        visit.app.review(
            Archive(state), lambda position: None if position == state.match.positions[5] else guessed(position)
        )
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        visit.engines.hold()
        await visit.settle()
        await visit.press("end")
        screen = visit.review
        proof = think(state.match.positions[5], None, REVIEW_LIMIT, 60_000)
        screen._reviewer.learn([replace(proof, final=True)])
        screen.refresh_all()
        await visit.settle()
        (row,) = (line for line in visit.text.splitlines() if "4 O c1" in line)
        assert "◆" in row, "X wins after it: proven by the move that followed"
        assert screen.account.judgements[4].score.verdict is WIN


async def test_what_a_review_found_out_is_there_when_it_is_opened_again(hall: Door) -> None:
    state = a_game(LOST)
    for asked in (7, 0):
        async with hall() as visit:
            before = len(visit.engines.asked)
            visit.app.review(Archive(state))
            await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
            await visit.rest()
            await visit.until(lambda: not visit.review.account.unseen)
            assert len(visit.engines.asked) - before == asked
            assert "O went wrong at move 4: c1 threw" in visit.text


@pytest.mark.parametrize("leaves", [True, False], ids=["the review", "the app"])
async def test_a_review_that_is_left_midway_keeps_what_it_found(hall: Door, leaves: bool) -> None:
    state = a_game(LOST)
    hall.engines.hold()
    for answers in (3, 0):
        async with hall() as visit:
            visit.app.review(Archive(state))
            await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen) and visit.engines.open)
            for _ in range(answers):
                visit.engines.open[0].answer_soon()
                await visit.settle()
            assert visit.review.account.unseen == 7 - 3
            if leaves:
                await visit.do("leave")


def test_of_a_long_game_no_position_is_forgotten() -> None:
    match = Match(get("subtraction:999:1,2"), PEOPLE)
    while not match.outcome:
        match = match.play(match.position.moves[0])
    state = Snapshot(Course(match, Setup(PEOPLE)))
    reviewer = Reviewer(state, lambda analysis: None, lambda error: None, 1.0, never)
    assert len(reviewer.unseen) == 999
    reviewer.learn(guessed(position) for position in reviewer.unseen)
    assert reviewer.unseen == []


def never() -> NoReturn:
    raise AssertionError("nobody is asked")


async def test_a_line_goes_on_by_what_is_proven_of_its_end(hall: Door) -> None:
    state = a_game("a1 b2 c3 c1 a3 b3")
    async with hall() as visit:

        def short(position: Position) -> Analysis:
            """Proven, but with lines that end at once, as where a book knows the worth and not the moves."""
            proof = think(position, None, REVIEW_LIMIT, 60_000)
            return replace(proof, lines=tuple(replace(line, pv=line.pv[:1]) for line in proof.lines), final=True)

        visit.app.review(Archive(state), short)
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        await visit.press("home")
        await visit.do("next_mistake", "better")
        await walk(visit, 5)
        assert len(visit.review.ply.state.match.moves) == 9
        assert visit.review.ply.position.outcome
        assert visit.review.ply.position.outcome.winner is None


async def walk(visit: Visit, steps: int) -> None:
    for _ in range(steps):
        await visit.rest()
        await visit.press("right")
