"""StudyScreen: what a topic says, page by page; a screen of a topic's own inherits from it and draws one page more."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.text import Text as Styled
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.coordinate import Coordinate
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import DataTable, Input, Static

from core.analysis import Analysis
from core.errors import CoreError
from core.game import Game
from core.games import get
from core.phrase import Sentence
from core.study import told_of, topic
from core.study.study import (
    PagePart,
    PlayLink,
    Study,
    StudyLink,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    title_of,
)
from tui.drawing.canvas import Row, Span
from tui.drawing.line import KeyLine, LineOfText, ShownKey, plain_row
from tui.drawing.studies import draw
from tui.screens.base.box import LineInput
from tui.screens.base.game import play_from
from tui.screens.base.port import CountingPort
from tui.screens.base.screen import HallScreen
from tui.screens.study.practice import KeptPractice
from tui.screens.study.width import table_width
from tui.text import words
from tui.text.catalogue import _, say, shown
from tui.text.keys import bindings
from tui.text.studied import ShownColumn, ShownTable, laid_out, link_words
from tui.widgets.move_box import MoveBox

FIRST_GAME = "tictactoe"


class StudyScreen(HallScreen):
    """The answer to a question, as it comes. Each part is a page, and the sources are the last; Tab goes
    from one to the next."""

    CSS_PATH: ClassVar[CSSPathType | None] = "document.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("rows_after", "rows_before", "next_part", "subject", "help", "leave", hidden=("previous_part",)),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__()
        self.kept = KeptPractice(self.hall, self._hear)
        self.question = question
        self.study: Study | None = None
        self.at = 0
        """Which page is shown."""
        self._asked: CountingPort | None = None
        self._learned = 0
        """How many of the analyses of the answer are kept."""
        self._cell: tuple[PagePart | None, Coordinate] | None = None
        self._laid_out: tuple[StudyTable, ShownTable] | None = None

    # What is there.

    @property
    def game(self) -> Game:
        """The game that the help tells about: the one that is studied."""
        try:
            return self.question.game(FIRST_GAME)
        except CoreError:
            return get(FIRST_GAME)

    @property
    def valued(self) -> Sequence[Game]:
        """What the topic tells of, as far as the answer has come."""
        return told_of(self.question, self.study)

    @property
    def described(self) -> str:
        """What the topic shows, how it is read, and what else can be asked."""
        asked = topic(self.question.topic)
        read = _("What stands beside or below a page says how it is read.")
        other = _("{key:subject} takes another question: {usage}.").format(usage=asked.usage) if asked.usage else ""
        return " ".join((say(asked.summary), read, other))

    @property
    def parts(self) -> tuple[PagePart | None, ...]:
        """What the pages show, None for a page that is no part of the answer; none while nothing is known."""
        return self.study.parts if self.study else ()

    @property
    def part(self) -> PagePart | None:
        """The part that the page shows, None while nothing is known."""
        return self.parts[min(self.at, len(self.parts) - 1)] if self.parts else None

    @property
    def table(self) -> ShownTable | None:
        """The table of the page, laid out; None if the page shows something else."""
        part = self.part
        if not isinstance(part, StudyTable):
            return None
        if self._laid_out is None or self._laid_out[0] is not part:
            self._laid_out = part, laid_out(part)
        return self._laid_out[1]

    def compose_hall(self) -> ComposeResult:
        """Header, the names of the pages, the page and what is said of it, status and footer."""
        yield LineOfText(id="header")
        yield LineOfText(id="pages")
        with Horizontal(id="middle"):
            yield from self.compose_page()
            with VerticalScroll(id="beside", can_focus=False):
                yield Static(id="said", markup=False)
        yield LineOfText(id="status")
        yield LineInput()
        yield from self.compose_line()
        yield KeyLine(id="footer")

    def compose_line(self) -> ComposeResult:
        """What can take the place of the status, beside the box; nothing here."""
        yield from ()

    def compose_page(self) -> ComposeResult:
        """A table or a text; one of them is seen."""
        with Vertical(id="page"):
            yield DataTable(id="table", cell_padding=1)
            with ScrollableContainer(id="scroll"):
                yield Static(id="text", markup=False)
            yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        """Ask."""
        self.ask(self.question)

    def on_screen_resume(self) -> None:
        """Exercises may have been solved on another screen."""
        if topic(self.question.topic).practised:
            self.kept.ask()

    async def on_unmount(self) -> None:
        """Nobody wants the answer any more."""
        if self._asked:
            await self._asked.close()

    def ask(self, question: StudyQuestion) -> None:
        """Ask something else, and show the answer in place of the one before."""
        self.study = None
        self.kept.forget_study()
        self._ask(question)

    def _ask(self, question: StudyQuestion) -> None:
        if self._asked:
            self.run_worker(self._asked.close())
        self.question = question
        self.query_one(DataTable).clear(columns=True)  # the cursor goes to the top
        self._asked = None
        wanted = list(topic(question.topic).wants())
        if wanted:
            self.hall.keeper.look(lambda store: store.found(wanted), partial(self._begin, question), self._fail)
        else:
            self._begin(question, ())
        self.refresh_all()

    def _begin(self, question: StudyQuestion, known: Sequence[Analysis]) -> None:
        """Have it answered, unless something else has been asked by now."""
        if self.is_attached and self.question is question and self._asked is None:
            self._learned = len(known)
            self._asked = self.hall.studying(replace(question, known=tuple(known)), self._hear, self._fail)

    def _hear(self, study: Study) -> None:
        study = self.kept.beside(study)
        new = study.learned[self._learned :]
        if new:
            self._learned = len(study.learned)
            self.hall.keeper.read(lambda store: store.learn(new), lambda nothing: None, self.hall.warn)
        before, parts = self.part, study.parts
        if parts:  # while there is nothing to turn to, the sources stand beside it
            parts = (*parts, Text("study.sources", study.sources))
        self.study = replace(study, parts=parts)
        if before is not None:
            keys = [part and part.key for part in self.parts]
            self.at = keys.index(before.key) if before.key in keys else 0
        if self.is_ready:
            self.show_keys()
            self.show_report()

    def _fail(self, error: CoreError) -> None:
        self.say(say(error))

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        study = self.study
        title = say(study.title) if study else shown(" ".join(self.question.words))
        self.query_one("#header", LineOfText).show(plain_row(title, "title"))
        self.query_one("#pages", LineOfText).show(self._pages())
        self.show_page()  # the status tells of what is at the cursor of the page
        if study is None:
            usual = _("Being counted ...")
        elif not study.final:
            usual = _("Being counted, {nodes} so far.").format(nodes=words.nodes(study.nodes))
        else:
            usual = self.usual_status()
        self.show_status(usual, self.notice)

    def usual_status(self) -> str:
        """What the status line says when nothing happens: what the cell at the cursor opens."""
        what = self.opened()
        return _("Enter: {what}.").format(what=what) if what else ""

    @property
    def opens(self) -> bool:
        """Whether something on this page can be opened."""
        return self.table is not None and any(cell.link for row in self.table.rows for cell in row)

    def opened(self) -> str:
        """What Enter opens now, in a few words; empty where that is nothing."""
        link = self._link()
        return link_words(link) if link else ""

    def _pages(self) -> Row:
        """The names of the pages, the one that is shown among them; those that have no room are left out."""
        names = [say(title_of(part)) if part else _("The board") for part in self.parts]
        room = self.size.width - 6
        first, last = 0, len(names)
        while first < self.at and sum(len(name) + 3 for name in names[first : self.at + 1]) > room:
            first += 1
        while last > self.at + 1 and sum(len(name) + 3 for name in names[first:last]) > room:
            last -= 1
        row: list[Span] = [Span("… ", "dim")] if first else []
        for at, name in list(enumerate(names))[first:last]:
            row += [Span(name, "strong selected" if at == self.at else "dim", f"screen.page({at})"), Span("   ")]
        return [*row, Span("…", "dim")] if last < len(names) else row

    def show_page(self) -> None:
        """Show the part of this page."""
        part, study = self.part, self.study
        table, scroll = self.query_one(DataTable), self.query_one("#scroll")
        table.display = self.table is not None
        scroll.display = not table.display
        if self.table:
            self._show_table(self.table)
        notes: tuple[Sentence, ...] = ()
        match part:
            case StudyTable():
                notes = part.notes
            case StudyPicture():
                rows, notes = draw(part)
                self.query_one("#text", Static).update(Styled("\n").join(map(self._styled, rows)))
            case Text():
                self.query_one("#text", Static).update("\n\n".join(map(say, part.told)))
            case None:
                self.query_one("#text", Static).update("")
        self.query_one("#notes", Static).update("\n\n".join(map(say, notes)))
        self._make_room(part)
        sources = [_("Source: {source}.").format(source=say(source)) for source in (study.sources if study else ())]
        self.query_one("#said", Static).update("\n\n".join(filter(None, ("\n\n".join(map(say, notes)), *sources))))
        self.give_keys_to(table if table.display else scroll)

    @property
    def is_asking(self) -> bool:
        """Whether another question is written in the box."""
        return self.query_one(LineInput).is_open

    def give_keys_to(self, widget: Widget) -> None:
        """Let a widget have the keys, but for those of a box in which something is typed."""
        if not self.is_asking and not isinstance(self.focused, MoveBox):
            widget.focus()

    def _make_room(self, part: PagePart | None) -> None:
        """What stands beside the page goes below it where a table has need of the whole width."""
        beside = self.query_one("#beside").styles.width
        room = self.size.width - (int(beside.value) if beside else 0)
        self.set_class(self.table is not None and table_width(self.table) > room, "-over")

    def _show_table(self, shown: ShownTable) -> None:
        """Show a table; where it has no room its columns stand one space apart in place of two."""
        table = self.query_one(DataTable)
        cursor = table.cursor_coordinate
        table.clear(columns=True)
        tight = table_width(shown) > self.size.width
        table.cell_padding = 0 if tight else 1  # one space between columns that have no room for two

        def styled(text: str, column: ShownColumn, role: str = "") -> Styled:
            return Styled(" " * tight + text, self._style(role), justify="right" if column.right else "left")

        for column in shown.columns:
            table.add_column(styled(say(column.head), column), key=column.key)
        for row in shown.rows:
            cells = zip(row, shown.columns, strict=True)
            table.add_row(*(styled(cell.text, column, cell.role) for cell, column in cells))
        if table.is_valid_coordinate(cursor):
            table.cursor_coordinate = cursor

    def _styled(self, row: Row) -> Styled:
        """A row of a picture in the colours of its roles."""
        return Styled.assemble(*((span.text, self._style(span.role)) for span in row))

    def _style(self, role: str) -> str:
        return str(self.get_component_rich_style(f"role--{role}", partial=True)) if role else ""

    def _resized(self) -> None:
        super()._resized()
        if self.is_ready and not self.is_asking:
            self.show_page()

    def keep_focus(self) -> None:
        """The page has the keys, unless something is typed."""
        if self.focused is None:
            self.show_page()

    # What is done.

    def _link(self) -> StudyLink | None:
        """What the cell at the cursor opens, else the first cell of its row that opens something."""
        shown, table = self.table, self.query_one(DataTable)
        if shown is None or not table.is_valid_coordinate(table.cursor_coordinate):
            return None
        at: Coordinate = table.cursor_coordinate
        row = shown.rows[at.row]
        return next((cell.link for cell in (row[at.column], *row) if cell.link), None)

    def on_data_table_cell_highlighted(self, event: DataTable.CellHighlighted) -> None:
        """The status tells what the cell opens. A table that is shown anew, its cursor where it was, leaves a notice."""
        stays = event.coordinate == self.query_one(DataTable).cursor_coordinate
        if stays and self.study and self.study.final and self._cell != (self.part, event.coordinate):
            self._cell = (self.part, event.coordinate)
            self.notice = ""
            self.show_status(self.usual_status())

    def on_data_table_cell_selected(self, event: DataTable.CellSelected) -> None:
        """Open what the cell leads to."""
        self.action_open()

    def action_open(self) -> None:
        """Open what the cell at the cursor leads to."""
        link = self._link()
        if link is None:
            self.say(_("Nothing opens here."))
        else:
            self.follow(link)

    def follow(self, link: StudyLink) -> None:
        """Open another study, or a game from the position."""
        if isinstance(link, StudyQuestion):
            self.hall.study(link)
            return
        self.play(link)

    def play(self, link: PlayLink) -> None:
        """Play from a position, against the usual opponent."""
        if said := play_from(self.hall, link):
            self.say(said)

    def action_page(self, at: int) -> None:
        """To a page, by the mouse."""
        self.at = at
        self.notice = ""
        self.show_keys()
        self.refresh_all()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a next page where there are several, and there are more rows where the table says so. What is typed before
        the widgets are there does nothing."""
        if not self.is_ready:
            return False
        if action in ("rows_after", "rows_before"):
            return self._rows(action) is not None
        return action not in ("next_part", "previous_part") or len(self.parts) > 1

    def _rows(self, action: str) -> StudyQuestion | None:
        part = self.part
        if not isinstance(part, StudyTable):
            return None
        return part.after if action == "rows_after" else part.before

    def action_rows_after(self) -> None:
        """The rows of the same table that come next."""
        self._turn("rows_after")

    def action_rows_before(self) -> None:
        """The rows of the same table that come before."""
        self._turn("rows_before")

    def _turn(self, action: str) -> None:
        """Ask for other rows; those that are there stay until the answer comes."""
        question = self._rows(action)
        if question:
            self._ask(question)

    def action_next_part(self) -> None:
        """To the next page, and from the last to the first."""
        self.action_page((self.at + 1) % len(self.parts))

    def action_previous_part(self) -> None:
        """To the page before."""
        self.action_page((self.at - 1) % len(self.parts))

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()

    # Another board.

    def action_subject(self) -> None:
        """Open the box for the arguments of another question."""
        placeholder = _("a board, as in 'triqui study {topic} ...'").format(topic=self.question.topic)
        self.query_one(LineInput).open(shown(shlex.join(self.question.words[1:])), placeholder)
        self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Ask about it."""
        self.action_close_box()
        try:
            asked = typed(self.question.topic, event.value)
            here = {shown(word): word for word in self.question.arguments}  # its rules may be in no folder
            asked = replace(asked, arguments=tuple(here.get(word, word) for word in asked.arguments))
            folder = self.hall.own_folder
            if folder:  # who is served names no files
                from tui.household import own_files

                asked = replace(asked, arguments=own_files.words(asked.arguments, folder.parent))
            self.ask(asked)
        except CoreError as error:
            self.say(say(error))
        except ValueError:
            self.say(_("A quotation mark is missing; close it, as in --moves 'a1 b2'."))

    def action_close_box(self) -> None:
        """Close the box, and show the page."""
        if self.is_asking:
            self.remove_class("-typing")
            self.show_page()
            self.show_keys()
            self.refresh_all()

    def shown_keys(self) -> Sequence[ShownKey]:
        """What Enter opens, before the others."""
        keys = super().shown_keys()
        if self.opens and not self.is_asking:
            return [ShownKey("Enter", _("open"), "screen.open", True), *keys]
        return keys


def typed(topic: str, text: str) -> StudyQuestion:
    """A question in words, as the command takes them. Raises ValueError where a quotation mark is missing."""
    values: dict[str, str] = {}
    arguments: list[str] = []
    words = iter(shlex.split(text))
    for word in words:
        name, given, value = word.partition("=")
        if name in ("--moves", "--position"):
            values[name[2:]] = value if given else next(words, "")
        else:
            arguments.append(word)
    return StudyQuestion(topic, tuple(arguments), values.get("moves", ""), values.get("position"))
