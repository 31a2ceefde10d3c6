"""The net of ultimate tic-tac-toe against its features counted one by one, and its lanes against their limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.engines.ultimate.net import LANE, MODULUS, OFFSET, SIGN, UNITS, Net, net
from core.engines.ultimate.net_search import NetPlace, NetSearch
from core.engines.win_scores import INFINITE
from core.games.ultimate import Ultimate
from tests.core.ultimate_net_cases import (
    GAMES,
    positions,
    units,
    weights,
)
from tests.core.watching import at


def search(rule: str) -> NetSearch:
    game = at(GAMES[rule]).game
    assert isinstance(game, Ultimate)
    return NetSearch(game, net(rule), lambda nodes: None, {})


def whole(used: Net, place: NetPlace) -> int:
    """All units of a position in one integer, with what the player to move adds."""
    board = place.where if place.where < 9 else next(b for b in range(9) if not place.live >> b & 1)
    return place.hidden + used.movers[place.side][board][place.codes[board]]


def guess_of(used: Net, units: int) -> int:
    """What X is worth in thousandths of a logit, by the line that the search has in place."""
    tops = units & SIGN
    return ((units & tops - (tops >> LANE - 1)) + OFFSET) % MODULUS - OFFSET + used.zero


@pytest.mark.parametrize("rule", ["draw", "count"])
def test_the_one_integer_holds_the_units_and_their_guess(rule: str) -> None:
    used = net(rule)
    for position in positions(rule, 300)[::3]:
        if position.text.endswith("/-") and "X" not in position.text:
            continue  # at the start no board is closed, and nobody asks for a guess
        expected = units(rule, position.text)
        packed = whole(used, search(rule).place(position.state))
        assert [(packed >> LANE * lane & 0xFFFF) - 0x8000 for lane in range(UNITS)] == expected
        signed = [-unit if lane % 2 else unit for lane, unit in enumerate(expected) if unit > 0]
        guess = sum(-unit if lane % 2 else unit for lane, unit in enumerate(expected) if unit > 0)
        assert len(signed) <= UNITS
        assert guess_of(used, packed) == guess + weights(rule)[-1][0]


def test_the_top_bits_are_one_in_each_lane() -> None:
    assert bin(SIGN).count("1") == UNITS
    assert SIGN.bit_length() == LANE * UNITS


@pytest.mark.parametrize("rule", ["draw", "count"])
def test_one_ply_is_the_best_guess_after_a_move(rule: str) -> None:
    for position in positions(rule, 200)[10::9]:
        guesses: list[int] = []
        for move in position.moves:
            after = position.play(move)
            if after.outcome:
                guesses = []
                break
            own = sum(-unit if lane % 2 else unit for lane, unit in enumerate(units(rule, after.text)) if unit > 0)
            guesses.append((own + weights(rule)[-1][0]) * (-1 if position.turn else 1))
        if guesses:
            asked = search(rule)
            assert asked.value(asked.place(position.state), 1, -INFINITE, INFINITE) == max(guesses)


def test_whoever_draws_the_game_loads_no_net() -> None:
    code = (
        "import sys; from core import engines; from core.players import opponents; from core.games import get;"
        "from core.position import Position;"
        "position = Position.start(get('ultimate')); engines.facts('ultimate'); opponents.players(position.game);"
        "import core.play.session, core.players.worker.parent, tui.analyst;"
        "print('core.engines.ultimate.net' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
