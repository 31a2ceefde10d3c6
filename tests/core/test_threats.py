"""K in a row proven: what the prover says against brute force that shares no code with it, and against the literature."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, count
from random import Random

import pytest

from core.analysis import Analysis, Limit, Stopped
from core.engines import best, get
from core.engines.lines import engine as threats
from core.engines.lines import threat_search
from core.engines.lines.threat_search import ThreatSearch
from core.game import Player, Symmetry
from core.games.mnk import Mnk
from core.kinds.lanes import Lanes, pairing
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.brute import Worth, representatives, solve
from tests.core.lanes_brute import Brute, rows, rules
from tests.core.watching import ask, at

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
SMALL = [
    ("mnk:4,3,3", 9),
    ("mnk:4,4,3", 9),
    ("mnk:4,4,4", 9),
    ("mnk:5,4,4", 9),
    ("mnk:5,5,4", 8),
    ("mnk:4,3,3/toroidal", 9),
]
"""Boards, and how many cells are empty at most where brute force plays them to the end."""


def random_position(id: str, empty: int, random: Random) -> Position:
    """An unfinished position with so many empty cells, by random play."""
    while True:
        position = Position.start(rules(id))
        while not position.outcome and len(position.moves) > empty:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position


def sides(position: Position) -> tuple[int, int]:
    x, o = position.state
    return (x, o) if position.turn == 0 else (o, x)


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_every_position_of_tictactoe_has_value_and_distance_of_every_move() -> None:
    known = solve(3, 3, 3)
    for text in representatives({text: worth for text, worth in known.items() if worth.plies}):
        analysis = ask("lines", at("tictactoe", text))
        for line in analysis.lines:
            value, plies = known[analysis.position.play(line.move).text]
            assert (line.score.verdict, line.score.plies) == (VERDICTS[-value], plies + 1)


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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def searching(game: Mnk) -> ThreatSearch:
    return ThreatSearch(game, lambda nodes: None)


def places(position: Position) -> tuple[int, int, int]:
    """The lanes of the player to move and of the other, and the empty cells."""
    game = rules(position.game.id)
    own, other = sides(position)
    lanes = Lanes(game)
    return lanes.of(own, other), lanes.of(other, own), ((1 << game.cell_count) - 1) & ~(own | other)


@pytest.mark.slow
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


class Forgetful(dict[tuple[int, int, int], int]):
    """A table that keeps nothing."""

    def __setitem__(self, key: tuple[int, int, int], value: int) -> None:
        pass


def settled(search: ThreatSearch, position: Position) -> bool:
    """Whether the player to move wins before the board is full."""
    return any(search.reaches(*places(position), plies) for plies in range(1, len(position.moves) + 1, 2))


@pytest.mark.parametrize("id", ["tictactoe", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,4,4"])
def test_with_and_without_tables_the_search_finds_the_same(id: str) -> None:
    random = Random(id)
    for _ in range(60):
        position = random_position(id, 7, random)
        bare = searching(rules(id))
        for table in ("_fours", "_found", "_failed"):
            setattr(bare, table, Forgetful())
        assert settled(bare, position) == settled(searching(rules(id)), position)


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


@pytest.mark.parametrize("id", ["mnk:4,4,3", "mnk:5,4,4"])
def test_images_of_a_position_have_the_images_of_its_scores(id: str) -> None:
    random = Random(id)
    game = rules(id)
    for _ in range(5):
        position = random_position(id, 11, random)
        scores = {line.move: line.score.verdict for line in ask("lines", position).lines}
        for symmetry in game.symmetries:
            mirrored = Position(game, symmetry.image(position.state))
            image = {line.move: line.score.verdict for line in ask("lines", mirrored).lines}
            assert image == {symmetry.moves[move]: verdict for move, verdict in scores.items()}


@pytest.mark.parametrize("text", ["XO../.X../O...", ".X../.O../....", "X..O/.OX./...."])
def test_stopped_anywhere_it_claims_nothing_false(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threat_search, "_TICK", 1)
    position = at("mnk:4,3,3", text)
    own, other = sides(position)
    brute = Brute("mnk:4,3,3")
    truth = {move: VERDICTS[-brute.value(other, own | 1 << move)] for move in position.moves}
    total = ask("lines", position).nodes
    for nodes in range(1, min(total, 400)):
        for line in ask("lines", position, Limit(nodes=nodes)).lines:
            assert not line.score.proven or line.score.verdict is truth[line.move]


def test_a_search_that_is_stopped_leaves_the_tables_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threat_search, "_TICK", 1)
    position = random_position("mnk:4,4,3", 9, Random(3))
    game = rules("mnk:4,4,3")
    truth = settled(searching(game), position)
    for patience in range(0, 200, 7):
        ticks = count()

        def tick(nodes: int, ticks: count[int] = ticks, patience: int = patience) -> None:
            if next(ticks) == patience:
                raise Stopped

        search = ThreatSearch(game, tick)
        try:
            settled(search, position)
        except Stopped:
            assert settled(search, position) == truth


def test_the_method_says_what_proved_a_verdict() -> None:
    assert {line.score.method for line in ask("lines", at("mnk:5,5,5")).lines} <= {"pairing", "Erdos-Selfridge"}
    won = ask("lines", at("mnk:5,5,4", "...../.X.../..X../O.O../....."), Limit(nodes=5000)).best
    assert won
    assert won.score.method == "search"
    assert {line.score.method for line in ask("lines", at("mnk:5,4,4")).lines} == {"proof numbers"}


@pytest.mark.parametrize("id", ["mnk:5,5,5", "mnk:6,6,6", "mnk:7,7,6", "mnk:5,3,4", "mnk:9,9,8"])
def test_a_pairing_has_two_cells_of_every_line_each_cell_once(id: str) -> None:
    pairs = pairing(rules(id), rules(id).start(), 1)
    assert pairs
    cells = [cell for pair in pairs for cell in pair]
    assert len(cells) == len(set(cells))
    for row in rows(id):
        assert any(row >> x & row >> y & 1 for x, y in pairs)


@pytest.mark.parametrize("id", ["tictactoe", "mnk:4,4,4", "mnk:6,6,5"])
def test_some_drawn_boards_have_no_pairing(id: str) -> None:
    assert pairing(rules(id), rules(id).start(), 1) is None


@pytest.mark.parametrize("id", ["mnk:4,4,4", "mnk:5,4,4", "mnk:6,6,5"])
def test_who_answers_in_the_pair_loses_no_more(id: str) -> None:
    """Random attackers against the pairing; pairs may hold marks of neither."""
    random = Random(id)
    found = 0
    for _ in range(40):
        position = random_position(id, rules(id).cell_count - random.randint(4, 9), random)
        blocker: Player = 0 if position.turn else 1
        pairs = pairing(rules(id), position.state, blocker)
        if pairs is None:
            continue
        found += 1
        answer = {x: y for pair in pairs for x, y in (pair, pair[::-1])}
        last = -1
        while not position.outcome:
            reply = answer.get(last, -1) if position.turn == blocker else -1
            last = reply if reply in position.moves else random.choice(position.moves)
            position = position.play(last)
        assert position.outcome.winner in (None, blocker)
    assert found > 5


@pytest.mark.parametrize("id", ["tictactoe/misere", "tictactoe/wild", "mnk:4,3,3/misere", "mnk:11,11,5"])
def test_what_it_does_not_know_it_leaves_to_alphabeta(id: str) -> None:
    limit = Limit(nodes=3000)
    assert ask("lines", at(id), limit) == ask("alphabeta", at(id), limit)


def test_it_is_the_best_engine_for_plain_games_larger_than_three_by_three() -> None:
    for id in ("mnk:4,4,4", "mnk:5,5,4/toroidal", "mnk:7,7,5"):
        assert best(at(id)) is get("lines")
    for id in ("tictactoe", "mnk:4,4,4/misere", "mnk:4,4,3/wild", "gomoku", "qubic"):
        assert best(at(id)) is not get("lines")


def test_a_limit_of_depth_holds() -> None:
    assert not any(line.score.proven for line in ask("lines", at("mnk:5,5,5"), Limit(depth=2)).lines)
    assert Score.exact(Verdict.TIE, 25).settled
