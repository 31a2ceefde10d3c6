"""K in a row proven: what the prover says against brute force that shares no code with it, and against the literature. It
takes 20 seconds."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from random import Random

import pytest

from core.analysis import Analysis, Limit
from core.engines.lines import engine as threats
from core.engines.lines import threat_search
from core.game import Symmetry
from core.games.mnk import Mnk
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.brute import Worth, representatives, solve
from tests.core.lanes_brute import Brute, rules
from tests.core.threats_cases import SMALL, VERDICTS, places, random_position, searching, sides
from tests.core.watching import ask, at


@pytest.mark.parametrize(("id", "most"), SMALL)
def test_on_random_positions_every_move_and_its_distance_is_as_brute_force_says(id: str, most: int) -> None:
    random = Random(id)
    seen = set()
    for i in range(170):
        position = random_position(id, most - i % 4, random)
        brute = Brute(id)
        own, other = sides(position)
        for line in ask("lines", position).lines:
            worth = brute.worth(other, own | 1 << line.move)
            value = -worth.value
            seen.add(value)
            assert line.score.verdict is VERDICTS[value], (position.text, position.name(line.move))
            assert line.score.plies == worth.plies + 1
            after = position
            for move in line.pv:
                after = after.play(move)
            winner = {1: position.turn, 0: None, -1: 1 - position.turn}[value]
            assert not after.outcome or after.outcome.winner == winner
    assert len(seen) > 1


def test_what_is_shown_on_the_way_is_true_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no nodes for distances at first, so that wins by proof numbers show with a bound."""
    monkeypatch.setattr(threat_search, "_TICK", 1)
    monkeypatch.setattr(threats, "_FIRST_PLIES", 0)
    random = Random(4)
    seen = set()
    for i in range(100):
        id, most = SMALL[i % len(SMALL)]
        position = random_position(id, most, random)
        brute = Brute(id)
        own, other = sides(position)
        truth = {move: brute.worth(other, own | 1 << move) for move in position.moves}
        surest = dict.fromkeys(position.moves, 0)

        def listen(analysis: Analysis, truth: dict[int, Worth] = truth, surest: dict[int, int] = surest) -> None:
            for line in analysis.lines:
                score, (value, plies) = line.score, truth[line.move]
                seen.add((score.proof, score.verdict, score.within is not None))
                assert score.sureness >= surest[line.move]
                surest[line.move] = score.sureness
                if score.proven:
                    assert score.verdict is VERDICTS[-value]
                    assert score.plies in (None, plies + 1)
                    assert score.within is None or score.within >= plies + 1
                assert not (score.at_least_draw and (value > 0 or score.value < 0))
                assert not (score.at_most_draw and (value < 0 or score.value > 0))
            best = max(-worth.value for worth in truth.values())
            said = analysis.score
            assert said
            assert not said.proven or said.verdict is VERDICTS[best]
            assert not (said.proof is Proof.AT_LEAST and best < 0)
            assert not (said.proof is Proof.AT_MOST and best > 0)

        ask("lines", position, listener=listen)
    assert {(Proof.AT_LEAST, Verdict.TIE, False), (Proof.AT_MOST, Verdict.TIE, False)} <= seen
    assert (Proof.EXACT, Verdict.LOSE, True) in seen


@pytest.mark.parametrize(
    ("id", "verdict"),
    [
        ("mnk:6,5,4", Verdict.WIN),
        ("mnk:6,6,4", Verdict.WIN),
        ("mnk:7,5,4", Verdict.WIN),
        ("mnk:7,7,4", Verdict.WIN),
        ("mnk:8,8,4", Verdict.WIN),
        ("mnk:6,4,4", Verdict.TIE),
        ("mnk:5,5,4", Verdict.TIE),
        ("mnk:7,6,5", Verdict.TIE),
    ],
)
def test_the_first_move_to_be_proven_on_a_larger_board_is_worth_what_the_literature_says(
    id: str, verdict: Verdict
) -> None:
    """van den Herik, Uiterwijk and van Rijswijck 2002."""
    seen: list[Verdict | None] = []

    def listen(analysis: Analysis) -> None:
        seen.extend(line.score.verdict for line in analysis.lines if line.score.proven)

    ask("lines", at(id), Limit(nodes=200_000), listen, lambda: bool(seen))
    assert seen
    assert set(seen) == {verdict}


def test_6x5_with_four_in_a_row_is_won_in_11_and_in_no_fewer() -> None:
    """Uiterwijk and van den Herik 2000."""
    seen: list[Score] = []

    def listen(analysis: Analysis) -> None:
        assert analysis.best
        if analysis.best.score.proven:
            seen.append(analysis.best.score)

    ask("lines", at("mnk:6,5,4"), None, listen, lambda: bool(seen) and seen[-1].settled)
    assert seen[-1].plies == 11
    assert all((score.within or 11) >= 11 for score in seen)


@pytest.mark.parametrize(("id", "plies"), [("mnk:4,3,3", 7), ("mnk:4,4,3", 5), ("tictactoe/toroidal", 7)])
def test_proven_wins_are_carried_out_against_every_reply(id: str, plies: int) -> None:
    """The attacker plays the best line of each position, the defender everything."""
    reached = 0

    def attack(position: Position, left: int) -> None:
        nonlocal reached
        reached += 1
        line = ask("lines", position).best
        assert line
        assert line.score.verdict is Verdict.WIN
        assert line.score.plies is not None
        assert line.score.plies <= left
        after = position.play(line.move)
        if after.outcome:
            assert after.outcome.winner == position.turn
            return
        for reply in after.moves:
            attack(after.play(reply), left - 2)

    attack(at(id), plies)
    assert reached > 10


@pytest.mark.parametrize("id", ["mnk:4,3,3", "mnk:4,4,3", "mnk:5,5,4"])
@pytest.mark.parametrize("rank", [0, 1, 2])
def test_the_attacker_wins_though_the_defender_gets_marks_outside_the_zone(id: str, rank: int) -> None:
    """That is what a zone of a rank promises; brute force holds it to its word."""
    random = Random(rank)
    won = 0
    for i in range(50):
        position = random_position(id, 8 + i % 2, random)
        own, other = sides(position)
        brute = Brute(id)
        zone = searching(rules(id)).reaches(*places(position), 7, rank)
        if not zone:
            continue
        won += 1
        outside = [1 << cell for cell in position.moves if not zone >> cell & 1]
        for size in range(rank + 1):
            for extra in combinations(outside, size):
                assert brute.value(own, other | sum(extra)) == 1, (position.text, zone, extra)
    assert won > 7


@pytest.mark.parametrize(
    ("id", "verdict", "plies"),
    [
        ("mnk:1,2,2", Verdict.TIE, 2),
        ("mnk:2,2,2", Verdict.WIN, 3),
        ("tictactoe", Verdict.TIE, 9),
        ("tictactoe/toroidal", Verdict.WIN, 7),
        ("mnk:4,3,3", Verdict.WIN, 7),
        ("mnk:5,3,3", Verdict.WIN, 7),
        ("mnk:4,4,3", Verdict.WIN, 5),
        ("mnk:4,4,4", Verdict.TIE, 16),
        ("mnk:5,4,4", Verdict.TIE, 20),
        ("mnk:5,5,5", Verdict.TIE, 25),
        ("mnk:6,6,5", Verdict.TIE, 36),
        ("mnk:6,6,6", Verdict.TIE, 36),
        ("mnk:7,7,6", Verdict.TIE, 49),
        ("mnk:7,7,7", Verdict.TIE, 49),
        ("mnk:9,6,6", Verdict.TIE, 54),
        ("mnk:8,8,8", Verdict.TIE, 64),
    ],
)
def test_the_start_is_worth_what_the_literature_says(id: str, verdict: Verdict, plies: int) -> None:
    """Uiterwijk and van den Herik 2000; every move is proven."""
    analysis = ask("lines", at(id), Limit(nodes=60_000))
    assert analysis.settled
    line = analysis.best
    assert line
    assert (line.score.verdict, line.score.plies) == (verdict, plies)
    assert len(line.pv) == plies


def test_every_position_of_tictactoe_has_value_and_distance_of_every_move() -> None:
    known = solve(3, 3, 3)
    for text in representatives({text: worth for text, worth in known.items() if worth.plies}):
        analysis = ask("lines", at("tictactoe", text))
        for line in analysis.lines:
            value, plies = known[analysis.position.play(line.move).text]
            assert (line.score.verdict, line.score.plies) == (VERDICTS[-value], plies + 1)


class Lopsided(Mnk):
    """K in a row with no symmetry but the identity."""

    finite = True

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return super().symmetries[:1]


@pytest.mark.parametrize(("columns", "rows", "k"), [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4)])
def test_with_and_without_symmetry_the_scores_are_the_same(columns: int, rows: int, k: int) -> None:
    usual = at(f"mnk:{columns},{rows},{k}")
    plain = Position.start(Lopsided(columns, rows, k, frozenset(), f"lopsided {usual.game.id}"))
    for moves in ((), (1,), (1, 5)):
        answers = []
        for position in (usual, plain):
            for move in moves:
                position = position.play(move)
            answers.append({line.move: (line.score.verdict, line.score.plies) for line in ask("lines", position).lines})
        assert answers[0] == answers[1]
