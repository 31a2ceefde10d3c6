"""Each exercise has exactly one right move: held to brute force over the rules written a second time, which share no code
with the product, and where that does not reach, to the short forced lines that it can see, or to a second engine. It takes
40 seconds."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from core import engines
from core.analysis import Limit
from core.game import Game
from core.games import get, presets
from core.kits import KITS, family
from core.position import Position
from core.score import Verdict
from core.study.exercises import finding, shelf
from core.study.exercises.course import PATH
from core.study.exercises.finding import DOZEN, Effort, Exercise
from core.study.exercises.kind import AnswerProof
from tests.core.plain import plain
from tests.core.plain_boards import Plain, Pos
from tests.core.watching import ask
from tests.core.worths import small
from tui.text.catalogue import say

_MAX_NODES, _MAX_ROUND = 1_000, 10_000
"""Positions that may follow one of which brute force knows everything; where a game goes round all of it is looked at."""
_MANY = 30
"""Moves of a position that brute force is not even asked about."""
_NODES = 25_000
EXERCISES = [exercise for game in presets() for exercise in shelf.exercises(game)]


def at(exercise: Exercise) -> tuple[Plain, Pos]:
    """The position of an exercise, by the rules written a second time: each move on the way has to be legal there too."""
    rules = plain(exercise.game)
    pos = rules.start
    for name in exercise.moves.split():
        pos = rules.replies(pos)[name]
    return rules, pos


@cache
def wins_within(rules: Plain, pos: Pos, plies: int) -> bool:
    """Whether the player to move can win within so many plies."""
    replies = rules.replies(pos).values()
    if any(rules.result(child) == -1 for child in replies):
        return True
    return plies > 1 and any(loses_within(rules, child, plies - 1) for child in replies)


def loses_within(rules: Plain, pos: Pos, plies: int) -> bool:
    """Whether the player to move has lost, or can be made to lose within so many plies."""
    result = rules.result(pos)
    if result is not None or plies < 1:
        return result == -1
    return all(wins_within(rules, child, plies - 1) for child in rules.replies(pos).values())


def brute(exercise: Exercise) -> bool | None:
    """Whether brute force confirms the one right move, None where too many positions can follow."""
    rules, pos = at(exercise)
    children = rules.replies(pos)
    if len(children) > _MANY:
        return None
    most = _MAX_NODES if get(exercise.game).finite else _MAX_ROUND
    worths = {name: small(rules, child, most) for name, child in children.items()}
    if None in worths.values():
        return None
    values = {name: -worth.value for name, worth in worths.items() if worth}
    right = values.pop(exercise.answer)
    if exercise.ground is AnswerProof.HOLDS:
        return right > -1 and set(values.values()) == {-1}
    distance = worths[exercise.answer]
    assert distance
    assert distance.plies is not None
    as_far = exercise.plies in (None, distance.plies + 1)
    return right == 1 and as_far and (exercise.ground is AnswerProof.SOONEST or 1 not in values.values())


def short(exercise: Exercise) -> bool | None:
    """Whether the next plies alone confirm that one move is right and the others are not, None where they do not tell."""
    rules, pos = at(exercise)
    children = rules.replies(pos)
    others = [child for name, child in children.items() if name != exercise.answer]
    if exercise.ground is AnswerProof.HOLDS and all(wins_within(rules, child, 1) for child in others):
        return not wins_within(rules, children[exercise.answer], 1)
    if exercise.ground is AnswerProof.SOONEST and exercise.plies == 1:
        return loses_within(rules, children[exercise.answer], 0) and not any(
            loses_within(rules, child, 0) for child in others
        )
    return None


def second(exercise: Exercise) -> bool | None:
    """Whether the engine for all games proves the same, None where it does not get so far."""
    position = exercise.position
    analysis = ask("alphabeta", position, Limit(nodes=_NODES))
    verdicts = {position.name(line.move): line.score for line in analysis.lines}
    right = verdicts.pop(exercise.answer)
    if exercise.ground is AnswerProof.HOLDS:
        if right.verdict is Verdict.LOSE or any(each.at_least_draw for each in verdicts.values()):
            return False
        return True if all(each.verdict is Verdict.LOSE for each in verdicts.values()) else None
    if right.at_most_draw or any(each.verdict is Verdict.WIN for each in verdicts.values()):
        return False
    return True if right.verdict is Verdict.WIN and all(each.at_most_draw for each in verdicts.values()) else None


@pytest.mark.parametrize("kit", KITS, ids=str)
def test_every_exercise_of_a_family_has_exactly_one_right_move(kit: str) -> None:
    how = Counter[str]()
    for exercise in EXERCISES:
        if family(exercise.game) != kit:
            continue
        for check in (short, brute, second):
            found = check(exercise)
            assert found is not False, (check.__name__, exercise)
            if found:
                how[check.__name__] += 1
                break
        else:
            how["engine"] += 1
    confirmed = how.total() - how["engine"]
    print(kit, dict(how))
    assert confirmed * 2 >= how.total()


def test_no_game_has_more_than_a_dozen_and_no_position_comes_twice() -> None:
    for game in presets():
        found = shelf.exercises(game)
        assert len(found) <= DOZEN
        assert len({game.kind(exercise.position.state) for exercise in found}) == len(found)


def test_the_games_that_the_hall_lists_have_theirs_ready() -> None:
    assert all(finding.course.__module__ and game.id in shelf._kept() for game in presets())


def test_the_answer_is_no_move_that_symmetry_makes_one_with_another() -> None:
    for exercise in EXERCISES:
        assert exercise.position.orbit(exercise.move) == (exercise.move,)


def test_every_family_is_on_the_path_and_no_game_of_it_is_without_exercises() -> None:
    assert {family(id) for id in PATH} == set(KITS)
    assert len(set(PATH)) == len(PATH)
    assert all(shelf.exercises(get(id)) for id in PATH)


def test_exercises_go_from_easy_to_hard() -> None:
    for game in presets():
        levels = {kind.name: kind.level for kind in finding.kinds(game)}
        steps = [levels[exercise.kind] for exercise in shelf.exercises(game)]
        assert steps == sorted(steps)


@pytest.mark.parametrize("id", ["tictactoe", "nim:3,4,5", "vanishing", "ultimate", "connect-four:5,4,4"])
def test_a_seed_gives_the_same_exercises_whatever_was_asked_before(id: str) -> None:
    effort = Effort(25, 0.5, 5)
    first = list(finding.found(get(id), "some seed", effort))
    list(finding.found(get("tictactoe"), "another", effort))
    assert list(finding.found(get(id), "some seed", effort)) == first
    assert list(finding.found(get(id), "another seed", effort)) != first


@pytest.mark.parametrize("id", ["mnk:4,3,3", "nim:2,5,6", "notakto:1", "kayles:5,4", "connect-four:4,4,3"])
def test_a_board_that_nobody_has_thought_of_has_exercises_too_and_brute_force_confirms_them(id: str) -> None:
    found = finding.course(get(id), "", Effort(40, 0.5, 12))
    assert found
    assert {check for exercise in found if (check := brute(exercise)) is not None} == {True}


def test_a_game_in_which_no_move_is_the_only_right_one_has_none() -> None:
    assert finding.course(get("subtraction:11:1,3/misere"), "", Effort(60, 0.5, 12)) == ()


def position(id: str, text: str) -> Position:
    return Position.from_text(get(id), text)


def kind_of(id: str, text: str) -> tuple[str, str] | None:
    """The kind that a position is an exercise of, and its answer."""
    at = position(id, text)
    solved = finding.single(finding.judge(at))
    kind = solved and next((kind for kind in finding.kinds(at.game) if kind.holds(solved)), None)
    return (kind.name, at.name(solved.answer)) if solved and kind else None


def test_a_line_that_can_be_completed_is_a_win_at_once() -> None:
    assert kind_of("tictactoe", "XX./OO./...") == ("at-once", "c1")


def test_a_line_of_the_opponent_has_to_be_blocked() -> None:
    assert kind_of("tictactoe", "X.O/.X./...") == ("block", "c3")


def test_two_threats_at_once_are_a_fork() -> None:
    # Column a lacks a3 then, and row 2 lacks b2; after b2 only row 2 lacks one.
    assert kind_of("tictactoe", "XOO/..X/.XO") == ("fork", "a2")


def test_nim_asks_to_zero_the_xor() -> None:
    # 3 xor 4 xor 5 = 2, so that 3 becomes 1, and no other heap can give way: Bouton 1901.
    assert kind_of("nim:3,4,5", "3-4-5 1st") == ("xor", "A2")


def test_taking_from_a_heap_asks_for_a_multiple() -> None:
    assert kind_of("subtraction:21:1,2,3", "21 1st") == ("multiple", "A1")


def test_ultimate_asks_to_win_a_board_without_giving_the_game_and_to_leave_one_that_would() -> None:
    assert {"board", "resist", "send"} <= {each.kind for each in shelf.exercises(get("ultimate"))}


def test_where_two_moves_win_there_is_no_exercise() -> None:
    assert kind_of("tictactoe", "XX./X.O/.OO") is None, "c1 and a3 complete a line"


def test_where_symmetry_makes_two_moves_one_there_is_no_exercise() -> None:
    # After the centre X holds the draw from any corner: four moves, and not one.
    assert kind_of("tictactoe", ".../.X./...") is None


@pytest.mark.parametrize("game", presets(), ids=lambda game: game.id)
def test_the_task_of_an_exercise_names_who_is_to_move(game: Game) -> None:
    for exercise in shelf.exercises(game)[:2]:
        assert say(exercise.task).startswith(game.players[exercise.position.turn])


def test_an_engine_that_searches_for_exercises_does_not_ask_what_time_it_is() -> None:
    at = Position.start(get("tictactoe"))
    assert finding.judge(at).seconds == 0.0
    assert engines.best(at).name
