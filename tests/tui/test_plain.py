"""The line mode: games are set up, played, taken back, kept and continued in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.analysis import Analysis, Line
from core.errors import EngineDied, EngineForfeits, StoreBroken
from core.players.worker.request import Request
from core.score import Score
from core.store.store import Store
from tests.core import reading_games as notation
from tests.core.finished import GOES_ON
from tests.tui.hall import AskedStandIn, Engines, PromptKeeper, StandIn
from tests.tui.plainly import AI, PEOPLE, Reader
from tests.tui.told import WIN, refused, worth
from tui.household.settings_file import FILE, load


@pytest.fixture
def read(home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.play.saving.SAVING_SECONDS", 3600.0)
    return Reader(home, engines)


def test_a_game_of_two_people_is_told_move_by_move_to_its_end(read: Reader) -> None:
    read("a1", "A2 ", "b1", "b2", "c1", game="tictactoe")
    assert read.said == [
        *("Tic-tac-toe 3x3. X: You. O: Guest.", "X to move.", "X plays a1.", "O to move.", "O plays a2."),
        *("X to move.", "X plays b1.", "O to move.", "O plays b2.", "X to move.", "X plays c1.", "X wins."),
        "Goodbye.",
    ]


def test_lines_wait_until_the_engine_has_moved(read: Reader) -> None:
    said = read("a1", "b1", "a3", "board", game="tictactoe", seats=AI)
    # a1, then b1, then a3 each leave one move that does not lose.
    assert [line for line in read.said if "plays" in line] == [
        *("X plays a1.", "O plays b2.", "X plays b1.", "O plays c1.", "X plays a3.", "O plays a2."),
    ]
    assert "X on a1, b1, a3. O on c1, a2, b2. Empty: c2, b3, c3. 6 moves made, the last: O a2." in said
    assert said.count("Your move, X.") == 4


def test_a_move_that_the_rules_do_not_allow_is_refused_by_name_and_an_unknown_word_in_one_sentence(
    read: Reader,
) -> None:
    read("a1", "a1", "z9", "hnit", "xyzzy", "\x1b[2Jabc", game="tictactoe")
    assert read.said[4:-1] == [
        refused("tictactoe", "a1", "a1"),
        "'z9' is not a square; type a column letter and a row number, a1 to c3.",
        "There is no word 'hnit'; did you mean hint? Say help for all words.",
        "There is no word 'xyzzy'; say help for all words.",
        "'\\x1b[2Jabc' is not a square; type a column letter and a row number, a1 to c3.",
    ]


def test_a_move_after_the_end_is_refused_by_name_too(read: Reader) -> None:
    assert "c3: The game is over; no more moves can be played." in read("c3", game="tictactoe", moves="a1 a2 b1 b2 c1")


def test_values_are_read_with_estimates_told_as_such(read: Reader) -> None:
    said = read("values", "values b1", "values all", game="tictactoe", moves="a1 b2 c3")
    # Only the sides hold the draw; on a corner X makes a fork and wins with its next move but one.
    assert "\nb1: draw in 6\n" in said
    assert "\nc1: lose in 4\n" in said
    assert "Values for O, best first." in said
    assert "\nb1: draw in 6. It" in said
    said = read("values", "values h8", game="gomoku")
    assert len([line for line in read.said if ": estimate " in line]) >= 10
    assert "And 215 more." in said
    assert "+" not in said


def test_values_begin_with_what_the_moves_before_have_proven_where_the_engine_only_guesses(
    read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = read.engines.think

    def guess(request: Request) -> Analysis:
        if len(request.position.moves) > 5:
            return think(request)
        lines = tuple(Line(move, Score.estimate(0.1), (move,)) for move in request.position.moves)
        return Analysis(request.position, lines, 1, 1, 0.0, True, engine="alphabeta")

    # By brute force c1 loses, and X wins with the second move from there.
    monkeypatch.setattr(read.engines, "think", guess)
    said = read("values", "c1", "values", "board", game="tictactoe", moves="a1 b2 c3")
    assert f"{worth('X', WIN, 3)}, proven before.\nValues for X, best first." in said
    assert said.count("proven before") == 1


def test_each_hint_tells_more_and_is_counted(read: Reader) -> None:
    read(*["hint"] * 5, game="tictactoe", moves="a1 b2 c3")
    hints = [line for line in read.said if line.startswith("Hint ")]
    assert [line[:11] for line in hints] == [f"Hint {rung} of 4" for rung in (1, 2, 3, 4, 4)]
    assert hints[3] == hints[4]
    assert read.store.unfinished()[0].match.hints == 0  # it is kept with the next move
    read("continue", "hint", "b1")
    assert read.store.unfinished()[0].match.hints == 1


def test_moves_are_taken_back_with_the_answer_and_made_again(read: Reader) -> None:
    said = read("a1", "undo", "undo", "redo", "redo", game="tictactoe", seats=AI)
    assert "Taken back. Nobody has moved." in said
    assert "There is nothing to take back." in said
    assert "Redone. 2 moves made, the last: O b2." in said
    assert said.count("There is nothing to redo.") == 1


def test_who_resigns_has_lost_and_can_take_it_back(read: Reader) -> None:
    said = read("resign", "undo", "b2", "resign", "new", game="tictactoe", seats=AI)
    assert said.count("O wins: X resigned.") == 2
    assert "Taken back." in said
    assert len(read.store.finished()) == 1


def test_the_end_of_input_leaves_the_game_under_continue(read: Reader) -> None:
    read("4", "3", game="connect-four")
    assert read.said[-1] == "The game is saved; say continue to go on with it next time."
    assert [kept.moves for kept in read.store.unfinished()] == ["4 3"]
    said = read("continue", "board", "2", "save", "quit", "never heard")
    assert "Say continue to go on with Connect Four 7x6, ply 2." in said
    assert "Column 3, from the bottom: White. Column 4, from the bottom: Black. Empty columns: 1, 2, 5 to 7." in said
    assert "Saved, 3 moves; say continue to go on with it later." in said
    assert [kept.moves for kept in read.store.unfinished()] == ["4 3 2"]


def test_a_game_with_a_guest_is_not_doubled_when_it_is_taken_up(read: Reader) -> None:
    read.store.take_in(notation.read(GOES_ON, 1_800_000_000.0))
    (before,) = read.store.unfinished()
    read("continue", "b1", "continue", "c3")
    (kept,) = read.store.unfinished()
    assert (kept.id, kept.started, kept.moves) == (before.id, before.started, "b2 a1 b1 c3")


def test_one_of_several_games_is_continued_by_its_number(read: Reader) -> None:
    said = read("b2", "new nim:3,4,5", "A1", "new 14", "games", "continue 2", "continue", game="tictactoe")
    assert "continue 1: Nim 3-4-5, ply 1, You against Guest." in said
    assert "continue 2: Tic-tac-toe 3x3, ply 1, You against Guest." in said
    introduced = [line for line in read.said if "Guest" in line and line[0] in "TNC" and "against" not in line]
    assert [line.partition(".")[0] for line in introduced] == [
        *("Tic-tac-toe 3x3", "Nim 3-4-5", "Connect Four 7x6", "Tic-tac-toe 3x3", "Nim 3-4-5"),
    ]
    assert "There is no unfinished game." in Reader(read.home / "other", read.engines)("continue")


def test_the_end_of_input_and_a_signal_stop_an_engine_that_thinks(read: Reader) -> None:
    read.engines.hold()
    read("b2", game="tictactoe", seats=AI)
    assert read.said[-2:] == ["X plays b2.", "The game is saved; say continue to go on with it next time."]
    read.then["X plays b2."] = read.interrupt
    read("b2", "a1", game="tictactoe", seats=AI, ends=False)
    assert read.engines.workers
    assert all(worker.closed for worker in read.engines.workers)
    assert read.said[-1] == "The game is saved; say continue to go on with it next time."
    assert [kept.moves for kept in read.store.unfinished()] == ["b2", "b2"]


def test_an_engine_that_thinks_is_told_to_move_at_once(read: Reader) -> None:
    read.engines.hold()
    said = read("a1", "now", "board", game="tictactoe", seats=AI)
    assert "O plays b2." in said
    assert "No engine is thinking" not in said
    assert "No engine is thinking about a move now." in read("now", game="tictactoe")


def test_what_a_pipe_asks_last_is_answered(read: Reader) -> None:
    assert "\nHint 1 of 4: " in read("hint", game="tictactoe")


def test_a_move_that_the_teacher_looks_at_is_made_at_the_end_of_the_input(read: Reader) -> None:
    assert "\nX plays b2." in read("teacher", "b2", game="tictactoe")


def test_leaving_does_not_wait_for_an_engine_that_is_asked_for_a_hint(read: Reader) -> None:
    read.engines.hold()
    read("hint", "quit", game="tictactoe")
    assert read.said[-1] == "Goodbye."


def test_an_engine_that_dies_is_told_and_the_game_goes_on(read: Reader) -> None:
    read.engines.hold()
    read.then["X plays a1."] = lambda: read.engines.fail(EngineDied("The engine process died."))
    read.then["O does not answer; say now to ask again, setup O best:2 for another player, or undo to take back."] = (
        read.engines.release
    )
    said = read("a1", "b1", "now", "b1", "board", game="tictactoe", seats=AI)
    assert "\nThe engine process died.\nO does not answer;" in said
    assert "b1: it is not your turn." in said
    assert [line for line in read.said if "plays" in line] == [
        *("X plays a1.", "O plays b2.", "X plays b1.", "O plays c1."),
    ]


def test_a_program_that_fails_loses_with_a_reason_and_its_seat_can_be_given_to_another(read: Reader) -> None:
    failed = EngineForfeits("The program has ended.")
    read.engines.hold()
    read.then["X plays a1."] = lambda: read.engines.fail(failed)
    said = read("a1", "undo", "setup o you", "b1", game="tictactoe", seats=(PEOPLE[0], "ugi:./engine"))
    assert "The program has ended.\nX wins: O resigned." in said
    assert "X: You. O: Guest." in said
    assert "O plays b1." in said


def test_a_kept_game_starts_no_program_but_names_it(read: Reader) -> None:
    read.engines.hold()
    read("a1", game="tictactoe", seats=(PEOPLE[0], "ugi:./engine --flag"))
    read.engines.asked.clear()
    read.engines.release()
    said = read("continue", "b1", "board")
    assert "played by an external program: ugi:./engine --flag. Best, 2 easy plays instead." in said
    assert {request.engine for request in read.engines.asked} == {None}


def test_a_ply_that_cannot_be_kept_is_told_once_and_kept_with_the_next(
    read: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Store.save_all

    def full(*arguments: object) -> None:
        raise StoreBroken("The disk is full.")

    monkeypatch.setattr(Store, "save_all", full)
    read.then["O plays a2."] = lambda: monkeypatch.setattr(Store, "save_all", save)
    read("a1", "save", "a2", "b1", "save", game="tictactoe")
    assert read.said.count("The disk is full.") == 1
    assert "The last move could not be saved; triqui tries again with the next one." in read.said
    assert "Saved, 3 moves; say continue to go on with it later." in read.said
    assert [kept.moves for kept in read.store.unfinished()] == ["a1 a2 b1"]


def test_a_match_goes_on_from_game_to_game_with_its_score(read: Reader) -> None:
    said = read("setup match 3", "resign", "new", "resign", "new", "resign", game="tictactoe")
    assert [f"Game {number} of 3." in said for number in (1, 2, 3)] == [True] * 3
    assert "Score: You 1, Guest 1." in said
    assert "The match is over, 1 to 2." in said
    said = read("setup best-of 3", "setup begins ai", game="tictactoe", seats=AI)
    assert "X: Alphabeta, full. O: You." in said


def test_what_is_set_up_in_the_middle_of_a_game_holds_at_once_or_from_the_next_game_on(read: Reader) -> None:
    said = read("a1", "setup match 5", "setup level 3", "resign", "new", game="tictactoe", seats=AI)
    assert "From the next game on: X: You. O: Alphabeta, full. Players take turns to start; 5 games." in said
    assert "X: You. O: Alphabeta, 3 fair." in said
    assert "Game 1 of 5. X: You. O: Alphabeta, 3 fair." in said


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("q best:3", "There is no setting 'q'; say setup to hear them all."),
        ("x best:99", "There is no level '99'"),
        ("o nobody", "There is no engine 'nobody'"),
        ("x me", "Play me plays against a person only"),
        ("o bouton", "bouton does not play tictactoe"),
        ("match 1000", "match is a whole number from 0 to 99, not '1000'."),
        ("best-of 0", "best-of is a whole number from 1 to 99, not '0'."),
        (
            "begins tomorrow",
            "'tomorrow' is not a player who can begin; write you, ai, x, o, random, loser or alternate.",
        ),
        ("level", "There is no level ''"),
        ("clock 5 x", "clock is a whole number from 0 to 3600, not 'x'."),
        ("hints many", "hints is a whole number from 0 to 99, not 'many'."),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_in_a_sentence(read: Reader, text: str, complaint: str) -> None:
    read(f"setup {text}", game="tictactoe", seats=AI)
    assert [line for line in read.said if line.startswith(complaint)] != []
    assert len(read.said) == 4


@pytest.mark.parametrize("word", ["random", "lot"])
def test_chance_begins_by_the_word_of_the_command_line_and_by_the_former_one(read: Reader, word: str) -> None:
    assert "A random player starts; no end." in read(f"setup begins {word}", "setup", game="tictactoe")


@pytest.mark.parametrize("word", ["alternate", "turns"])
def test_both_begin_in_turns_by_the_word_of_the_command_line_and_by_the_former_one(read: Reader, word: str) -> None:
    assert "Players take turns to start; no end." in read(f"setup begins {word}", "setup", game="tictactoe")


@pytest.mark.parametrize(
    ("side", "seats"), [("x", "X: You. O: Alphabeta, full."), ("o", "X: Alphabeta, full. O: You.")]
)
def test_whoever_has_a_side_begins_when_that_is_named(read: Reader, side: str, seats: str) -> None:
    assert (
        f"\n{seats}"
        in "\n" + read(f"setup begins {side}", "setup", game="tictactoe", seats=AI).rpartition("Tic-tac-toe 3x3. ")[2]
    )


def test_the_moves_so_far_are_told_with_number_and_side(read: Reader) -> None:
    assert "\n1. X a1.\n2. O b2.\n3. X c3.\n" in read("moves", game="tictactoe", moves="a1 b2 c3")


def test_only_the_last_moves_are_told_when_a_number_is_said(read: Reader) -> None:
    said = read("moves 2", "moves 0", "moves some", game="tictactoe", moves="a1 b2 c3")
    assert "\n2. O b2.\n3. X c3.\nSay moves, or moves and a number for the last ones, as in moves 10.\nSay" in said


def test_a_long_score_sheet_is_told_in_pages(read: Reader) -> None:
    moves = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1"
    read("moves", "more", game="gomoku", moves=moves)
    assert "2 lines are left; say more to read on." in read.said
    assert read.said[-3:-1] == ["13. Black m1.", "14. White n1."]


def test_before_any_move_the_moves_that_can_be_made_are_pointed_to(read: Reader) -> None:
    said = read("moves", "legal", game="tictactoe")
    assert (
        "\nNobody has moved; say legal for the moves that you can make.\na1, b1, c1, a2, b2, c2, a3, b3, c3.\n" in said
    )


def test_while_the_game_goes_on_only_answered_moves_of_a_person_are_judged(read: Reader) -> None:
    # After two opposite corners a corner loses for O.
    read("values", "c1", "moves", "a3", "moves", game="tictactoe", moves="a1 b2 c3")
    assert [line for line in read.said if line.startswith("4.")] == [
        "4. O c1.",
        "4. O c1, blunder: draw thrown away; b1 a2 c2 b3 held it.",
    ]


def test_both_clocks_are_told(read: Reader) -> None:
    assert "\nX: 5 minutes left. O: 5 minutes left." in read("setup clock 5 3", "clock", game="tictactoe")
    assert "\nThis game has no clock." in read("clock", game="tictactoe")


def test_engines_play_among_themselves_in_lines(read: Reader) -> None:
    read.then["A draw."] = read.interrupt
    read(game="tictactoe", seats=("alphabeta:full", "alphabeta:full"), ends=False)
    assert len([line for line in read.said if "plays" in line]) == 9
    assert read.said[-1] == "Goodbye."


def test_words_without_a_game_ask_for_one(read: Reader) -> None:
    said = read("hint", "board", "b2", "new", "new 99", "help", "games", "wythoff:3,5", "A1")
    assert said.count("No game is open; say new and the number or the id of a game.") == 2
    assert "There is no game '99'" in said
    assert "1. Tic-tac-toe 3x3: tictactoe" in said
    assert "1st plays A1." in said


def test_clock_and_hints_are_set_up_and_the_time_left_is_told(read: Reader) -> None:
    said = read("setup clock 20", "setup hints off", "hint", "board", "a1", game="tictactoe", seats=AI)
    assert "Clock: 20 s a move, or random." in said
    assert "Hints: none." in said
    assert "Your move, X. Time left: 20 seconds." in said
    assert "Hint 1" not in said
    said = read("setup clock 5 3", "setup clock off", game="tictactoe")
    assert "Clock: 5 min plus 3 s, or loses." in said
    assert "X to move. Time left: 5 minutes." in said
    last = said.rpartition("Tic-tac-toe 3x3.")[2]
    assert last.startswith(" X: You. O: Guest.\n")
    assert "Time left" not in last


def test_the_opponent_that_was_set_up_sits_there_the_next_time(read: Reader) -> None:
    read("setup o best:5", game="tictactoe", seats=AI)
    assert load(read.home)[0].opponent == "best:5"
    read("setup o you", game="tictactoe", seats=AI)
    assert load(read.home)[0].opponent == "best:5", "two people say nothing of an engine"


def test_settings_that_cannot_be_read_are_told_and_kept_aside_from_what_is_chosen(read: Reader) -> None:
    read.home.mkdir(exist_ok=True)
    (read.home / FILE).write_text("opponent = ")
    said = read("teacher", game="tictactoe")
    assert said.startswith(f"Some of the settings in {read.home / FILE} cannot be read")
    assert (read.home / f"{FILE}.broken-1").read_text() == "opponent = "
    assert load(read.home)[0].teacher


def test_of_settings_what_can_be_read_holds_and_the_rest_is_told_once(read: Reader) -> None:
    read.home.mkdir(exist_ok=True)
    (read.home / FILE).write_text("teacher = true\nopponent = 5\n")
    said = read("c1", "c1", game="tictactoe", moves="a1 b2 c3")
    assert said.count("Some of the settings") == 1
    assert "To play it anyway, make it again." in said


def test_the_teacher_asks_once_before_a_losing_move(read: Reader) -> None:
    moves = "a1 b2 c3"  # then the corners lose
    said = read("teacher", "c1", "c1", "teacher", game="tictactoe", moves=moves)
    assert "The teacher asks before a losing move." in said
    asked = next(line for line in read.said if line.startswith("c1 loses in 4."))
    assert asked.endswith("To play it anyway, make it again.")
    assert read.said.count("O plays c1.") == 1
    assert read.said.index(asked) < read.said.index("O plays c1.")
    assert "The teacher no longer asks before a losing move." in said
    assert read.store.unfinished()[0].match.cautions == 1


def test_a_move_is_made_where_the_teacher_has_no_engine_to_ask(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(worker: StandIn, asked: AskedStandIn) -> None:
        worker.asked = None
        asked.lost(EngineDied("It died."))

    monkeypatch.setattr(StandIn, "answer", dies)
    read.then["X plays a1."] = read.interrupt
    assert "It died.\nX plays a1." in read("teacher", "a1", game="tictactoe", ends=False)


def test_the_theory_of_a_game_is_read_out_where_it_has_one(read: Reader) -> None:
    said = read("theory", game="nim:3,4,5")
    assert "Nim-sum:\nheap A 3 011\nheap B 4 100\nheap C 5 101\nxor 2 010 not 0: a win" in said
    assert "The theory of this game has nothing to add to the values." in read("theory", game="tictactoe")


def test_a_game_from_a_position_says_what_stands_there(read: Reader) -> None:
    said = read("c3", game="tictactoe", start="X../.O./...")
    assert read.said[0].startswith("Tic-tac-toe 3x3. X: You. O: Guest. X on a1. O on b2. Empty: ")
    assert "X plays c3." in said
