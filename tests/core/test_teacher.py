"""The teacher stops what loses where something else does not, says why, asks once, and takes no guess for more."""

from __future__ import annotations

from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Limit, Line, Watch
from core.games import get
from core.play import actions
from core.play.coach import Teacher, objection
from core.position import Position, play_all
from core.score import Score, Verdict
from tests.core.brute import solve
from tests.core.sitting import PEOPLE, Sitting


def known(game: str, moves: str, scores: dict[str, Score], pv: str = "", depth: int = 4) -> Analysis:
    """What an engine says of a position: the moves that are named, best first, each with a play to expect and searched to so
    many plies."""
    position = play_all(get(game), moves)[1]
    lines = []
    for name, score in scores.items():
        line, at = [], position
        for each in (name, *pv.split()):
            line.append(at.parse(each))
            at = at.play(line[-1])
        lines.append(Line(line[0], score, tuple(line), depth))
    return Analysis(position, tuple(lines), 1, 1, 0.0, True, engine="alphabeta")


LOSS, DRAW = Score.exact(Verdict.LOSE, 4), Score.exact(Verdict.TIE, 6)


def test_a_move_that_is_proven_to_lose_is_stopped_with_the_answer_to_it() -> None:
    analysis = known("tictactoe", "a1 b2 c3", {"b1": DRAW})
    lost = known("tictactoe", "a1 b2 c3", {"c1": LOSS}, "a3")
    both = Analysis(analysis.position, (*analysis.lines, *lost.lines), 1, 1, 0.0, True)
    said = str(Teacher().stop(both, both.position.parse("c1")))
    assert said == ("c1 loses in 4. X answers a3: It blocks and makes a fork: a2 b3.")


def test_it_asks_once_about_each_move_and_anew_in_another_position() -> None:
    analysis = known("tictactoe", "a1 b2 c3", {"b1": DRAW, "c1": LOSS, "a3": LOSS})
    c1, a3 = map(analysis.position.parse, ("c1", "a3"))
    teacher = Teacher()
    assert teacher.stop(analysis, c1)
    assert teacher.stop(analysis, a3)
    assert teacher.stop(analysis, c1) is None
    elsewhere = known("tictactoe", "a1", {"b2": DRAW, "a2": LOSS})
    assert teacher.stop(elsewhere, elsewhere.position.parse("a2"))
    assert teacher.stop(analysis, c1), "the position has come up again"


def test_a_move_that_does_not_lose_is_never_stopped() -> None:
    analysis = known("tictactoe", "a1 b2 c3", {"b1": DRAW, "a2": DRAW, "c1": LOSS})
    assert objection(analysis, analysis.position.parse("a2")) is None
    winning = known("tictactoe", "a1 b1 a2 b2", {"a3": Score.exact(Verdict.WIN, 1), "b3": DRAW})
    assert objection(winning, winning.position.parse("b3")) is None, "a win thrown away is no loss"


def test_where_all_moves_lose_none_is_stopped() -> None:
    analysis = known("tictactoe", "a1 b2 c3", {"c1": LOSS, "a3": LOSS})
    assert objection(analysis, analysis.position.parse("a3")) is None


def test_where_nothing_is_known_nothing_is_stopped() -> None:
    analysis = known("tictactoe", "a1 b2 c3", {"b1": DRAW})
    assert Teacher().stop(None, 0) is None
    assert objection(analysis, analysis.position.parse("c1")) is None


@pytest.mark.parametrize(
    ("best", "value", "stopped"),
    [
        (Score.estimate(0.1), -0.3, True),
        (Score.estimate(0.1), -0.19, False),
        (Score.estimate(0.9), 0.2, False),
        (DRAW, -0.9, False),
        (Score.exact(Verdict.WIN, 9), -0.9, False),
    ],
)
def test_a_guess_is_told_as_a_guess_and_only_beside_guesses(best: Score, value: float, stopped: bool) -> None:
    analysis = known("gomoku", "h8 h9", {"i9": best, "a1": Score.estimate(value)})
    found = objection(analysis, analysis.position.parse("a1"))
    assert (found is not None) is stopped
    if found:
        assert str(found) == f"a1 looks bad ({value:+.2f}, only a guess)"
        assert "loses" not in str(found)


def test_what_looks_bad_at_a_glance_or_is_but_a_bound_is_not_stopped() -> None:
    for value, depth in ((Score.estimate(-0.9), 3), (Score.guessed_at_most(-0.9), 4)):
        analysis = known("gomoku", "h8 h9", {"i9": Score.estimate(0.9), "a1": value}, depth=depth)
        assert objection(analysis, analysis.position.parse("a1")) is None


def test_a_bound_on_the_distance_is_told_as_a_bound() -> None:
    scores = {"b1": DRAW, "c1": Score.exact(Verdict.LOSE, most=8), "a3": Score.exact(Verdict.LOSE)}
    analysis = known("tictactoe", "a1 b2 c3", scores)
    said = [str(objection(analysis, analysis.position.parse(name))) for name in ("c1", "a3")]
    assert said == ["c1 loses in at most 8", "a3 loses"]


def test_what_is_stopped_is_counted_and_kept_with_the_next_move_even_while_one_is_being_kept() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.CAUTION)
    assert sitting.state.match.cautions == 1
    assert sitting.moves == ""
    sitting.held = True
    sitting.play("b2")
    sitting.do(actions.Command.CAUTION)
    sitting.to_disk()
    assert sitting.state.match.cautions == 2
    sitting.play("a1")
    assert sitting.keeps[-1].cautions == 2
    assert Sitting(PEOPLE, match=sitting.keeps[-1]).state.match.cautions == 2


@pytest.mark.parametrize("misere", [False, True])
def test_what_an_engine_knows_is_stopped_just_where_brute_force_finds_a_loss_and_something_better(misere: bool) -> None:
    worths, random, stopped = solve(3, 3, 3, misere=misere), Random(1), 0
    for _ in range(40):
        position = Position.start(get("tictactoe/misere" if misere else "tictactoe"))
        for _ in range(random.randrange(6)):
            position = position if position.outcome else position.play(random.choice(position.moves))
        if position.outcome:
            continue
        known = engines.get("alphabeta").analyse(Watch(position, Limit(), lambda: 0.0))
        values = {move: -worths[position.play(move).text].value for move in position.moves}
        for move, value in values.items():
            wanted = value < max(values.values()) and value == -1
            assert (Teacher().stop(known, move) is not None) is wanted
            stopped += wanted
    assert stopped > 20
