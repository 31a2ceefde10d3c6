"""Machines that learn: their boxes are those of Michie, their beads move as he has them, and the lot alone decides a course."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from core.games import get
from core.learning.classes import MAX_CLASSES, Classes, TooManyClasses, classes_of
from core.learning.learner import LearnerMove
from core.learning.lessons import ITSELF, PERFECT, RANDOM, Lessons, UnknownTeacher, policy, teachers
from core.learning.menace import FIRST_BEADS, REWARDS, Menace
from core.learning.q_learning import EXPLORES, RATE, QLearner
from core.phrase import fact
from core.position import Position
from core.study import answer
from core.study.search.learning import LearningCurve, boxes, lesson, measured
from core.study.study import StudyQuestion, Unstudied
from tests import saying
from tests.core.plain_minimax import put, to_move, winner
from tests.core.slides import PONG
from tui.text.catalogue import say

TURNS = [tuple(range(9)), (6, 3, 0, 7, 4, 1, 8, 5, 2), (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6)]
IMAGES = [*TURNS, *(tuple(turn[3 * (i // 3) + 2 - i % 3] for i in range(9)) for turn in TURNS)]
"""The eight ways to lay a board upon itself."""


def alike(board: str) -> str:
    return min("".join(board[i] for i in image) for image in IMAGES)


@cache
def boards() -> tuple[frozenset[str], ...]:
    """By brute force: the boards of games that go on, after 0, 1, 2, ... moves."""
    layers = [frozenset(["." * 9])]
    while layers[-1]:
        after = {put(board, i, to_move(board)) for board in layers[-1] for i in range(9) if board[i] == "."}
        layers.append(frozenset(board for board in after if not winner(board) and "." in board))
    return tuple(layers)


@cache
def best(board: str) -> int:
    """By brute force: what best play comes to for the player to move."""
    if winner(board):
        return -1
    return max((-best(put(board, i, to_move(board))) for i in range(9) if board[i] == "."), default=0)


@pytest.fixture(scope="module")
def classes() -> Classes:
    return classes_of(get("tictactoe"))


def test_michie_needs_304_boxes_1_and_12_and_108_and_183(classes: Classes) -> None:
    counted = [len(set(map(alike, layer))) for layer in boards()[:9:2]]
    assert counted == [1, 12, 108, 183, 34]
    told = boxes(classes, 0)
    assert {plies: found for plies, (found, _needed) in told.items()} == dict(zip(range(0, 9, 2), counted, strict=True))
    assert [needed for _found, needed in told.values()] == [1, 12, 108, 183, 0]
    assert sum(counted[:4]) == 304


def test_the_page_says_how_many_boxes_there_would_be_without_symmetry() -> None:
    alone = sum(len(layer) for layer in boards()[:7:2])
    said = " ".join(saying.said(answer(StudyQuestion("learning", ("games=10",))), "boxes"))
    assert "= 304." in said
    assert f"Without symmetry there would be {alone:,} boxes." in said


def test_the_classes_are_all_boards_up_to_symmetry_and_their_values_those_of_brute_force(classes: Classes) -> None:
    found = {
        alike(Position(classes.game, state).text.split(" ")[0].replace("/", "")): at
        for at, state in enumerate(classes.states)
    }
    assert found.keys() == {alike(board) for layer in boards() for board in layer}
    assert all(classes.values[at] == best(board) for board, at in found.items())


def test_where_play_has_no_end_a_position_is_lost_or_won_only_if_it_can_be_forced() -> None:
    slides = classes_of(get("pong-hau-ki"))
    worths = PONG.solve(PONG.start)
    for at, state in enumerate(slides.states):
        code, player = slides.game.format_state(state).split(" ")
        worth = worths[code.replace("o", "."), player]
        assert slides.values[at] == {"win": 1, "lose": -1}.get(str(worth[0]), 0), (code, worth)


def test_heaps_are_won_where_the_xor_is_not_0() -> None:
    heaps = classes_of(get("nim:3,4,5"))
    for state, value in zip(heaps.states, heaps.values, strict=True):
        a, b, c, *_rest = state
        assert value == (1 if a ^ b ^ c else -1)


def test_every_move_of_every_image_of_a_position_finds_its_step(classes: Classes) -> None:
    random = Random(3)
    for _game in range(30):
        position = Position.start(classes.game)
        while not position.outcome:
            place = classes.place(position.state)
            assert sorted(place.steps) == sorted(position.moves)
            move = random.choice(position.moves)
            after = position.play(move)
            if not after.outcome:
                assert classes.place(after.state).at == classes.steps[place.at][place.steps[move]].to
            position = after


@pytest.mark.parametrize("id", ["mnk:4,4,4", "gomoku", "connect-four", "nim:99,99,99"])
def test_a_game_with_too_many_positions_is_refused_in_a_sentence(id: str) -> None:
    with pytest.raises(TooManyClasses, match=f"more than {MAX_CLASSES}"):
        Classes(get(id))


def test_beads_come_and_go_by_the_result(classes: Classes) -> None:
    machine = Menace(classes)
    corner, side, centre = (place_of(classes, name) for name in ("a1", "b1", "b2"))
    assert list(machine.beads(0)) == [4, 4, 4]
    machine.learn([LearnerMove(0, centre)], 1)
    machine.learn([LearnerMove(0, corner)], 0)
    machine.learn([LearnerMove(0, side)], -1)
    assert [machine.beads(0)[step] for step in (centre, corner, side)] == [7, 5, 3]


def place_of(classes: Classes, name: str) -> int:
    position = Position.start(classes.game)
    return classes.place(position.state).steps[position.parse(name)]


def test_an_empty_box_is_filled_as_at_the_start(classes: Classes) -> None:
    machine = Menace(classes)
    last = next(at for at, plies in enumerate(classes.plies) if plies == 6 and len(classes.steps[at]) == 3)
    assert list(machine.beads(last)) == [1, 1, 1]
    for step in range(2):
        machine.learn([LearnerMove(last, step)], -1)
    assert list(machine.beads(last)) == [0, 0, 1]
    machine.learn([LearnerMove(last, 2)], -1)
    assert list(machine.beads(last)) == [1, 1, 1]


def test_a_bead_is_drawn_as_often_as_it_is_in_the_box(classes: Classes) -> None:
    machine = Menace(classes)
    machine.boxes[0] = [7, 0, 3]

    class Each(Random):
        """Every lot there is, one after the other."""

        at = -1

        def randrange(self, *span: int) -> int:  # type: ignore[override]
            assert span == (10,)
            self.at += 1
            return self.at

    lot = Each()
    assert Counter(machine.choose(0, lot) for _ in range(10)) == {0: 7, 2: 3}


def test_q_learning_goes_a_part_of_the_way_to_what_came_of_a_move(classes: Classes) -> None:
    machine = QLearner(classes)
    second = classes.steps[0][0].to
    own = classes.steps[second][0].to
    machine.learn([LearnerMove(0, 0), LearnerMove(own, 1)], 1)
    assert machine.worths(own)[1] == pytest.approx(RATE)
    assert machine.worths(0)[0] == pytest.approx(RATE * RATE)
    machine.learn([LearnerMove(0, 0), LearnerMove(own, 1)], -1)
    assert machine.worths(own)[1] == pytest.approx(RATE + RATE * (-1 - RATE))


def test_teachers_are_those_who_play_the_game() -> None:
    assert teachers(classes_of(get("tictactoe"))) == [RANDOM, "arias", "newell-simon", PERFECT, ITSELF]
    assert teachers(classes_of(get("nim:3,4,5")))[0] == RANDOM
    with pytest.raises(UnknownTeacher, match="'nobody'"):
        policy(classes_of(get("tictactoe")), "nobody", 1)


def test_perfect_play_gives_nothing_away_and_a_machine_learns_to_hold_the_draw(classes: Classes) -> None:
    course = Lessons(Menace(classes), PERFECT, 0, 1)
    first = course.block(200)
    assert first.tally.wins == 0
    course.block(3000)
    last = course.block(200, learns=False)
    assert (last.tally.wins, last.tally.losses < first.tally.losses, last.tally.losses < 5) == (0, True, True)


@pytest.mark.parametrize("teacher", [RANDOM, "arias", PERFECT, ITSELF])
def test_a_course_is_decided_by_its_seed(classes: Classes, teacher: str) -> None:
    def course(seed: int) -> tuple[object, ...]:
        lessons = Lessons(Menace(classes), teacher, 0, seed)
        blocks = [lessons.block(40) for _ in range(3)]
        return ([block.tally for block in blocks], lessons.learner.boxes)  # type: ignore[attr-defined]

    assert course(5) == course(5)
    assert course(5) != course(6)


def test_a_game_in_circles_is_drawn_when_a_position_comes_up_a_third_time() -> None:
    slides = classes_of(get("pong-hau-ki"))
    block = Lessons(Menace(slides), PERFECT, 0, 1).block(50)
    assert (block.tally.wins, block.tally.draws > 0) == (0, True)


def test_the_study_grows_by_blocks_and_tells_the_games_of_both_machines() -> None:
    study = answer(StudyQuestion("learning", ("tictactoe", "random", "games=100", "seed=4")))
    assert isinstance(study.data, LearningCurve)
    assert [point.games for point in study.data.points] == list(range(2, 101, 2))
    rows = saying.rows(study, "blocks")
    assert all(row[1] + row[2] + row[3] == row[6] + row[7] + row[8] == 2 for row in rows)
    machine = Menace(classes_of(get("tictactoe")))
    again = Lessons(machine, "random", 0, 4)
    blocks = [again.block(2) for _ in range(50)]
    assert [row[1:4] for row in rows] == [[*block.tally] for block in blocks]


def test_the_study_is_asked_in_words_in_any_order() -> None:
    asked = lesson(StudyQuestion("learning", ("seed=9", "second", "random", "nim:3,4,5", "games=5")))
    assert (asked.classes.game.id, *asked[1:]) == ("nim:3,4,5", "random", 1, 5, 9)
    assert lesson(StudyQuestion("learning")).teacher == PERFECT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        *(
            (("tictactoe", word), f"^games= is a whole number from 1 to 200,000, not '{word[6:]}'.$")
            for word in ("games=0", "games=999999999", "games=-1", "games=abc", "games=", "games=٣")
        ),
        (("seed=1.5",), "^seed= is a whole number from 0 to 999,999,999, not '1.5'.$"),
        (("games=3", "games=3"), "^'games=' appears twice; leave out one of them.$"),
        (("second", "second"), "^'second' appears twice; leave out one of them.$"),
        (("tictactoe", "tictactoe"), "No player of tictactoe is called 'tictactoe'"),
        (("tictactoe", "perfect", "random"), "leave out 'random'"),
        (("nim:3,4,5", "arias"), "No player of nim:3,4,5 is called 'arias'"),
    ],
)
def test_a_wrong_question_is_refused_with_its_remedy(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(Unstudied, match=said):
        lesson(StudyQuestion("learning", words))


def test_the_measured_table_has_every_teacher_after_200_and_2000_and_20000_games(classes: Classes) -> None:
    assert [(row["teacher"], row["games"], row["machine"]) for row in measured()] == [
        (teacher, str(games), machine)
        for teacher in teachers(classes)
        for machine in ("menace", "q")
        for games in (200, 2_000, 20_000)
    ]


def test_the_boxes_are_exported_with_the_moves_in_notation(classes: Classes) -> None:
    machine = Menace(classes)
    machine.learn([LearnerMove(0, place_of(classes, "b2"))], 1)
    assert machine.to_json() == {
        "game": "tictactoe",
        "boxes": [{"position": ".../.../...", "beads": {"a1": 4, "b1": 4, "b2": 7}}],
    }


def test_the_page_has_the_beads_and_the_rates_of_the_machines() -> None:
    text = say(fact("learning.about.text"))
    *first, last = map(str, FIRST_BEADS)
    assert f"a box starts with {', '.join(first)} and {last} beads of each colour" in text
    assert f"After a win, {REWARDS[1]} beads" in text
    assert f"after a draw {REWARDS[0]};" in text
    assert f"each number moves {RATE:g} of the way" in text
    assert f"and {EXPLORES:.0%} of its moves at random" in text
