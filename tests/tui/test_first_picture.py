"""What the hall does until its first picture is on the terminal, and how often it paints it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Any

import pytest
from textual._compositor import CompositorUpdate
from textual.dom import DOMNode

from core import games
from core.game import Game
from tests.tui.hall import Door, PromptKeeper
from tests.tui.sent import CONSOLE
from tui.drawing.canvas import Canvas
from tui.drawing.line import KeyLine, LineOfText
from tui.hall.app import Hall
from tui.screens.home.list import GameList
from tui.screens.home.setup import SetupCard

MAX_STYLES = 40
"""Maximum number of styles that are put together from those of all ancestors."""
MAX_DRAWS = 2
"""Maximum number of times that a canvas is drawn: for its size, and with what is kept."""
MAX_COUNT = 100
"""Maximum number of bytes for another number of games below those that are seen."""


@pytest.fixture
def painting() -> None:
    """How the hall is painted: as for a terminal."""


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a terminal is sent, one text for each time that something is painted."""
    sent: list[str] = []

    def display(app: Hall, screen: Any, picture: Any) -> None:
        text = picture.render_segments(CONSOLE) if isinstance(picture, CompositorUpdate) else ""
        if text:
            sent.append(text)

    monkeypatch.setattr("textual.app.App._display", display)
    return sent


@pytest.fixture
def noted(pictures: list[str], monkeypatch: pytest.MonkeyPatch) -> Counter[object]:
    """How often games were built, styles found and each canvas drawn before the first picture."""
    found: Counter[object] = Counter()

    def note(what: object) -> None:
        if not pictures:
            found[what] += 1

    def build(id: str, usual: Callable[[str], Game] = games._get.__wrapped__) -> Game:
        note("game")
        return usual(id)

    style: Any = DOMNode.rich_style

    def find(node: DOMNode) -> Any:
        note("style")
        return style.fget(node)

    monkeypatch.setattr(games, "_get", lru_cache(build))
    monkeypatch.setattr(DOMNode, "rich_style", property(find))
    for kind in (GameList, SetupCard, LineOfText, KeyLine):

        def draw(canvas: Canvas, width: int, height: int, usual: Any = kind.draw) -> Any:
            note(canvas)
            return usual(canvas, width, height)

        monkeypatch.setattr(kind, "draw", draw)
    return found


async def test_the_first_picture_builds_the_chosen_game_alone(hall: Door, noted: Counter[object]) -> None:
    async with hall() as visit:
        assert noted["game"] == 1
        assert len(visit.home.shelf.games) > 1


async def test_the_first_picture_finds_few_styles(hall: Door, noted: Counter[object]) -> None:
    async with hall():
        assert 0 < noted["style"] <= MAX_STYLES


async def test_the_first_picture_draws_no_canvas_often(hall: Door, noted: Counter[object]) -> None:
    async with hall():
        draws = [count for what, count in noted.items() if isinstance(what, Canvas)]
        assert 0 < max(draws) <= MAX_DRAWS


def kinds(pictures: Iterable[str]) -> list[str]:
    """What was painted, one word for each time."""
    return ["greeting" if "Welcome" in text else "home" if len(text) > MAX_COUNT else "count" for text in pictures]


async def test_a_start_paints_home_once_and_then_how_many_games_there_are(hall: Door, pictures: list[str]) -> None:
    async with hall():
        assert kinds(pictures) == ["home", "count"]


async def test_what_is_kept_may_come_late(hall: Door, pictures: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.home.screen.MAX_WAIT_SECONDS", 300.0)
    late: list[Callable[[], None]] = []
    look = PromptKeeper.look

    def wait(*arguments: Any) -> None:
        late.append(partial(look, *arguments))

    monkeypatch.setattr(PromptKeeper, "look", wait)
    async with hall() as visit:
        assert pictures == []
        for answer in late:
            answer()
        await visit.settle()
        (picture,) = [text for text in pictures if len(text) > MAX_COUNT]
        assert all(text in picture for text in ("TRIQUI", "nothing unfinished", "choose the kind", "quit"))


async def test_the_first_start_paints_the_greeting_once(hall: Door, pictures: list[str]) -> None:
    hall.newcomer = True
    async with hall():
        assert [kind for kind in kinds(pictures) if kind != "count"] == ["home", "greeting"]


async def test_home_is_shown_although_what_is_kept_is_not_read(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.home.screen.MAX_WAIT_SECONDS", 0.001)
    monkeypatch.setattr(PromptKeeper, "look", lambda *arguments: None)
    async with hall() as visit:
        await visit.until(lambda: "reading ..." in visit.text)
