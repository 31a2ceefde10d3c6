"""Games of a tournament are told of while they are played, and no longer."""

from __future__ import annotations

from pathlib import Path

from core.games import get
from core.play.match import Match
from core.tournament.bout import Bout, play
from core.tournament.live import MIN_SECONDS, LiveGame, live_games

BOUT = Bout(7, get("tictactoe"), ("random", "loser"), seed="1")


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def played(*names: str) -> Match:
    match = Match(get("tictactoe"), ("random", "loser"))
    for name in names:
        match = match.play(match.position.parse(name))
    return match


def test_the_moves_so_far_are_read_by_another_process(tmp_path: Path) -> None:
    clock = Clock()
    with LiveGame(tmp_path, 12, clock) as game:
        clock.now += MIN_SECONDS
        game.tell(played("a1", "b2"))
        assert live_games(tmp_path) == {12: "a1 b2"}


def test_moves_that_come_too_fast_are_not_written(tmp_path: Path) -> None:
    clock = Clock()
    with LiveGame(tmp_path, 12, clock) as game:
        game.tell(played("a1"))
        assert live_games(tmp_path) == {}
        clock.now += MIN_SECONDS
        game.tell(played("a1", "b2"))
        game.tell(played("a1", "b2", "c3"))
        assert live_games(tmp_path) == {12: "a1 b2"}


def test_a_game_that_is_over_is_told_of_no_more(tmp_path: Path) -> None:
    clock = Clock()
    with LiveGame(tmp_path, 12, clock) as game:
        clock.now += MIN_SECONDS
        game.tell(played("a1"))
    assert list(tmp_path.iterdir()) == []


def test_games_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 100):
        (tmp_path / str(number)).write_text("a1")
    (tmp_path / "11.new").write_text("a")
    assert list(live_games(tmp_path)) == [9, 10, 100]


def test_a_folder_that_is_gone_stops_no_game(tmp_path: Path) -> None:
    assert play(BOUT, tmp_path / "gone").match == play(BOUT).match
