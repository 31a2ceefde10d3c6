"""Retrograde analysis against brute force and by hand: wins, losses, ties with distances, and what never ends."""

from __future__ import annotations

from itertools import permutations

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import best
from core.engines.general import retrograde
from core.engines.general.retrograde import TABLES_KEPT, Retrograde
from core.games import get
from core.position import Position
from core.score import Score, Verdict
from tests.core.retrograde_cases import analyse
from tests.core.toys import Ring, Roundabout, Stones
from tests.core.watching import Clock, ask, at


def test_the_roundabout_has_the_values_found_by_hand() -> None:
    """Place 6 loses whoever stands on it, 7 is level, 8 is out of reach. 4 wins in 1 by 6. 5 goes to 7: level in 1, as 3 can
    force no more. 3 can go to 5 or to 2. 2 would give 4 away, so it goes back to 3: level in 3. 3 by 5: level in 2. 1 by 3:
    level in 3; 0 by 1: level in 4 (or by 2: also level in 4)."""
    game = Roundabout()
    expected = {4: (Verdict.WIN, 1), 5: (Verdict.TIE, 1), 3: (Verdict.TIE, 2), 2: (Verdict.TIE, 3), 1: (Verdict.TIE, 3)}
    expected[0] = (Verdict.TIE, 4)
    for place, worth in expected.items():
        top = analyse(Retrograde(), Position(game, (place, 0))).best
        assert top
        assert (top.score.verdict, top.score.plies) == worth


def test_a_ring_is_endless_and_its_play_is_shown_for_some_plies() -> None:
    analysis = ask("retrograde", Position.start(Ring()))
    for line in analysis.lines:
        assert line.score == Score.exact(Verdict.ENDLESS, None, "retrograde")
        assert len(line.pv) == retrograde.ENDLESS_PLIES
    assert analysis.settled
    assert analysis.counters["states"] == analysis.counters["endless"] == 6


@pytest.mark.parametrize("stones", range(1, 13))
def test_turns_that_do_not_alternate_get_the_same_answer_as_from_minimax(stones: int) -> None:
    position = Position.start(Stones(stones))
    first, second = ask("retrograde", position), ask("minimax", position)
    assert {line.move: (line.score.verdict, line.score.plies) for line in first.lines} == {
        line.move: (line.score.verdict, line.score.plies) for line in second.lines
    }


def test_reports_on_the_way_prove_more_and_more_and_take_nothing_back() -> None:
    seen: list[Analysis] = []
    Retrograde().analyse(Watch(at("morris"), Limit(), Clock(1.0), seen.append))
    proven = [sum(line.score.proven for line in analysis.lines) for analysis in seen]
    assert proven == sorted(proven)
    assert proven[0] == 0
    assert not any(analysis.final for analysis in seen)


def test_with_a_limit_of_depth_it_proves_what_can_be_forced_within_it_and_no_more() -> None:
    for depth in range(1, 12):
        for line in ask("retrograde", at("morris"), Limit(depth=depth)).lines:
            name = at("morris").name(line.move)
            expected = {"b2": 9}.get(name, 8 if name in ("a2", "b1", "b3", "c2") else None)
            assert line.score.proven == (expected is not None and expected <= depth)


def test_a_game_that_is_too_large_is_given_up_without_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "MAX_POSITIONS", 5000)
    analysis = analyse(Retrograde(), at("morris"))
    assert not any(line.score.proven for line in analysis.lines)
    position = at("morris", "XX./OO./... X")
    top = analyse(Retrograde(), position).best
    assert top
    assert top.score == Score.exact(Verdict.WIN, 1, "rules")


def test_the_next_ply_is_answered_from_the_table() -> None:
    engine = Retrograde()
    first = analyse(engine, at("morris"))
    position = at("morris").play(at("morris").parse("b2"))
    second = analyse(engine, position)
    assert (first.nodes, second.nodes) == (18709 + 1, 1)
    assert second.settled
    assert {line.move: line.score for line in second.lines} == {
        line.move: line.score for line in analyse(Retrograde(), position).lines
    }


def test_the_positions_counted_are_those_of_the_game_however_far_it_has_come() -> None:
    for text in (None, "X../.O./... X", "XOX/O../... X"):
        analysis = analyse(Retrograde(), at("morris", text))
        assert (analysis.counters["states"], analysis.counters["endless"]) == (5390, 1312)


def test_a_position_that_no_game_reaches_is_solved_as_well_and_few_tables_are_kept() -> None:
    engine = Retrograde()
    pong = get("pong-hau-ki")
    for text in ("raoar a", "oraar a", "aorra r", "raoar r"):
        assert analyse(engine, Position.from_text(pong, text)).settled
    for stones in range(2, 3 + TABLES_KEPT):
        analyse(engine, Position.start(Stones(stones)))
    assert len(engine._tables) == TABLES_KEPT


def test_it_answers_unasked_where_a_game_can_go_round_and_only_there() -> None:
    assert best(at("pong-hau-ki")).name == best(at("achi")).name == "retrograde"
    assert best(at("tictactoe")).name == "alphabeta"


def test_the_count_of_positions_does_not_hang_on_what_was_asked_before() -> None:
    game, engine = get("pong-hau-ki"), Retrograde()

    def counted(position: Position) -> int:
        return engine.analyse(Watch(position, Limit(), lambda: 0.0)).counters["states"]

    boards = {"".join(stones) for stones in permutations("aarro")}
    every = [Position.from_text(game, f"{board} {turn}") for board in sorted(boards) for turn in "ar"]
    assert len(every) == 60
    open_ones = [position for position in every if not position.outcome]
    assert counted(Position.start(game)) == 56
    for position in open_ones:
        counted(position)
    assert counted(Position.start(game)) == 56
    following = Position.start(game).play(Position.start(game).moves[0])
    assert counted(following) == 56
