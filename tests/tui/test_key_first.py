"""What a key does is painted before an engine's report, and never leaves a stale picture behind."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
from textual._compositor import ChopsUpdate
from textual.events import Key
from textual.geometry import Region

from tests.tui.hall import Door, Visit
from tests.tui.haste import drain
from tests.tui.reports import further
from tests.tui.sent import follow
from tui.screens.base.menu import Menu

PEOPLE = ("human", "human")
WIDE = (120, 40)


@pytest.fixture
def painting() -> None:
    """As in a terminal."""


def press_now(visit: Visit, key: str) -> None:
    """Give the app a key without waiting for what it does."""
    visit.app.post_message(Key(key, None))


def report(visit: Visit) -> None:
    """Let the panel's engine say something new."""
    visit.engines.report(further(9))


async def updates_of(visit: Visit, *acts: Callable[[Visit], Any]) -> list[ChopsUpdate]:
    """What is written to the terminal, in its order, when things happen at once."""
    visit.engines.report(further(3))
    await visit.settle()
    await visit.press("right")
    await visit.settle()
    written: list[ChopsUpdate] = []

    def display(_screen: Any, update: Any) -> None:
        if isinstance(update, ChopsUpdate):
            written.append(update)

    visit.app._display = display  # type: ignore[method-assign, assignment]
    for act in acts:
        act(visit)
    await drain()
    await visit.settle()
    return written


def touches(update: ChopsUpdate, region: Region) -> bool:
    """Whether something in a region is written."""
    return any(region.overlaps(Region(left, y, right - left, 1)) for y, left, right in update.spans)


@pytest.mark.parametrize("size", [(80, 24), WIDE])
@pytest.mark.parametrize(
    "acts",
    [
        (report, lambda visit: press_now(visit, "left")),
        (lambda visit: press_now(visit, "left"), report),
    ],
    ids=["the report just before the key", "the report just after the key"],
)
async def test_the_cursor_is_painted_before_the_report(
    hall: Door, acts: tuple[Callable[[Visit], Any], ...], size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE, size) as visit:
        board, side = visit.play.board.region, visit.play.query_one("#side").region
        first, *others = await updates_of(visit, *acts)
        assert (touches(first, board), touches(first, side)) == (True, False)
        assert any(touches(update, side) for update in others)


async def test_a_key_is_painted_without_a_frame(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE, WIDE) as visit:
        await visit.settle()
        visit.play._update_timer.stop()
        written = list[object]()
        visit.app._display = lambda screen, update: written.append(update)  # type: ignore[method-assign, assignment]
        press_now(visit, "right")
        await drain()
        assert [type(update).__name__ for update in written] == ["SlimUpdate"]


async def test_keys_at_once_are_painted_together(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        visit.play._update_timer.stop()
        keys = [lambda visit, key=key: press_now(visit, key) for key in ("up", "left") * 10]
        written = await updates_of(visit, *keys)
        assert sum(touches(update, visit.play.board.region) for update in written) == 1


def cells_of(visit: Visit) -> list[tuple[str, str]]:
    """Each column of the screen with its look, row by row."""
    strips = visit.app.screen._compositor.render_strips()
    return [(char, str(segment.style)) for strip in strips for segment in strip for char in segment.text]


async def test_an_undo_writes_the_cells_that_change_and_each_of_them_once(hall: Door) -> None:
    async with hall("vanishing", "a1 b2 c3 a3 c2 b1 a2", PEOPLE, WIDE) as visit:
        await visit.rest()
        await visit.do("undo", "redo")
        await visit.rest()
        visit.engines.hold()
        written = list[tuple[int, int, int]]()

        def display(_screen: Any, update: Any) -> None:
            if isinstance(update, ChopsUpdate):
                written.extend(update.spans)

        visit.app._display = display  # type: ignore[method-assign, assignment]
        before = cells_of(visit)
        await visit.do("undo")
        changed = sum(one != two for one, two in zip(before, cells_of(visit), strict=True))
        assert changed <= sum(right - left for _y, left, right in written) <= 1.2 * changed


def rows(text: str | list[str]) -> list[str]:
    """Lines without the blanks at their ends."""
    return [line.rstrip() for line in (text.splitlines() if isinstance(text, str) else text)]


@pytest.mark.parametrize("game", ["ultimate", "mnk:5,5,4"])
async def test_no_picture_is_stale_after_keys_and_reports_at_once(hall: Door, game: str) -> None:
    hall.engines.hold()
    async with hall(game, players=PEOPLE) as visit:
        await visit.settle()
        terminal = follow(visit)
        for depth, keys in enumerate(
            (("right", "down"), ("enter",), ("left", "enter"), ("u", "r"), ("less_than_sign",))
        ):
            visit.engines.report(further(depth + 3))
            for key in keys:
                press_now(visit, key)
            visit.engines.report(further(depth + 4))
            await drain()
            await visit.settle()
            assert rows(list(terminal.display)) == rows(visit.text)


async def test_a_menu_that_opens_during_a_report_leaves_no_stale_picture(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE) as visit:
        await visit.settle()
        terminal = follow(visit)
        press_now(visit, "right")
        report(visit)
        visit.app.post_message(Key("m", "m"))
        report(visit)
        await visit.until(lambda: isinstance(visit.app.screen, Menu))
        await visit.press("escape")
        await visit.settle()
        assert rows(list(terminal.display)) == rows(visit.text)


async def test_a_resize_between_keys_and_a_report_leaves_no_stale_picture(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", PEOPLE, WIDE) as visit:
        await visit.settle()
        press_now(visit, "right")
        report(visit)
        await visit.resize(100, 30)
        press_now(visit, "left")
        await visit.settle()
        terminal = follow(visit)
        press_now(visit, "right")
        report(visit)
        await visit.settle()
        assert rows(list(terminal.display)) == rows(visit.text)


async def test_no_full_collection_of_garbage_looks_through_what_the_app_is_made_of(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen = list[bool]()
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(gc.isenabled()))
    gc.disable()  # as the command does that opens the hall
    try:
        async with hall():
            assert (frozen, gc.isenabled()) == ([False], True)
    finally:
        gc.enable()
