"""What a canvas shows is never out of date."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import App, ComposeResult

from tui.drawing.canvas import Canvas, Row, Span


class _Word(Canvas):
    """One word."""

    word = "old"

    def draw(self, width: int, height: int) -> Iterable[Row]:
        return [[Span(self.word)]]


class _Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield _Word()


async def test_a_canvas_that_changes_while_it_is_hidden_shows_the_change_when_it_is_seen_again() -> None:
    app = _Shown()
    async with app.run_test() as pilot:
        canvas = app.query_one(_Word)
        canvas.display = False
        await pilot.pause()
        canvas.word = "new"
        canvas.redraw()
        canvas.display = True
        await pilot.pause()
        assert canvas.render_line(0).text.strip() == "new"
