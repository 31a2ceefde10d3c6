"""Every key of a screen, pressed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from textual.actions import parse

from tests.tui.hall import Engines, Visit
from tui.screens.base.game import GameScreen
from tui.screens.base.screen import HallScreen
from tui.screens.play.screen import PlayScreen

OPENS_A_BOX = ("find", "type_move", "as_text", "subject")
"""Then every key belongs to the box until Escape."""
_WAYS = ("up", "down"), ("left", "right"), ("page_up", "page_down"), ("go_first", "go_last")
OPPOSITE = {action: other for one, two in _WAYS for action, other in ((one, two), (two, one))}
"""What takes a cursor back from the end of its way, where it can go no further."""


def keys(screen: HallScreen) -> list[str]:
    """Every key of every action that the footer or the help shows now."""
    active = screen.active_bindings.items()
    return [key for key, found in active if found.enabled and found.binding.id and found.binding.description]


def standing(screen: HallScreen) -> object:
    """What must be the same for a screen to be in the state that is looked at."""
    if not isinstance(screen, GameScreen):
        return None
    return (
        screen.state.match.id,
        screen.state.match.moves,
        screen.state.match.outcome,
        screen.ply.at,
        screen.ply.aside,
    )


def picture(visit: Visit) -> list[object]:
    """All that is seen, with its colours, and the notices."""
    strips = visit.app.screen._compositor.render_strips()
    return [[list(strip) for strip in strips], visit.notices]


async def press_all(visit: Visit, stage: Callable[[], HallScreen | Awaitable[None]], *prepared: str) -> None:
    """Press each key once, in the state that ``stage`` and further keys lead to."""
    visit.app.go_home()
    await visit.settle()

    async def begin() -> HallScreen:
        visit.app.go_home()
        await visit.settle()
        staged = stage()
        if isinstance(staged, Awaitable):
            await staged
        await visit.settle()
        await visit.press(*prepared)
        screen = visit.app.screen
        assert isinstance(screen, HallScreen)
        if isinstance(screen, PlayScreen):
            await visit.lose_patience()
        return screen

    dead = []
    screen = await begin()
    before = standing(screen)
    for key in keys(screen):
        if visit.app.screen is not screen or standing(screen) != before:
            screen = await begin()
            before = standing(screen)
        bound = screen.active_bindings[key] if key in keys(screen) else None
        action = (bound.binding.id or "") if bound else "quit"
        if bound is None or action == "quit":
            continue
        assert callable(getattr(bound.node, f"action_{parse(bound.binding.action)[1]}")), (
            "the screen does it, or one of its parts"
        )
        screen.notice = ""
        screen.refresh_all()
        await visit.settle()
        seen = picture(visit)
        await visit.press(key)
        if getattr(screen, "command", None):
            await visit.wait_for_no_digit()
        if (
            visit.app.screen is screen
            and picture(visit) == seen
            and not await _goes_after_its_opposite(visit, key, action)
        ):
            dead.append(key)
        if action in OPENS_A_BOX:
            await visit.press("escape")
    assert not dead, f"keys that do nothing: {dead}"


async def _goes_after_its_opposite(visit: Visit, key: str, action: str) -> bool:
    """Whether a cursor that stands at the end of its way moves by a key once that of the opposite action was pressed."""
    if action not in OPPOSITE:
        return False
    await visit.do(OPPOSITE[action])
    seen = picture(visit)
    await visit.press(key)
    return picture(visit) != seen


USUAL, NARROW = (80, 24), (40, 12)


@pytest.fixture(autouse=True)
def hasty(engines: Engines) -> None:
    """Any answer will do."""
    engines.hasty = True
