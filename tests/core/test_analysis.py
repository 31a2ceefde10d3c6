"""Scores, their order, analyses as JSON, and the watch between an engine and whoever asked."""

from __future__ import annotations

import doctest
import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.score
from core.analysis import REPORT_SECONDS, Analysis, Limit, Line, Stopped, Watch
from core.errors import BadNotation
from core.games import get
from core.position import Position
from core.score import Proof, Score, Verdict, as_soon_as
from tests.core.watching import Clock, ask, at

ORDER = [
    Score.exact(Verdict.WIN, 1),
    Score.exact(Verdict.WIN, 3),
    Score.exact(Verdict.WIN, most=5),
    Score.exact(Verdict.WIN),
    Score.estimate(1.0),
    Score.estimate(0.2),
    Score.exact(Verdict.TIE, 9),
    Score.exact(Verdict.ENDLESS),
    Score.estimate(0.0),
    Score.estimate(-0.2),
    Score.estimate(-1.0),
    Score.exact(Verdict.LOSE, least=5),
    Score.exact(Verdict.LOSE, 4),
    Score.exact(Verdict.LOSE, least=3),
    Score.exact(Verdict.LOSE, 2),
    Score.exact(Verdict.LOSE),
    Score.exact(Verdict.LOSE, most=5),
]
"""Best first."""

scores = st.one_of(
    st.builds(Score.estimate, st.floats(-1, 1)),
    st.builds(Score.exact, st.sampled_from(Verdict), st.none() | st.integers(0, 400), st.sampled_from(["", "search"])),
    st.builds(Score.exact, st.sampled_from(Verdict), most=st.integers(1, 400)),
)


def test_the_order_of_scores_is_as_their_docstring_shows() -> None:
    assert doctest.testmod(core.score) == (0, 5)


def test_sooner_wins_come_first_and_later_losses_before_sooner_ones() -> None:
    shuffled = random.Random(1).sample(ORDER, len(ORDER))
    assert sorted(shuffled, reverse=True) == ORDER
    for better, worse in pairwise(ORDER):
        assert worse < better
        assert not better < worse


@given(scores)
def test_the_opponents_view_of_the_opponents_view_is_ones_own(score: Score) -> None:
    opposite = -score
    assert -opposite == score
    assert str(opposite.value) != "-0.0"


@given(scores, scores)
def test_what_is_better_for_one_is_worse_for_the_other(first: Score, second: Score) -> None:
    tied = {first.rank[0], second.rank[0]} == {0.0}
    # Of a distance that is not known each player counts the worst for himself.
    known = all(score.settled or not score.proven for score in (first, second)) or first.verdict is not second.verdict
    if first < second and not tied and known:
        assert -second < -first


@given(st.integers(1, 20), st.integers(0, 9), st.integers(1, 9), st.integers(1, 20))
def test_a_loss_of_unknown_length_never_ranks_above_a_longer_one(true: int, sure: int, spare: int, longer: int) -> None:
    unknown = Score.exact(Verdict.LOSE, least=max(1, true - sure), most=true + spare)
    assert unknown < Score.exact(Verdict.LOSE, true + longer)


@given(scores)
def test_a_move_before_is_one_ply_more_for_the_other_player(score: Score) -> None:
    before = score.before()
    assert before.value == -score.value
    assert before.plies == (None if score.plies is None else score.plies + 1)
    assert before.within == (None if score.within is None else score.within + 1)
    same = score.before(turn_changes=False)
    assert (same.verdict, same.value) == (score.verdict, score.value)


def test_a_bound_is_turned_round_with_the_score() -> None:
    assert (-Score(Verdict.TIE, 0.0, Proof.AT_LEAST)).proof is Proof.AT_MOST


def test_a_guess_is_cut_to_what_a_bound_leaves_and_at_least_a_draw_is_no_less_than_one() -> None:
    assert (Score.bound(Proof.AT_LEAST, -0.5).value, Score.bound(Proof.AT_MOST, 0.5).value) == (0.0, 0.0)
    assert Score.bound(Proof.AT_MOST, 0.0) < Score.exact(Verdict.TIE) < Score.bound(Proof.AT_LEAST, 0.0)


@pytest.mark.parametrize(
    "arguments",
    [
        (None, 0.0, Proof.EXACT),
        (Verdict.WIN, 1.0, Proof.ESTIMATE),
        (None, 0.5, Proof.ESTIMATE, "", 3),
        (None, 0.5, Proof.ESTIMATE, "", 1, 3),
        (Verdict.TIE, 0.5, Proof.AT_LEAST, "", 3),
        (Verdict.WIN, 1.0, Proof.EXACT, "", 5, 3),
        (None, 1.5, Proof.ESTIMATE),
    ],
)
def test_a_score_cannot_claim_what_contradicts_itself(arguments: tuple[object, ...]) -> None:
    with pytest.raises(AssertionError):
        Score(*arguments)  # type: ignore[arg-type]


def test_an_estimate_beyond_one_is_cut() -> None:
    assert Score.estimate(7.0).value == 1.0
    assert Score.estimate(-7.0).value == -1.0


def test_a_score_is_settled_when_its_distance_is_known_or_there_is_none() -> None:
    assert Score.exact(Verdict.TIE, 3).settled
    assert Score.exact(Verdict.ENDLESS).settled
    assert not Score.exact(Verdict.WIN).settled
    assert not Score.exact(Verdict.WIN, most=3).settled
    assert not Score.estimate(0.5).settled


@st.composite
def analyses(draw: st.DrawFn) -> Analysis:
    """An analysis of a random position, its lines and numbers at will."""
    game = get(draw(st.sampled_from(["tictactoe", "tictactoe/misere/wild", "mnk:5,4,4", "mnk:15,15,5"])))
    position = Position.start(game)
    for _ in range(draw(st.integers(0, 12))):
        if not position.outcome:
            position = position.play(draw(st.sampled_from(position.moves)))
    lines = []
    for move in position.moves[: draw(st.integers(0, 5))]:
        pv, after = [move], position.play(move)
        while not after.outcome and draw(st.booleans()):
            pv.append(draw(st.sampled_from(after.moves)))
            after = after.play(pv[-1])
        lines.append(Line(move, draw(scores), tuple(pv)))
    counters = draw(st.dictionaries(st.sampled_from(["cuts", "table_hits"]), st.integers(0, 10**12)))
    seconds = draw(st.integers(0, 10**8)) / 10_000
    return Analysis(
        position, tuple(lines), draw(st.integers(0, 400)), draw(st.integers(0)), seconds, draw(st.booleans()), counters
    )


@given(analyses())
@settings(max_examples=100)
def test_an_analysis_comes_back_from_json_as_it_went(analysis: Analysis) -> None:
    text = json.dumps(analysis.to_json(), allow_nan=False)
    assert Analysis.from_json(json.loads(text)) == analysis


def test_the_json_of_an_answer_speaks_the_notation_of_the_game() -> None:
    document = ask("alphabeta", at("tictactoe", "XX./OO./...")).to_json()
    assert document["game"] == "tictactoe"
    assert document["position"] == "XX./OO./..."
    assert document["turn"] == "X"
    assert document["lines"][0] == {
        "move": "c1",
        "outcome": "win",
        "plies": 1,
        "within": None,
        "beyond": 0,
        "value": 1.0,
        "proof": "exact",
        "method": "rules",
        "depth": 0,
        "pv": ["c1"],
    }
    assert document["final"] is True


@pytest.mark.parametrize(
    "change",
    [
        {"lines": 3},
        {"lines": [{}]},
        {"depth": "deep"},
        {"position": None},
        {"counters": None},
        {"lines": [{"move": "c1", "outcome": "won", "value": 0, "proof": "exact", "plies": 1, "method": "", "pv": []}]},
        {"lines": [{"move": "c1", "outcome": None, "value": 9, "proof": "exact", "plies": 1, "method": "", "pv": []}]},
    ],
)
def test_a_document_that_is_no_analysis_is_refused(change: dict[str, object]) -> None:
    document = ask("random", at("tictactoe")).to_json()
    with pytest.raises(BadNotation, match="not an analysis"):
        Analysis.from_json(document | change)


def test_the_best_line_of_a_finished_game_is_none() -> None:
    clock = Clock()
    analysis = Watch(at("tictactoe", "XXX/OO./..."), Limit(), clock).finish([], 0)
    assert analysis.best is None
    assert analysis.line(3) is None
    assert analysis.nps == 0


def lines_of(*values: float) -> list[Line]:
    return [Line(move, Score.estimate(value), (move,)) for move, value in enumerate(values)]


def test_reports_are_held_to_ten_a_second_and_the_first_comes_at_once() -> None:
    clock = Clock()
    seen: list[Analysis] = []
    watch = Watch(at("tictactoe"), Limit(), clock, seen.append)
    for _ in range(100):
        watch.report(lines_of(0.0), 1)
        clock.now += REPORT_SECONDS / 10
    assert len(seen) in (10, 11)
    assert seen[0].seconds == 0
    gaps = [after.seconds - before.seconds for before, after in pairwise(seen)]
    assert min(gaps) >= REPORT_SECONDS


def test_a_report_counts_nodes_and_seconds_and_is_not_final_but_the_answer_is() -> None:
    clock = Clock()
    seen: list[Analysis] = []
    watch = Watch(at("tictactoe"), Limit(), clock, seen.append)
    watch.tick(300)
    watch.tick(200)
    clock.now += 2
    watch.report(lines_of(0.1, 0.7, -0.2), 3, cuts=5)
    (report,) = seen
    assert (report.nodes, report.seconds, report.nps, report.depth) == (500, 2.0, 250.0, 3)
    assert report.counters == {"cuts": 5}
    assert [line.move for line in report.lines] == [1, 0, 2]
    assert not report.final
    assert watch.finish(lines_of(0.1), 3).final
    assert len(seen) == 1


def test_lines_of_equal_worth_keep_their_order() -> None:
    assert [line.move for line in Watch(at("tictactoe"), Limit(), Clock()).finish(lines_of(0, 0, 0), 0).lines] == [
        0,
        1,
        2,
    ]


def test_the_watch_stops_at_the_node_limit_the_time_limit_or_the_askers_word() -> None:
    nodes = Watch(at("tictactoe"), Limit(nodes=1000), Clock())
    nodes.tick(999)
    with pytest.raises(Stopped):
        nodes.tick(1)
    clock = Clock()
    seconds = Watch(at("tictactoe"), Limit(seconds=2), clock)
    clock.now += 1.9
    seconds.tick(1)
    clock.now += 0.1
    with pytest.raises(Stopped):
        seconds.tick(1)
    with pytest.raises(Stopped):
        Watch(at("tictactoe"), Limit(), Clock(), stop=lambda: True).tick(1)


def test_without_a_limit_nothing_stops_the_watch() -> None:
    watch = Watch(at("tictactoe"), Limit(), Clock(1e6))
    for _ in range(100):
        watch.tick(10**9)
    assert watch.nodes == 10**11


def test_nodes_count_even_on_the_tick_that_stops() -> None:
    watch = Watch(at("tictactoe"), Limit(nodes=10), Clock())
    with pytest.raises(Stopped):
        watch.tick(25)
    assert watch.finish([], 0).nodes == 25


def test_what_an_older_analysis_has_proven_stays_until_a_newer_one_has_proven_as_much() -> None:
    win, tie, guess = Score.exact(Verdict.WIN), Score.exact(Verdict.TIE), Score.estimate(0.9)

    def found(*scores: Score) -> Analysis:
        return Analysis(
            at("tictactoe"), tuple(Line(move, score, (move,)) for move, score in enumerate(scores)), 1, 1, 0, True
        )

    newer = found(guess, guess, win, Score.exact(Verdict.WIN, 5))
    kept = newer.keeping(found(win, tie, guess, win))
    assert [(line.move, line.score) for line in kept.lines] == [
        (3, Score.exact(Verdict.WIN, 5)),
        (0, win),
        (2, win),
        (1, tie),
    ]


def test_bounds_that_an_older_analysis_has_proven_stay_where_a_newer_one_proves_wider_ones() -> None:
    soon, late = Score.exact(Verdict.WIN, least=3, most=9), Score.exact(Verdict.WIN, least=5, most=15)
    held, stopped = Score.bound(Proof.AT_LEAST, 0.4), Score.bound(Proof.AT_MOST, -0.4)
    assert late.with_proven(soon) == soon.with_proven(late) == Score.exact(Verdict.WIN, least=5, most=9)
    assert held.with_proven(stopped) == stopped.with_proven(held) == Score.exact(Verdict.TIE)
    assert held.with_proven(Score.bound(Proof.AT_LEAST, 0.1)) == held
    assert held.with_proven(stopped, ends=False) == held, "where play can go round, it may be endless"
    assert Score.estimate(0.3).with_proven(Score.guessed_at_most(0.1)) == Score.estimate(0.3)


@pytest.mark.parametrize("verdict", [Verdict.WIN, Verdict.TIE, Verdict.LOSE])
def test_bounds_that_meet_are_one_number_wherever_they_are_joined(verdict: Verdict) -> None:
    within, beyond = Score.exact(verdict, most=7), Score.exact(verdict, least=7)
    joined = [
        Score.exact(verdict, least=7, most=7),
        replace(within, least=7),
        within.with_proven(beyond),
        beyond.with_proven(within),
    ]
    assert joined == [Score.exact(verdict, 7)] * len(joined)


@pytest.mark.parametrize("verdict", [Verdict.WIN, Verdict.TIE])
def test_a_best_move_of_seven_plies_beside_one_that_takes_more_than_six_makes_exactly_seven(verdict: Verdict) -> None:
    scores = [Score.exact(verdict, 7), Score.exact(verdict, least=7)]
    assert as_soon_as(scores[0], scores) == Score.exact(verdict, 7)


def test_bounds_that_meet_are_one_number_when_an_analysis_is_read() -> None:
    line = Line(0, Score.exact(Verdict.WIN, 7), (0,))
    document = Analysis(at("tictactoe"), (line,), 1, 1, 0, True).to_json()
    document["lines"][0] |= {"plies": None, "within": 7, "beyond": 6}
    assert Analysis.from_json(document).lines == (line,)


def test_a_score_written_before_there_were_bounds_is_read() -> None:
    document = Score.exact(Verdict.WIN).to_json()
    del document["within"], document["beyond"]
    assert Score.from_json(document) == Score.exact(Verdict.WIN)


@pytest.mark.parametrize(("id", "engine"), [("tictactoe", "minimax"), ("pong-hau-ki", "retrograde")])
def test_what_a_proven_position_says_of_its_moves_is_true(id: str, engine: str) -> None:
    chance = random.Random(1)
    for _ in range(40):
        position = at(id)
        for _ply in range(chance.randint(2, 7)):
            position = position if position.outcome else position.play(chance.choice(position.moves))
        whole = ask(engine, position)
        forgotten = chance.sample(position.moves, chance.randint(0, len(position.moves)))
        lines = [replace(each, score=Score.estimate(0.0)) if each.move in forgotten else each for each in whole.lines]
        told = replace(whole, lines=tuple(lines)).given(whole.score)
        assert all(line == whole.line(line.move) for line in told.lines if line.score.proven)


def test_the_only_move_that_does_not_lose_is_worth_what_its_position_is() -> None:
    whole = ask("retrograde", at("pong-hau-ki"))
    position = whole.position.play(whole.lines[0].move)
    while len(position.moves) > 1:
        position = position.play(ask("retrograde", position).lines[0].move)
    (move,) = position.moves
    unknown = Analysis(position, (Line(move, Score.estimate(0.0), (move,)),), 1, 1, 0.0, True)
    assert unknown.given(Score.exact(Verdict.ENDLESS)).lines[0].score == Score.exact(Verdict.ENDLESS)


def test_moves_equal_by_symmetry_are_worth_what_their_position_is_where_no_other_may_be() -> None:
    position = at("pong-hau-ki")
    lines = tuple(Line(move, Score.estimate(0.0), (move,)) for move in position.moves)
    told = Analysis(position, lines, 1, 1, 0.0, True).given(Score.exact(Verdict.ENDLESS))
    assert [line.score for line in told.lines] == [Score.exact(Verdict.ENDLESS)] * 2


def test_a_proven_position_with_two_moves_that_may_keep_it_says_nothing_of_either() -> None:
    lines = tuple(Line(move, Score.estimate(0.0), (move,)) for move in at("tictactoe").moves)
    unknown = Analysis(at("tictactoe"), lines, 1, 1, 0.0, True)
    assert unknown.given(Score.exact(Verdict.TIE, 9)) == unknown
