"""The engine of the cubes against brute force on lists of cells, and every win it claims played against all replies."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from core.analysis import Analysis, Limit
from core.engines import best
from core.game import Move
from core.games import get
from core.position import Position, play_all
from core.score import Verdict
from tests.core.brute import Worth
from tests.core.watching import ask, at

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}
IDS = {"qubic": 4, "tictactoe3d": 3}


def rows(size: int) -> list[frozenset[int]]:
    """The lines of a cube: sets of cells of which every coordinate is the same, rises or falls from one to the next."""
    points = list(product(range(size), repeat=3))
    up = list(range(size))
    found = []
    for ends in combinations(points, 2):
        ways = []
        for first, last in zip(*ends, strict=True):
            if first == last:
                ways.append([first] * size)
            elif {first, last} == {0, size - 1}:
                ways.append(up if first < last else up[::-1])
        if len(ways) == 3:
            found.append(frozenset(points.index(point) for point in zip(*ways, strict=True)))
    return found


LINES = {id: [sum(1 << cell for cell in row) for row in rows(size)] for id, size in IDS.items()}


def winning(id: str, own: int, other: int) -> int:
    """The cells that complete a line."""
    found = 0
    for line in LINES[id]:
        rest = line & ~own
        if not rest & (rest - 1) and not rest & other:
            found |= rest
    return found


def cells(found: int) -> list[int]:
    return [cell for cell in range(64) if found >> cell & 1]


def sides(position: Position) -> tuple[int, int]:
    """The marks of the player to move and of the other."""
    return position.state[position.turn], position.state[1 - position.turn]


def random_position(id: str, marks: int, draw: Random) -> Position:
    """A position after so many moves; nobody completes a line, and threats of one are blocked."""
    while True:
        position = Position.start(get(id))
        for _ in range(marks):
            own, other = sides(position)
            wins = winning(id, own, other)
            quiet = [move for move in position.moves if not wins >> move & 1]
            blocks = [move for move in quiet if winning(id, other, own) >> move & 1]
            if not quiet:
                break
            position = position.play(draw.choice(blocks or quiet))
        else:
            return position


def worth(id: str, position: Position) -> Worth:
    """By brute force over all that can follow."""
    known: dict[tuple[int, int], Worth] = {}
    full = (1 << IDS[id] ** 3) - 1

    def search(own: int, other: int) -> Worth:
        found = known.get((own, other))
        if found:
            return found
        empty = cells(full & ~(own | other))
        if winning(id, own, other):
            result = Worth(1, 1)
        elif len(empty) == 1:
            result = Worth(0, 1)
        else:
            after = [search(other, own | 1 << cell) for cell in empty]
            value = max(-each.value for each in after)
            distances = [each.plies for each in after if -each.value == value]
            result = Worth(value, 1 + (max(distances) if value < 0 else min(distances)))
        known[own, other] = result
        return result

    if position.outcome:
        return Worth(-1 if position.outcome.winner is not None else 0, 0)
    return search(*sides(position))


def carried_out(analysis: Analysis) -> None:
    """Every proven line is shown to its end, which is the one it claims."""
    for line in analysis.lines:
        score = line.score
        if score.verdict in (Verdict.WIN, Verdict.LOSE):
            after = analysis.position
            for move in line.pv:
                after = after.play(move)
            assert after.outcome, (analysis.position.text, line)
            won = after.outcome.winner == analysis.position.turn
            assert won == (score.verdict is Verdict.WIN)
            assert score.plies in (None, len(line.pv))


@pytest.mark.slow
@pytest.mark.parametrize(("id", "marks", "count"), [("qubic", (55, 59), 30), ("tictactoe3d", (7, 9), 25)])
def test_near_the_end_every_move_is_worth_what_brute_force_says(id: str, marks: tuple[int, int], count: int) -> None:
    draw = Random(1)
    seen = set()
    for _ in range(count):
        position = random_position(id, draw.randint(*marks), draw)
        if not position.outcome:
            analysis = ask("qubic", position)
            carried_out(analysis)
            assert len(analysis.lines) == len(position.moves)
            for line in analysis.lines:
                value, plies = worth(id, position.play(line.move))
                assert (line.score.verdict, line.score.plies) == (VERDICTS[-value], plies + 1), position.text
                seen.add((value, plies))
    assert len(seen) > 3, seen


def fours(own: int, other: int, known: dict[tuple[int, int], bool]) -> bool:
    """Whether the player to move wins at Qubic by moves that threaten a line one after the other; on marks alone."""
    if (own, other) in known:
        return known[own, other]
    threats = winning("qubic", other, own)
    result = bool(winning("qubic", own, other))
    if not result:
        for cell in cells((1 << 64) - 1 & ~(own | other)):
            bit = 1 << cell
            if not threats & ~bit:
                made = winning("qubic", own | bit, other)
                if made & (made - 1) or (made and fours(own | bit, other | made, known)):
                    result = True
                    break
    known[own, other] = result
    return result


@pytest.mark.slow
@pytest.mark.parametrize("marks", [10, 14])
def test_fours_are_found_where_a_simple_search_finds_them(marks: int) -> None:
    draw = Random(marks)
    for _ in range(8):
        position = random_position("qubic", marks, draw)
        own, other = sides(position)
        analysis = ask("qubic", position, Limit(nodes=12_000))
        carried_out(analysis)
        verdicts = {line.move: line.score.verdict for line in analysis.lines}
        known: dict[tuple[int, int], bool] = {}
        if fours(own, other, known):
            assert Verdict.WIN in verdicts.values(), position.text
        lost = {move for move in draw.sample(position.moves, 5) if fours(other, own | 1 << move, known)}
        assert lost <= {move for move, verdict in verdicts.items() if verdict is Verdict.LOSE}, position.text


def holds(position: Position, known: dict[tuple[int, int], bool]) -> int:
    """Carry out a win of the player to move against every reply, as far as the simple search does not see it; returns how many
    positions the engine was asked about."""
    own, other = sides(position)
    if fours(own, other, known):
        return 0
    line = ask("qubic", position, Limit(nodes=8000)).lines[0]
    assert line.score.verdict is Verdict.WIN, position.text
    after = position.play(line.move)
    assert not winning("qubic", other, own | 1 << line.move)
    threats = winning("qubic", own | 1 << line.move, other)
    assert not threats & (threats - 1)
    return 1 + sum(holds(after.play(reply), known) for reply in cells(threats) or after.moves)


def test_wins_without_fours_hold_against_every_reply() -> None:
    draw = Random(6)
    asked: list[int] = []
    while len(asked) < 1:
        position = random_position("qubic", 10, draw)
        score = ask("qubic", position, Limit(nodes=8000)).lines[0].score
        if score.verdict is Verdict.WIN and score.method == "proof numbers":
            asked.append(holds(position, {}))
    assert min(asked) > 0


@pytest.mark.parametrize("nodes", [1, 2000])
@pytest.mark.parametrize("id", IDS)
def test_a_line_is_completed_and_one_is_blocked(id: str, nodes: int) -> None:
    moves = {"qubic": "1a1 2b1 1b1 2c1 1c1 3d4", "tictactoe3d": "1a1 2b1 1b1 3c2"}[id]
    _, position = play_all(get(id), moves)
    line = ask("qubic", position, Limit(nodes=nodes)).lines[0]
    assert (position.name(line.move), line.score.plies) == ({"qubic": "1d1", "tictactoe3d": "1c1"}[id], 1)
    _, position = play_all(get(id), moves.rsplit(maxsplit=1)[0])
    if nodes > 1:
        lines = ask("qubic", position, Limit(nodes=nodes)).lines
        assert position.name(lines[0].move) == {"qubic": "1d1", "tictactoe3d": "1c1"}[id]
        assert all((line.score.verdict, line.score.plies) == (Verdict.LOSE, 2) for line in lines[1:])


def test_3x3x3_is_proven_whole_in_two_thousand_nodes() -> None:
    analysis = ask("qubic", at("tictactoe3d"), Limit(nodes=2000))
    carried_out(analysis)
    found = {analysis.position.name(line.move): (line.score.verdict, line.score.plies) for line in analysis.lines}
    assert found.pop("2b2") == (Verdict.WIN, 7)
    assert set(found.values()) == {(Verdict.LOSE, 10)}


@pytest.mark.parametrize("opening", ["2b2 1a1", "1a1 2b2", "2b2 1b1 1b3"])
def test_3x3x3_is_worth_what_alphabeta_says(opening: str) -> None:
    _, position = play_all(get("tictactoe3d"), opening)
    expected = {line.move: (line.score.verdict, line.score.plies) for line in ask("alphabeta", position).lines}
    analysis = ask("qubic", position)
    carried_out(analysis)
    assert {line.move: (line.score.verdict, line.score.plies) for line in analysis.lines} == expected


@pytest.mark.parametrize("nodes", [1, 300, 1500, 5000, 12000])
def test_a_search_that_is_stopped_has_every_move_and_takes_nothing_back(nodes: int) -> None:
    position = random_position("qubic", 11, Random(8))
    seen: dict[Move, Verdict | None] = {}

    def look(analysis: Analysis) -> None:
        assert sorted(line.move for line in analysis.lines) == list(position.moves)
        for line in analysis.lines:
            if seen.get(line.move):
                assert line.score.verdict is seen[line.move]
            seen[line.move] = line.score.verdict

    final = ask("qubic", position, Limit(nodes=nodes), look)
    look(final)
    carried_out(final)


def test_moves_that_symmetry_makes_one_are_worth_the_same() -> None:
    _, position = play_all(get("qubic"), "2b2 3c3 2c3 3b2")
    analysis = ask("qubic", position, Limit(nodes=6000))
    scores = {line.move: line.score for line in analysis.lines}
    assert any(len(position.orbit(move)) > 1 for move in position.moves)
    for move, score in scores.items():
        assert {scores[image] for image in position.orbit(move)} == {score}


def test_images_of_a_position_have_the_same_verdicts() -> None:
    position = random_position("tictactoe3d", 6, Random(2))
    verdicts = {line.move: line.score for line in ask("qubic", position).lines}
    for symmetry in position.game.symmetries[1::9]:
        image = Position(position.game, symmetry.image(position.state))
        found = {line.move: line.score for line in ask("qubic", image).lines}
        assert found == {symmetry.moves[move]: score for move, score in verdicts.items()}


def test_a_limit_of_depth_is_kept() -> None:
    position = random_position("qubic", 10, Random(4))
    for depth in (1, 2, 3):
        analysis = ask("qubic", position, Limit(depth=depth))
        assert analysis.depth <= depth
        assert all((line.score.plies or 0) <= depth and line.score.within is None for line in analysis.lines)


def test_the_best_engine_for_the_cubes_is_this_one_and_it_takes_other_games_too() -> None:
    assert best(at("qubic")).name == best(at("tictactoe3d")).name == "qubic"
    assert ask("qubic", at("tictactoe")).settled
