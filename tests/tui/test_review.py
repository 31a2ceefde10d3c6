"""A game is looked at move by move: what each move was worth, where it turned, and how to try again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.game import Remark
from tests.core.played import played
from tests.core.storing import respell
from tests.tui.hall import FULL, Door, Visit, guessed, with_keys
from tests.tui.reviewing import LOST, PEOPLE, a_game, review
from tui.screens.home.finished import Finished
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.text.keys import KEYS


async def choose_the_newest(visit: Visit) -> None:
    """From home: the list of finished games, and its first."""
    await visit.do("review")
    await visit.until(lambda: isinstance(visit.app.screen, Finished))
    await visit.press("enter")
    await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
    await visit.rest()


async def test_a_review_opens_at_the_turning_point_with_what_the_panel_knew(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        asked = len(visit.engines.asked)
        await review(visit)
        assert visit.review.ply.at == 4
        assert len(visit.engines.asked) == asked, "all of it was known"
        assert "X Alphabeta  1-0  O You" in visit.header
        assert "7 moves" in visit.header


async def test_the_arrows_step_and_home_and_end_jump(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        seen = []
        for key in ("end", "left", "left", "home", "left", "right", "end", "right"):
            await visit.press(key)
            seen.append(visit.review.ply.at)
        assert seen == [7, 6, 5, 0, 0, 1, 7, 7]
        await visit.press("home")
        assert visit.status == "The start. > goes forward, End goes to the end."
        assert visit.board.view.last is None


async def test_the_mistake_is_found_named_and_priced(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        await review(visit)
        await visit.press("home")
        await visit.do("next_mistake")
        assert visit.review.ply.at == 4
        assert visit.status == with_keys(
            "Move 4, O c1: draw thrown away; b1 a2 c2 b3 held it. {key:better} shows why, {key:retry_mistakes} retries."
        )
        assert "turned at 4 ─" in visit.text
        assert "draw 6 -> lose 4" in visit.text
        assert str(played(LOST).blame) in " ".join(visit.side)
        await visit.do("next_mistake")
        assert visit.status == "No more mistakes."
        await visit.press("end")
        await visit.do("previous_mistake")
        assert visit.review.ply.at == 4


async def test_the_summary_counts_what_each_player_kept(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        await review(visit)
        assert "kept value  4 of 4      2 of 3" in visit.text
        assert "gave away   0           1 ??" in visit.text
        assert "accuracy    100%        67%" in visit.text


async def test_plies_given_away_count_in_the_accuracy_and_not_as_mistakes(hall: Door) -> None:
    # b1 loses; then a2 does not block c3, where X could win at once; a3 makes a second threat instead and wins two plies later.
    async with hall("tictactoe", "b2 b1 a1 a2 a3 c3 c1", PEOPLE) as visit:
        await review(visit)
        assert "kept value  4 of 4      2 of 3" in visit.text
        assert "gave away   1 ?!        1 ?? 1 ?!" in visit.text
        assert "accuracy    75%         33%" in visit.text


async def test_no_verdict_and_no_share_is_told_before_every_position_was_looked_at(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        await visit.do("review")
        await visit.until(lambda: "Positions analysed: 0 of 7" in visit.text)
        assert "%" not in visit.text
        assert " of 4" not in visit.text
        assert "Turning" not in visit.text
        assert visit.review.ply.at == 7
        visit.engines.release()
        await visit.rest()
        assert "turned at 4 ─" in visit.text
        assert "accuracy    100%        67%" in visit.text
        assert visit.review.ply.at == 4, "the reader is taken to the turning point, as nobody has gone elsewhere"


async def test_where_no_move_turned_the_game_it_opens_at_the_move_that_cost_most(hall: Door) -> None:
    # Who moves in two equal heaps has lost: after four plies by taking one object, after two by taking a whole heap.
    async with hall("nim:2,2", "a2 b2", PEOPLE) as visit:
        await visit.rest()
        visit.engines.hold()
        await visit.do("review")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert visit.review.ply.at == 1


async def test_what_the_panel_knew_is_kept_with_the_game_and_a_later_review_opens_with_it(hall: Door) -> None:
    before, _space, last = LOST.rpartition(" ")
    async with hall("tictactoe", before, PEOPLE) as visit:
        await visit.move(last)
        await visit.rest()
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.until(lambda: visit.home.yours.finished)
        visit.engines.hold()
        await visit.do("review")
        await visit.until(lambda: isinstance(visit.app.screen, Finished))
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        await visit.until(lambda: visit.review.ply.at == 4)


async def review_of_an_unseen_game(visit: Visit) -> None:
    """Open from home the review of a game of which nothing is kept but its moves."""
    match = a_game(LOST).match
    visit.store.save(match)
    await visit.do("leave")
    await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
    await visit.until(lambda: visit.home.yours.finished)
    await visit.do("review")
    await visit.until(lambda: isinstance(visit.app.screen, Finished))
    await visit.press("enter")
    await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))


async def test_a_review_from_home_of_a_game_that_nobody_has_looked_at_comes_to_the_turning_point(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await review_of_an_unseen_game(visit)
        await visit.rest()
        assert visit.review.ply.at == 4


async def test_the_turning_point_that_the_long_look_finds_is_shown_where_the_quick_one_saw_another(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        visit.engines.hold()
        await review_of_an_unseen_game(visit)
        await visit.until(lambda: visit.engines.open)
        while visit.review.account.unknown:
            (worker,) = visit.engines.open
            asked = worker.asked
            assert asked
            worker.asked = None
            asked.run(asked.heard, replace(guessed(visit.engines.think(asked.request)), final=True))
            await visit.settle()
        visit.engines.release()
        await visit.rest()
        assert visit.review.ply.at == 4


async def test_a_reader_who_has_gone_elsewhere_is_not_taken_to_the_turning_point(hall: Door) -> None:
    async with hall("tictactoe", LOST, (FULL, "human")) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        await visit.do("review")
        await visit.press("home")
        visit.engines.release()
        await visit.rest()
        assert visit.review.ply.at == 0


async def test_resigning_in_a_drawn_position_is_the_turning_point(hall: Door) -> None:
    async with hall("tictactoe", LOST[:8], PEOPLE) as visit:
        await visit.do("resign")
        await visit.until(lambda: "Resign" in visit.text)
        await visit.press("y")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen) and visit.play.state.match.outcome)
        await visit.rest()
        await review(visit)
        assert visit.review.ply.at == 3
        assert "Turning point O resigned" in visit.side
        assert "O went wrong by resigning, which" in visit.text
        assert "draw in 6  ->  lose" in visit.text
        assert visit.status.startswith("O resigned here; the value was draw in 6. Move 3, X c3: ")
        await visit.press("home")
        await visit.do("next_mistake")
        assert visit.review.ply.at == 3


async def test_resigning_a_lost_position_leaves_the_turning_point_where_it_was(hall: Door) -> None:
    async with hall("tictactoe", LOST[:-3], PEOPLE) as visit:
        await visit.do("undo", "resign")
        await visit.until(lambda: "Resign" in visit.text)
        await visit.press("y")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen) and visit.play.state.match.outcome)
        await visit.rest()
        await review(visit)
        assert visit.review.ply.at == 4
        await visit.press("end")
        assert visit.status.startswith("O resigned here. Move ")


@pytest.mark.parametrize("width", [80, 100])
async def test_the_footer_shows_the_keys_to_mistakes_and_to_what_was_better(hall: Door, width: int) -> None:
    async with hall("tictactoe", LOST, PEOPLE, size=(width, 24)) as visit:
        await review(visit)
        assert (
            with_keys("{key:next_mistake} next mistake  {key:better} better  {key:retry_mistakes} retry")
            in visit.footer
        )
        assert len(visit.footer.strip().split("  ")) <= 9
        assert visit.key("previous_mistake") == KEYS["previous_mistake"].keys
        assert visit.footer.rstrip().endswith(with_keys("{key:leave} leave"))


async def test_a_game_without_mistakes_has_no_turning_point(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1 a3 c1 b1 b3 a2 c2 c3", PEOPLE) as visit:
        await review(visit)
        assert visit.review.ply.at == 9
        assert "─ No turning point ─" in visit.text
        assert "Nobody went wrong: no move changed" in visit.text
        assert "½-½" in visit.header
        await visit.press("home")
        await visit.do("next_mistake")
        assert visit.status == "No more mistakes."


async def test_a_mistake_can_be_tried_again(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        first = visit.play.state.match.id
        await review(visit)
        await visit.press("home")
        await visit.do("next_mistake")
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.moves == "a1 b2 c3"
        assert visit.play.state.match.id != first
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


async def test_a_review_of_two_engines_is_tried_again_by_you(hall: Door) -> None:
    hall.furnish(opponent="alphabeta:easy")
    async with hall("tictactoe", LOST, (FULL, "mcts:full")) as visit:
        await review(visit)
        await visit.press("home", "right", "right", "right", "right", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert set(visit.play.state.match.players) == {"human", "alphabeta:easy"}


async def test_a_click_on_a_row_goes_to_its_move(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.click("3 X c3")
        assert visit.review.ply.at == 3


async def test_marks_come_and_go_and_the_choice_is_kept(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.press("home", "right", "right", "right")
        await visit.rest()
        assert len(visit.board.view.marks) == 6
        await visit.do("marks")
        assert visit.board.view.marks == {}
        assert not visit.app.settings.marks


async def test_a_move_not_looked_at_yet_is_not_judged(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        visit.engines.hold()
        visit.play.panel.analyst.forget()
        await visit.do("review")
        await visit.press("home", "right")
        assert visit.status == "Move 1, X a1: not analysed yet ..."
        assert "??" not in visit.text


async def test_any_finished_game_is_reviewed_from_a_list_at_home_the_newest_first(hall: Door) -> None:
    for moves in ("a1 b2 c3 c1 a3 b3", "a1 a2 b1 b2"):
        async with hall("tictactoe", moves, ("human", FULL)) as visit:
            await visit.move("a2" if "c3" in moves else "c1")
    async with hall() as visit:
        await visit.until(lambda: "Review    Tic-tac-toe" in visit.text)
        await choose_the_newest(visit)
        assert " ".join(visit.review.state.match.names) == "a1 a2 b1 b2 c1"
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.do("review")
        await visit.until(lambda: isinstance(visit.app.screen, Finished))
        assert visit.text.count("You 1-0 Alphabeta") == 2
        await visit.press("down", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        assert " ".join(visit.review.state.match.names) == LOST


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        (
            (80, 24),
            ["Tic-tac-toe 3x3  two people, 1-0 ", "Tic-tac-toe 3x3  You 1-0 Alphabeta ", " now │"],
        ),
        ((40, 12), ["Tic-tac-toe 3x3  two people, 1-0", "Tic-tac-toe 3x3  You 1-0 Alphab…"]),
    ],
)
async def test_the_list_tells_what_there_is_room_for(hall: Door, size: tuple[int, int], rows: list[str]) -> None:
    for players in (("human", FULL), PEOPLE):
        async with hall("tictactoe", "a1 a2 b1 b2", players) as visit:
            await visit.move("c1")
    async with hall(size=size) as visit:
        await visit.until(lambda: visit.home.yours.finished)
        await visit.do("review")
        await visit.until(lambda: isinstance(visit.app.screen, Finished))
        assert [row for row in rows if row not in visit.text] == []


async def test_the_list_of_finished_games_is_left_without_a_choice(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL)) as visit:
        await visit.move("a2")
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        await visit.do("review")
        await visit.press("escape")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


async def test_a_finished_game_that_cannot_be_read_is_named_in_a_sentence(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL)) as visit:
        await visit.move("a2")
        respell(visit.app.keeper.path, moves=["zz", "yy"])
    async with hall() as visit:
        await visit.until(lambda: "Review    Tic-tac-toe" in visit.text)
        await visit.do("review")
        await visit.press("enter")
        assert visit.status.startswith("Move 1: 'zz' is not a square")


async def test_what_a_review_has_found_out_is_kept_beside_the_game(hall: Door) -> None:
    async with hall("tictactoe", LOST.removesuffix(" a2"), (FULL, "human")) as visit:
        await visit.rest()
        await review(visit)
        await visit.until(lambda: bool(visit.store.finished()[0].marks))
        (kept,) = visit.store.finished()
        assert kept.moves == LOST
        assert kept.marks[3] == "??", "c1 throws the draw away"
        assert [ply for ply, mark in enumerate(kept.marks) if mark in ("??", "?", "?!")] == [3]


async def test_a_move_that_was_cut_short_by_time_is_told_where_it_stands_and_at_the_start(hall: Door) -> None:
    async with hall("tictactoe", LOST.removesuffix(" a2"), PEOPLE) as visit:
        await visit.move("a2")
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        (kept,) = visit.store.finished()
        visit.store.save(replace(kept.match, remarks=((4, Remark.CUT),)), kept)
        await choose_the_newest(visit)
        await visit.press("home")
        assert visit.status.endswith("Cut short by the time limit: 4.")
        await visit.press("right", "right", "right")
        assert "cut short" not in visit.status
        await visit.press("right")
        assert "The time limit cut its search short." in visit.status


async def test_the_footer_of_a_review_without_a_mistake_offers_none(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1 a3 c1 b1 b3 a2 c2 c3", PEOPLE) as visit:
        await review(visit)
        assert visit.footer.strip() == with_keys(
            "< back  > step  {key:better} better  Enter try another move  {key:menu} menu  ? help  {key:leave} leave"
        )
