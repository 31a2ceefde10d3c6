"""The line mode teaches: a game is reviewed, its mistakes are tried again, topics and the daily puzzle are read."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from core.errors import EngineDied
from core.games import get
from core.study import TOPICS
from core.study.exercises import daily
from core.study.exercises.finding import Exercise
from tests.tui.hall import Engines, PromptKeeper
from tests.tui.languages import Locale
from tests.tui.plainly import PEOPLE, Reader
from tests.tui.studying import CountedAtOnce

LOST = "a1 b2 c3 c1 a3 a2 b3"
"""After two opposite corners only a side holds the draw; O has taken a corner, and X makes a fork and wins."""
DAY = date(2026, 1, 31)


@pytest.fixture
def read(home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.play.saving.SAVING_SECONDS", 3600.0)
    monkeypatch.setattr("core.study.process.Studying", CountedAtOnce)
    return Reader(home, engines)


def played(read: Reader, *lines: str) -> str:
    """What is said to lines that come after a game which O has lost."""
    return read(*LOST.split(), *lines, game="tictactoe", seats=PEOPLE)


# Review.


def test_a_review_sums_up_how_well_each_side_has_played(read: Reader) -> None:
    said = played(read, "review")
    assert "Review of Tic-tac-toe 3x3, You against Guest. X wins." in said
    assert "\nO: moves that kept the value: 2 of 3, 1 blunder, accuracy 67 percent." in said


def test_a_review_names_the_turning_point_in_words(read: Reader) -> None:
    assert "\nTurning point: move 4, O c1: draw in 6, then lose in 4.\n" in played(read, "review")


def test_next_reads_a_mistake_with_what_was_better(read: Reader) -> None:
    said = played(read, "review", "next")
    assert (
        "1 of 1. Move 4, O c1: blunder, draw in 6, then lose in 4. Draw thrown away; b1 a2 c2 b3 held it. b1: " in said
    )


def test_next_and_back_stop_at_the_last_mistake_and_the_first(read: Reader) -> None:
    played(read, "review", "next", "next", "back")
    assert read.said[-3:-1] == [
        "That was the last; say back for the previous one, or retry to do better.",
        "That is the first; say next to go on.",
    ]


def test_a_review_that_is_interrupted_tells_what_is_known_and_the_line_mode_goes_on(read: Reader) -> None:
    played(read)
    read.engines.hold()
    read.then["Positions analysed: 0 of 7. Say stop or press Ctrl-C to stop waiting."] = read.interrupt
    said = read("review 1", "games")
    assert "\nPositions analysed: 0 of 7.\nNo move is known to have given anything away.\n1. Tic-tac-toe" in said


def test_stop_does_not_wait_for_a_review(read: Reader) -> None:
    played(read)
    read.engines.hold()
    assert "\nPositions analysed: 0 of 7.\n" in read("review 1", "stop", "quit")


def test_a_retry_after_a_review_that_was_stopped_does_not_look_on(read: Reader) -> None:
    played(read)
    read.engines.hold()
    said = read("review 1", "stop", "retry", "quit")
    assert said.endswith("\nYou have no known mistakes in this game.\nGoodbye.")


def test_an_engine_that_dies_ends_the_review_with_its_reason(read: Reader) -> None:
    played(read)
    read.engines.hold()
    read.then["Positions analysed: 0 of 7. Say stop or press Ctrl-C to stop waiting."] = lambda: read.engines.fail(
        EngineDied("The engine process died.")
    )
    assert "\nThe engine process died.\nReview of Tic-tac-toe 3x3" in read("review 1", "games")


def test_the_games_that_can_be_reviewed_are_listed_on_the_front_and_reviewed_by_number(read: Reader) -> None:
    played(read)
    said = read("review", "review 1", "review 2", "review x")
    assert "\nreview 1: Tic-tac-toe 3x3, You against Guest, 7 moves.\n" in said
    assert "\nReview of Tic-tac-toe 3x3, You against Guest. X wins.\n" in said
    assert said.count("There is 1 game to review.") == 2


def test_what_a_review_finds_is_kept_with_its_marks(read: Reader) -> None:
    played(read, "review")
    assert read.store.finished()[0].marks[3] == "??"


def test_the_game_that_goes_on_is_not_reviewed(read: Reader) -> None:
    said = read("a1", "review", "retry", game="tictactoe")
    assert said.count("The game at the table is not over; you can review it when it is.") == 2
    assert "There is no finished game yet." in said


def test_moves_tell_after_a_review_what_each_was_worth(read: Reader) -> None:
    said = played(read, "review", "next", "stop", "moves")
    assert "\n4. O c1, blunder: draw thrown away; b1 a2 c2 b3 held it.\n" in said


# Retry.


def test_a_mistake_is_put_again_with_the_board_and_what_it_cost(read: Reader) -> None:
    said = played(read, "retry")
    assert "\nMistake 1 of 1: O to move, move 4. X on a1, c3. O on b2. Empty: b1, c1, a2, c2, a3, b3.\n" in said
    assert "\nThe game went O c1. Draw in 6, then lose in 4. Find a better move.\n" in said


def test_a_wrong_move_is_refuted_and_a_right_one_praised(read: Reader) -> None:
    played(read, "retry", "a3", "b1")
    wrong, right = read.said[-3:-1]
    assert wrong.startswith("Wrong: a3, lose in 4; X answers c1.")
    assert right.startswith("Right: b1, draw in 6.")


def test_only_what_is_found_without_hint_or_wrong_try_counts_as_found_at_once(read: Reader) -> None:
    assert "found at once: 1 of 1." in played(read, "retry", "b1")
    assert "found at once: 0 of 1." in played(read, "retry", "a3", "b1")
    assert "found at once: 0 of 1." in played(read, "retry", "hint", "b1")


def test_hints_of_a_retry_end_with_the_move_and_its_reason(read: Reader) -> None:
    played(read, "retry", "hint", "hint")
    first, second = read.said[-3:-1]
    assert first.startswith("Hint 1 of 2: ")
    assert second.startswith("Hint 2 of 2: b1: ")


def test_next_and_back_say_where_the_mistakes_end(read: Reader) -> None:
    played(read, "retry", "next", "back")
    assert read.said[-3:-1] == [
        "That was the last; found at once: 0 of 1. Say stop to leave, or back for the previous one.",
        "This is the first mistake.",
    ]


def test_stop_leaves_a_retry_with_its_result(read: Reader) -> None:
    played(read, "retry", "b1", "stop")
    assert read.said[-3:-1] == ["Found at once: 1 of 1.", "Closed."]


def test_a_game_without_mistakes_has_nothing_to_retry(read: Reader) -> None:
    said = read(*["b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"], "retry", "next", game="tictactoe")
    assert said.count("You have no known mistakes in this game.") == 2


def test_words_for_the_game_wait_until_a_retry_is_left(read: Reader) -> None:
    said = played(read, "retry", "undo", "values")
    assert said.count("Say stop to leave this exercise first; then the game at the table goes on.") == 2


def test_the_newest_game_is_tried_again_from_the_front(read: Reader) -> None:
    played(read)
    assert "\nMistake 1 of 1: O to move, move 4." in read("retry")


# Learn.


def test_every_topic_is_listed_with_its_number(read: Reader) -> None:
    said = read("learn", "more")
    for number, name in enumerate(TOPICS, 1):
        assert f"\n{number}. " in said
        assert f", {name}: " in said


def test_a_topic_is_opened_by_its_number_its_name_or_its_title(read: Reader) -> None:
    number = list(TOPICS).index("nim") + 1
    by_number, by_name, by_title = (read(f"learn {text}") for text in (number, "nim", "Trees of nim"))
    assert by_number == by_name == by_title
    assert "Its parts: 1. By first move; 2. What the tree shows; 3. Other boards; 4. Sources." in by_name


def test_the_rows_of_a_table_are_read_with_their_heads(read: Reader) -> None:
    # Of two sticks of which one or two are taken: both at once wins.
    said = read("learn nim subtraction:2:1,2")
    assert "move: A2; " in said


def test_a_long_part_is_read_on_with_more_and_parts_with_next_and_back(read: Reader) -> None:
    read("learn history", "next", "back", "back")
    headings = [line for line in read.said if line.startswith("Part ")]
    assert [heading.split(" of ")[0] for heading in headings] == ["Part 1", "Part 2", "Part 1"]
    assert read.said[-2] == "That is the first part."
    read("learn listing", "more")
    left = [line for line in read.said if "; say more to read" in line]
    assert left[0] != left[1]


def test_rows_after_those_of_a_page_are_counted_when_there_is_no_more_of_it(read: Reader) -> None:
    read("learn listing", *["more"] * 12)
    first = [line for line in read.said if line.startswith("Part 1 of")]
    assert len(first) == 2


def test_a_topic_that_is_none_is_refused_in_a_sentence(read: Reader) -> None:
    assert "There is no topic 'astrology'; say learn for the list." in read("learn astrology")
    assert "There is no topic '99'; say learn for the list." in read("learn 99")


def test_a_board_that_cannot_be_studied_is_refused_with_its_reason(read: Reader) -> None:
    assert "K in a row from 1 to 999, as in mnk:5,5,4." in read("learn games mnk:0", "next")
    assert read.said[-2] == "No topic is open; say learn and a number to open one."


# The daily puzzle.


@pytest.fixture
def exercise() -> Exercise:
    """The puzzle of the day of these tests."""
    return daily.puzzle(DAY)


def wrong(exercise: Exercise) -> str:
    """A move that is legal and not the answer."""
    position = exercise.position
    return next(name for move in position.moves if (name := position.name(move)) != exercise.answer)


def test_the_daily_puzzle_says_its_game_who_is_to_move_and_the_task(read: Reader, exercise: Exercise) -> None:
    said = read(f"daily {DAY}")
    assert f"\nThe puzzle of {DAY}: {get(exercise.game).name}." in said
    assert "to move." in said
    assert "One move is right: " in said


def test_the_right_move_is_praised_and_kept_as_solved(read: Reader, exercise: Exercise) -> None:
    said = read(f"daily {DAY}", exercise.answer)
    assert f"\nRight: {exercise.answer}, " in said
    assert "Solved at once." in said
    assert read.store.practice()[exercise.game, exercise.moves].at_first


def test_a_wrong_move_is_refuted_and_kept(read: Reader, exercise: Exercise) -> None:
    tried = wrong(exercise)
    said = read(f"daily {DAY}", tried, exercise.answer)
    assert f"\nWrong: {tried}, " in said
    assert "\nRight: " in said
    assert read.store.practice()[exercise.game, exercise.moves].wrong == 1


def test_a_try_is_kept_for_the_day_too(read: Reader, exercise: Exercise) -> None:
    read(f"daily {DAY}", exercise.answer)
    assert read.store.practice()[daily.key(DAY)].at_first


def test_a_hint_is_kept_and_the_last_one_named(read: Reader, exercise: Exercise) -> None:
    said = read(f"daily {DAY}", "hint", "hint", "hint")
    assert f"\nHint 2 of 2: {exercise.answer}: " in said
    assert "\nThat was the last hint." in said
    assert read.store.practice()[exercise.game, exercise.moves].hints == 2


def test_what_came_of_earlier_tries_is_told(read: Reader, exercise: Exercise) -> None:
    assert "\n1 wrong try." in read(f"daily {DAY}", wrong(exercise)) + read(f"daily {DAY}")
    assert "\nYou have solved it before." in read(f"daily {DAY}", exercise.answer) + read(f"daily {DAY}")


def test_a_day_that_is_none_is_refused_in_a_sentence(read: Reader) -> None:
    assert "\n'tomorrow' is not a day; write year, month and day" in read("daily tomorrow")


def test_the_game_at_the_table_goes_on_after_the_puzzle(read: Reader) -> None:
    said = read("b2", f"daily {DAY}", "legal", "stop", "a1", game="tictactoe")
    assert "\nBack to the game: Tic-tac-toe 3x3. X on b2." in said
    assert "\nO plays a1." in said


def test_the_game_at_the_table_goes_on_after_the_puzzle_is_solved(read: Reader, exercise: Exercise) -> None:
    said = read("b2", f"daily {DAY}", exercise.answer, "stop", "a1", game="tictactoe")
    assert "\nBack to the game: Tic-tac-toe 3x3. X on b2." in said
    assert "\nO plays a1." in said


def test_a_puzzle_that_is_left_for_a_new_game_takes_no_more_moves(read: Reader) -> None:
    assert "\nX plays a1." in read("b2", f"daily {DAY}", "new", "a1", game="tictactoe")


def test_what_is_refuted_by_an_engine_is_not_waited_for_after_a_signal(read: Reader, exercise: Exercise) -> None:
    read.engines.hold()
    read(f"daily {DAY}", wrong(exercise), "stop", "quit")
    assert read.said[-2].startswith(f"Wrong: {wrong(exercise)}, ")


# Words that are out of place.


def test_nothing_of_what_was_left_is_read_on(read: Reader) -> None:
    assert read("learn listing", "back", "stop", "more").endswith("\nClosed.\nThere is no more to read.\nGoodbye.")


def test_a_hint_after_a_puzzle_that_is_solved_is_for_the_game_at_the_table(read: Reader, exercise: Exercise) -> None:
    assert "\nHint 1 of 4: " in read("b2", f"daily {DAY}", exercise.answer, "hint", game="tictactoe")


def test_every_sentence_of_a_retry_and_a_review_begins_with_a_capital_letter_or_a_move(read: Reader) -> None:
    said = played(read, "review", "next", "retry", "a3")
    assert "\nThe game went O c1. Draw in 6, then lose in 4. Find a better move.\n" in said
    assert "blunder, draw in 6, then lose in 4. Draw thrown away; b1 a2 c2 b3 held it. b1: " in said


def test_words_that_have_nothing_to_do_say_so(read: Reader) -> None:
    assert read("next", "back").count("Nothing is open; say review, retry or learn first.") == 2
    assert "There is no more to read." in read("more")
    assert "There is nothing to stop; say quit to leave." in read("stop")


def test_every_lesson_is_asked_for_and_told_in_spanish(
    read: Reader, exercise: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    read.language = "es"
    lines = ("repasar", "siguiente", "reintentar", "pista", "b1", "parar", "aprender", "más", f"diario {DAY}", "pista")
    said = played(read, *lines)
    assert "\n1 de 1. Jugada 4, O c1: error grave, tablas en 6, luego pierde en 4." in said
    assert "\nBien: b1, tablas en 6." in said
    assert "\nEncontrados a la primera: 0 de 1." in said
    assert "\n16. De dónde vienen los juegos, history: " in said
    assert f"\nEl problema del {DAY}: " in said
