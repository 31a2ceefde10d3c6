"""Every game says in a few words what decides it."""

from __future__ import annotations

import pytest

from core.game import Game
from core.games import get, presets
from tests.core import own_cases

GOALS = {
    "tictactoe": "three in a row wins",
    "tictactoe/misere": "three in a row loses",
    "tictactoe/wild": "three in a row wins",
    "tictactoe/misere/wild": "three in a row loses",
    "mnk:7,6,12": "12 in a row wins",
    "mnk:5,5,4/misere": "four in a row loses",
    "gomoku": "five in a row wins",
    "gomoku/exact": "exactly five in a row",
    "gomoku/swap2": "five in a row wins",
    "connect-four": "four in a row wins",
    "qubic": "four in a row wins",
    "tictactoe3d": "three in a row wins",
    "numerical": "a line totalling 15 wins",
    "vanishing": "three in a row wins",
    "notakto:1": "three in a row loses",
    "notakto:3": "the last line loses",
    "ultimate": "three boards in line win",
    "ultimate/count": "a line, otherwise most boards",
    "ultimate/tic-tac-ku": "five boards win",
    "pong-hau-ki": "block the other player",
    "morris": "three in a row wins",
    "achi": "three in a row wins",
    "nim:3,4,5": "the last stick wins",
    "nim:3,4,5/misere": "the last stick loses",
    "subtraction:21:1,2,3": "the last move wins",
    "subtraction:21:1,2,3/misere": "the last move loses",
    "kayles:7": "the last pin wins",
    "kayles:7/misere": "the last pin loses",
    "dawson-kayles:7": "the last move wins",
    "wythoff:5,8": "the last stick wins",
    "fibonacci-nim:20": "the last stick wins",
    "chomp:4,3": "the poisoned square loses",
}


@pytest.mark.parametrize(("id", "goal"), GOALS.items())
def test_the_goal_follows_the_options_of_a_game(id: str, goal: str) -> None:
    assert str(get(id).goal) == goal


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("fano-plane", "a full line wins"),
        ("mu-torere", "block the other player"),
        ("picaria", "a full line wins"),
        ("treblecross", "the last move wins"),
    ],
)
def test_the_goal_of_a_game_from_a_file_follows_its_rules(name: str, goal: str) -> None:
    assert str(own_cases.game(name).goal) == goal


@pytest.mark.parametrize("game", [*presets(), *map(own_cases.game, own_cases.GALLERY)], ids=lambda game: game.id)
def test_a_goal_has_at_most_five_words(game: Game) -> None:
    assert 1 <= len(str(game.goal).split()) <= 5
