"""Reviews on the screen of a test."""

from __future__ import annotations

from core.games import get
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Snapshot
from core.position import play_all
from tests.tui.hall import Visit
from tui.screens.review.screen import ReviewScreen

PEOPLE = ("human", "human")


# b2 alone answers the corner; after c3 the corner c1 loses; then a3 makes two threats, and a2 carries one out.
LOST = "a1 b2 c3 c1 a3 b3 a2"


async def review(visit: Visit) -> None:
    await visit.do("review")
    await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
    await visit.rest()


def a_game(moves: str) -> Snapshot:
    match = Match(get("tictactoe"), PEOPLE)
    for move in play_all(get("tictactoe"), moves)[0]:
        match = match.play(move)
    return Snapshot(Course(match, Setup(PEOPLE)))
