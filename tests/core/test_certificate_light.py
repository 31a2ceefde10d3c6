"""Lines too light to be filled, with pairs and without: no moves need stand in a certificate for them."""

from __future__ import annotations

import random

import pytest

from core.errors import BadCertificate
from core.game import State
from core.games import get
from core.kinds.lanes import Lanes
from core.kinds.lines import LineGame
from core.proofs.certificate import Checked
from tests.core import second_checker
from tests.core.certifying import both_refuse, checked, lines_of, packed, proof, wins
from tests.core.plain import plain
from tests.core.second_checker import Claim, Node

DRAW = ["claim draw", "part first holds", "part second holds", "end"]


@pytest.mark.parametrize("id", ["mnk:5,3,4", "mnk:5,5,5", "mnk:4,3,4"])
def test_light_lines_need_no_moves(id: str) -> None:
    # On 5x3 six lines of four weigh 6/16, on 5x5 twelve of five 12/32, on 4x3 three of four 3/16.
    data = packed(["triqui certificate 1", f"game {id}", *DRAW])
    assert (checked(data).claim, checked(data).given) == ("draw", 0)
    assert second_checker.check(data) == f"{id} draw"


@pytest.mark.parametrize("id", ["tictactoe", "mnk:5,4,4"])
def test_lines_that_are_too_heavy_hold_nothing(id: str) -> None:
    # Eight lines of three weigh 1, and the seventeen of four on 5x4 more.
    assert "misses the goal" in both_refuse(packed(["triqui certificate 1", f"game {id}", *DRAW]))


@pytest.mark.parametrize(
    ("id", "player", "light"), [("mnk:7,2,4", 1, False), ("mnk:7,2,4", 0, True), ("tictactoe", 0, False)]
)
def test_the_bounds_themselves_are_too_heavy(id: str, player: int, light: bool) -> None:
    # Eight lines of four weigh a half, which is too much where the other moves; eight of three weigh 1.
    assert light_says(checked(proof(id)), get(id).start(), player, []) == light


def test_where_a_line_loses_or_is_anybodys_no_line_is_light() -> None:
    for options in ("misere", "wild"):
        assert "misses the goal" in both_refuse(packed(["triqui certificate 1", f"game mnk:5,3,4/{options}", *DRAW]))


def test_every_leaf_of_a_draw_that_has_pairs_needs_them() -> None:
    lines = lines_of(proof("mnk:5,4,4"))
    words = " ".join(lines[lines.index("part second holds") + 1 : -1]).split()
    paired = [i for i, word in enumerate(words) if "=" in word]
    last = max(paired)
    first = max(i for i in range(last) if "=" not in words[i]) + 1
    head = lines[: lines.index("part second holds") + 1]
    assert is_refused([*head, " ".join(words[:first] + words[last + 1 :]), "end"])
    assert not is_refused([*head, " ".join(words), "end"])


def is_refused(lines: list[str]) -> bool:
    """Whether both checkers refuse these lines; that one alone does is an error."""
    try:
        checked(packed(lines))
    except BadCertificate:
        assert "misses the goal" in both_refuse(packed(lines))
        return True
    second_checker.check(packed(lines))
    return False


def positions(game: LineGame, least: int, count: int, seed: str) -> list[State]:
    """Positions at random, after so many moves at least, in which nobody has a line."""
    draw, found = random.Random(seed), list[State]()
    while len(found) < count:
        state = game.start()
        for _ in range(draw.randrange(least, game.cell_count)):
            if game.value(state) is None:
                state = game.play(state, draw.choice(game.moves(state)))
        if game.value(state) is None:
            found.append(state)
    return found


@pytest.mark.parametrize("id", ["tictactoe", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,3,3"])
def test_nobody_wins_where_both_checkers_find_his_lines_light(id: str) -> None:
    game = get(id)
    assert isinstance(game, LineGame)
    draw = random.Random(id)
    rules = plain(id)
    claim = Claim(rules, [{}], Node((rules.start,), None))
    checker = checked(proof(id))
    light = 0
    for state in positions(game, game.cell_count - 9, 400, id):
        cells = list(game.moves(state))
        draw.shuffle(cells)
        pairs = cells[: 2 * draw.randrange(len(cells) // 2 + 1)]
        names = [{game.format_move(state, m) for m in pairs[i : i + 2]} for i in range(0, len(pairs), 2)]
        board = "".join(".XO"[mark + 1] for mark in game.marks(state))
        for player in (0, 1):
            held = light_says(checker, state, player, pairs)
            node = Node(((game.turn(state), board, False),), None)
            assert claim.light(node, player, names) == held
            light += held
            assert not (held and wins(game, state, 1 - player)), (game.format_state(state), player, names)
    assert light > 5


def light_says(checker: Checked, state: State, player: int, pairs: list[int]) -> bool:
    """What the first checker finds, who is asked for ever."""
    return checker._light(state, player, pairs, -1)


@pytest.mark.parametrize("id", ["mnk:4,4,4", "mnk:5,4,4"])
def test_pairs_that_leave_light_lines_over_are_found_and_hold(id: str) -> None:
    game = get(id)
    assert isinstance(game, LineGame)
    lanes, checker = Lanes(game), checked(proof(id))
    mixed = 0
    for state in positions(game, game.cell_count - 10, 300, id):
        own, other = game.sides(state)
        player, empty = 1 - game.turn(state), (1 << game.cell_count) - 1 & ~(own | other)
        pairs = lanes.pairs(lanes.of(own, other), empty, rest=lanes.half)
        if pairs is not None:
            flat = [cell for pair in pairs for cell in pair]
            assert light_says(checker, state, player, flat)
            mixed += bool(pairs) and lanes.pairs(lanes.of(own, other), empty) != pairs
    assert mixed
