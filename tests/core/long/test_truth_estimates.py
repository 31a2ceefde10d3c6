"""Guesses at unfinished positions of every family that has an estimator, against what brute force finds. It takes 12
seconds."""

from __future__ import annotations

import pytest

from core.estimates import estimate
from core.kits import KITS, family, kit_of
from tests.core.plain import plain
from tests.core.plain_boards import Plain, Pos
from tests.core.truth import CASES, Case, walks
from tests.core.worths import small

GUESSED = [
    case._replace(games=case.games * (1 if case.inside else 20 if case.id == "qubic" else 2))
    for case in CASES
    if kit_of(case.id).estimator
]
WHOLE = 1000
"""Positions up to which a game is solved to its end; otherwise brute force looks two plies ahead."""


def value(rules: Plain, pos: Pos, late: bool) -> int:
    """+1 for a win and -1 for a loss that brute force sees, else 0."""
    if rules.wins(pos):
        return 1
    known = small(rules, pos, WHOLE) if late else None
    if known:
        return known.value
    threatened = late or len(rules.wins(rules.passed(pos))) > 1
    return -1 if threatened and all(rules.wins(child) for child in rules.after(pos).values()) else 0


def shares() -> dict[str, tuple[float, int]]:
    """By family over pairs of a won and a lost position of one game: how often the won one is guessed higher, equal guesses
    counted half; and the number of pairs."""
    right: dict[str, float] = dict.fromkeys((kit.id for kit in KITS.values() if kit.estimator), 0.0)
    pairs = dict.fromkeys(right, 0)
    for case in GUESSED:
        guesses: dict[int, list[float]] = {1: [], 0: [], -1: []}
        for position, pos, late in walks(case):
            guesses[value(plain(case.id), pos, late)].append(estimate(position.game, position.state))
        right[family(case.id)] += sum((won > lost) + (won == lost) / 2 for won in guesses[1] for lost in guesses[-1])
        pairs[family(case.id)] += len(guesses[1]) * len(guesses[-1])
    return {name: (right[name] / pairs[name] if pairs[name] else 0.0, pairs[name]) for name in right}


def test_a_won_position_is_guessed_higher_than_a_lost_one_more_often_than_not() -> None:
    found = shares()
    assert all(pairs >= 10 and share > 0.6 for share, pairs in found.values()), found


@pytest.mark.parametrize("case", GUESSED, ids=lambda case: case.id)
def test_a_guess_is_no_proof_and_the_same_for_mirror_images(case: Case) -> None:
    for position, _pos, _late in list(walks(case._replace(games=3)))[::3]:
        guess = estimate(position.game, position.state)
        assert -1 < guess < 1
        for symmetry in position.game.symmetries[:8]:
            assert estimate(position.game, symmetry.image(position.state)) == pytest.approx(guess)
