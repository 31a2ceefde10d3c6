"""StudyScreen: what a topic says, page by page; a screen of a topic's own inherits from it and draws one page more."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isinf
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Input

from core.errors import CoreError
from core.game import Game
from core.games import get
from core.study import told_of, topic
from core.study.study import PagePart, PlayLink, Study, StudyQuestion, title_of
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.screens.base.box import LineInput
from tui.screens.base.game import play_from
from tui.screens.base.screen import HallScreen
from tui.screens.study.answering import Answering
from tui.screens.study.pages import behind, fronts, page_names, rows_around, sheet_of, sources
from tui.screens.study.practice import KeptPractice
from tui.text import words
from tui.text.catalogue import Language, _, language, say, shown
from tui.text.keys import bindings
from tui.text.studied import link_words
from tui.widgets.move_box import MoveBox
from tui.widgets.sheet import SheetCanvas

FIRST_GAME = "tictactoe"


class StudyScreen(HallScreen):
    """The answer to a question, as it comes. Each part is a page, or the table behind the picture of one; Tab goes from page
    to page."""

    CSS_PATH: ClassVar[CSSPathType | None] = "document.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("open", "rows_after", "rows_before", "next_part", "table", "sources", "subject", "help", "leave"),
            hidden=("previous_part",),
        ),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__()
        self.kept = KeptPractice(self.hall, self._hear)
        self.question = question
        self.study: Study | None = None
        self.at = 0
        """Which page is shown."""
        self.turned = self.on_sources = False
        """Whether the table behind a picture is seen, and whether the sources are."""
        self._asking = Answering(self, lambda study: self._hear(study))
        self.sheet = SheetCanvas(self._point, lambda: self.action_open())
        """The frame of a table, a picture or a text."""
        self._filled: tuple[PagePart | None, Language | None] = None, None
        """The part with which the sheet was filled, and the language in which it was."""

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
        read = _("{key:sources} shows how to read a page in full, and its sources.")
        other = _("{key:subject} asks another question: {usage}.").format(usage=asked.usage) if asked.usage else ""
        return " ".join((say(asked.summary), read, other))

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the keys that turn a page do now."""
        back = {"table": _("picture")} if self.turned else {}
        return back | ({"sources": _("the page")} if self.on_sources else {})

    @property
    def parts(self) -> tuple[PagePart | None, ...]:
        """What the pages open with, None for a page that is no part of the answer; none while nothing is known."""
        return fronts(self.study.parts) if self.study else ()

    @property
    def front(self) -> PagePart | None:
        """The part that the page opens with, None while nothing is known."""
        return self.parts[min(self.at, len(self.parts) - 1)] if self.parts else None

    @property
    def part(self) -> PagePart | None:
        """The part that is seen."""
        part, study = self.front, self.study
        if study and self.turned:
            part = behind(part, study.parts) or part
        return sources(study, part) if study and self.on_sources else part

    def compose_hall(self) -> ComposeResult:
        """Header, the names of the pages, the page, status and footer."""
        yield LineOfText(id="header")
        yield LineOfText(id="pages")
        with Horizontal(id="middle"):
            yield from self.compose_page()
        yield LineOfText(id="status")
        yield LineInput()
        if self.typing:
            yield self.typing.box
        yield KeyLine(id="footer")

    def compose_page(self) -> ComposeResult:
        """The frame of a table, a picture or a text."""
        yield self.sheet

    def on_mount(self) -> None:
        """Ask."""
        self.ask(self.question)

    def on_screen_resume(self) -> None:
        """Exercises may have been solved on another screen."""
        if topic(self.question.topic).practised:
            self.kept.ask()

    async def on_unmount(self) -> None:
        """Nobody wants the answer any more."""
        await self._asking.close()

    def ask(self, question: StudyQuestion) -> None:
        """Ask something else, and show the answer in place of the one before."""
        self.study = None
        self.turned = self.on_sources = False
        self.kept.forget_study()
        self._ask(question)

    def _ask(self, question: StudyQuestion) -> None:
        self.question = question
        self.sheet.rewind()
        self._asking.ask(question)
        self.refresh_all()

    def _hear(self, study: Study) -> None:
        study = self.kept.beside(study)
        self._asking.learn(study)
        before, self.study = self.front, study
        if before is not None:
            keys = [part and part.key for part in self.parts]
            self.at = keys.index(before.key) if before.key in keys else 0
        if self.is_ready:
            self.show_keys()
            self.show_report()

    # What is shown.

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        study = self.study
        title = say(study.title if study else topic(self.question.topic).title)
        self.query_one("#header", LineOfText).show(plain_row(title, "title"))
        names = [say(title_of(part)) if part else _("The board") for part in self.parts]
        self.query_one("#pages", LineOfText).show(page_names(names, self.at, self.size.width - 6))
        self.show_page()  # the status tells of what is at the cursor of the page
        if study is None or not (study.final or isinf(topic(self.question.topic).patience)):
            usual = _("Counting ...")  # for hours perhaps: a number of nodes would be sent all the time
        elif not study.final:
            usual = _("Counting: {nodes} so far.").format(nodes=words.nodes(study.nodes))
        else:
            usual = self.usual_status()
        self.show_status(usual, self.notice)

    def usual_status(self) -> str:
        """What the status line says when nothing happens: what Enter opens, or how to see what is cut off."""
        what = self.opened()
        if what:
            return _("{key:open}: {what}.").format(what=what)
        return _("{key:left} and {key:right} show what is cut off.") if self.sheet.is_cut else ""

    @property
    def opens(self) -> bool:
        """Whether something on this page can be opened."""
        return self.is_ready and self.sheet.opens

    def opened(self) -> str:
        """What Enter opens now, in a few words; empty where that is nothing."""
        link = self.sheet.link
        return link_words(link) if isinstance(link, StudyQuestion | PlayLink) else ""

    def show_page(self) -> None:
        """Show the part of this page. The sheet is filled only when that has changed, or the language."""
        part, (filled, spoken) = self.part, self._filled
        if part != filled or spoken is not language():
            self._filled = part, language()
            if (part and part.key) != (filled and filled.key):
                self.sheet.rewind()
            self.fill(part)
        self.give_keys_to(self.sheet)

    def fill(self, part: PagePart | None) -> None:
        """Fill the sheet with a part."""
        sheet, notes = sheet_of(part)
        self.sheet.show(say(title_of(part)) if part else "", sheet, [say(note) for note in notes])
        self.show_keys()

    @property
    def is_asking(self) -> bool:
        """Whether another question is written in the box."""
        return self.query_one(LineInput).is_open

    def give_keys_to(self, widget: Widget) -> None:
        """Let a widget have the keys, but for those of a box in which something is typed. Textual would paint it anew where it
        has them already."""
        if self.focused is not widget and not self.is_asking and not isinstance(self.focused, MoveBox):
            self.set_focus(widget)  # at once, which the focus() of a widget is not

    def keep_focus(self) -> None:
        """The page has the keys, unless something is typed."""
        if self.focused is None:
            self.show_page()

    # What is done.

    def _point(self) -> None:
        """The status tells what the row at the cursor opens."""
        self.notice = ""
        if self.study and self.study.final:
            self.show_status(self.usual_status())

    def action_open(self) -> None:
        """Open what the row at the cursor leads to: another study, or a game from a position."""
        match self.sheet.link:
            case StudyQuestion() as question:
                self.hall.study(question)
            case PlayLink() as link:
                self.say(play_from(self.hall, link))
            case _:
                self.say(_("Nothing opens here."))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a next page where there are several, and there are more rows where the table says so. What is typed before
        the widgets are there does nothing."""
        if not self.is_ready:
            return False
        match action:
            case "open":
                return self.opens
            case "rows_after" | "rows_before":
                return rows_around(self.part, action) is not None
            case "next_part" | "previous_part":
                return len(self.parts) > 1
            case "table":
                return self.study is not None and behind(self.front, self.study.parts) is not None
            case "sources":
                return self.study is not None
        return True

    def action_rows_after(self) -> None:
        """Ask for the rows that come next; those that are there stay until the answer comes."""
        if question := rows_around(self.part, "rows_after"):
            self._ask(question)

    def action_rows_before(self) -> None:
        """Ask for the rows that come before."""
        if question := rows_around(self.part, "rows_before"):
            self._ask(question)

    def action_page(self, at: int) -> None:
        """To a page, by the mouse."""
        self.at = at
        self._turn()

    def action_next_part(self) -> None:
        """To the next page, and from the last to the first."""
        self.action_page((self.at + 1) % len(self.parts))

    def action_previous_part(self) -> None:
        """To the page before."""
        self.action_page((self.at - 1) % len(self.parts))

    def action_table(self) -> None:
        """To the table behind the picture, and back."""
        self._turn(table=not self.turned)

    def action_sources(self) -> None:
        """To the sources of the study, and back."""
        self._turn(table=self.turned, sources=not self.on_sources)

    def _turn(self, *, table: bool = False, sources: bool = False) -> None:
        """Show the front of the page, the table behind its picture, or the sources."""
        self.turned, self.on_sources = table, sources
        self.notice = ""
        self.show_keys()
        self.show_all()  # at once: the next key is for this page

    def step_back(self) -> bool:
        """Back from the sources or the table to what the page opens with."""
        if not (self.turned or self.on_sources):
            return False
        self._turn(table=self.turned and self.on_sources)
        return True

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()

    # Another board.

    def action_subject(self) -> None:
        """Open the box for the arguments of another question."""
        self.query_one(LineInput).open(
            shown(shlex.join(self.question.words[1:])), _("another board, such as nim:3,4,5")
        )
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
