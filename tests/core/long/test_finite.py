"""Which games always end, however they are played: each that says so has a rank that every move lowers. It takes 11
seconds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import chain, combinations

import pytest

from core.errors import UnknownGame
from core.game import State
from core.games import FAMILIES, get, presets
from core.games.mnk import Mnk
from core.games.vanishing import Vanishing
from core.kits import family
from core.position import Position
from tests.core.games_cases import IDS


def with_all_options(id: str) -> list[str]:
    """The games of an id's numbers, with every set of options that its family takes."""
    root, found = id.split("/")[0], list[str]()
    options = FAMILIES[family(id)].options
    for chosen in chain.from_iterable(combinations(options, count) for count in range(len(options) + 1)):
        try:
            found.append(get("/".join([root, *chosen])).id)
        except UnknownGame:
            assert len(chosen) > 1, "some options do not go together"
    return found


ALL = sorted({id for some in (*IDS, *(game.id for game in presets())) for id in with_all_options(some)})


def drawn(mark: str) -> Callable[[State, str], int]:
    """How often a character stands in the drawing of a position."""
    return lambda s, text: text.count(mark)


RANKS: Mapping[str, Callable[[State, str], int]] = {
    **dict.fromkeys(["tictactoe", "mnk", "tictactoe3d", "qubic", "connect-four", "notakto", "numerical"], drawn(".")),
    # The dots of the row of boards that are won go too, and never come back.
    "ultimate": drawn("."),
    # A stone, or a choice, which leads to a later stage.
    "gomoku": lambda s, text: 10 * text.count(".") - (s[2] if len(s) > 2 else 0) + 10,
    **dict.fromkeys(["kayles", "dawson-kayles", "chomp"], drawn("x")),
    **dict.fromkeys(["nim", "subtraction", "wythoff"], lambda s, text: sum(s[:-1])),
    "fibonacci-nim": lambda s, text: s[0],
}
"""By family a number from 0 on that every move lowers, of a state and its text."""
ROUND = {"vanishing", "pong-hau-ki", "morris", "achi"}
"""Families in which a position can come back."""


def test_every_family_either_ends_or_goes_round() -> None:
    assert RANKS.keys() | ROUND == set(FAMILIES)
    assert not RANKS.keys() & ROUND
    assert {family(id) for id in ALL} == set(FAMILIES)


def test_a_game_says_that_it_ends_just_where_a_rank_shows_it() -> None:
    assert [id for id in ALL if get(id).finite] == [id for id in ALL if family(id) in RANKS]


@pytest.mark.parametrize("id", [id for id in ALL if family(id) in RANKS])
def test_every_move_of_a_finite_game_lowers_its_rank(id: str) -> None:
    game, rank, draw = get(id), RANKS[family(id)], random.Random(id)
    for _ in range(2):
        position = Position.start(game)
        while not position.outcome:
            before = rank(position.state, position.text)
            for move in draw.sample(position.moves, min(len(position.moves), 20)):
                after = position.play(move)
                assert 0 <= rank(after.state, after.text) < before
            position = after


@pytest.mark.parametrize("id", [id for id in ALL if family(id) in ROUND])
def test_a_position_comes_back_in_every_game_that_does_not_say_that_it_ends(id: str) -> None:
    game = get(id)
    start = Position.start(game)
    way, left, done = {start.state: None}, [list(start.moves)], set[State]()
    while left:
        here = Position(game, next(reversed(way)))
        if not left[-1]:
            done.add(here.state)
            way.popitem()
            left.pop()
            continue
        after = here.play(left[-1].pop())
        if after.state in way:
            return
        if after.state not in done:
            way[after.state] = None
            left.append(list(after.moves))
    pytest.fail("no position came back")


class Forgetful(Mnk):
    """K in a row whose rules descend from a game that ends, and which says nothing of its own end."""


class Kept(Vanishing):
    """Vanishing marks that say so."""

    finite = True


class Heir(Kept):
    """A game that descends from one that said so."""


def test_that_a_game_ends_is_inherited_by_nobody_who_does_not_say_so() -> None:
    assert get("tictactoe").finite
    assert not Forgetful.finite
    assert not Forgetful(3, 3, 3, frozenset(), "forgetful").finite
    assert not Vanishing.finite
    assert Kept.finite
    assert not Heir.finite
