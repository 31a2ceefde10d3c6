"""CourseScreen: the path over the games by their exercises, how far the player has come on it, and what comes next."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.game import Game
from core.games import face, get
from core.store.rows import Practice
from core.study.exercises import course
from core.study.exercises.course import PATH, CourseStep
from core.study.study import StudyQuestion
from tui.boards import BOARDS, sample
from tui.drawing.canvas import Canvas, Row, Span, bar
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.screens.base.screen import HallScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.keys import bindings
from tui.text.wrap import wrapped
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

BAR = 4
"""Cells of the bar of a lesson."""


class LessonList(ListCanvas):
    """The frame at the left: the lessons in order."""

    def __init__(self, screen: CourseScreen) -> None:
        super().__init__(screen, "topics")
        self._course = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        return frame(width, height, [Section(_("The path"), self._lessons, height - 2, 3)])

    def _lessons(self, width: int, height: int) -> list[Row]:
        rows: list[ListRow] = []
        following = course.next_step(self._course.path)
        for lesson in self._course.path:
            role = "win" if lesson.is_done else "strong" if lesson == following else ""
            name = [Span("→ " if lesson == following else "  ", "key"), Span(words.name(get(lesson.game)), role)]
            done = f"{bar(lesson.solved, lesson.exercises, BAR)} {lesson.solved:>2}/{lesson.exercises:<2}"
            rows.append(ListRow(name, [Span(done, "win" if lesson.is_done else "dim")], lesson.game))
        return self.in_view(rows, width, height)


class LessonCard(Canvas):
    """The frame at the right: the lesson at the cursor, with a picture of its game."""

    def __init__(self, screen: CourseScreen) -> None:
        super().__init__(id="preview")
        self._course = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        lesson = self._course.lesson
        game = get(lesson.game)
        rows: list[Row] = [(), *([Span("  "), *row] for row in BOARDS[face(game)].thumbnail(sample(game))), ()]
        solved = _("{solved} of {count} solved, {at_once} at the first try.")
        said = solved.format(solved=lesson.solved, count=lesson.exercises, at_once=lesson.at_once)
        rows += [[Span(" " + line)] for line in wrapped(said, width - 4)]
        below: list[Row] = []
        for paragraph in say(course.NOTE).split("\n\n"):
            below += [*([()] if below else []), *([Span(" " + line, "dim")] for line in wrapped(paragraph, width - 4))]
        parts = [section(words.name(game), rows, len(rows)), section(say(course.TOPIC.title), below)]
        return frame(width, height, parts)


class CourseScreen(Along, HallScreen):
    """The lessons, the cursor on the next one."""

    CSS_PATH = "learn.tcss"
    FOCUS = "topics"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("open", "help", "leave", hidden=("up", "down", "page_up", "page_down", "go_first", "go_last")),
    ]

    def __init__(self, question: StudyQuestion) -> None:
        super().__init__()
        self.path: Sequence[CourseStep] = course.steps({})
        self._at = 0

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return get(self.lesson.game)

    @property
    def described(self) -> str:
        """What the course is."""
        return say(course.TOPIC.summary)

    def compose_hall(self) -> ComposeResult:
        """Header, both frames, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield LessonList(self)
            yield LessonCard(self)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Let the list have the keys."""
        self.keep_focus()
        self.refresh_all()

    def on_screen_resume(self) -> None:
        """Ask the store how far the player has come by now."""
        super().on_screen_resume()
        self.hall.keeper.look(lambda store: store.practice(), self._know, self.hall.warn)

    def _know(self, practice: Practice) -> None:
        """Take up what came of the exercises; the cursor goes to the next lesson."""
        self.path = course.steps(practice)
        following = course.next_step(self.path)
        self._at = self.path.index(following) if following else 0
        self.refresh_all()

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        solved, count = sum(lesson.solved for lesson in self.path), sum(lesson.exercises for lesson in self.path)
        counted = f"{bar(solved, count, 3 * BAR)} {_('{number} of {count}').format(number=solved, count=count)}"
        self.query_one("#header", LineOfText).show(plain_row(_("THE COURSE"), "title"), (), plain_row(counted, "dim"))
        self.query_one(LessonList).redraw()
        self.query_one(LessonCard).redraw()
        name = words.name(get(self.lesson.game))
        text = _("{key:open} continues {game}.") if self.lesson.solved else _("{key:open} begins {game}.")
        self.show_status(text.format(game=name), self.notice)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is typed before the widgets are there does nothing."""
        return self.is_ready

    @property
    def names(self) -> Sequence[str]:
        """The games of the lessons, in their order."""
        return PATH

    @property
    def lesson(self) -> CourseStep:
        """The one at the cursor."""
        return self.path[self._at]

    @property
    def chosen(self) -> str:
        """Its game."""
        return self.lesson.game

    def point(self, name: Hashable) -> None:
        """Choose a lesson."""
        self._at = PATH.index(str(name))
        self.say("")

    def take(self) -> None:
        """Begin it, or go on with it."""
        self.action_open()

    def action_open(self) -> None:
        """To its exercises."""
        self.hall.study(self.lesson.study)

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()
