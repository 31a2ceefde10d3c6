"""Which ply of a game a screen shows, and looking back while playing."""

from __future__ import annotations

import pytest

from core.games import get
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Archive, Snapshot
from core.players.opponents import HUMAN
from tests.tui.hall import FULL, Door
from tui.game.variations import Ply
from tui.household.settings import PanelMode

PEOPLE = (HUMAN, HUMAN)
ROUND = "4-3 5-4 3-5 4-3 5-4 3-5"
"""In Pong Hau K'i: after six plies the stones stand as at the start."""


def ply_of(game: str, moves: str) -> Ply:
    match = Match(get(game), PEOPLE)
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return Ply(Archive(Snapshot(Course(match, Setup(PEOPLE)))))


def test_the_move_that_led_to_a_position_is_found_by_its_ply_where_the_position_came_up_before() -> None:
    ply = ply_of("pong-hau-ki", ROUND)
    assert ply.position == get_start("pong-hau-ki")
    assert ply.last is not None
    assert ply.position.game.format_move(ply.position.state, ply.last) == "3-5"
    ply.look(0)
    assert ply.last is None


def get_start(game: str) -> object:
    """The position before the first move."""
    return Match(get(game), PEOPLE).position


def test_a_look_stays_within_the_game_and_at_its_end_follows_it() -> None:
    ply = ply_of("tictactoe", "a1 b2 c3")
    ply.look(-5)
    assert (ply.at, ply.back) == (0, True)
    ply.look(99)
    assert (ply.at, ply.back) == (3, False)
    ply.look(2)
    ply.follow()
    assert (ply.at, ply.back) == (3, False)


async def test_the_last_move_is_marked_on_the_board_where_the_position_came_up_before(hall: Door) -> None:
    async with hall("pong-hau-ki", ROUND, PEOPLE) as visit:
        assert visit.play.board.view.last == visit.play.state.match.moves[-1]


async def test_looking_back_while_playing_undoes_nothing(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.press("less_than_sign", "less_than_sign")
        assert visit.play.ply.position == visit.play.state.match.positions[1]
        assert visit.status == "After move 1 of 3. End goes back; a move begins a variation."
        await visit.press("greater_than_sign")
        assert visit.play.ply.at == 2
        await visit.press("home")
        assert visit.play.ply.at == 0
        await visit.press("end")
        assert not visit.play.ply.back
        await visit.press("colon", "a", "3", "enter")
        await visit.rest()
        assert visit.moves == "a1 b2 c3 a3"


@pytest.mark.parametrize("panel", ["live", "quiet"])
@pytest.mark.parametrize("beside", [(), ("line",)], ids=["of the game", "of a line beside it"])
async def test_a_threat_is_gone_along_to_the_end_of_the_game(
    hall: Door, panel: PanelMode, beside: tuple[str, ...]
) -> None:
    hall.panel_people = panel
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do(*beside, "threat")
        await visit.rest()
        for _ply in range(3):
            await visit.press("greater_than_sign")
        assert visit.play.ply.position.outcome


async def test_the_move_with_which_an_engine_began_is_not_taken_back(hall: Door) -> None:
    async with hall("tictactoe", "a1", (FULL, "human")) as visit:
        await visit.do("undo")
        await visit.rest()
        assert (visit.moves, visit.status) == ("a1", "There is nothing to take back.")
