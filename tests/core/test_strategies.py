"""Written strategies, played out against every reply; what they reach is from Arias 2007, Fernandez 2021 and Bouton 1901, with
the errors in Arias corrected by brute force."""

from __future__ import annotations

import pytest

from core.games import get, presets
from core.position import Position, play_all
from core.strategies import STRATEGIES, of


def at(game: str, moves: str) -> Position:
    return play_all(get(game), moves)[1]


def ends(name: str, game: str, seat: int, begin: str = "") -> set[tuple[str, int]]:
    """How the games end, "win", "draw" or "loss" of the strategy in the seat, and after how many plies, whatever the opponent
    plays and whichever of its equal moves the strategy takes."""
    strategy = STRATEGIES[name]()
    found: set[tuple[str, int]] = set()

    def follow(position: Position, plies: int) -> None:
        if position.outcome:
            winner = position.outcome.winner
            found.add(("draw" if winner is None else "win" if winner == seat else "loss", plies))
            return
        moves = strategy.advise(position).moves if position.turn == seat else position.moves
        assert moves
        for move in moves:
            follow(position.play(move), plies + 1)

    follow(at(game, begin), len(begin.split()))
    return found


def words(found: set[tuple[str, int]]) -> set[str]:
    return {word for word, plies in found}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["newell-simon", "arias-a", "arias-b"])
def test_no_strategy_for_tic_tac_toe_ever_loses(name: str, seat: int) -> None:
    assert words(ends(name, "tictactoe", seat)) == {"win", "draw"}


@pytest.mark.parametrize("reply", ["b1", "c1", "a2", "c2", "a3", "b3", "c3"])
def test_ariass_first_player_wins_in_seven_plies_at_most_unless_the_reply_is_the_centre(reply: str) -> None:
    found = ends("arias-a", "tictactoe", 0, f"a1 {reply}")
    assert words(found) == {"win"}
    assert max(plies for word, plies in found) <= 7


def test_ariass_first_player_takes_the_opposite_corner_against_the_centre_and_can_only_hope_then() -> None:
    assert advice("arias-a", "tictactoe", "a1 b2") == {"c3"}
    assert "draw" in words(ends("arias-a", "tictactoe", 0, "a1 b2"))


def test_after_the_opposite_corner_ariass_first_player_takes_the_corner_that_is_left_and_not_the_centre() -> None:
    assert advice("arias-a", "tictactoe", "a1 c3") == {"a3"}
    assert advice("arias-a", "tictactoe", "a1 c3 a3 a2") == {"c1"}


@pytest.mark.parametrize(
    ("opening", "replies"),
    [
        ("a1", {"b2"}),
        ("c3", {"b2"}),
        ("b2", {"a1", "c1", "a3", "c3"}),
        ("b1", {"a1"}),
        ("a2", {"a1"}),
        ("c2", {"c3"}),
        ("b3", {"c3"}),
    ],
)
def test_ariass_second_player_answers_as_he_writes(opening: str, replies: set[str]) -> None:
    assert advice("arias-b", "tictactoe", opening) == replies


def advice(name: str, game: str, moves: str) -> set[str]:
    position = at(game, moves)
    return {position.name(move) for move in STRATEGIES[name]().advise(position).moves}


@pytest.mark.parametrize(
    ("moves", "played", "reason"),
    [
        ("a1 a2 b1 b2", {"c1"}, "It completes the line and wins."),
        ("a1 b2 b1", {"c1"}, "It blocks a line."),
        ("a1 b2 c3", {"b1", "a2", "c2", "b3"}, "It blocks a fork."),
        ("a1 b1 a3 a2", {"b2", "c3"}, "It makes a fork."),
        ("a1", {"b2"}, "It takes the centre."),
        ("b2 a1", {"c3"}, "It takes the corner opposite to the opponent's."),
        ("b2", {"a1", "c1", "a3", "c3"}, "It takes an empty corner."),
    ],
)
def test_newell_and_simons_list_is_followed_from_the_top(moves: str, played: set[str], reason: str) -> None:
    assert advice("newell-simon", "tictactoe", moves) == played
    assert str(STRATEGIES["newell-simon"]().advise(at("tictactoe", moves)).reason) == reason


def test_reflection_never_loses_misere_tic_tac_toe_moving_first() -> None:
    assert words(ends("reflection", "tictactoe/misere", 0)) == {"win", "draw"}


@pytest.mark.parametrize("game", ["nim:3,4,5", "nim:1,3,5/misere", "nim:1,1,2/misere", "nim:2,2,1"])
def test_boutons_player_wins_every_game_of_nim_that_it_begins_with_a_nim_sum(game: str) -> None:
    assert words(ends("bouton", game, 0)) == {"win"}


@pytest.mark.parametrize("game", ["nim:3,4,7", "nim:1,2,3/misere", "nim:1,1,1/misere"])
def test_boutons_player_wins_every_game_of_nim_in_which_the_other_begins_without_one(game: str) -> None:
    assert words(ends("bouton", game, 1)) == {"win"}


def test_four_minus_k_wins_ariass_game_of_six_matches() -> None:
    assert advice("4-k", "subtraction:6:1,2,3/misere", "") == {"A1"}
    assert words(ends("4-k", "subtraction:6:1,2,3/misere", 0)) == {"win"}
    assert words(ends("4-k", "subtraction:21:1,2,3", 0)) == {"win"}


@pytest.mark.parametrize(("first", "answer"), [("A3", {"A2"}), ("A2", {"A3"})])
def test_five_minus_k_wins_after_a_greedy_first_move(first: str, answer: set[str]) -> None:
    game = "subtraction:6:1,2,3/misere"
    assert advice("5-k", game, first) == answer
    assert words(ends("5-k", game, 1, first)) == {"win"}


@pytest.mark.parametrize("game", [game.id for game in presets()])
def test_a_strategy_has_legal_advice_all_through_a_game_that_it_plays(game: str) -> None:
    for strategy in of(get(game)):
        position = Position.start(get(game))
        while not position.outcome:
            moves = strategy.advise(position).moves
            assert moves
            assert all(move in position.moves for move in moves)
            position = position.play(moves[-1])
