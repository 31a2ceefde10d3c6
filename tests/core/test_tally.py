"""Games won, drawn and lost."""

from __future__ import annotations

from core.game import Player
from core.tally import Tally


def test_what_one_player_wins_the_other_loses() -> None:
    for winner in (0, 1, None):
        assert Tally.of(winner, 0, 3) == -Tally.of(winner, 1, 3)


def test_tallies_add_up_game_by_game() -> None:
    winners: tuple[Player | None, ...] = (0, 0, None, 1, 0, None)
    found = Tally.sum(Tally.of(winner, 0) for winner in winners)
    assert found == (winners.count(0), winners.count(None), winners.count(1))
    assert (found.games, found.points) == (6, 4.0)


def test_no_game_is_no_share_of_the_points() -> None:
    assert Tally().share == 0.0
    assert Tally(1, 1, 0).share == 0.75
