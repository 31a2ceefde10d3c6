"""The form for a match, its clock or its hints: one of several ways, and the numbers that it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Input, Label

from core.play.clock import MAX_SECONDS, TimeControl
from core.play.seats import MAX_GAMES, MAX_HINTS, USUAL_GAMES, USUAL_SECONDS, Setup
from tui.drawing.canvas import Span
from tui.screens.base.dialogs import Form, SteadyInput
from tui.text.catalogue import _
from tui.text.clocks import control_words, hints_words, length_words
from tui.text.numbers import whole
from tui.widgets.form_list import FormList

TermsPart: TypeAlias = Literal["match", "clock", "hints"]


class Field(NamedTuple):
    """A number to be written: its name, what stands there first, the least and the most that it can be."""

    name: str
    value: int
    least: int
    most: int


class Way(NamedTuple):
    """One of the ways to choose from: the numbers that it takes, and what it makes of them."""

    name: str
    fields: Sequence[Field]
    make: Callable[..., Setup]


class MatchDialog(Form[Setup]):
    """The ways in a list, fields for the numbers of the chosen one, and below them what they make, or what is wrong. Gives
    the set-up, or None."""

    CSS_PATH = "terms.tcss"

    def __init__(self, setup: Setup, part: TermsPart) -> None:
        super().__init__()
        self._part, self._setup = part, setup
        self._question, self._ways, self._at = _PARTS[part](setup)
        self._written: dict[tuple[int, int], str] = {}
        """By way and field the numbers that were written."""

    def compose(self) -> ComposeResult:
        """The list, the fields, the answer, the keys."""
        with Vertical(classes="dialog", id="terms") as box:
            box.border_title = self._question
            yield FormList(lambda: [[Span(way.name)] for way in self._ways], self._write, self._show_fields, self._at)
            for index in range(max(len(way.fields) for way in self._ways)):
                with Horizontal(classes="field", id=f"field-{index}"):
                    yield Label("", markup=False)
                    yield SteadyInput(compact=True)
            yield from self.ending()

    def on_mount(self) -> None:
        """Point at the way that holds."""
        self.query_one(FormList).focus()
        self._show_fields()

    async def retranslate(self) -> None:
        """Show everything in a language that is new, with what was written."""
        self._at = self._chosen
        self._question, self._ways, _now = _PARTS[self._part](self._setup)
        await super().retranslate()
        self._show_fields()

    @property
    def _chosen(self) -> int:
        return self.query_one(FormList).chosen

    @property
    def _way(self) -> Way:
        return self._ways[self._chosen]

    def _show_fields(self) -> None:
        for index, row in enumerate(self.query(".field")):
            row.display = index < len(self._way.fields)
            if row.display:
                field = self._way.fields[index]
                row.query_one(Label).update(field.name)
                row.query_one(Input).value = self._written.get((self._chosen, index), str(field.value))
        self.answer()

    def made(self) -> Setup:
        """The set-up that the fields make. Raises BadNumber."""
        fields = self._way.fields
        written = [box.value.strip() for box in self.query(Input)]
        return self._way.make(
            *(whole(field.name, field.least, field.most)(text) for field, text in zip(fields, written, strict=False))
        )

    def words(self, made: Setup) -> str:
        """The terms in a sentence."""
        return _WORDS[self._part](made)

    def _write(self) -> None:
        """Write the numbers of the way; take one that has none."""
        if self._way.fields:
            self.query(Input).first().focus()
        else:
            self.action_take()

    def on_key(self, event: Key) -> None:
        """A digit begins the number of the way, without a way to the field first."""
        if event.character and event.character.isdecimal() and self._way.fields and isinstance(self.focused, FormList):
            box = self.query(Input).first()
            box.select_on_focus = False  # or the next digit would take the place of this one
            box.focus()
            box.value = event.character
            box.cursor_position = 1
            event.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """A number changed."""
        self._written[self._chosen, list(self.query(Input)).index(event.input)] = event.value


_Ways: TypeAlias = tuple[str, Sequence[Way], int]
"""A question, the ways to answer it, and the index of the one that holds."""


def _match(setup: Setup) -> _Ways:
    games = [Field(_("number of games"), setup.length or USUAL_GAMES, 1, MAX_GAMES)]
    ways = [
        Way(_("no end: game after game"), (), lambda: replace(setup, length=0, all_games=False)),
        Way(
            _("a fixed number of games, all played"),
            games,
            lambda length: replace(setup, length=length, all_games=True),
        ),
        Way(
            _("best of several games: over when decided"),
            games,
            lambda length: replace(setup, length=length, all_games=False),
        ),
    ]
    return _("How many games make a match?"), ways, 0 if not setup.length else 1 if setup.all_games else 2


def _clock(setup: Setup) -> _Ways:
    now = setup.control or TimeControl(USUAL_SECONDS)
    move = [Field(_("seconds"), now.move or USUAL_SECONDS, 1, 3600)]
    total = [
        Field(_("minutes"), now.total // 60 or 5, 1, MAX_SECONDS // 60),
        Field(_("extra seconds for each move"), now.increment, 0, 3600),
    ]

    def moves(loses: bool) -> Callable[..., Setup]:
        return lambda seconds: replace(setup, control=TimeControl(seconds, loses=loses))

    def games(loses: bool) -> Callable[..., Setup]:
        return lambda minutes, more: replace(setup, control=TimeControl(0, minutes * 60, more, loses))

    ways = [
        Way(_("no clock"), (), lambda: replace(setup, control=None)),
        Way(_("for each move, or a random one is played"), move, moves(False)),
        Way(_("for each move, or the game is lost"), move, moves(True)),
        Way(_("for the whole game, or it is lost"), total, games(True)),
        Way(_("for the whole game, then random moves"), total, games(False)),
    ]
    at = 0 if setup.control is None else (2 if now.loses else 1) if now.move else (3 if now.loses else 4)
    return _("How much time does each side have?"), ways, at


def _hints(setup: Setup) -> _Ways:
    ways = [
        Way(_("as many as you like"), (), lambda: replace(setup, hints=None)),
        Way(
            _("a fixed number in each game"),
            [Field(_("hints"), setup.hints or 3, 1, MAX_HINTS)],
            lambda count: replace(setup, hints=count),
        ),
        Way(_("no hints"), (), lambda: replace(setup, hints=0)),
    ]
    return _("How many hints are there?"), ways, 0 if setup.hints is None else 1 if setup.hints else 2


_PARTS: dict[TermsPart, Callable[[Setup], _Ways]] = {"match": _match, "clock": _clock, "hints": _hints}
_WORDS: dict[TermsPart, Callable[[Setup], str]] = {
    "match": lambda setup: _("Match: {what}").format(what=length_words(setup)),
    "clock": lambda setup: _("Clock: {what}").format(what=control_words(setup.control)),
    "hints": lambda setup: _("Hints: {what}").format(what=hints_words(setup.hints)),
}
