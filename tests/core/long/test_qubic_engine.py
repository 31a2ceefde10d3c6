"""The engine of the cubes against brute force on lists of cells, and every win it claims played against all replies. It
takes 6 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Limit
from core.position import Position
from core.score import Verdict
from tests.core.brute import Worth
from tests.core.qubic_engine_cases import IDS, carried_out, cells, fours, random_position, sides, winning
from tests.core.watching import ask

VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


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
