"""HallScreen: the base of all screens, with the app, its store and settings, and a picture for windows that are too small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Vertical
from textual.events import Key, Paste, Resize
from textual.geometry import Size
from textual.widgets import Static

from core.errors import CoreError
from core.game import Game
from core.phrase import Phrase, phrase
from core.position import Position
from tui.drawing.canvas import Canvas
from tui.drawing.line import KeyLine, LineOfText, ShownKey, plain_row
from tui.screens.base.window import MIN_COLUMNS, MIN_ROWS, USUAL_COLUMNS, Window
from tui.text import words
from tui.text.catalogue import Language, _, language, say
from tui.text.fit import is_cut, lines_of
from tui.text.keys import STAYS, keymap, with_cursor

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort

USUAL_ROWS = 24
"""Below, what can be left out is left out."""
AMPLE_COLUMNS, AMPLE_ROWS = 100, 36
"""From here on there is room for more than two columns side by side need."""


class Typing(Protocol):
    """Lets moves be typed and pasted; :class:`tui.screens.base.typing.MoveTyping` does."""

    @property
    def box(self) -> LineOfText:
        """The line in which a move is typed."""

    @property
    def takes_moves(self) -> bool:
        """Whether moves can be made now."""

    async def read_key(self, event: Key) -> None:
        """Do what a key does that no widget has taken."""
        ...

    def paste(self, event: Paste) -> None:
        """Put what is pasted where moves are typed."""

    def open(self) -> None:
        """Begin to type a move."""


class HallScreen(Window[None], inherit_bindings=False):
    """A screen of the hall. Its widgets come from :meth:`compose_hall`."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012, declared by Textual as an instance variable
        (0, "-narrow"),
        (USUAL_COLUMNS, "-normal"),
        (100, "-wide"),
        (160, "-huge"),
    ]

    AUTO_FOCUS = ""
    FOCUS = ""
    """The id of the widget that has the keys."""

    typing: Typing | None = None
    """Lets moves be typed and pasted, on a screen with a board that takes them."""
    notice = ""
    """What is said in the status line until something happens."""
    takes_back = False
    """Whether who leaves a game that was opened from here comes back, and not home."""
    _above = ""
    _report_waits = False
    _is_stale = False
    _active: tuple[Language, dict[str, ActiveBinding]] | None = None
    """The keys that apply in the present state, once somebody has asked, and the language in which they are described."""
    _shown_for: Size | None = None
    """The size of the window for which everything was shown last."""
    _named: tuple[Mapping[str, str], Sequence[str]] = ({}, ())
    """What the keys do that the footer shows, and which actions it shows as far as they apply."""

    def __init__(self) -> None:
        super().__init__()
        size = self.app.size  # known before the first layout, which then need not be done twice
        width = next(name for least, name in reversed(self.HORIZONTAL_BREAKPOINTS) if size.width >= least)
        self.add_class(width, update=False)
        self._note_room(size, update=False)

    @property
    def hall(self) -> HallPort:
        """The app."""
        return cast("HallPort", self.app)

    @property
    def is_ready(self) -> bool:
        """Whether the widgets are there: before the first frame and while the screen is taken down they are not."""
        return self.is_mounted and bool(self.query_one_optional("#more") and self.query_one_optional("#status"))

    def compose(self) -> ComposeResult:
        """The widgets, and the sentence that takes their place in a tiny window."""
        yield Static(id="small", markup=False)
        yield Static(id="more", markup=False)
        with Vertical(id="everything"):
            yield from self.compose_hall()

    def compose_hall(self) -> ComposeResult:
        """The widgets of this screen."""
        raise NotImplementedError

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that apply now, found once for each state and language."""
        if self._active is None or self._active[0] is not language():
            self._active = language(), super().active_bindings
        return self._active[1]

    def bound(self, key: str) -> ActiveBinding | None:
        """What a key does now, described in English; None for nothing. No other key is looked up."""
        for node, bindings in self._modal_binding_chain:
            for binding in bindings.key_to_bindings.get(key, ()):
                if self.hall.does(binding.action, node):
                    return ActiveBinding(node, binding, True, binding.tooltip)
        return None

    def forget_keys(self) -> None:
        """Find out anew which keys apply when somebody asks."""
        self._active = None

    def set_focus(self, *arguments: Any, **options: Any) -> None:
        """Let a widget have the keys, or none."""
        self.forget_keys()
        super().set_focus(*arguments, **options)

    @property
    def status_lines(self) -> Sequence[LineOfText]:
        """Lines that take the place of the status for a while, with keys of their own, and show the same."""
        return (self.typing.box,) if self.typing else ()

    async def on_key(self, event: Key) -> None:
        """Let keys begin a move that no widget has taken."""
        if self.typing:
            await self.typing.read_key(event)

    @property
    def takes_paste(self) -> bool:
        """Where moves are typed they can be pasted."""
        return self.typing is not None and self.typing.takes_moves

    def on_paste(self, event: Paste) -> None:
        """Put pasted moves where they are typed."""
        if self.typing:
            self.typing.paste(event)

    def action_type_move(self) -> None:
        """Begin to type a move."""
        assert self.typing, "a screen has the action that has a board"
        self.typing.open()

    @property
    def declared_keys(self) -> set[str]:
        """The keys of all actions of the screen, whether they apply now or not."""
        given = keymap(with_cursor(self.hall.settings.cursor, self.hall.settings.keys))
        found = (binding for binding in self.BINDINGS if isinstance(binding, Binding))
        return {key.strip() for binding in found for key in given.get(binding.id or "", binding.key).split(",")}

    @property
    def game(self) -> Game:
        """The game that the help tells about."""
        raise NotImplementedError

    @property
    def described(self) -> str:
        """What the help says of the screen above its keys; empty where the keys say all."""
        return ""

    @property
    def studied(self) -> Position | None:
        """The position of which there may be something to study; None for all that there is."""
        return None

    @property
    def valued(self) -> Sequence[Game]:
        """The games whose positions are valued here: whoever plays one against somebody may not see this."""
        return ()

    def step_back(self) -> bool:
        """Go back one step on this screen; False where only leaving it is left."""
        return False

    async def action_step_back(self) -> None:
        """Go back one step, or leave."""
        if not self.step_back():
            await self.run_action("leave")

    def heed(self) -> None:
        """The games have changed that one plays against somebody: show what may be told now."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys apply now: the side needs one only where it is not always there, and in a hall that is served no file is
        written, as those of who sits at the screen are elsewhere."""
        if action == "certificate":
            return not self.hall.surroundings.served
        return action != "panel" or self.has_class("-narrow")

    def action_leave(self) -> None:
        """Back to where one was."""
        self.dismiss()

    def action_quit(self) -> None:
        """Leave the hall."""
        self.app.exit()

    def action_marks(self) -> None:
        """Show or hide the values on the cells."""
        shown = not self.hall.marks.shown("live")
        self.hall.marks.show("live", shown)
        self.say(words.marks_words(shown))

    def action_panel(self) -> None:
        """Show or hide the side in a narrow window; in others it is always there."""
        self.set_class(self.has_class("-narrow") and not self.has_class("-overlay"), "-overlay")
        self.call_after_refresh(self.keep_focus)

    def action_learn(self) -> None:
        """What there is to study."""
        self.hall.go_to("learn", self.game, self.studied)

    def action_menu(self) -> None:
        """All that can be done here."""
        self.hall.go_to("menu", self)

    def action_help(self) -> None:
        """Keys, rules and marks."""
        self.hall.go_to("help", self, self.game)

    def action_rules(self) -> None:
        """The rules of the game."""
        self.hall.go_to("help", self, self.game, "rules")

    @work
    async def action_theme(self) -> None:
        """Choose colours."""
        from tui.screens.base.picker import theme_picker

        theme = await self.open_dialog(theme_picker(self.hall.available_themes, self.app.theme))
        if theme is not None:
            self.hall.choose("theme", theme)

    def action_settings(self) -> None:
        """Every setting."""
        self.hall.go_to("settings", self.game)

    async def choose(
        self,
        question: Phrase,
        answers: Sequence[Phrase | str],
        at: int = 0,
        *,
        above: bool = False,
        numbered: bool = False,
    ) -> int | None:
        """Ask a question, with the cursor on one of the answers; the index of the answer, None when there was none. ``above``:
        above all that is open, as what asks is no key; ``numbered``: each has a digit."""
        from tui.screens.base.picker import QuestionDialog

        dialog = QuestionDialog(question, answers, at, numbered=numbered)
        return await (self.app.push_screen_wait(dialog) if above else self.open_dialog(dialog))

    async def confirm(self, question: Phrase, yes: Phrase, *, above: bool = False) -> bool:
        """Ask a question that can be answered with yes or no; ``above`` as there."""
        return await self.choose(question, (yes, phrase("No, go on")), above=above) == 0

    def say(self, text: str) -> None:
        """Show a sentence in the status line until something happens."""
        self.notice = text
        self.refresh_all()

    def say_error(self, error: CoreError) -> None:
        """Say in the status line what went wrong."""
        self.say(say(error))

    def complain(self, text: str) -> None:
        """Say in the status line why something was not done."""
        self.say(text)

    def show_status(self, usual: str, said: str = "", role: str = "") -> None:
        """Show the usual text of the status line in a role, or ``said`` in place of it. What is said covers rows above the line
        where it is too long for it. A usual sentence that a narrow window would cut covers one."""
        if (self.verbs, tuple(self.footer)) != self._named:
            self.show_keys()
        more = self.query_one("#more", Static)
        above = self._in_two_lines(usual) if not said else said if cell_len(said) >= self.size.width else ""
        more.display = bool(above)
        if above and above != self._above:
            more.update(above)
        self._above = above
        row = plain_row(said) if said else plain_row(usual, role)
        for line in (self.query_one("#status", LineOfText), *self.status_lines):
            line.show(row)

    def _in_two_lines(self, usual: str) -> str:
        """What is shown of the usual text above the status line: nothing unless a narrow window cuts its first sentence."""
        width = self.size.width
        if not self.has_class("-narrow") or not is_cut(usual, width - 1):
            return ""
        return "\n".join(lines_of(usual, width - 2, 2))

    def on_resize(self, event: Resize) -> None:
        """Show a sentence instead of the screen while the window is too small; nothing is lost by it."""
        width, height = event.size
        self.set_class(width < MIN_COLUMNS or height < MIN_ROWS, "-tiny")
        self._say_small()
        self._note_room(event.size)
        # What opens is painted once everything is shown; later a place that was hidden has to be laid out first.
        (self.call_later if self._is_opening else self.call_after_refresh)(self._resized)

    def _note_room(self, size: Size, *, update: bool = True) -> None:
        """Let the style sheet know what there is room for; a screen that has no style yet needs no ``update``."""
        self.set_class(size.height < USUAL_ROWS, "-low", update=update)
        self.set_class(size.width >= AMPLE_COLUMNS and size.height >= AMPLE_ROWS, "-ample", update=update)

    def _say_small(self) -> None:
        """Say how large a window has to be, where that is seen."""
        text = _(
            "This window has {width}x{height} characters; the hall needs {columns}x{rows}. Make it larger to go on."
        )
        width, height = self.app.size
        small = self.query_one("#small", Static)
        small.update(text.format(width=width, height=height, columns=MIN_COLUMNS, rows=MIN_ROWS))

    def _resized(self) -> None:
        """Show everything for the size that the window has; a screen that opens is told it twice."""
        if self.is_ready and self._shown_for != self.size:
            self._shown_for = self.size
            self.keep_focus()
            self.show_keys()
            self.refresh_all()

    @property
    def footer(self) -> Sequence[str]:
        """The actions that the footer shows, as far as they apply now, in its order."""
        return [binding.id or "" for binding in self.BINDINGS if isinstance(binding, Binding) and binding.show]

    @property
    def staying(self) -> Sequence[str]:
        """The actions that the footer shows before all others where room is short, those that matter most first."""
        return STAYS if self.has_class("-narrow") else STAYS[1:]  # elsewhere the panel is always there

    def shown_keys(self) -> Sequence[ShownKey]:
        """What the footer shows now: the keys of a widget that has the focus and keys to show, else those of the screen."""
        focused = self.focused
        if focused is not None and (own := [key for key in focused.BINDINGS if isinstance(key, Binding) and key.show]):
            return [
                ShownKey(_(self.app.get_key_display(key)), _(key.description), _of_focused(key.action)) for key in own
            ]
        found: dict[str, ShownKey] = {}
        staying = self.staying
        for key in self.active_bindings.values():
            name, action = self.app.get_key_display(key.binding), key.binding.id or ""
            rank = staying.index(action) if action in staying else len(staying)
            found.setdefault(action, ShownKey(name, key.binding.description, f"screen.{key.binding.action}", rank))
        return [found[action] for action in self.footer if action in found]

    def show_keys(self) -> None:
        """Show in the footer which keys apply now. To find them out takes a while, so not with every change."""
        self._named = (self.verbs, tuple(self.footer))
        self.forget_keys()
        if self.is_ready:
            self.query_one(KeyLine).show(self.shown_keys())

    async def retranslate(self) -> None:
        """Show everything in a language, in characters and with keys that are new."""
        self.notice = ""
        self._say_small()
        self.show_keys()
        self.refresh_all()
        for canvas in self.query(Canvas):
            canvas.redraw()
            canvas.refresh()  # the same rows may be drawn in other characters

    def refresh_all(self) -> None:
        """Show everything anew once what happens now is done, however often that is asked for meanwhile."""
        self.forget_keys()
        if not self._is_stale:
            self._is_stale = True
            self.call_next(self._show_stale)

    def wait_no_longer(self) -> None:
        """Show everything, although what it waits for may not be there."""
        if self.waits:
            self.waits = False
            self.refresh_all()

    def _show_stale(self) -> None:
        self._is_stale = False
        if self._shown_for is None:  # it is shown once its size is known
            return
        self.show_all()
        if self._is_opening and not self.waits:
            for canvas in self.query(Canvas):
                canvas.on_resize()  # those that were not drawn meanwhile
            self.refresh()

    @property
    def is_complete(self) -> bool:
        """Whether everything was shown, without which the screen is blank."""
        return super().is_complete and self._shown_for is not None and not self._is_stale

    def show_all(self) -> None:
        """Show everything anew; only what differs is painted."""
        raise NotImplementedError

    def show_report(self) -> None:
        """Show an engine's report, after what a key does, or as soon as no other screen covers this one."""
        self._report_waits = not self.is_active
        if self.is_active:
            self.hall.after_key(self.refresh_all)

    def on_screen_resume(self) -> None:
        """Show the reports that came while another screen covered this one."""
        if self._report_waits:
            self.show_report()

    def keep_focus(self) -> None:
        """Let what was hidden for a while have the keys again."""
        usual = self.query(f"#{self.FOCUS}") if self.FOCUS and self.focused is None else ()
        for widget in usual:
            widget.focus()


def _of_focused(action: str) -> str:
    """An action as the screen runs it: that of the widget with the focus, unless it names another node itself."""
    return action if "." in action else f"focused.{action}"
