"""Every game of the hall opens, is played, undone, left and continued, by keys that know nothing of its rules. It takes 30
seconds."""

from __future__ import annotations

from random import Random

import pytest

from core import games
from core.game import Game
from core.kits import KITS, kit_of
from tests.tui.hall import FULL, Door, Engines
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen

PLIES = 4
SIZES = [(40, 12), (120, 40), (80, 24)]


@pytest.fixture(autouse=True)
def hasty(engines: Engines) -> None:
    """Any answer will do."""
    engines.hasty = True


FAMILIES = [games.get(kit.presets.split()[0]) for kit in KITS.values()]


@pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.id)
async def test_it_is_played_typed_undone_left_continued_and_reviewed(hall: Door, game: Game) -> None:
    random = Random(game.id)
    async with hall(game.id, players=("human", "human")) as visit:
        for _ in range(PLIES):
            position = visit.play.state.match.position
            if position.outcome:
                break
            move = random.choice(position.moves)
            await visit.press("colon", *position.name(move), "enter")
            await visit.rest()
            assert visit.play.state.match.moves[-1] == move, visit.status
        played = visit.moves
        for plain in (False, True):
            visit.app.ascii_only = plain
            for size in SIZES:
                await visit.resize(*size)
                lines = visit.text.splitlines()
                assert {len(line) for line in lines} == {size[0]}
                assert len(lines) == size[1]
        await visit.do("undo")
        await visit.rest()
        assert visit.moves == " ".join(played.split()[:-1])
        await visit.do("redo")
        await visit.rest()
        assert visit.moves == played
        if visit.play.state.match.outcome:
            await visit.do("review")
            await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
            return
        await visit.do("panel")
        await visit.press("e", "h", "q")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
        await visit.until(lambda: visit.home.yours.unfinished)
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == played


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.id) for game in games.presets()],
)
async def test_an_engine_plays_it_and_the_panel_tells_of_every_move(hall: Door, game: Game) -> None:
    async with hall(game.id, players=(FULL, "human")) as visit:
        await visit.until(lambda: visit.play.state.match.moves)
        await visit.rest()
        position = visit.play.state.match.position
        if not position.outcome:
            assert visit.panel.analysis
            assert visit.panel.analysis.position == position
            assert {line.move for line in visit.panel.analysis.lines} == set(position.moves)


async def test_every_kind_of_board_is_watched_and_reviewed(hall: Door) -> None:
    for id in ("tictactoe", *{kit_of(game.id).face: game.id for game in games.presets()}.values()):
        hall.engines.hold()
        async with hall(id, players=(FULL, "mcts:2")) as visit:
            await visit.do("run")
            hall.engines.release()
            await visit.rest()
            await visit.press("right")
            await visit.until(lambda visit=visit: visit.watch.state.match.moves)  # type: ignore[misc]
            await visit.do("review")
            await visit.until(lambda visit=visit: isinstance(visit.app.screen, ReviewScreen))  # type: ignore[misc]
