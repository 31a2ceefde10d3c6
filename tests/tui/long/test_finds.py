"""Thirteen things that a player looks for are a few keys from the hall, each named on the screen where it is pressed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.every_screen import a_finished_game
from tests.tui.hall import Door, Visit
from tests.tui.languages import Locale
from tui.text.keys import KEYS

FINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "a weaker opponent": (("l", "up", "enter"), "Strength 1 beginner"),
    "a hint": (("enter", "h"), "─ Hint ─"),
    "undo": (("enter", "1", KEYS["undo"].keys), " r redo "),
    "the rules": (("question_mark", "right"), "▸ Tic-tac-toe 3x3"),
    "two engines to watch": (("w",), " WATCH "),
    "an earlier game": (("v", "enter"), " REVIEW "),
    "another theme": (("s", "down", "right"), "triqui-clear"),
    "a clock": (("k", "down", "f2"), "Clock    20 s a move"),
    "the values of all moves": (("enter",), "─ Moves, best first ─"),
    "ultimate": (("2", "enter"), " ULTIMATE TIC-TAC-TOE "),
    "Nim": (("4", "enter"), " NIM 3-4-5 "),
    "Pong Hau K'i": (("3", "enter"), " PONG HAU K'I "),
    "Spanish": (("s", "right", "right"), " AJUSTES "),
}
"""By what is looked for the keys from the hall, and what is then on the screen."""
SHOWN = {"question_mark": "?", "f2": "F2", "enter": "Enter", "left": "◂", "right": "▸", "up": "↑", "down": "↓"}


@pytest.fixture
def newcomer(hall: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    """The hall of somebody who has chosen nothing, with one finished game."""
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    hall.newcomer = True
    hall.furnish(welcome=False)
    a_finished_game(hall)
    return hall


async def press(visit: Visit, key: str) -> None:
    """Press a key and let the engines answer."""
    await visit.press(key)
    await visit.rest()


@pytest.mark.parametrize("name", FINDS)
async def test_what_is_looked_for_is_found(newcomer: Door, name: str) -> None:
    keys, seen = FINDS[name]
    async with newcomer() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        for key in keys:
            await press(visit, key)
        await visit.until(lambda: seen in visit.text)


@pytest.mark.parametrize("name", FINDS)
async def test_every_letter_on_the_way_is_on_the_screen(newcomer: Door, name: str) -> None:
    async with newcomer() as visit:
        await visit.until(lambda: visit.home.yours.finished)
        for key in FINDS[name][0]:
            word = re.escape(SHOWN.get(key, key))
            assert key in ("up", "down") or re.search(rf"(?<!\w){word}(?!\w)", visit.text), visit.text
            await press(visit, key)


def test_nothing_takes_more_than_three_keys() -> None:
    assert {name for name, (keys, _seen) in FINDS.items() if len(keys) > 3} == set()
