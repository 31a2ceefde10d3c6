"""The net of ultimate tic-tac-toe against its features counted one by one, and its lanes against their limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.engines.ultimate.net import LANE, MODULUS, OFFSET, SIGN, UNITS, Net, net
from core.engines.ultimate.net_search import NetPlace, NetSearch
from core.engines.win_scores import INFINITE, WIN
from core.games.ultimate import Ultimate
from core.position import Position
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
        "import core.play.session, core.players.worker.parent, tui.game.analyst;"
        "print('core.engines.ultimate.net' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


DRAWN = "OXX.X.XO./OOXOX.XOO/O.XXX.OXO/.X..XO.X./OOO..OX../XXOO..XOX/OXO.OX.OO/XX.XOXXOX/...OOOX.X/XX.XO.OXO/3"
"""The position that is drawn at ``search`` in ``NetSearch``: O is to move and loses."""


def test_the_drawn_position_loses_as_late_as_is_drawn() -> None:
    position = at("ultimate", DRAWN)
    asked = search("draw")
    place = asked.place(position.state)
    assert place.marks == 57
    won = WIN - 58
    after = {name: asked.place(position.play(position.parse(name)).state) for name in ("3.2", "3.6")}
    assert [asked.value(place, 9, -INFINITE, INFINITE) for place in after.values()] == [won - 1, won - 3]
    assert asked.value(place, 9, -INFINITE, INFINITE) == -(won - 3)


def test_by_the_rules_the_drawn_position_is_lost_in_two_plies_or_in_four() -> None:
    position = at("ultimate", DRAWN)
    assert {position.name(move): _ending(position.play(move)) for move in position.moves} == {
        "3.2": (1, 1),
        "3.6": (1, 3),
    }


def _ending(position: Position) -> tuple[int, int]:
    """The value for the player to move, and plies to the end, by brute force."""
    if position.outcome:
        return -1 if position.outcome.winner is not None else 0, 0
    ends = [(-value, plies + 1) for value, plies in map(_ending, map(position.play, position.moves))]
    return max(ends, key=lambda end: (end[0], -end[0] * end[1]))
