"""LearnScreen: what there is to learn, of a position or of all games; and which screen shows which topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import Group
from rich.padding import Padding
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from core.game import Game
from core.position import Position
from core.registry import Registry
from core.study import TOPICS, offered
from core.study.study import StudyQuestion
from tui.drawing.line import KeyLine, LineOfText, ShownKey, plain_row
from tui.screens.base import HallScreen
from tui.screens.study.document import StudyScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.keys import bindings

SCREENS: Registry[type[StudyScreen]] = Registry(
    "tui.screens.study",
    {
        "minimax": "minimax:MinimaxScreen",
        "nim": "heap_tree:HeapTreeScreen",
        "course": "course:CourseScreen",
        "puzzles": "puzzles:PuzzleScreen",
        "daily": "puzzles:PuzzleScreen",
        "graph": "graph:GraphScreen",
    },
)
"""The topics that have a screen of their own; the others share one."""


def screen_for(question: StudyQuestion) -> StudyScreen:
    """The screen that shows the answer to a question."""
    return SCREENS[question.topic](question) if question.topic in SCREENS else StudyScreen(question)


class LearnScreen(HallScreen):
    """The topics: of a position those that have something to say of it, else all."""

    CSS_PATH = "learn.tcss"
    FOCUS = "topics"

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("help", "leave"))

    def __init__(self, game: Game, position: Position | None = None) -> None:
        super().__init__()
        self._game = game
        self._position = position
        self._questions = offered(position) if position else [StudyQuestion(name) for name in TOPICS]

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        return self._game

    def compose_hall(self) -> ComposeResult:
        """Header, the list, status and footer."""
        yield LineOfText(id="header")
        yield OptionList(*self._options(), id="topics", markup=False)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def _options(self) -> Sequence[Option]:
        return [
            Option(Group(say(topic.title), Padding(say(topic.summary), (0, 0, 0, 4))), topic.name)
            for topic in (TOPICS[question.topic] for question in self._questions)
        ]

    async def retranslate(self) -> None:
        """Also the list."""
        topics = self.query_one(OptionList)
        at = topics.highlighted
        topics.set_options(self._options())
        topics.highlighted = at
        await super().retranslate()

    def on_mount(self) -> None:
        """Put the cursor on the first."""
        topics = self.query_one(OptionList)
        topics.highlighted = 0 if self._questions else None
        topics.focus()

    def refresh_all(self) -> None:
        """Show what is around the list."""
        if not self.is_ready:
            return
        about = _("LEARN  {game}").format(game=words.name(self._game)) if self._position else _("LEARN")
        self.query_one("#header", LineOfText).show(plain_row(about, "title"))
        usual = _("Enter opens what the cursor is on.")
        if not self._questions:
            usual = _("Nothing is known of this position that could be studied.")
        self.show_status(usual, self.notice)

    def shown_keys(self) -> Sequence[ShownKey]:
        """Also the key of the list."""
        return [ShownKey("Enter", _("open"), "screen.open", True), *super().shown_keys()]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Study it."""
        self.hall.study(self._questions[event.option_index])

    def action_open(self) -> None:
        """Study what the cursor is on."""
        self.query_one(OptionList).action_select()

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self.dismiss()
