"""EditScreen: sets a position up, checks it by the rules, analyses it, and plays from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp, Paste
from textual.widgets import Input

from core import engines
from core.analysis import Limit
from core.errors import CoreError
from core.game import Game
from core.kinds.drafts import Draft, DrawnGame, Numbers, changed, text_of
from core.kinds.faces import ColumnsGame, GraphGame, GridGame, NestedGame
from core.kinds.heaps import HeapGame
from core.kinds.lines import LineGame
from core.notation import positions
from core.phrase import Phrase
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Snapshot
from core.position import Passed, Position
from tui.drawing.canvas import Canvas, Row, Span, width_of
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.game.analyst import Analyst
from tui.screens.base import picture
from tui.screens.base.box import LineInput
from tui.screens.base.picture import PlayView
from tui.screens.base.screen import HallScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.keys import bindings
from tui.widgets.panel import Panel, PanelView

EDIT_LIMIT = Limit(seconds=30.0)
"""How long the position is looked at."""
_ROW_NAME = 3
"""Columns of the name of a row."""
_EMPTY = "·"
"""How an empty place is shown."""


class DraftBoard(Canvas):
    """The parts of a draft where they are drawn, with a cursor on one of them; a click on a part goes there, and on the one at
    the cursor changes it."""

    def __init__(self, screen: EditScreen) -> None:
        super().__init__(id="board")
        self._screen = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame: the places, what stands beside them, the text."""
        screen = self._screen
        beside = [row for at, part in enumerate(screen.draft) if part.label for row in [self._beside(at)]]
        rows = 1 + max(part.y for part in screen.draft)
        parts = [
            Section(_("Position"), self._places, 2 * rows + 2, min(rows + 1, height - len(beside) - 6)),
            *([section(_("Beside it"), beside, len(beside))] if beside else []),
            Section(_("As text"), self._text, 1, 1),
        ]
        return frame(width, height, parts)

    def _text(self, width: int, height: int) -> list[Row]:
        """The text in lines, as many as fit with the sign that there are more; a text has few blanks to be wrapped at."""
        text, room = self._screen.text, width - 2
        lines = [text[at : at + room] for at in range(0, len(text), room)]
        if len(lines) > height > 0:
            lines = [*lines[: height - 1], lines[height - 1][:-1] + "…"]
        return [[Span(f" {line}", "dim")] for line in lines]

    def _beside(self, at: int) -> Row:
        part = self._screen.draft[at]
        assert part.label, "only what has a label stands beside the board"
        return [Span(f" {say(part.label)} ", "dim", f"screen.pick({at})"), *self._shown(at, 1)]

    def _places(self, width: int, height: int) -> list[Row]:
        """As many of the places as fit around the cursor, in columns of one width, with the names of columns and rows."""
        draft, names = self._screen.draft, self._screen.names
        spots = {(part.x, part.y): at for at, part in enumerate(draft) if part.label is None}
        columns, rows = (1 + max(spot[axis] for spot in spots) for axis in (0, 1))
        longest = max(len(self._sign(at)) for at in spots.values())
        widths = (longest + 3, longest + 2, longest + 1)
        spare = width - columns * (longest + 1)
        margin = _ROW_NAME if names.rows and not 0 < spare <= _ROW_NAME else 0
        room = width - margin
        cell = next((wide for wide in widths if columns * wide < room), longest + 1)
        head = 1 if names.columns and height > min(rows, 3) else 0
        tall = 2 if rows * 2 - 1 <= height - 2 else 1
        here = draft[self._screen.cursor]
        fit_columns, fit_rows = max(1, (room - 1) // cell), max(1, (height - head + tall - 1) // tall)
        left = _window(here.x if here.label is None else 0, fit_columns, columns)
        top = _window(here.y if here.label is None else 0, fit_rows, rows)
        shown = range(left, min(columns, left + fit_columns))
        indent = (width - len(shown) * cell + margin) // 2
        heads = [Span(" " * indent), *(Span(f" {names.columns.get(x, ''):<{cell - 1}}", "dim") for x in shown)]
        drawn: list[Row] = [heads] if head else [()] if (min(rows, fit_rows) * tall) < height else []
        above = len(drawn)
        for y in range(top, min(rows, top + fit_rows)):
            called = f"{names.rows.get(y, '')} " if margin else ""
            row = [Span(f"{called:>{indent}}", "dim")]
            for x in shown:
                at = spots.get((x, y))
                piece = [Span(" "), Span(" " * (cell - 1))] if at is None else self._shown(at, cell)
                # Where columns are narrow, the sign behind the cursor takes the blank before the next place.
                row += piece[width_of(row) > indent + (x - left) * cell :]
            drawn += [row, ()] if tall == 2 else [row]
        if tall == 2:
            spot = {at: (indent + (x - left) * cell + 1, above + 2 * (y - top)) for (x, y), at in spots.items()}
            lines = _drawn_lines(spot[one] + spot[other] for one, other in names.lines)
            drawn = [_joined(row, lines.get(y, {})) for y, row in enumerate(drawn)]
        return drawn[:height]

    def _sign(self, at: int) -> str:
        """How the value of a part is shown: as the game's board shows it."""
        value = self._screen.draft[at].value
        return self._screen.names.signs.get(value, value)

    def _shown(self, at: int, width: int) -> Row:
        """A part between the signs of the cursor, or blanks."""
        shown = self._sign(at)
        here = at == self._screen.cursor
        action = f"screen.pick({at})"
        role = "dim" if shown == _EMPTY else "strong"
        row = [Span("[" if here else " ", "cursor", action), Span(shown, role, action)]
        row += [Span("]", "cursor", action)] if here else []
        return [*row, Span(" " * max(0, width - width_of(row)), "", action)]


class BoardNames(NamedTuple):
    """What the board of a game shows of a draft beside the values of its parts."""

    signs: Mapping[str, str]
    """By a value how it is shown, where that is otherwise than the text has it."""
    columns: Mapping[int, str] = {}
    rows: Mapping[int, str] = {}
    """What columns and rows are called, by their numbers."""
    lines: Sequence[tuple[int, int]] = ()
    """The pairs of parts that are joined by a line."""

    @classmethod
    def of(cls, game: DrawnGame, draft: Draft) -> BoardNames:
        """Those of a game."""
        signs = dict.fromkeys((".", "", "-"), _EMPTY)
        places = [part for part in draft if part.label is None]
        if isinstance(game, HeapGame):
            if game.numbered:
                pins = {part.x: str(part.x + 1) for part in places}
                return cls(signs, pins, {part.y: game.label(part.y) for part in places})
            return cls(signs, {part.x: game.label(part.x) for part in places})
        if isinstance(game, GridGame | NestedGame):
            signs |= zip(game.drawn[1:], game.letters, strict=False)
        else:
            signs |= zip(game.drawn, (_EMPTY, *game.players), strict=False)
        if isinstance(game, ColumnsGame):
            return cls(signs, {x: str(x + 1) for x in range(game.columns)})
        if (
            isinstance(game, GridGame)
            and len(places) == game.cell_count
            and not (isinstance(game, LineGame) and game.points)
        ):
            columns = {part.x: chr(ord("a") + cell % game.columns) for cell, part in enumerate(places)}
            return cls(signs, columns, {y: str(y + 1) for y in range(game.rows)})
        if isinstance(game, GraphGame):
            return cls(signs, lines=game.edges)
        return cls(signs)


def _drawn_lines(ends: Iterable[tuple[int, int, int, int]]) -> Mapping[int, Mapping[int, str]]:
    """By row and column the characters of lines between two places each, given by column and row."""
    found: dict[int, dict[int, str]] = {}
    for x, y, to_x, to_y in ends:
        if y == to_y:
            found.setdefault(y, {}).update(dict.fromkeys(range(min(x, to_x) + 2, max(x, to_x) - 1), "─"))
            continue
        sign = "│" if x == to_x else "╲" if (to_x > x) == (to_y > y) else "╱"
        step = 1 if to_y > y else -1
        for between in range(y + step, to_y, step):
            at = x + round((to_x - x) * (between - y) / (to_y - y))
            found.setdefault(between, {})[at] = sign
    return found


def _joined(row: Row, lines: Mapping[int, str]) -> Row:
    """A row with characters of lines where it has blanks."""
    if not lines:
        return row
    drawn, at = list[Span](), 0
    for span in (*row, Span(" " * max(0, max(lines) + 1 - width_of(row)))):
        for letter in span.text:
            line = lines.get(at) if letter == " " else None
            drawn.append(span._replace(text=line, role="dim") if line else span._replace(text=letter))
            at += 1
    return drawn


class TextInput(LineInput):
    """The box for the text of a position, which the screen takes whole when it is pasted."""

    def on_paste(self, event: Paste) -> None:
        """Leave it to the screen; Textual would insert the first line."""
        event.prevent_default()


class EditScreen(HallScreen):
    """Sets up a position of a game, beginning with one of it."""

    CSS_PATH = "game.tcss"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("next_here", "back_here", "play_here", "as_text", "restart", "panel", "help", "leave"),
            hidden=("up", "down", "left", "right", "learn"),
            runs={
                "next_here": "change(1)",
                "back_here": "change(-1)",
                "up": "go(0, -1)",
                "down": "go(0, 1)",
                "left": "go(-1, 0)",
                "right": "go(1, 0)",
            },
        )
    )

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._game = position.game
        self.draft = _draft(position)
        self.cursor = len(self.draft) // 2 if self.draft[-1].label is None else (len(self.draft) - 1) // 2
        self.position: Position | None = None if isinstance(position, Passed) else position
        """The position that the draft is; None where the rules know none such."""
        self.reason: Phrase | None = None
        """Why it is none."""
        self._untold: Phrase | None = None
        """Why nothing is told of the position."""
        self._analyst = Analyst(
            lambda analysis: self.refresh_all(),
            self.say_error,
            self.hall.surroundings.report_interval,
            self.hall.worker,
        )

    @property
    def studied(self) -> Position | None:
        """The position that the draft is."""
        return self.position

    @property
    def game(self) -> Game:
        """The game whose position it is."""
        return self._game

    @property
    def names(self) -> BoardNames:
        """What the board shows beside what stands there."""
        game = self._game
        assert isinstance(game, DrawnGame), "as every game that is set up"
        return BoardNames.of(game, self.draft)

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the keys do where a number stands."""
        if isinstance(self.draft[self.cursor].choices, Numbers):
            return {"next_here": _("one more"), "back_here": _("one less")}
        return {}

    @property
    def text(self) -> str:
        """The draft as text."""
        return text_of(self.draft)

    def compose_hall(self) -> ComposeResult:
        """Header, the draft and the panel, status, the box for text, footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield DraftBoard(self)
            yield Horizontal(Panel(picture.panel(self._view(self.position)), id="panel"), id="side")
        yield LineOfText(id="status")
        yield TextInput()
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Begin to look at the position."""
        self.call_after_refresh(self._judge)

    # The draft, the rules, and what is known.

    def heed(self) -> None:
        """Judge the draft once more."""
        self._judge()

    def _set(self, draft: Draft) -> None:
        self.draft = draft
        self.cursor = min(self.cursor, len(draft) - 1)
        self._judge()

    def _judge(self) -> None:
        """Ask the rules about the draft, and the engine where they know it."""
        self.notice, self.reason, self._untold = "", None, None
        try:
            self.position = Position.from_text(self._game, self.text)
        except CoreError as error:
            self.position, self.reason = None, error.phrase
            self._analyst.rest()
        else:
            self._untold = self.hall.untold(self.position)
            if self._untold:
                self._analyst.rest()
                self.notice = say(self._untold)
            else:
                self._analyst.ask(self.position, EDIT_LIMIT, self.hall.settings.engine_of(self._game.id) or None)
        self.refresh_all()

    def _view(self, position: Position | None) -> PlayView:
        """What the panel of the play screen is made of, for this position alone."""
        shown = position or Position.start(self._game)
        people = ("human", "human")
        match = Match(self._game, people, shown.text)
        state = Snapshot(Course(match, Setup(people)))
        known = self._analyst.known(shown) if position and not self._untold else None
        name = say(engines.facts(known.engine).title) if known else _("Analysis")
        return PlayView(
            state,
            0,
            lambda asked: known,
            self._analyst.account,
            name,
            None,
            "",
            study=True,
            on_cells=False,
            due=position is not None,
        )

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        left = [Span(_("POSITION") + "  ", "title"), Span(words.name(self._game))]
        legal = _("legal") if self.position else _("not legal")
        self.query_one("#header", LineOfText).show(left, (), plain_row(legal, "dim"))
        self.query_one(DraftBoard).redraw()
        view = picture.panel(self._view(self.position))
        if self.position is None:
            message = _("Not a position of this game.")
            view = PanelView(view.engine, "", message=message, players=view.players, why=self._why)
        self.query_one(Panel).show(view)
        unseen = self._why if self.has_class("-narrow") else ""  # else the panel has all of it
        self.show_status(self._status(), self.notice or unseen)

    @property
    def _why(self) -> str:
        return say(self.reason) if self.reason else ""

    def _status(self) -> str:
        """Why it is no position; who is to move; or how the game has ended there."""
        if self.position is None:
            return self._why
        outcome = self.position.outcome
        if outcome:
            return _("Legal, and the game is over: {result}").format(result=words.result(self._game, outcome))
        return _("Legal, {player} to move. {key:play_here} plays from here.").format(
            player=words.players(self._game)[self.position.turn]
        )

    # Actions.

    def action_pick(self, at: int) -> None:
        """A click: to a part, and one on the part at the cursor changes it."""
        if at == self.cursor:
            self.action_change(1)
        else:
            self.cursor = at
            self.refresh_all()

    def action_change(self, step: int) -> None:
        """Put the next thing at the cursor that may stand there, or the one before."""
        before = self.draft
        self._set(changed(before, self.cursor, step))
        if self.draft == before:
            self.say(_("It cannot go further."))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel changes the part at the cursor."""
        self.action_change(-1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel changes the part at the cursor."""
        self.action_change(1)

    def action_go(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest part in a direction; what stands beside the board is under its last row."""
        at = beyond(self.draft, self.cursor, dx, dy)
        if at is None:
            self.say(_("That is the edge."))
        else:
            self.cursor = at
            self.refresh_all()

    def action_restart(self) -> None:
        """The start of the game."""
        before = self.text
        self._set(_draft(Position.start(self._game)))
        if self.text == before:
            self.say(_("This is the start of the game."))

    def action_play_here(self) -> None:
        """Play from the position, as it is set up at home."""
        if self.position is None:
            self.say(_("This cannot be played: {reason}").format(reason=self._why))
            return
        if self.position.outcome:
            self.say(_("The game is already over in this position; set up another one to play from."))
            return
        setup = self.hall.setup.fitting(self._game)
        match = Match(self._game, setup.seats, self.position.text)
        self.hall.go_home()
        try:
            self.hall.open_game(self._game, setup, match)
        except CoreError as error:
            self.hall.warn(error)

    # The text.

    def action_as_text(self) -> None:
        """Open the box with the text of the draft."""
        self.query_one(LineInput).open(self.text)
        self.show_keys()

    @property
    def takes_paste(self) -> bool:
        """It is a position."""
        return True

    def on_paste(self, event: Paste) -> None:
        """Set up the position that is pasted, in place of the draft; where it is none, open the box with it."""
        if not event.text.strip():
            return
        event.stop()
        if not self._take_text(event.text):
            self.query_one(LineInput).open(" ".join(event.text.split())[: positions.MAX_LETTERS])
            self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the position that the text is; where it is none, leave the box open."""
        self._take_text(event.value)

    def _take_text(self, text: str) -> bool:
        """Set up the position that a text is; where it is none, say why."""
        try:
            position = positions.read(text, self._game)
        except CoreError as error:
            self.notify(say(error), severity="warning", timeout=10, markup=False)
            return False
        self.action_close_box()
        self._set(_draft(position))
        return True

    def action_close_box(self) -> None:
        """Close the box; the draft stays."""
        self.remove_class("-typing")
        self.set_focus(None)
        self.show_keys()

    async def on_unmount(self) -> None:
        """End the engine's process."""
        await self._analyst.close()


def beyond(draft: Draft, at: int, dx: int, dy: int) -> int | None:
    """The nearest part that lies more in a direction than aside, else the nearest of all in it, and of these the one least
    aside; what stands beside the board is under it."""
    bottom = 1 + max(part.y for part in draft)
    spots = [(part.x, part.y) if part.label is None else (0, bottom + i) for i, part in enumerate(draft)]
    x, y = spots[at]
    ahead = []
    for i, (other_x, other_y) in enumerate(spots):
        along, aside = (other_x - x) * dx + (other_y - y) * dy, abs((other_x - x) * dy) + abs((other_y - y) * dx)
        beside = draft[i].label is not None
        if along > 0 and (dy or not beside):
            ahead.append((beside, aside >= along, along + aside, along if dx else aside, i))
    return min(ahead)[-1] if ahead else None


def _draft(position: Position) -> Draft:
    game = position.game
    assert isinstance(game, DrawnGame), "every game of the hall can be set up"
    return game.draft(position.text)


def _window(at: int, shown: int, count: int) -> int:
    """Where a window on ``count`` things begins so that the one at the cursor is in its middle, as far as that goes."""
    return max(0, min(at - shown // 2, count - shown))
