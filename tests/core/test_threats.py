"""K in a row proven: what the prover says against brute force that shares no code with it, and against the literature."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from core.analysis import Limit, Stopped
from core.engines import best, get
from core.engines.lines import threat_search
from core.engines.lines.threat_search import ThreatSearch
from core.game import Player
from core.kinds.lanes import pairing
from core.position import Position
from core.score import Score, Verdict
from tests.core.lanes_brute import Brute, rows, rules
from tests.core.threats_cases import VERDICTS, places, random_position, searching, sides
from tests.core.watching import ask, at


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
