"""A game that is decided before it begins is known as one, and no other game is."""

from __future__ import annotations

import pytest

from core.foregone import foregone
from core.game import Game
from core.games import get, presets
from core.strategies.levels import FULL, levels_of
from tests.core.own_cases import NAMED as OWN

# Whoever takes the last stick of 11 loses, and every move takes an odd number of them: the game lasts an odd number of moves.
PARITY = ("subtraction:11:1,3/misere", "subtraction:21:1", "nim:1,1,1")


@pytest.mark.parametrize("id", PARITY)
def test_where_only_the_parity_of_the_moves_counts_no_choice_changes_the_result(id: str) -> None:
    assert foregone(get(id))


@pytest.mark.parametrize(
    "game", [game for game in (*presets(), *map(get, OWN)) if game.id not in PARITY], ids=lambda game: str(game.id)
)
def test_in_every_other_game_of_the_hall_some_choice_does(game: Game) -> None:
    assert not foregone(game)


def test_a_game_too_large_to_be_looked_through_counts_as_open() -> None:
    assert not foregone(get("mnk:4,4,5")), "always drawn, as five in a row have no room, but in millions of positions"


def test_a_game_that_can_end_or_go_on_for_ever_is_open() -> None:
    assert not foregone(get("pong-hau-ki"))


@pytest.mark.parametrize("id", PARITY)
def test_a_game_that_is_decided_tells_no_levels_apart(id: str) -> None:
    assert levels_of(get(id)) == (FULL,)
