"""LearnScreen: what there is to learn, of a position or of all games; and which screen shows which topic."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from core.game import Game
from core.games import face, get
from core.phrase import Sentence, phrase
from core.position import Position
from core.registry import Registry
from core.study import TOPICS, offered
from core.study.study import StudyQuestion
from tui.boards import BOARDS, sample
from tui.drawing.canvas import Canvas, Row, Span
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.screens.base.screen import HallScreen
from tui.screens.study.document import StudyScreen
from tui.screens.study.exercise import ExerciseScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.keys import bindings
from tui.text.wrap import wrapped
from tui.widgets.list_canvas import Along, ListCanvas, ListRow

if TYPE_CHECKING:
    from tui.screens.study.course import CourseScreen
    from tui.screens.study.puzzles import Puzzles

SCREENS: Registry[type[StudyScreen | CourseScreen]] = Registry(
    "tui.screens.study",
    {
        "course": "course:CourseScreen",
        "minimax": "minimax:MinimaxScreen",
        "nim": "heap_tree:HeapTreeScreen",
        "graph": "graph:GraphScreen",
        "learning": "learning:LearningScreen",
        "history": "oxo:HistoryScreen",
    },
)
"""The topics that have a screen of their own; the others share one."""


TASKS: Registry[type[Puzzles]] = Registry(
    "tui.screens.study", {"puzzles": "puzzles:Puzzles", "daily": "daily:DailyPuzzle"}
)
"""The topics whose answer is exercises, which the screen of exercises is fed with."""


def screen_for(question: StudyQuestion) -> HallScreen:
    """The screen that shows the answer to a question."""
    if question.topic in TASKS:
        return ExerciseScreen(TASKS[question.topic](question))
    return SCREENS[question.topic](question) if question.topic in SCREENS else StudyScreen(question)


MISTAKES = "mistakes"
"""The row of the player's mistakes, by which the hall knows their screen too."""
JUDGE = "judge"
"""The row that judges a program of the player's own."""
GROUPS = (
    (phrase("EXERCISES"), ("course", "daily", "puzzles", MISTAKES)),
    (phrase("HOW A MACHINE THINKS"), ("minimax", "learning")),
    (phrase("YOUR OWN PROGRAM"), (JUDGE,)),
    (phrase("COUNTED AND PROVEN"), ("games", "listing", "strategies", "mnk", "graph", "ultimate", "kinds")),
    (phrase("HEAPS"), ("nim", "table", "xor")),
    (phrase("WHERE GAMES COME FROM"), ("history",)),
)
"""What there is to learn, by what it is about: the topics, the player's mistakes, and the player's program."""


class LearnEntry(NamedTuple):
    """A row of the list: its name in it, a sentence about it, the id of the game in its picture, and what opens it."""

    title: Sentence
    summary: Sentence
    pictured: str
    open: Callable[[], object]


class TopicList(ListCanvas):
    """The frame at the left: the topics in groups."""

    def __init__(self, screen: LearnScreen) -> None:
        super().__init__(screen, "topics")
        self._learn = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        return frame(width, height, [Section(_("Learn"), self._topics, height - 2, 3)])

    def _topics(self, width: int, height: int) -> list[Row]:
        rows: list[ListRow] = []
        for name, group in GROUPS:
            listed = [each for each in group if each in self._learn.lessons]
            if listed:
                rows.append(ListRow([Span(say(name), "dim")]))
            rows += [ListRow([Span(say(self._learn.lessons[each].title))], name=each) for each in listed]
        return self.in_view(rows, width, height)


class TopicCard(Canvas):
    """The frame at the right: what the cursor is on, with a picture of a game that it is about."""

    def __init__(self, screen: LearnScreen) -> None:
        super().__init__(id="preview")
        self._learn = screen

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        learn = self._learn
        if learn.chosen is None:
            return frame(width, height, [section(_("Learn"), [])])
        lesson = learn.lessons[learn.chosen]
        about = learn.position or Position.start(get(lesson.pictured))
        inside = width - 4
        rows: list[Row] = [()]
        shown = learn.position or sample(about.game)
        rows += [[Span("  "), *row] for row in BOARDS[face(about.game)].thumbnail(shown)]
        rows += [(), *([Span(" " + line)] for line in wrapped(say(lesson.summary), inside)), ()]
        return frame(width, height, [section(say(lesson.title), rows, len(rows), words.name(about.game))])


class LearnScreen(Along, HallScreen):
    """The topics: of a position those that have something to say of it, else all."""

    CSS_PATH = "learn.tcss"
    FOCUS = "topics"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("open", "help", "leave", hidden=("up", "down", "go_first", "go_last")),
    ]

    def __init__(self, game: Game, position: Position | None = None) -> None:
        super().__init__()
        self._game = game
        self.position = position
        questions = offered(position) if position else [StudyQuestion(name) for name in TOPICS]
        self.lessons = {question.topic: self._studied(question) for question in questions}
        """What is listed, by name."""
        if position is None:
            self.lessons[MISTAKES] = LearnEntry(
                phrase("Your mistakes"),
                phrase("The mistakes in all your reviewed games. Find a better move for each."),
                TOPICS["puzzles"].usual,
                lambda: self.hall.go_to(MISTAKES),
            )
            if self.hall.players_folder:
                self.lessons[JUDGE] = LearnEntry(
                    phrase("Judge your program"),
                    phrase("Tests a Python file that plays: every position in which it goes wrong, and why."),
                    TOPICS["minimax"].usual,
                    self._judge,
                )
        self._chosen = next(iter(self.names), None)

    @work
    async def _judge(self) -> None:
        """Judge a Python player."""
        from tui.screens.study.judge_form import ask_and_judge

        await ask_and_judge(self)

    def _studied(self, question: StudyQuestion) -> LearnEntry:
        topic = TOPICS[question.topic]
        return LearnEntry(topic.title, topic.summary, topic.usual, lambda: self.hall.study(question))

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return self._game

    def compose_hall(self) -> ComposeResult:
        """Header, both frames, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield TopicList(self)
            yield TopicCard(self)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Let the list have the keys."""
        self.keep_focus()
        self.refresh_all()

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        about = _("LEARN  {game}").format(game=words.name(self._game)) if self.position else _("LEARN")
        self.query_one("#header", LineOfText).show(plain_row(about, "title"))
        self.query_one(TopicList).redraw()
        self.query_one(TopicCard).redraw()
        usual = _("{key:open} opens what the cursor is on.")
        if not self.names:
            usual = _("There is nothing to study about this position.")
        self.show_status(usual, self.notice)

    @property
    def names(self) -> Sequence[str]:
        """What is listed, in its order."""
        return [name for _heading, group in GROUPS for name in group if name in self.lessons]

    @property
    def chosen(self) -> str | None:
        """What the cursor is on."""
        return self._chosen

    def point(self, name: Hashable) -> None:
        """Choose a topic."""
        self._chosen = str(name)
        self.say("")

    def take(self) -> None:
        """Study the chosen topic."""
        self.action_open()

    def action_open(self) -> None:
        """Open what the cursor is on."""
        if self.chosen:
            self.lessons[self.chosen].open()

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()
