"""A game is played by keys, by the mouse or by typing; moves are undone and made again; and nothing is lost on the way."""

from __future__ import annotations

import pytest

from core.play.seats import Setup
from core.players.opponents import DEFAULT
from core.store.keeper import _Job
from tests.core.played import played
from tests.tui.hall import FULL, Door, Visit, with_keys
from tests.tui.told import refused
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.text.keys import KEYS
from tui.widgets.panel import Panel

PEOPLE = ("human", "human")
SECOND = (FULL, "human")


async def play_well(visit: Visit) -> None:
    """Ask for the move three rungs up the ladder of hints, make it, and so on to the end."""
    while not visit.play.state.match.outcome:
        await visit.do("hint", "hint", "hint")
        await visit.press("enter")
        await visit.rest()


async def test_a_game_is_played_by_keys_alone_and_two_that_play_well_draw(hall: Door) -> None:
    async with hall() as visit:
        await visit.press("1")
        await visit.choose("level", "full")
        await visit.press("enter")
        await visit.rest()
        await play_well(visit)
        assert len(visit.play.state.match.moves) == 9
        assert visit.status.startswith("A draw.")
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        assert [kept.outcome is not None for kept in visit.store.finished()] == [True]


async def test_a_game_is_played_by_the_mouse_alone(hall: Door) -> None:
    async with hall(size=(100, 30)) as visit:
        await visit.click("Gomoku 15x15  ")
        await visit.click("Gomoku 15x15 ◂")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.play.state.match.game.id == "gomoku"
        await visit.click_cell("b2")
        await visit.rest()
        assert visit.moves.split()[0] == "b2"
        assert len(visit.moves.split()) == 2
        await visit.click("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.until(lambda: "ply 2" in visit.text)
        await visit.click("Continue")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves.split()[0] == "b2"


async def test_a_whole_game_is_played_by_clicks_on_the_cells(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        for name in ["a1", "b1", "a2", "b2", "a3"]:
            await visit.click_cell(name)
            await visit.rest()
        assert visit.status.startswith("X wins.")
        assert visit.moves == "a1 b1 a2 b2 a3"


async def test_space_plays_as_enter_does(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("space")
        assert visit.moves == "b2"


async def test_a_click_on_a_line_of_the_list_points_at_the_move_and_makes_none(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        row = next(i for i, line in enumerate(visit.text.splitlines()) if "   c1    - lose" in line)
        await visit.click("c1    - lose", row)
        assert visit.board.position.name(visit.board.chosen[0]) == "c1"
        assert visit.moves == "a1 b2 c3"


async def test_an_occupied_square_is_refused_in_words(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.go("b2")
        await visit.press("enter")
        assert visit.status == refused("tictactoe", visit.moves, "b2")
        assert visit.moves == "a1 b2 c3"


@pytest.mark.parametrize(("game", "place"), [("tictactoe", "a1"), ("ultimate", "1.1"), ("morris", "a1")])
async def test_legal_places_stay_while_the_opponent_thinks(hall: Door, game: str, place: str) -> None:
    async with hall(game) as visit:
        visit.engines.hold()
        await visit.write(place)
        await visit.press("enter")
        assert visit.play.state.course.opponent
        board = visit.text.splitlines()[1:-2]
        assert any("·" in line[:41] for line in board)
        assert not any(sign in line[:41] for line in board for sign in "▸◂")


async def test_no_move_is_taken_while_the_opponent_thinks(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.press("enter", "left", "enter")
        assert visit.moves == "b2"
        assert visit.status == "It is not your turn."


@pytest.mark.parametrize("cell", ["b2", "a1"], ids=["taken", "free"])
async def test_a_click_on_any_cell_while_the_opponent_thinks_says_whose_turn_it_is(hall: Door, cell: str) -> None:
    async with hall("tictactoe") as visit:
        visit.engines.hold()
        await visit.move_unheard("b2")
        await visit.click_cell(cell)
        await visit.settle()
        assert visit.moves == "b2"
        assert visit.status == "It is not your turn."


# Typed moves.


async def test_a_letter_opens_the_box_and_enter_plays_what_it_says(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("c")
        assert visit.status == "Type a move, for example a1: c_"
        await visit.press("1")
        assert visit.board.position.name(visit.board.chosen[0]) == "c1"
        await visit.press("enter")
        assert visit.moves == "c1"
        assert visit.play.typing.typed is None


async def test_the_colon_opens_the_box_for_letters_that_are_commands(hall: Door) -> None:
    async with hall("mnk:9,9,5", players=PEOPLE) as visit:
        await visit.press("colon", "h", "8", "enter")
        assert visit.moves == "h8"
        assert visit.play.state.match.hints == 0


async def test_escape_closes_the_box_and_plays_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("c", "1", "escape")
        assert visit.status == "X to move. c1 keeps the draw. Enter plays c1, or type a move: _"
        assert visit.moves == ""
        await visit.press("enter")
        assert visit.moves == "c1", "the cursor stands where the box pointed"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("z9", "'z9' is not a square; type a column letter and a row number, a1 to c3."),
        ("b9", "'b9' is not a square; type a column letter and a row number, a1 to c3."),
        ("b2", refused("tictactoe", "a1 b2", "b2")),
    ],
)
async def test_a_wrong_move_is_answered_with_what_is_expected_and_nothing_is_lost(
    hall: Door, typed: str, said: str
) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.press("colon", *typed, "enter")
        assert visit.status == said
        assert visit.moves == "a1 b2"
        await visit.write("c3")
        await visit.press("enter")
        assert visit.moves == "a1 b2 c3"


async def test_an_empty_box_plays_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("colon", "enter")
        assert visit.moves == ""
        assert visit.play.typing.typed is None


async def test_backspace_takes_the_last_letter_back(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.press("c", "1", "backspace", "2", "enter")
        assert visit.moves == "c2"


async def test_moves_typed_faster_than_the_app_reads_arrive_in_order(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.flood(*"a1", "enter", *"b2", "enter", "colon", *"c3", "enter")
        await visit.until(lambda: len(visit.play.state.match.moves) == 3)
        assert visit.moves == "a1 b2 c3"


# Undo and redo.


async def test_undo_takes_back_your_move_and_the_answer_and_redo_brings_both_again(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.move("a1")
        before = visit.moves
        assert len(before.split()) == 2
        await visit.do("undo")
        await visit.rest()
        assert visit.moves == ""
        assert visit.panel.analysis
        assert visit.panel.analysis.position == visit.play.state.match.position
        assert visit.board.view.last is None
        await visit.do("redo")
        await visit.rest()
        assert visit.moves == before
        assert visit.board.view.last == visit.play.state.match.moves[-1]


async def test_undo_takes_back_only_your_move_while_the_opponent_thinks(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        visit.engines.hold()
        await visit.go("b1")
        await visit.press("enter")
        assert visit.moves == "a1 b2 c3 b1"
        await visit.do("undo")
        assert visit.moves == "a1 b2 c3"
        visit.engines.release()
        await visit.rest()
        assert visit.moves == "a1 b2 c3", "the answer to a move taken back is not played"


async def test_undo_between_two_people_takes_back_one_move(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("undo")
        assert visit.moves == "a1 b2"


async def test_undo_works_after_the_end_and_takes_the_point_back(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL)) as visit:
        await visit.move("a2")
        assert visit.play.state.match.outcome
        assert visit.play.state.match.standing.wins == (1, 0)
        assert "X You 1" in visit.header
        await visit.do("undo")
        await visit.rest()
        assert visit.moves == "a1 b2 c3 c1 a3 b3"
        assert visit.play.state.match.standing.results == ()
        assert "X You 0" in visit.header
        await visit.move("a2")
        assert visit.play.state.match.standing.wins == (1, 0)


async def test_undo_past_the_first_move_of_an_engine_lets_it_begin_again(hall: Door) -> None:
    async with hall("tictactoe", "", SECOND) as visit:
        await visit.until(lambda: visit.play.state.match.moves)
        await visit.do("undo")
        await visit.until(lambda: visit.play.state.match.moves)
        assert len(visit.moves.split()) == 1


async def test_a_new_move_after_undo_drops_what_was_undone(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("undo")
        await visit.move("a2")
        await visit.press(KEYS["redo"].keys)
        assert visit.moves == "a1 b2 a2"


async def test_undo_with_nothing_to_undo_does_nothing(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.do("undo", "undo")
        await visit.press(KEYS["redo"].keys)
        assert visit.moves == ""


# The end.


async def test_the_winning_line_is_shown_and_the_result_is_a_sentence(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2", PEOPLE) as visit:
        await visit.move("a3")
        assert visit.status == f"X wins. {played('a1 b1 a2 b2 a3').blame}"
        won = [cell for cell, look in enumerate(visit.board._looks()) if look.won]
        assert won == [0, 3, 6]


async def test_the_result_speaks_to_the_one_who_played(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 c3", SECOND) as visit:
        await visit.move("b3")
        assert visit.status.startswith("You win as O.")


async def test_two_moves_on_one_square_are_asked_about(hall: Door) -> None:
    async with hall("tictactoe/wild", players=PEOPLE) as visit:
        await visit.press("enter")
        await visit.until(lambda: "Which move?" in visit.text)
        assert "Xb2" in visit.text
        await visit.press("o")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == "Ob2"
        await visit.go("Xa1")
        await visit.press("enter")
        await visit.until(lambda: "Which move?" in visit.text)
        await visit.press("escape")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == "Ob2"
        await visit.write("Xa1")
        await visit.press("enter")
        assert visit.moves == "Ob2 Xa1"


async def test_the_opponent_says_why_it_moved_until_the_cursor_goes_on(hall: Door) -> None:
    async with hall("tictactoe", players=("human", "newell-simon")) as visit:
        await visit.move("a1")
        await visit.rest()
        assert visit.status.endswith(" O b2: It takes the centre.")
        assert "O Newell and Simon" in visit.header
        await visit.press("right")
        assert "O b2" not in visit.status


async def test_undo_takes_back_the_reason_too(hall: Door) -> None:
    async with hall("tictactoe", players=("human", "newell-simon")) as visit:
        await visit.move("a1")
        await visit.rest()
        await visit.do("undo")
        assert visit.moves == ""
        assert "O b2" not in visit.status


async def test_a_strategy_gives_way_to_the_usual_opponent_in_a_game_that_it_does_not_know(hall: Door) -> None:
    async with hall() as visit:
        visit.app.setup = Setup(("human", "newell-simon"))
        await visit.press("1")
        assert "Newell and Simon" in visit.text
        await visit.press("0")
        assert "Newell and Simon" not in visit.text
        await visit.press("enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.play.state.match.players == ("human", DEFAULT)


# After the end, and faster than the eye.


async def test_a_key_right_after_enter_comes_after_the_move(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1", PEOPLE) as visit:
        await visit.go("a2")
        await visit.flood("enter", visit.key("undo"))
        await visit.until(lambda: visit.play.state.match.undone)
        assert visit.moves == "b2 a1"
        await visit.do("redo")
        await visit.rest()
        assert visit.moves == "b2 a1 a2"


async def test_no_box_opens_for_moves_when_the_game_is_over(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2", PEOPLE) as visit:
        await visit.move("a3")
        assert visit.play.state.match.outcome
        for key in (KEYS["hint"].keys, KEYS["marks"].keys, "colon", "b"):
            await visit.press(key)
            assert visit.play.typing.typed is None
            assert visit.status == with_keys("The game is over; {key:again} plays another.")
        await visit.do("again")
        assert visit.play.state.match.moves == ()


async def test_the_end_of_a_planned_match_is_told_with_its_score(hall: Door) -> None:
    async with hall() as visit:
        visit.app.open_game(visit.home.game, Setup(PEOPLE, length=1))
        await visit.rest()
        await visit.move("a1", "b1", "a2", "b2", "a3")
        await visit.press("escape")
        assert "X has won it, 1 to 0." in visit.status


async def test_a_look_back_outlasts_the_move_of_the_engine_which_is_told(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        visit.engines.hold()
        await visit.move_unheard("c3")
        await visit.press("home")
        visit.engines.release()
        await visit.rest()
        answer = visit.play.state.match.names[3]
        assert visit.play.ply.at == 0
        assert visit.status == f"O has played {answer}; End goes back to the game."
        await visit.press("end")
        assert visit.play.ply.at == 4
        assert not visit.play.ply.back


async def test_the_end_of_the_game_ends_a_look_back(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 c3", (FULL, "human"), start=None) as visit:
        visit.engines.hold()
        await visit.move_unheard("c1")
        await visit.press("home")
        visit.engines.release()
        await visit.rest()
        assert visit.play.state.match.outcome
        assert not visit.play.ply.back


async def test_who_leaves_while_a_move_is_being_saved_is_told_why_the_game_is_still_there(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow: list[_Job] = []
    async with hall("tictactoe", players=PEOPLE) as visit:
        monkeypatch.setattr(visit.app.keeper, "_put", slow.append)
        await visit.press("enter")
        await visit.do("leave")
        await visit.settle()
        assert visit.status == "The move is still being saved; you will leave the game when it is."
        monkeypatch.undo()
        for job in slow:
            visit.app.keeper._put(job)
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.until(lambda: visit.home.yours.unfinished)
        assert visit.home.yours.unfinished[0].moves == "b2"


@pytest.mark.parametrize("id", ["tictactoe", "nim:3,4,5"])
async def test_in_the_narrowest_window_tab_shows_the_moves(hall: Door, id: str) -> None:
    async with hall(id, players=PEOPLE, size=(40, 12)) as visit:
        await visit.do("panel")
        assert visit.panel.analysis
        best = visit.panel.analysis.lines[0]
        assert f" {visit.play.state.match.position.name(best.move)} " in visit.text
        assert visit.play.query_one(Panel).region.area
        await visit.do("panel")
        assert not visit.play.query_one(Panel).region.area
