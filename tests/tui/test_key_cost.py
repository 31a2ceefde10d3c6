"""What a key costs, and a screen that opens: calls of functions, which are the same on every machine, and pictures drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

import core
import tui
from core.players.opponents import HUMAN
from tests.tui.hall import Door

PEOPLE = (HUMAN, HUMAN)
OURS = tuple(str(Path(package.__path__[0])) for package in (core, tui))
MAX_CALLS = 1_750
"""Calls of our own functions for a move by Enter; 5,100 when each key looked for the bindings of all others."""


@contextmanager
def counted() -> Iterator[list[str]]:
    """The names of our own functions that are called meanwhile."""
    called: list[str] = []

    def note(frame: FrameType, event: str, _value: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            called.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)


async def test_a_move_by_enter_takes_few_calls(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1", PEOPLE) as visit:
        await visit.move_unheard("b2")
        await visit.go("c1")
        with counted() as called:
            await visit.press("enter")
        assert visit.moves == "a1 b2 c1"
        assert len(called) <= MAX_CALLS


async def test_a_move_by_enter_draws_the_screen_once_and_looks_for_the_bindings_of_no_other_key(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        with counted() as called:
            await visit.press("enter")
        assert (called.count("show_all"), called.count("active_bindings")) == (1, 0)


async def test_the_style_of_a_screen_that_opens_is_found_once(hall: Door) -> None:
    style = Stylesheet.apply
    styled = []

    def noted(sheet: Stylesheet, node: DOMNode, **more: Any) -> None:
        styled.append(node)
        style(sheet, node, **more)

    with patch.object(Stylesheet, "apply", noted):
        async with hall("tictactoe", players=PEOPLE) as visit:
            assert styled.count(visit.play) == 1


async def test_a_screen_that_opens_finds_out_once_which_keys_its_footer_shows(hall: Door) -> None:
    with counted() as called:
        async with hall():
            pass
    assert called.count("shown_keys") == 1
