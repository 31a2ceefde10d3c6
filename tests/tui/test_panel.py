"""What the panel and the cells say: never more than is known, never of another position, and only when asked for."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from core.analysis import Analysis, Line
from core.errors import CoreError, EngineDied, EngineForfeits
from core.game import Reason
from core.games import get
from core.phrase import Phrase
from core.position import Outcome, Position
from core.score import Proof, Score, Verdict
from tests.tui.hall import FULL, Door, Visit, guessed, unproven, with_keys
from tests.tui.told import DRAW, WIN, judged, worth
from tui.screens.base.window import USUAL_COLUMNS
from tui.widgets.panel import Panel, PanelMove, visited

PEOPLE = ("human", "human")
SECOND = (FULL, "human")


def roles(panel: Panel, text: str) -> set[str]:
    """The roles of the pieces of the row in which a text stands, less the frame."""
    for row in panel._rows:
        if text in "".join(span.text for span in row):
            return {span.role for span in row if span.text.strip("│ ")}
    raise AssertionError(f"no row has {text!r}")


def ignorant(analysis: Analysis) -> Analysis:
    """The same analysis where nothing is known of any move."""
    return replace(analysis, lines=tuple(Line(line.move, unproven(0.0), (line.move,)) for line in analysis.lines))


# The sentence.


async def test_the_first_line_of_the_panel_is_a_sentence_with_a_proven_value(hall: Door) -> None:
    # After a1 b2 c3 the game is a draw in 6 with four moves and lost in 4 with two.
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert f"{worth('O', DRAW, 6)} exact" in visit.side
        first = visit.side.index("move value in line") + 1
        assert [row.replace("▸", "").split()[:4] for row in visit.side[first : first + 6]] == [
            ["b1", "=", "draw", "6"],
            ["a2", "=", "draw", "6"],
            ["c2", "=", "draw", "6"],
            ["b3", "=", "draw", "6"],
            ["c1", "-", "lose", "4"],
            ["a3", "-", "lose", "4"],
        ]
        assert "b1 a2 c2 b3 equal by symmetry" in visit.side


async def test_an_estimate_is_a_signed_number_with_a_wave_and_is_never_shown_as_proven(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        hall.engines.report(guessed)
        await visit.pilot.pause()
        assert "O to move: O is better ~" in visit.side
        assert "~ +0.30" in visit.text
        assert "~ -0.20" in visit.text
        assert "~ +0.00" in visit.text
        assert "live" in visit.text.splitlines()[1]
        assert "exact" not in visit.text
        assert "draw" not in visit.text
        assert "~+.30" in visit.text.splitlines()[5], "b1 on the board"


async def test_no_guess_is_shown_of_a_move_of_which_nothing_is_known(hall: Door) -> None:
    hall.engines.hold()
    async with hall("pong-hau-ki", "2-3", PEOPLE) as visit:
        hall.engines.report(ignorant)
        await visit.pilot.pause()
        assert "1-2     unknown " in visit.text
        assert "+.00" not in visit.text
        assert "0.00" not in visit.text


async def test_what_is_proven_of_a_position_is_said_of_its_only_move_too(hall: Door) -> None:
    async with hall("pong-hau-ki", players=PEOPLE) as visit:
        hall.engines.hold()
        await visit.press("colon", *"2-3", "enter")
        hall.engines.report(ignorant)
        await visit.pilot.pause()
        (move,) = visit.play.state.match.position.moves
        name = visit.play.state.match.position.name(move)
        assert re.search(f"ENDLESS +proven before.*{name}   ∞ endless", visit.text, re.DOTALL)


async def test_what_is_proven_is_not_taken_back_while_no_more_than_guesses_are_there_of_what_it_led_to(
    hall: Door,
) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        hall.engines.hold()
        await visit.press(*"c1", "enter")  # X wins in 3
        hall.engines.report(guessed)
        await visit.pilot.pause()
        proven = judged(visit.board.position, Score.exact(WIN, 3), before=True)
        assert proven in visit.side
        assert "~ +0.30" in visit.text
        assert marker(visit) == 0
        await visit.press(*"a3", "enter")
        await visit.lose_patience()
        assert visit.panel.stale
        assert proven in visit.side


async def test_a_bound_of_a_draw_leaves_the_columns_where_they_are_in_spanish_too(hall: Door) -> None:
    hall.furnish(language="es")
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        scores = Score.exact(Verdict.TIE, 6), Score.bound(Proof.AT_MOST, -0.1)
        lines = tuple(Line(move, score, (move, 3)) for move, score in zip((1, 5), scores, strict=True))
        hall.engines.report(lambda found: replace(found, lines=lines))
        await visit.settle()
        rows = [line for line in visit.text.splitlines() if "tablas" in line[42:]]
        assert "≤ tablas" in rows[-1]
        assert {line.index("a2", 55) for line in rows[-2:]} == {rows[-1].index("a2", 55)}


async def test_the_better_player_is_named_whoever_is_to_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        hall.engines.report(lambda found: replace(found, lines=(Line(1, unproven(-0.6), (1,)),)))
        await visit.pilot.pause()
        assert "O to move: X is much better" in visit.text


def marker(visit: Visit) -> int:
    """Where on the bar between the players the marker is, as columns from its left end."""
    (bar,) = (row for row in visit.side if "◆" in row)
    return bar.index("◆") - len("X ")


async def test_the_marker_of_the_bar_is_nearer_to_the_side_that_stands_better(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        middle = marker(visit)
        await visit.move("c1")  # X wins
        x_wins = marker(visit)
        await visit.do("undo")
        await visit.rest()
        await visit.move("b1", "c2")  # O wins by b3
        o_wins = marker(visit)
        assert x_wins < middle < o_wins


# The two cursors.


async def test_the_list_follows_the_cursor_of_the_board(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.go("c1")
        assert "▸ c1    - lose    4" in visit.text
        assert "c1 loses in 4." in visit.status
        assert any(row.startswith("c1 a3 ") for row in visit.side)


async def test_the_board_follows_the_cursor_of_the_list(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        seen = []
        await visit.press("left")  # where no move can be made
        for _ in range(6):
            await visit.press("pagedown")
            seen.append(visit.board.position.name(visit.board.chosen[0]))
        assert seen == ["b1", "a2", "c2", "b3", "c1", "a3"]
        await visit.press("pagedown")
        assert visit.board.position.name(visit.board.chosen[0]) == "a3", "the worst move is the end of the list"
        await visit.press("pageup")
        assert visit.board.position.name(visit.board.chosen[0]) == "c1"
        await visit.press(*["pageup"] * 9)
        assert visit.board.position.name(visit.board.chosen[0]) == "b1", "and the best is its beginning"


async def test_the_list_begins_with_the_best_move_wherever_the_cursor_stands(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        analysis = visit.panel.analysis
        assert analysis
        names = [analysis.position.name(line.move) for line in analysis.lines]
        await visit.press(*["pagedown"] * 12)
        rows = [row.split() for row in visit.side]
        heading = next(i for i, row in enumerate(rows) if row[:2] == ["move", "value"])
        note = next(i for i, row in enumerate(rows) if row[:1] == ["and"])
        listed = [next(part for part in row if part != "▸") for row in rows[heading + 1 : note]]
        assert listed == [*names[: len(listed) - 1], names[-1]], "the last row is that of the cursor"
        assert len(listed) < len(names)
        assert f"▸ {names[-1]} " in visit.text


async def test_from_a_square_that_is_taken_the_list_begins_with_the_best_move(hall: Door) -> None:
    for key in ("pageup", "pagedown"):
        async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
            await visit.press("left")
            assert not visit.board.chosen
            await visit.press(key)
            assert visit.board.position.name(visit.board.chosen[0]) == "b1"


async def test_after_a_reply_the_cursor_stands_on_a_free_square_near_it(hall: Door) -> None:
    hall.engines.hold()
    async with hall("gomoku", "h8", ("human", FULL)) as visit:
        hall.engines.release()
        await visit.until(lambda: len(visit.play.state.match.moves) == 2)
        await visit.rest()
        position, last = visit.board.position, visit.play.state.match.moves[-1]
        (chosen,) = visit.board.chosen
        assert chosen in position.moves
        columns = 15
        assert max(abs(chosen % columns - last % columns), abs(chosen // columns - last // columns)) == 1


async def test_moves_equal_by_symmetry_share_a_row_where_room_is_short(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        first = visit.side.index("move value in line") + 1
        rows = [row.replace("▸", "").split() for row in visit.side[first : first + 3]]
        assert sorted(row[0] for row in rows) == ["a1", "b1", "b2"], "a corner, an edge and the centre"


async def test_the_move_under_the_cursor_stands_for_its_class(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.go("c3")
        assert "▸ c3    = draw    9" in visit.text
        assert any(row.startswith("a1 c1 a3 c3 ") for row in visit.side)
        assert "   a1    = draw" not in visit.text


# Stale numbers.


async def test_stale_numbers_are_dimmed_and_never_stand_on_the_cells_of_another_position(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert visit.board.view.marks
        visit.engines.hold()
        await visit.move_unheard("c1")
        await visit.lose_patience()
        assert visit.panel.stale
        panel = visit.app.screen.query_one(Panel)
        assert all("stale" in role for role in roles(panel, "b1    = draw"))
        assert visit.board.view.marks == {}
        assert "- 4" not in "\n".join(line[:42] for line in visit.text.splitlines())
        visit.engines.release()
        await visit.rest()
        assert not visit.panel.stale
        assert visit.board.view.marks.keys() == set(visit.play.state.match.position.moves)


async def test_sentence_and_bar_hold_their_last_value_until_there_is_a_new_one(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        hall.engines.report(guessed)
        await visit.pilot.pause()
        before = visit.text.splitlines()[2:4]
        await visit.move_unheard("c1")
        await visit.lose_patience()
        assert visit.panel.stale
        assert [line[42:] for line in visit.text.splitlines()[2:4]] == [line[42:] for line in before]
        assert roles(visit.app.screen.query_one(Panel), "O to move: O is better") == {"strong stale", "guess stale"}


async def test_a_move_that_is_proven_tells_at_once_what_the_next_position_is_worth(hall: Door) -> None:
    # By brute force c1 loses in 4, and after b1 the game is a draw in 5 plies more.
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.hold()
        await visit.move_unheard("c1")
        await visit.lose_patience()
        assert judged(visit.board.position, Score.exact(WIN, 3), before=True) in visit.side
        assert marker(visit) == 0
        assert "rules  Thinking ..." in visit.text or "search  Thinking ..." in visit.text
        panel = visit.app.screen.query_one(Panel)
        assert roles(panel, "WIN in 3") == {"strong", "win"}
        assert all("stale" in role for role in roles(panel, "b1    = draw"))


async def test_a_move_taken_back_another_line_and_another_engine_lose_no_proof(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        hall.engines.report(guessed)
        await visit.pilot.pause()
        assert "exact" not in visit.text
        await visit.move_unheard("c1")
        hall.engines.report(lambda found: found)  # X wins in 3, which proves what c1 was worth
        await visit.pilot.pause()
        await visit.do("undo")
        hall.engines.report(guessed)
        await visit.pilot.pause()
        assert "c1    - lose    4" in visit.text
        assert "O to move: O is better" in visit.text
        await visit.choose("engine", "minimax")
        hall.engines.report(guessed)
        await visit.pilot.pause()
        assert "c1    - lose    4" in visit.text
        await visit.move_unheard("c1")
        await visit.lose_patience()
        assert judged(visit.board.position, Score.exact(WIN, 3), before=True) in visit.side


async def test_the_engine_of_the_panel_may_fail_and_the_game_goes_on(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.hold()
        await visit.move_unheard("b1")
        visit.engines.fail(EngineDied("The engine is gone."))
        await visit.pilot.pause()
        assert visit.status == "The engine is gone."
        visit.engines.release()
        await visit.move("b3")
        assert visit.moves == "a1 b2 c3 b1 b3"
        assert visit.panel.analysis


async def test_a_program_that_fails_loses_the_game_in_words_and_is_asked_again_by_a_key(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=("ugi:x", "human")) as visit:
        visit.engines.fail(EngineForfeits("ugi:x forfeits: it did not answer in time."))
        await visit.pilot.pause()
        assert visit.status.startswith(
            f"ugi:x forfeits: it did not answer in time. {visit.key('undo')} resumes the game"
        )
        assert visit.play.state.match.outcome == Outcome(1, Reason.RESIGNED)
        assert visit.play.state.match.standing.wins == (0, 1)
        await visit.do("undo")
        assert visit.play.state.match.outcome is None
        assert visit.play.state.match.standing.wins == (0, 0)
        assert "ugi:x" not in [worker.question.engine for worker in visit.engines.open if worker.question]
        assert with_keys("{key:move_now} asks again") in visit.status
        await visit.press("right")
        assert visit.status == with_keys(
            "X x does not answer; {key:move_now} asks again, {key:seat_first} and {key:seat_second} choose another player."
        )
        await visit.do("move_now")
        assert "ugi:x" in [worker.question.engine for worker in visit.engines.open if worker.question]


async def test_the_opponent_may_fail_and_can_be_replaced(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.press("enter")
        visit.engines.fail(EngineDied("The engine is gone."))
        await visit.pilot.pause()
        assert visit.status.startswith(f"The engine is gone. {visit.key('undo')} takes back your move;")
        visit.engines.release()
        await visit.choose("seat_second", "mcts:2")
        await visit.until(lambda: len(visit.moves.split()) == 2)


# Panel states and marks.


async def test_each_state_of_the_panel_remembers_whether_the_cells_are_marked(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert visit.board.view.marks
        await visit.do("marks")
        assert not visit.board.view.marks
        await visit.do("panel")
        assert not visit.panel.study
        assert not visit.board.view.marks
        await visit.do("marks")
        assert visit.board.view.marks
        await visit.do("panel")
        assert visit.panel.study
        assert not visit.board.view.marks
        await visit.do("panel")
        assert visit.board.view.marks


async def test_the_quiet_panel_keeps_every_value_to_itself(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.go("c1")
        assert not any(word in visit.text for word in ("to move: DRAW", "exact", "loses in", "= 6", "- 4"))


def last_judged(visit: Visit) -> tuple[PanelMove, str]:
    """What the quiet panel tells of one's own last move."""
    assert visit.panel.quiet_view
    assert visit.panel.quiet_view.last
    return visit.panel.quiet_view.last


async def test_the_quiet_panel_judges_your_last_move_once_it_is_answered(hall: Door) -> None:
    # Of the six replies to a1 b2 c3 the two corners lose: X has a fork.
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "a1 b2 c3 b1 a2", SECOND) as visit:
        move, others = last_judged(visit)
        assert (move.move, move.sign) == ("b1", "=")
        assert others == "c1 a3 would have lost in 4."


async def test_the_quiet_panel_says_what_a_mistake_led_to_and_what_held(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "a1 b2 c3 c1 a3", SECOND) as visit:
        move, others = last_judged(visit)
        assert (move.move, move.sign, others) == ("c1", "-", "")
        assert move.note.startswith("loses in 4; ")


async def test_the_quiet_panel_marks_only_your_own_answered_moves(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "a1 b2 c3 b1 a2", SECOND) as visit:
        assert [bool(move.sign) for move in visit.panel.played] == [False, True, False, True, False]


async def test_what_the_opponent_says_of_its_move_waits_until_values_are_shown(hall: Door) -> None:
    # The expected line begins with the opponent's move and goes on with the player's best reply.
    async with hall("tictactoe/misere", "a1", PEOPLE) as visit:
        visit.play.explained = Phrase("X a1: it draws; expected: a1 c3 b1.")
        visit.play.refresh_all()
        await visit.settle()
        assert "expected:" in visit.status
        await visit.do("panel")
        assert "expected:" not in visit.status
        await visit.do("marks")
        assert visit.board.view.marks
        assert not visit.panel.study


async def test_a_reason_is_not_said_while_the_player_is_to_think_first(hall: Door) -> None:
    hall.furnish(marks_delay=3600)
    async with hall("tictactoe", players=("human", "newell-simon")) as visit:
        await visit.move("a1")
        assert visit.moves == "a1 b2"
        assert "takes the centre" not in visit.text


async def test_the_status_line_is_renewed_with_the_marks_and_the_panel(hall: Door) -> None:
    for action, status in (("marks", "The cells show no values."), ("panel", "X to move.")):
        async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
            await visit.press("colon", *"z9", "enter")
            assert "is not a square" in visit.status
            await visit.press("escape")
            await visit.do(action)
            assert visit.status.startswith(status)


async def test_the_panel_and_the_marks_are_as_they_were_left_the_last_time(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.do("marks", "panel")
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert not visit.panel.study
        await visit.do("panel")
        assert not visit.board.view.marks


async def test_marks_can_be_delayed_so_that_a_player_thinks_first(hall: Door) -> None:
    hall.furnish(marks_delay=3600)
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert not visit.board.view.marks
        assert "DRAW" not in visit.text
        assert "Thinking" not in visit.text
        visit.play.panel.switches._now_due()
        await visit.pilot.pause()
        assert visit.board.view.marks
        assert worth("O", DRAW, 6) in visit.text
        await visit.move("b1")
        assert not visit.board.view.marks, "the next turn begins with thinking again"


@pytest.mark.parametrize("delay", [3600, None])
async def test_delayed_marks_come_at_once_when_they_are_asked_for(hall: Door, delay: int | None) -> None:
    hall.furnish(marks_delay=delay)
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert not visit.board.view.marks
        await visit.do("marks")
        assert visit.board.view.marks
        assert worth("O", DRAW, 6) in visit.text
        await visit.do("marks")
        assert not visit.board.view.marks


# Hints.


async def test_hints_climb_four_rungs_and_are_counted(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        said = []
        for _ in range(5):
            await visit.do("hint")
            said.append(visit.panel.hint)
            assert "int" not in visit.status, "what the panel says is told once"
        assert [text.split()[0] for text in said] == ["1/4", "2/4", "3/4", "4/4", "4/4"]
        assert said[4] == said[3]
        assert said[3] in visit.text
        assert visit.board.position.name(visit.board.chosen[0]) == "b1"
        assert visit.play.state.match.hints == 4


async def test_the_ladder_begins_anew_with_every_turn(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.do("hint", "hint")
        await visit.move("b1")
        await visit.do("hint")
        assert visit.panel.hint.startswith("1/4")


async def test_a_hint_is_told_in_the_status_line_where_the_panel_has_no_room(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND, size=(60, 20)) as visit:
        await visit.do("hint")
        assert visit.status.startswith("Hint 1 of 4: ")
        await visit.do("panel", "hint")
        assert "2/4 " in visit.text
        assert "Hint 2" not in visit.status


async def test_the_count_of_hints_is_kept_and_shown_in_the_review(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 b1 b3 a3", ("human", FULL)) as visit:
        await visit.do("hint", "hint")
        await visit.move("c1")
        await visit.move(*(["c2"] if not visit.play.state.match.outcome else []))
        while not visit.play.state.match.outcome:
            await visit.do("hint", "hint", "hint")
            await visit.press("enter")
            await visit.rest()
        hints = visit.play.state.match.hints
        assert hints >= 2
        (kept,) = visit.store.finished()
        assert kept.match.hints == hints
        await visit.do("review")
        await visit.rest()
        row = next(line for line in visit.text.splitlines() if "hints used" in line)
        assert row.split("hints used")[1].split()[:2] == [str(hints), "-"]


async def test_a_hint_before_the_engine_has_answered_is_put_off_and_not_counted(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.do("hint")
        assert visit.status == "The engine has not answered yet; ask again in a moment."
        assert visit.play.state.match.hints == 0


@pytest.mark.parametrize("game", ["tictactoe", "nim:3,4,5"])
async def test_where_no_answer_comes_the_panel_and_a_hint_say_why_and_a_hint_asks_again(hall: Door, game: str) -> None:
    hall.engines.hold()
    async with hall(game, players=PEOPLE) as visit:
        hall.engines.fail(CoreError("Nobody tells you."))
        await visit.pilot.pause()
        assert visit.panel.message == "Nobody tells you."
        assert visit.panel.notes is None, "nor is anything worked out beside it"
        asked = len(hall.engines.asked)
        await visit.do("hint")
        assert visit.status == "Nobody tells you."
        assert len(hall.engines.asked) == asked + 1
        assert visit.play.state.match.hints == 0


async def test_no_hint_is_given_for_the_opponents_move(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.press("enter")
        await visit.do("hint")
        assert visit.status == "It is not your turn; hints are for your own moves."
        assert visit.play.state.match.hints == 0


# The rows of the list.


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (100, 30)])
async def test_the_list_says_how_many_moves_there_are_beyond_those_that_fit(hall: Door, size: tuple[int, int]) -> None:
    async with hall("nim:3,4,5", size=size) as visit:
        if size[0] < USUAL_COLUMNS:
            await visit.do("panel")
        listed = re.findall(r"│ [▸ ] ([ABC]\d) +[+-] ", visit.text)
        left = re.search(r"and (\d+) more, all losing", visit.text)
        assert left
        assert len(listed) + int(left[1]) == 3 + 4 + 5


@pytest.mark.parametrize("game", ["tictactoe", "ultimate", "pong-hau-ki", "nim:3,4,5"])
async def test_a_large_window_lists_every_first_move_or_one_of_those_equal_by_symmetry(hall: Door, game: str) -> None:
    async with hall(game, size=(120, 40)) as visit:
        assert "Moves, best first" in visit.text
        assert " more" not in visit.text.partition("Moves, best first")[2]


async def test_the_game_so_far_makes_room_where_the_list_of_moves_is_then_whole(hall: Door) -> None:
    hall.furnish(language="es")  # whose goal takes a row, and whose reasons take three
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        listed = re.findall(r"│ [▸ ] ([abc][123]) +[=-] (?:tablas|pierde)", visit.text)
        assert sorted(listed) == sorted(["b1", "c1", "a2", "c2", "a3", "b3"])


def test_a_speed_that_rounds_to_nothing_is_left_out() -> None:
    position = Position.start(get("tictactoe"))
    slow = Analysis(
        position,
        (Line(position.moves[0], unproven(0.1), (position.moves[0],)),),
        nodes=1,
        depth=1,
        seconds=0.5,
        final=True,
    )
    assert visited(slow) == ["1 node", "depth 1"]
