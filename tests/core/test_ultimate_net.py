"""The net of ultimate tic-tac-toe against its features counted one by one, and its lanes against their limits."""

from __future__ import annotations

import lzma
import subprocess
import sys
from array import array
from functools import cache
from importlib.resources import files
from random import Random

import pytest

from core.engines.ultimate.net import LANE, SIGN, UNITS, Net, net
from core.engines.ultimate.net_search import NetPlace, NetSearch
from core.engines.win_scores import INFINITE
from core.games.ultimate import Ultimate
from core.position import Position
from tests.core.watching import at

ROWS = ("012", "345", "678")
COLUMNS = ("036", "147", "258")
DIAGONALS = ("048", "246")
# As the sets of their cells are ordered as numbers, which is how the file counts them.
LINES = sorted((*ROWS, *COLUMNS, *DIAGONALS), key=lambda line: sum(1 << int(cell) for cell in line))
GAMES = {"draw": "ultimate", "count": "ultimate/count"}


@cache
def weights(rule: str) -> list[array[int]]:
    """The rows of the file, the last one the bias of the guess alone."""
    numbers = array("h")
    numbers.frombytes(lzma.decompress(files("core.data").joinpath(f"ultimate-{rule}.xz").read_bytes()))
    assert sys.byteorder == "little"
    return [numbers[at : at + UNITS] for at in range(0, len(numbers), UNITS)]


def wins(board: str, mark: str) -> set[int]:
    """The empty cells in which a mark would make three in line."""
    found = set()
    for line in LINES:
        marks = [board[int(cell)] for cell in line]
        if marks.count(mark) == 2 and marks.count(".") == 1:
            found.add(int(line[marks.index(".")]))
    return found


def features(text: str) -> list[int]:
    """The features of a position, from its text."""
    *boards, owners, where = text.split("/")
    marks = "".join(boards)
    turn = marks.count("X") - marks.count("O")
    found = []
    for b, board in enumerate(boards):
        first = 255 * b
        if owners[b] != "." or "." not in board:
            found.append(first + 252 + "XO.".index(owners[b]))
            continue
        for number, line in enumerate(LINES):
            found.append(first + 27 * number + sum(3**i * ".XO".index(board[int(cell)]) for i, cell in enumerate(line)))
        x, o = wins(board, "X"), wins(board, "O")
        found += [first + 216 + 3 * cell + (2 if cell in x & o else cell in o) for cell in x | o]
        found.append(first + 243 + 3 * min(len(x), 2) + min(len(o), 2))
    if where == "-":
        return [*found, 9 * 255 + 486 + turn]
    board = boards[int(where) - 1]
    mine, theirs = (min(len(wins(board, mark)), 2) for mark in ("OX" if turn else "XO"))
    empty = board.count(".")
    room = 0 if empty <= 3 else 1 if empty <= 6 else 2
    return [*found, 9 * 255 + 27 * (9 * turn + int(where) - 1) + 9 * mine + 3 * theirs + room]


def units(rule: str, text: str) -> list[int]:
    """The hidden units, lane by lane."""
    rows = weights(rule)
    return [sum(values) for values in zip(*(rows[row] for row in [*features(text), 2783]), strict=True)]


def positions(rule: str, count: int) -> list[Position]:
    """Positions of random games, which go further than any that are played."""
    random = Random(rule)
    found: list[Position] = []
    while len(found) < count:
        position = at(GAMES[rule])
        while not position.outcome:
            found.append(position)
            position = position.play(random.choice(position.moves))
    return found


def search(rule: str) -> NetSearch:
    game = at(GAMES[rule]).game
    assert isinstance(game, Ultimate)
    return NetSearch(game, net(rule), lambda nodes: None, {})


def whole(used: Net, place: NetPlace) -> int:
    """All units of a position in one integer, with what the player to move adds."""
    board = place.where if place.where < 9 else next(b for b in range(9) if not place.live >> b & 1)
    return place.hidden + used.movers[place.side][board][place.codes[board]]


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
        assert used.guess(packed) == guess + weights(rule)[-1][0]


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["draw", "count"])
def test_no_lane_and_no_guess_comes_near_its_limits(rule: str) -> None:
    for position in positions(rule, 3000):
        found = units(rule, position.text)
        assert max(map(abs, found)) < 0x8000 * 3 // 4
        assert abs(sum(-unit if lane % 2 else unit for lane, unit in enumerate(found) if unit > 0)) < 0x8000 * 3 // 4


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
