"""The main screens look as they were designed, at every size, in colour, without colour and in ASCII."""

from __future__ import annotations

import pytest

from core.games import get
from core.play.match import Match
from core.store.store import open_store
from tests.tui.goldens import HOUR, LISTED, NARROW, check_board, check_golden, check_part, check_parts, check_text
from tests.tui.hall import FULL, Door
from tests.tui.living import at_once, see_the_living_game
from tui.household.surroundings import STORE_FILE

pytestmark = pytest.mark.usefixtures("canned")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_home(hall: Door, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tuple(map(get, LISTED))
    monkeypatch.setattr("core.games.listed", lambda: listed)
    at_once(monkeypatch)
    store, trouble = open_store(hall.folder / STORE_FILE, lambda: 1000.0)
    assert trouble is None
    for moves in ("b2 a1 a3 c1 b3 b1", "b2 a1 a3 c1 b1 b3 a2 c2 c3", "a1 b2 b1 c1"):
        match = Match(get("tictactoe"), ("human", FULL))
        for name in moves.split():
            match = match.play(match.position.parse(name))
        store.save(match)
    store.close()
    async with hall(size=size) as visit:
        visit.app.store_clock = lambda: 1000.0 + 2 * HOUR
        visit.home.reload()
        await visit.pilot.pause()
        await see_the_living_game(visit)
        check_golden("home" if size == (80, 24) else f"home-{size[0]}x{size[1]}", visit.text, size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_parts_of_play_lie_side_by_side(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), size) as visit:
        check_golden(f"play-{size[0]}x{size[1]}", visit.text, size)


@pytest.mark.parametrize("size", [(60, 20), (40, 12)])
async def test_a_board_of_play_in_a_small_window(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), size) as visit:
        check_board(f"play-{size[0]}x{size[1]}", visit)


async def test_pairs_that_prove_a_draw_are_drawn_on_the_board(hall: Door) -> None:
    hall.furnish(panel="live", marks=True)
    async with hall("mnk:5,5,5", "", ("human", "human"), (79, 24)) as visit:
        await visit.do("proof")
        check_board("proof-pairs", visit)
        await visit.do("proof")
        assert "answers in the same pair" not in visit.text


async def test_play_in_ascii(hall: Door) -> None:
    hall.furnish(glyphs="ascii")
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), NARROW) as visit:
        assert visit.text.isascii()
        check_board("play-ascii", visit)


async def test_play_with_the_quiet_panel(hall: Door) -> None:
    hall.furnish(panel="quiet")
    async with hall("tictactoe", "b2 a1", ("human", FULL), NARROW) as visit:
        await check_parts("play-quiet", visit)


async def test_hint(hall: Door) -> None:
    async with hall("tictactoe", "b2 a1", ("human", FULL), NARROW) as visit:
        await visit.do("hint", "hint", "hint", "hint")
        await check_parts("hint", visit)


async def test_end_of_the_game(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL), NARROW) as visit:
        await visit.write("a2")
        await visit.press("enter")
        await visit.rest()
        await check_parts("end", visit)


async def test_watch(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "mcts:2")) as visit:
        await visit.do("run")
        await visit.rest()
        check_golden("watch", visit.text, (80, 24))


async def test_review(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human")) as visit:
        await visit.do("review")
        await visit.press("home")
        await visit.do("next_mistake")
        await visit.rest()
        check_golden("review", visit.text, (80, 24))


async def test_what_was_better(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human"), NARROW) as visit:
        await visit.do("review")
        await visit.rest()
        await visit.do("better")
        await visit.press("right")
        await visit.rest()
        await check_parts("review-better", visit)


async def test_a_mistake_tried_again(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human"), NARROW) as visit:
        await visit.do("review")
        await visit.rest()
        await visit.do("retry_mistakes")
        await visit.move("a3")
        await check_parts("retry", visit)


async def test_help(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        await visit.do("help")
        await visit.until(lambda: "▸ Keys" in visit.text)
        check_part("help", visit, "#help")


AT_HOME = {
    "home": "",
    "a game is sought": "slash n",
    "settings": "escape escape s",
    "a position is set up": "escape p",
    "what there is to learn": "escape L",
    "tournaments": "escape T",
}
"""The screens that open at home, one after the other, and the keys that lead from each to the next."""
IN_PLAY = {
    "your turn": "",
    "a move is typed": "colon",
    "a look back": "escape less_than_sign",
    "the other side thinks": "end enter",
    "the game is over": "R enter",
    "a review": "v",
    "a mistake tried again": "r",
}
WATCHED = {"two engines": ""}


@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_footers_of_all_screens(hall: Door, language: str) -> None:
    hall.furnish(language=language)
    rows = []
    game = "tictactoe", "a1 b2 c3 c1"
    walks = ((), AT_HOME), ((*game, ("human", FULL)), IN_PLAY), ((*game, (FULL, "mcts:2")), WATCHED)
    for opened, stages in walks:
        hall.engines.held = stages is WATCHED
        async with hall(*opened) as visit:
            for stage, keys in stages.items():
                hall.engines.held = stage == "the other side thinks" or stages is WATCHED
                await visit.press(*keys.split())
                rows.append(f"{stage:<22}|{visit.footer.rstrip()}\n")
    check_text(f"footers-{language}", "".join(rows))
