"""GraphBoard: points with stones on them, and the lines along which they move, in the largest size that fits."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from core.game import Move, Reason
from core.kinds.faces import GraphGame, Point
from core.position import Position
from tui.boards.base import PlaceBoard
from tui.drawing.canvas import Row, Span, fit
from tui.drawing.cell import CellMark
from tui.drawing.glyphs import glyph
from tui.drawing.page import Page
from tui.text.catalogue import _

_FRAMES = (tuple("┏━┓┃┗┛"), tuple("╔═╗║╚╝"), tuple("┌╌┐╎└┘"))
"""Around a stone of the first player, of the second, and around an empty point."""
_HEIGHTS = (11, 9, 7, 5, 3)
"""Rows of a point with a frame."""
_SMALL = 7
"""Columns of a point without one: ``a1(●)+``."""


class _Layout(NamedTuple):
    """Where things are: size of a point, and of one step from point to point; middle of the point at 0, 0."""

    width: int
    height: int
    step_x: int
    step_y: int
    left: int
    top: int


class _Drawing(Page):
    """A page for points and the lines between them."""

    def centre(self, x: int, y: int, text: str, role: str = "") -> None:
        """Write a text with its middle on a cell."""
        self.write(x - len(text) // 2, y, text, role)

    def line(
        self, start: tuple[int, int], end: tuple[int, int], outward: int, places: Container[tuple[int, int]] = ()
    ) -> None:
        """Draw from one point to another, which lies below or to the right; a slanting line a column ``outward``, and not in
        the ``places`` of other points."""
        (x0, y0), (x1, y1) = start, end
        if y0 == y1:
            self.write(x0, y0, "─" * (x1 - x0), "frame")
            return
        for y in range(y0 + 1, y1):
            if x0 == x1:
                self.write(x0, y, "│", "frame")
            else:
                x = x0 + round((x1 - x0) * (y - y0) / (y1 - y0)) + outward
                if (x, y) in places:
                    continue
                char = "╲" if x1 > x0 else "╱"
                crossed = self.at(x, y) not in (" ", char)
                self.write(x, y, "╳" if crossed else char, "frame")


class GraphBoard(PlaceBoard):
    """Shows a GraphGame. Arrows move the cursor to the next point; Enter and Space place a stone or pick one up, and then its
    target; a stone that can go to one place only goes there at once. The mouse does all of that too."""

    def __init__(self, position: Position, id: str | None = None) -> None:
        super().__init__(position, id)
        assert isinstance(position.game, GraphGame)
        self.game = position.game
        self.picked: int | None = None
        self._ways = ways(self.game.points)
        moves = position.moves
        self.cursor = self._origin(moves[len(moves) // 2]) if moves else 0

    def settle(self, fresh: bool) -> None:
        """A stone picked up in another position is put down; where no move begins at the cursor it goes to the nearest point at
        which one does."""
        if fresh:
            self.picked = None
            if self.view.active and not self.chosen:
                self.cursor = min(map(self._origin, self.position.moves), key=self._far, default=self.cursor)

    def _far(self, point: int) -> tuple[int, int]:
        """How far a point is from the cursor; of points as far the first is nearest."""
        place, here = self.game.points[point], self.game.points[self.cursor]
        return (place.x - here.x) ** 2 + (place.y - here.y) ** 2, point

    @property
    def signs(self) -> tuple[str, str]:
        """Those of points."""
        return "▸◂", "()"

    # The cursor, and the stone that is picked up.

    def _origin(self, move: Move) -> int:
        """The point where a move begins: that of its stone, or the one where a stone is placed."""
        start, target = self.game.path(move)
        return target if start is None else start

    @property
    def chosen(self) -> tuple[Move, ...]:
        """The moves of the stone picked up to the cursor, else all that begin at the cursor."""
        begin = [move for move in self.position.moves if self._origin(move) == self.cursor]
        if self.picked is None or self.picked == self.cursor:
            return tuple(begin)
        end = [move for move in self.position.moves if self.game.path(move) == (self.picked, self.cursor)]
        return tuple(end or begin)

    def take(self) -> tuple[Move, ...] | None:
        """Place or move a stone, pick up one that has a choice, or put it down again."""
        moves = self.chosen
        if self.picked is not None and self.picked == self.cursor:
            self.put_down()
        elif self.view.active and len(moves) > 1 and self.game.path(moves[0])[0] is not None:
            self.picked = self.cursor
            self._changed()
        else:
            return moves
        return None

    def put_down(self) -> bool:
        """Put the stone down that is picked up; False when there is none."""
        if self.picked is None:
            return False
        self.cursor, self.picked = self.picked, None
        self._changed()
        return True

    @property
    def prompt(self) -> str:
        """What can be done next, where it is not to play the one move at the cursor."""
        if len(self.chosen) == 1:
            return ""
        names = [point.name for point in self.game.points]
        if self.picked is None and self.chosen and self.game.path(self.chosen[0])[0] is None:
            return super().prompt
        paths = [self.game.path(move) for move in self.position.moves]
        if self.picked is not None:
            targets = " ".join(names[target] for start, target in paths if start == self.picked)
            text = _("{point} can go to {targets}; {key:step_back} puts it down: _")
            return text.format(point=names[self.picked], targets=targets)
        stones = list(dict.fromkeys(names[start] for start, _target in paths if start is not None))
        if not stones:
            return _("Choose an empty point, or type one: _")
        return _("Pick a stone: {stones}; or type a move: _").format(stones=", ".join(stones))

    @property
    def refusal(self) -> str:
        """What to say of a place where nothing can be played."""
        if self.picked is not None:
            return _("That stone cannot go there; choose another point, or {key:step_back} puts it down.")
        if any(self.game.hand(self.position.state)):
            return _("You cannot place a stone there; choose an empty point.")
        return _("No stone can move from there; pick one of yours beside an empty point.")

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next point in a direction; where there is none it stays."""
        there = self._ways(self.cursor, dx, dy)
        if there is not None:
            self._put_cursor(there)

    def point_at(self, move: Move) -> None:
        """Put the cursor where one more Enter makes the move, without a message: on its stone, or with the stone picked up on
        its target."""
        self.picked, self.cursor = None, self._origin(move)
        if len(self.chosen) > 1 and self.game.path(move)[0] is not None:
            self.picked, self.cursor = self.game.path(move)
        self.redraw()

    def place_at(self, x: int, y: int) -> int | None:
        """The point drawn at a column and row of this widget; of several that stand close together the nearest."""
        layout = self._layout(self.size.width - 2, self.room)
        middles = [self._middle(layout, i) for i in range(len(self.game.points))]
        away = [(abs(x - 1 - middle_x), abs(y - 1 - middle_y), i) for i, (middle_x, middle_y) in enumerate(middles)]
        return min(
            (each for each in away if each[0] <= layout.width // 2 and each[1] <= layout.height // 2),
            default=(0, 0, None),
        )[2]

    # Drawing.

    @staticmethod
    def thumbnail(position: Position) -> Sequence[Row]:
        """Stones and lines without names."""
        game = position.game
        assert isinstance(game, GraphGame)
        columns, rows = _extent(game)
        step_x, step_y = max(1, min(4, 10 // columns)), max(1, min(2, 5 // rows))
        page = _Drawing(step_x * columns + 1, step_y * rows + 1)
        middles = [(step_x * point.x, step_y * point.y) for point in game.points]
        for pair in game.edges:
            start, end = sorted((middles[i] for i in pair), key=lambda middle: (middle[1], middle[0]))
            page.line(start, end, 0)
        for (x, y), stone in zip(middles, game.stones(position.state), strict=True):
            page.write(x, y, game.players[stone] if stone >= 0 else "·", _role(stone))
        return [fit(row, 11) for row in page.rows[:6]] if columns > 10 or rows > 5 else page.rows

    def _layout(self, width: int, height: int) -> _Layout:
        columns, rows = _extent(self.game)
        spare = 1 if any(self.game.hand(self.game.start())) else 0
        for high in _HEIGHTS:
            wide = 2 * high + 1
            step = min((height - spare - high) // rows, (width - wide - 2) // (2 * columns))
            if step >= 2 * high - 1:
                return self._placed(width, height, (wide, high, 2 * step, step))
        step = max(1, (height - spare - 1) // rows)
        aside = max(1, min((width - _SMALL - 2) // columns, max(2 * step, _SMALL + 3)))
        return self._placed(width, height, (_SMALL, 1, aside, step))

    def _placed(self, width: int, height: int, sizes: tuple[int, int, int, int]) -> _Layout:
        """The sizes with the board in the middle."""
        wide, high, step_x, step_y = sizes
        columns, rows = _extent(self.game)
        left = (width - columns * step_x - wide) // 2 + wide // 2
        top = (height - rows * step_y - high) // 2 + high // 2
        return _Layout(*sizes, left, top)

    def _middle(self, layout: _Layout, point: int) -> tuple[int, int]:
        place = self.game.points[point]
        return layout.left + place.x * layout.step_x, layout.top + place.y * layout.step_y

    def draw_inside(self, width: int, height: int) -> list[Row]:
        """Points, stones and lines."""
        layout = self._layout(width, height)
        page = _Drawing(width, height)
        middles = [self._middle(layout, i) for i in range(len(self.game.points))]
        self._draw_lines(page, layout, middles)
        outcome = self.position.outcome
        around: dict[int, str] = {}
        arrived = -1
        if self.view.last is not None:
            around[arrived := self.game.path(self.view.last)[1]] = "()"
        seen = [-1] * len(middles) if self.view.blind else self.game.stones(self.position.state)
        if outcome and not self.view.blind:
            around.update(dict.fromkeys(self.lit, "××" if outcome.reason is Reason.STUCK else "**"))
        if self.picked is not None:
            around[self.picked] = "[]"
        marks = self._marks()
        legal = self._legal()
        for i, stone in enumerate(seen):
            mark = marks.get(i)
            said = mark or (CellMark("·", "·", "dim") if i in legal and stone < 0 else None)
            share = self.share if i == arrived else 1.0
            self._draw_point(page, layout, i, stone, around.get(i, ""), said, share)
            if i == self.cursor and stone < 0 and not mark and self.haunts:
                for row, text in enumerate(drawn := self._stone(layout, self.position.turn)):
                    page.centre(middles[i][0], middles[i][1] - len(drawn) // 2 + row, text, "frame")
            if self.view.active and i == self.cursor:
                x, y = middles[i]
                before, after = layout.width // 2 + 1, layout.width // 2 + 1
                if layout.height == 1:
                    before, after = len(self.game.points[i].name) + 2, 3 if mark and stone >= 0 else 2
                page.write(x - before, y, "▸", "cursor")
                page.write(x + after, y, "◂", "cursor")
        rows = page.rows
        hand = self.game.hand(self.position.state)
        if any(hand) and not outcome:
            stones = [
                Span(self.game.players[player] * count + "  ", _role(player)) for player, count in enumerate(hand)
            ]
            rows[-1:] = [fit([Span(" " + _("to place") + "  ", "dim"), *stones], width)]
        return rows

    def _draw_lines(self, page: _Drawing, layout: _Layout, middles: Sequence[tuple[int, int]]) -> None:
        """The lines, and a word where one might be expected."""
        across = sum(x for x, y in middles) / len(middles)
        half = layout.width // 2
        # A frame is drawn over all that leads through it.
        places = (
            {(x + aside, y) for x, y in middles for aside in range(-half, half + 1)} if layout.height == 1 else set()
        )
        for pair in self.game.edges:
            start, end = sorted((middles[i] for i in pair), key=lambda middle: (middle[1], middle[0]))
            aside = (start[0] + end[0]) / 2 - across
            # Two columns to a row: of the two that a slanting line crosses it takes the outer one.
            page.line(start, end, (aside > 0) - (aside < 0) if layout.height > 1 else 0, places)
        for one, other in self.game.gaps:
            (x, y), (end_x, end_y) = middles[one], middles[other]
            text = _("no line here")
            if y == end_y and len(text) + 4 <= end_x - x - layout.width:
                page.centre((x + end_x) // 2, y, text, "dim")

    def _draw_point(
        self, page: _Drawing, layout: _Layout, point: int, stone: int, around: str, said: CellMark | None, share: float
    ) -> None:
        """A point: its name, the ``share`` of the stone there that is drawn, what is said of it, and what is around that."""
        x, y = self._middle(layout, point)
        name, role = self.game.points[point].name, _role(stone)
        text = said.text if said and len(said.text) <= layout.width - 2 else said.mark if said else ""
        if layout.height == 1:
            inside = [self.game.players[stone] if stone >= 0 else said.mark if said else "·"]
            if layout.step_x > len(name) + 3 or (self.view.active and point == self.cursor):
                page.write(x - 1 - len(name), y, f"{name} ", "dim")
            if stone >= 0 and said:
                page.write(x + 2, y, said.mark, said.whole_role)
        else:
            self._draw_frame(page, layout, point, stone)
            if stone < 0 and said:
                left, top = x - layout.width // 2, y - layout.height // 2
                page.ground(left + 1, top + 1, layout.width - 2, layout.height - 2, said.ground)
            inside = [text]
            if stone >= 0:
                inside = list(self._stone(layout, stone, share))
                if said:
                    label = f" {text} " if len(text) + 4 <= layout.width else text
                    page.centre(x, y + layout.height // 2, label, said.whole_role)
        won = " won" if around == "**" else ""
        for i, row in enumerate(inside):
            page.centre(
                x, y - len(inside) // 2 + i, row, role + won if stone >= 0 else said.whole_role if said else "dim"
            )
        if around:
            half = len(inside[0]) // 2 + 1
            page.write(x - half, y, around[0], "last")
            page.write(x - half + len(inside[0]) + 1, y, around[1], "last")

    def _stone(self, layout: _Layout, stone: int, share: float = 1.0) -> Sequence[str]:
        """A stone that has so large a share of its size."""
        room = (max(1, int(share * (layout.width - 4))), max(1, int(share * (layout.height - 2))))
        return glyph(self.game.players[stone], *room, self.plain)

    def _draw_frame(self, page: _Drawing, layout: _Layout, point: int, stone: int) -> None:
        x, y = self._middle(layout, point)
        left, top = x - layout.width // 2, y - layout.height // 2
        top_left, edge, top_right, side, bottom_left, bottom_right = _FRAMES[stone]
        inner = layout.width - 2
        role = _role(stone)
        page.write(left, top, top_left + edge * inner + top_right, role)
        for row in range(1, layout.height - 1):
            page.write(left, top + row, side + " " * inner + side, role)
        page.write(left, top + layout.height - 1, bottom_left + edge * inner + bottom_right, role)
        page.centre(x, top, f" {self.game.points[point].name} ", "strong")

    def _marks(self) -> dict[int, CellMark]:
        """What is said of each point: the best move that begins there, or the moves of the stone picked up at their ends."""
        marks: dict[int, CellMark] = {}
        for move, mark in self.marks.items():
            start, target = self.game.path(move)
            if self.picked is None:
                marks.setdefault(self._origin(move), mark)
            elif start == self.picked:
                marks[target] = mark
        return marks

    def _legal(self) -> set[int]:
        """The empty points to which a stone can go: those of the stone picked up, or of all."""
        if not self.view.open or self.view.blind:
            return set()
        paths = [self.game.path(move) for move in self.position.moves]
        return {target for start, target in paths if self.picked in (None, start)}


_Way: TypeAlias = Callable[[int, int, int], int | None]
"""From a point, by so many steps to the right and downwards, to the next one."""
_METRICS: tuple[Callable[[int, int], tuple[int, ...]], ...] = (
    lambda along, aside: (along, abs(aside), -aside),
    lambda along, aside: (along + 2 * abs(aside), -aside),
    lambda along, aside: (abs(aside) > along, along + abs(aside), abs(aside), -aside),
)
"""What is least for the next point in a direction, by how far it is along it and aside: the nearest along it, and of these
the one least aside; or one that is not so far aside. Between two as near, the arrows go round: up to the left, right to the
top, down to the right, left to the bottom."""
_MANY = 150
"""Points among which nobody looks whether all are reached: they stand close enough."""


@lru_cache(maxsize=32)
def ways(points: tuple[Point, ...]) -> _Way:
    """Where the arrows lead: by the first metric by which they reach every point."""
    found = [partial(_next, points, metric) for metric in _METRICS]
    if len(points) > _MANY:
        return found[1]
    return next((way for way in found if _reached(way) == len(points)), found[0])


def _next(
    points: tuple[Point, ...], metric: Callable[[int, int], tuple[int, ...]], at: int, dx: int, dy: int
) -> int | None:
    here = points[at]
    ahead = []
    for i, point in enumerate(points):
        x, y = point.x - here.x, point.y - here.y
        if x * dx + y * dy > 0:
            ahead.append((metric(x * dx + y * dy, x * dy - y * dx), i))
    return min(ahead)[1] if ahead else None


def _reached(way: _Way) -> int:
    """How many points the arrows reach from the first one."""
    found = [0]
    for at in found:
        for there in (way(at, *step) for step in ((0, -1), (0, 1), (-1, 0), (1, 0))):
            if there is not None and there not in found:
                found.append(there)
    return len(found)


def _extent(game: GraphGame) -> tuple[int, int]:
    """Steps from the first to the last column and row; at least one, so that there is something to divide."""
    return max(1, *(point.x for point in game.points)), max(1, *(point.y for point in game.points))


def _role(stone: int) -> str:
    return ("first", "second", "frame")[stone]
