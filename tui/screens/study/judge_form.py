"""The form that asks which Python player is judged, and in which game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Label

from core.engines.foreign.shapes import PythonFile, Shape, read
from core.errors import CoreError, printable
from core.game import Game
from core.games import get
from core.judge.judging import Assignment
from tui.drawing.canvas import Row, Span
from tui.household import own_files, own_players
from tui.screens.base.dialogs import Form, SteadyInput
from tui.screens.base.paths import FileNames
from tui.screens.base.screen import HallScreen
from tui.screens.study.judge import JudgeScreen
from tui.text import words
from tui.text.catalogue import _
from tui.widgets.form_list import FormList

MAX_FILES = 50
"""Maximum number of files that are offered, the first by name."""


class NoFile(CoreError):
    """A form in which no file is named."""


@lru_cache(maxsize=1)
def _read(path: Path, stamp: tuple[int, int]) -> PythonFile:
    """Read a file, once for each ``stamp``: not with every key that is typed. Raises UnknownEngine."""
    return read(path)


class JudgeForm(Form[Assignment]):
    """Fields for a file and, where it plays several games or has several shapes, for these. Gives what to judge, or None."""

    CSS_PATH = "judge_form.tcss"

    def __init__(self, folder: Path, game: Game) -> None:
        super().__init__()
        self._folder = folder
        self._files = own_players.files(folder)[:MAX_FILES]
        self._written = {"path": str(self._files[0]) if self._files else "", "game": game.id}
        self._shapes: Sequence[Shape] = ()
        """The shapes of the file."""

    def compose(self) -> ComposeResult:
        """The fields."""
        with Vertical(classes="dialog", id="judge") as box:
            box.border_title = _("Judge your program")
            yield SteadyInput(
                self._written["path"],
                placeholder=_("path of a .py file; the right arrow completes it"),
                suggester=FileNames((own_players.ENDING,)),
                compact=True,
                id="path",
            )
            if self._files:
                yield FormList(self._file_rows, self.action_take, self._pick, id="files")
            yield FormList(self._shape_rows, self.action_take, self.answer, id="shapes")
            with Horizontal(classes="field", id="games"):
                yield Label(_("Its game"), markup=False)
                yield SteadyInput(self._written["game"], compact=True, id="game")
            yield from self.ending()

    async def retranslate(self) -> None:
        """Keep what is typed."""
        self._written = {str(field.id): field.value for field in self.query(Input)}
        await super().retranslate()

    def shown(self) -> None:
        """Begin with the path."""
        self.query_one("#path").focus()
        self.answer()

    def _file_rows(self) -> list[Row]:
        return [[Span(printable(path.name))] for path in self._files]

    def _shape_rows(self) -> list[Row]:
        return [[Span(called(shape))] for shape in self._shapes]

    def _pick(self) -> None:
        """Take the file at the cursor of the list."""
        self.query_one("#path", Input).value = str(self._files[self.query_one("#files", FormList).chosen])

    def answer(self) -> None:
        """Show the fields that the file leaves open, then what is said."""
        with suppress(CoreError):
            found = self._file().shapes
            if found != self._shapes:
                self._shapes = found
                listed = self.query_one("#shapes", FormList)
                listed.styles.height = len(found)
                listed.point(0)
        self.query_one("#shapes").display = len(self._shapes) > 1
        self.query_one("#games").display = not self._shapes or self._shape.game is None
        super().answer()

    @property
    def _shape(self) -> Shape:
        """The chosen shape, of which there is one."""
        return self._shapes[self.query_one("#shapes", FormList).chosen]

    def _file(self) -> PythonFile:
        """The file that is named. Raises CoreError."""
        written = self.query_one("#path", Input).value.strip()
        if not written:
            raise NoFile("Type the path of a Python file with a player.")
        try:
            path = Path(written).expanduser().absolute()
            return _read(path, own_files.stamp(path))
        except (OSError, RuntimeError, ValueError) as error:
            raise NoFile("There is no such file yet.") from error

    def made(self) -> Assignment:
        """What to judge. Raises CoreError."""
        source = self._file()
        source.shapes_for()
        shape = self._shape
        named = self.query_one("#game", Input).value.strip()
        game = get(shape.game) if shape.game else own_files.named(named, self._folder.parent)
        return Assignment(source.file, game.id, shape.name)

    def words(self, made: Assignment) -> str:
        """What is going to be judged."""
        assert made.game
        return _("{function} is judged in {game}.").format(
            function=called(self._shape), game=words.name(get(made.game))
        )


def called(shape: Shape) -> str:
    """The function of a shape as it is called."""
    arguments = {"choose": "position", "course": "board"}.get(shape.name, "observation, configuration")
    return f"{shape.function}({arguments if shape.arguments == 2 else arguments.partition(',')[0]})"


async def ask_and_judge(screen: HallScreen) -> None:
    """Judge a player that is asked for."""
    folder = screen.hall.players_folder
    assignment = await screen.open_dialog(JudgeForm(folder, screen.game)) if folder else None
    if assignment:
        screen.app.push_screen(JudgeScreen(assignment))
