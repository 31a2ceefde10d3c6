"""What every board owes to every game: the cursor stands on any move, arrows and clicks reach it, and Enter plays it. It
takes 20 seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import games
from core.game import Game, Move
from core.players.opponents import HUMAN
from tests.tui.hall import Door, Visit
from tui.boards.base import PlaceBoard
from tui.screens.base.picker import QuestionDialog
from tui.screens.play.screen import PlayScreen

PEOPLE = (HUMAN, HUMAN)
MAX_TRIED = 6
"""Moves tried in a position."""


def some(moves: list[Move], random: Random) -> list[Move]:
    return moves if len(moves) <= MAX_TRIED else random.sample(moves, MAX_TRIED)


@pytest.mark.parametrize("game", games.presets(), ids=lambda game: game.id)
async def test_the_cursor_stands_on_any_move_and_enter_plays_it(hall: Door, game: Game) -> None:
    random = Random(game.id)
    hall.engines.hold()
    async with hall(game.id, players=PEOPLE, size=(120, 40)) as visit:
        for _ply in range(3):
            position = visit.play.state.match.position
            if position.outcome:
                return
            for move in some(list(position.moves), random):
                visit.play.board.point_at(move)
                assert move in visit.play.board.chosen, position.name(move)
            assert set(visit.play.board.chosen) <= set(position.moves)
            await play_at_cursor(visit, move)
            assert visit.play.state.match.moves[-1:] == (move,)


async def play_at_cursor(visit: Visit, move: Move) -> None:
    """Make the move at the cursor, in as many steps as the board asks for."""
    name = visit.play.state.match.position.name(move)
    count = len(visit.play.state.match.moves)
    for _step in range(3):
        await visit.press("enter")
        if isinstance(visit.app.screen, QuestionDialog):
            answers = visit.app.screen._answers
            await visit.press(*["down"] * list(answers).index(name), "enter")
            await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
            await visit.settle()
        if len(visit.play.state.match.moves) > count:
            return
        visit.play.board.point_at(move)  # a stone that was picked up: now its goal


@pytest.mark.parametrize("game", games.presets(), ids=lambda game: game.id)
async def test_arrows_move_the_cursor_over_legal_places_and_a_click_is_where_the_cursor_goes(
    hall: Door, game: Game
) -> None:
    hall.engines.hold()
    async with hall(game.id, players=PEOPLE, size=(120, 40)) as visit:
        board, legal = visit.play.board, set(visit.play.state.match.position.moves)
        seen = set(board.chosen)
        for key in ("right", "down", "left", "up", "down", "right") * 2:
            await visit.press(key)
            assert set(board.chosen) <= legal
            seen |= set(board.chosen)
        assert len(seen) > 1 or len(legal) == 1, "the arrows reach more than one move"
        if isinstance(board, PlaceBoard):
            size = board.size
            places = {board.place_at(x, y) for x in range(size.width) for y in range(size.height)}
            assert len(places - {None}) > 1
