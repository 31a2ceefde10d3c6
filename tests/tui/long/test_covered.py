"""A screen that another one covers, and what it is once nothing covers it. It takes 2 seconds."""

from __future__ import annotations

import pytest

from tests.tui.hall import Door

COVERS = {"an opaque screen": ("s",), "two of them": ("L", "question_mark"), "a dialog": ("k",)}


@pytest.mark.parametrize("cover", COVERS)
@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_a_screen_covered_during_a_resize_fills_the_window_afterwards(
    hall: Door, cover: str, size: tuple[int, int]
) -> None:
    async with hall(size=size) as fresh:
        wanted = fresh.text
    async with hall() as visit:
        await visit.press(*COVERS[cover])
        await visit.resize(*size)
        await visit.press(*["escape"] * len(COVERS[cover]))
        await visit.settle()
        assert visit.text == wanted
