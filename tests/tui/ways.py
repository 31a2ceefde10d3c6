"""The ways to values of a game in a served hall, and that they are closed to whoever plays it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from core.games import get
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.players.opponents import HUMAN
from core.store.rows import Stored
from core.study.study import StudyQuestion
from tests.tui.hall import FULL, Visit
from tests.tui.street import Open, Silent, Street, at
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.tournament.screen import TournamentScreen
from tui.screens.watch.screen import WatchScreen
from tui.serve.app import ServedHall


async def begin(street: Street, game: str, post: bool = False) -> tuple[Silent, Silent, str]:
    """Ana plays Ben, in a window that is not the one which is looked at."""
    ana, ben = Silent(street.premises, "ana"), Silent(street.premises, "ben")
    offer = await ana.ask("seek", game=game, seat=0, clock=None, post=post)
    table = (await ben.ask("accept", id=offer["id"]))["table"]
    for one in (ana, ben):
        await one.ask("watch", table=table)
    return ana, ben, table


def served(visit: Visit) -> ServedHall:
    """The app."""
    assert isinstance(visit.app, ServedHall)
    return visit.app


def studied(*words: str) -> Callable[[Visit], None]:
    """Opens a page of study."""
    return lambda visit: served(visit).study(StudyQuestion(words[0], words[1:]))


def finished(game: str) -> Match:
    """A game that is over."""
    match = Match(get(game), (HUMAN, FULL))
    while not match.position.outcome:
        match = match.play(match.position.moves[0])
    return match


def reviewed(game: str) -> Callable[[Visit], None]:
    """Opens the review of a game that is over."""
    return lambda visit: served(visit).review(Archive(Snapshot.of(finished(game))))


def opened_game(game: str, *seats: str) -> Callable[[Visit], None]:
    """Opens a game of one's own."""
    first, second = seats
    return lambda visit: served(visit).open_game(get(game), Setup((first, second)))


def continued(game: str) -> Callable[[Visit], None]:
    """Goes on with a game that is kept."""
    kept = Stored.of(Match(get(game), (HUMAN, FULL)).play(0), 0.0, 0.0)
    return lambda visit: served(visit).continue_game(kept)


def in_tournament(game: str) -> Callable[[Visit], None]:
    """Opens a tournament."""

    def open_it(visit: Visit) -> None:
        served(visit).push_screen(TournamentScreen(get(game)))

    return open_it


WAYS: dict[str, tuple[str, Callable[[Visit], None], type[Screen[Any]]]] = {
    "minimax": ("tictactoe", studied("minimax", "tictactoe"), StudyScreen),
    "minimax, a figure": ("tictactoe", studied("minimax", "figure-3.7"), StudyScreen),
    "minimax, of a kin game": ("tictactoe", studied("minimax", "mnk:3,3,3"), StudyScreen),
    "all games": ("tictactoe", studied("games", "tictactoe/misere"), StudyScreen),
    "the list of games": ("tictactoe", studied("listing"), StudyScreen),
    "strategies": ("tictactoe", studied("strategies"), StudyScreen),
    "a machine that learns": ("tictactoe", studied("learning", "tictactoe"), StudyScreen),
    "first moves": ("tictactoe", studied("mnk", "3,3,3"), StudyScreen),
    "puzzles": ("tictactoe", studied("puzzles", "tictactoe"), ExerciseScreen),
    "OXO": ("tictactoe", studied("history", "oxo"), StudyScreen),
    "the map": ("pong-hau-ki", studied("graph"), StudyScreen),
    "the tree of heaps": ("subtraction:6:1,2,3/misere", studied("nim", "subtraction:6:1,2,3"), StudyScreen),
    "the table of heaps": ("subtraction:11:1,3/misere", studied("table", "subtraction:11:1,3"), StudyScreen),
    "nim as another game": ("nim:3,4,5", studied("xor", "subtraction:3,4,5:1,2,3,4,5"), StudyScreen),
    "the xor of another game": ("nim:3,4,5", studied("xor", "subtraction:3,4,5:1"), StudyScreen),
    "a review": ("tictactoe", reviewed("tictactoe"), ReviewScreen),
    "a review of a kin game": ("nim:3,4,5/misere", reviewed("nim:1,3,5,7"), ReviewScreen),
    "a game against an engine": ("tictactoe", opened_game("tictactoe", HUMAN, FULL), PlayScreen),
    "a game of two at one board": ("tictactoe", opened_game("tictactoe/wild", HUMAN, HUMAN), PlayScreen),
    "a game of two engines": ("tictactoe", opened_game("tictactoe", FULL, FULL), WatchScreen),
    "a kept game": ("tictactoe", continued("tictactoe"), PlayScreen),
    "a tournament": ("tictactoe", in_tournament("tictactoe"), TournamentScreen),
}
"""By their names, what is played, how values of it can be looked for, and what is on top then."""


async def closed_while_played(opened: Open, way: str, post: bool) -> None:
    """A way is closed in every window when the game begins, and stays closed until its end."""
    game, open_it, kind = WAYS[way]
    async with opened() as street:
        window = await street.come("ana")
        open_it(window)
        await at(window, kind)
        ana, _ben, table = await begin(street, game, post)
        await at(window, LobbyScreen)
        assert "A page was closed. You are playing" in " ".join(window.notices)
        open_it(window)
        await window.settle()
        assert isinstance(window.app.screen, LobbyScreen)
        await ana.do(table, "resign")
        await window.until(lambda: not served(window).link.bound)
        open_it(window)
        await at(window, kind)
