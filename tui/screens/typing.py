"""Moves typed on a screen with a board, key by key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from textual.binding import ActiveBinding, Binding
from textual.events import Key
from textual.timer import Timer

from core.errors import CoreError
from core.game import Move
from core.phrase import phrase
from core.position import Position
from tui.boards.base import Board
from tui.drawing.line import ShownKey
from tui.screens.base import HallScreen, Part
from tui.text.catalogue import _, say
from tui.text.keys import KEYS, keymap, with_cursor

WAIT_SECONDS = 0.5
"""How long a letter that is a command too waits for the rest of a move."""


class Effect(Enum):
    """What a key does that the box is asked about."""

    NOT_TAKEN = "it is none of the box's"
    TAKEN = "it has changed the box, and that is all"
    PLAYS = "it plays what was typed"
    COMMANDS = "the letter typed has been its command; the key has a meaning of its own"


@dataclass(frozen=True)
class MoveBox:
    """The box for moves. Letters and digits that no action uses open it; then every key belongs to it until Enter or Escape.

    A letter that begins a move and is a command too is typed at first, a capital where the move is written with one. If no
    digit follows it soon, and nothing else with which a move goes on, it has been the command.
    """

    text: str | None = None
    """What is typed of a move so far, None while the box is closed."""
    command: ActiveBinding | None = None
    """What the letter typed does if no move goes on with it; until that is known the box is not open for good."""

    def key(
        self, key: str, character: str, names: Iterable[str], bound: ActiveBinding | None = None
    ) -> tuple[MoveBox, Effect]:
        """The box after a key, and what else that does. ``character`` is what it writes, if anything, ``names`` are those of
        all moves, ``bound`` is the action that the key has on the screen."""
        if self.text is None:
            opens = character.isalnum() and (bound is None or is_column(character, names))
            return (MoveBox(character, bound), Effect.TAKEN) if opens else (self, Effect.NOT_TAKEN)
        if key == "escape":
            return MoveBox(), Effect.TAKEN
        if key == "backspace":
            return MoveBox() if self.command else MoveBox(self.text[:-1]), Effect.TAKEN
        if self.command and not (character.isdecimal() or (character and begins(self.text + character, names))):
            return MoveBox(), Effect.COMMANDS
        if key == "enter":
            return MoveBox(), Effect.PLAYS
        return MoveBox(self.text + character), Effect.TAKEN


def begins(text: str, names: Iterable[str]) -> bool:
    """Whether the name of a move begins with a text."""
    return any(name.lower().startswith(text.lower()) for name in names)


def is_column(character: str, names: Iterable[str]) -> bool:
    """Whether a key that is a command too may begin a move; a capital does where the move is written with it."""
    if character.isupper():
        return any(name.startswith(character) for name in names)
    return begins(character, names)


class TypingScreen(Protocol):
    """A screen with a board, on which moves can be typed."""

    @property
    def board(self) -> Board:
        """The board on which the moves are made."""
        ...

    @property
    def on_board(self) -> Position:
        """The position in which they are made."""
        ...

    @property
    def takes_moves(self) -> bool:
        """Whether the board is there and has the keys."""
        ...

    def why_not(self) -> str:
        """Why no move can be made, now or in a moment; empty where one can."""
        ...

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several."""
        ...

    def make_move(self, move: Move) -> None:
        """Make a move that is chosen."""
        ...


class MoveTyping(Part):
    """The part of a screen with which moves are typed: it shows the box, points at the move as soon as it is one, and makes
    it. ``place`` is the same screen, with its board."""

    def __init__(self, screen: HallScreen, place: TypingScreen) -> None:
        super().__init__(screen)
        self._place = place
        self._patience: Timer | None = None
        self._rest: tuple[str, ...] = ()
        """The keys of a move of which the first has made it on the board: who types all of it moves once."""
        self.box = MoveBox()

    @property
    def typed(self) -> str | None:
        """What is typed of a move so far, None while the box is closed."""
        return self.box.text

    @property
    def _names(self) -> Iterable[str]:
        position = self._place.on_board
        return map(position.name, position.moves)

    def choose(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several; say why none can be made where none can."""
        self.close()
        if said := self._place.why_not():
            self.screen.say(said)
        elif not moves:
            self.screen.say(self._place.board.refusal)
        elif len(moves) == 1:
            self._place.make_move(moves[0])
        else:
            self.screen.run_worker(self._ask_which(moves))

    async def _ask_which(self, moves: tuple[Move, ...]) -> None:
        """Make the one of several moves that is asked for, unless by then another position is there or none can be made."""
        position = self._place.on_board
        chosen = await self.screen.choose(phrase("Which move?"), [position.name(move) for move in moves])
        if chosen is not None and position == self._place.on_board and not self._place.why_not():
            self._place.make_move(moves[chosen])

    async def take_key(self, event: Key) -> bool:
        """Take what is typed, and what is a place's key on the board."""
        if not self._place.takes_moves:
            return False
        screen, board = self.screen, self._place.board
        character = event.character if event.is_printable and event.character else ""
        if self.typed is not None and await self._type(event.key, character):
            return True
        if self._rest and self._rest[0] in (character, event.key):
            self._rest = self._rest[1:]
            return True
        self._rest = ()
        bound = screen.active_bindings.get(event.key)
        opens = bound is not None and bound.binding.action == "type_move"
        if event.key == "escape" and board.put_down():
            return True
        if board.press(character):
            names = [self._place.on_board.name(move) for move in board.chosen]
            self._rest = (*names[0][1:], "enter") if len(names) == 1 and names[0].startswith(character) else ()
            return True
        if (opens or (not bound and character.isalnum())) and (said := self._place.why_not()):
            screen.say(said)
            return True
        if not bound and event.key in self._declared and not begins(character, self._names):
            return True  # an action that does not apply now, and no move
        if opens:
            self.action_type_move()  # here and not as an action, which would come after keys that follow fast
            return True
        return not (bound and self._place.why_not()) and await self._type(event.key, character, bound)

    @property
    def _declared(self) -> set[str]:
        """The keys of all actions of the screen, whether they apply now or not."""
        own = self.screen.hall.settings
        given = keymap(with_cursor(own.cursor, own.keys))
        found = (binding for binding in self.screen.BINDINGS if isinstance(binding, Binding))
        return {key.strip() for binding in found for key in given.get(binding.id or "", binding.key).split(",")}

    async def _type(self, key: str, character: str, bound: ActiveBinding | None = None) -> bool:
        """Let the box have a key; False where it is none of its own."""
        before = self.box
        box, effect = before.key(key, character, self._names, bound)
        if effect is Effect.COMMANDS:
            await self.wait_no_longer()
        elif effect is not Effect.NOT_TAKEN:
            self._show(box)
        if effect is Effect.PLAYS:
            self._play(before.text or "")
        return effect in (Effect.TAKEN, Effect.PLAYS)

    def _show(self, box: MoveBox) -> None:
        """Show what is typed, and point at the move as soon as it is one."""
        if self._patience:
            self._patience.stop()
        self._patience = self.screen.set_timer(WAIT_SECONDS, self.wait_no_longer) if box.command else None
        if box == self.box:
            return
        self.box, self.screen.notice = box, ""
        with suppress(CoreError):
            self._place.board.point_at(self._place.on_board.parse(box.text or ""))
        self.screen.show_keys()
        self.screen.refresh_all()

    def close(self) -> None:
        """Drop what is typed."""
        self._show(MoveBox())

    async def wait_no_longer(self) -> None:
        """Do what the letter does that was typed; nothing where the player has gone elsewhere."""
        command = self.box.command
        self.close()
        if command and self.screen.is_current:
            await self.screen.app.run_action(command.binding.action, command.node)

    def _play(self, text: str) -> None:
        if text.strip():
            try:
                self._place.choose_move((self._place.on_board.parse(text),))
            except CoreError as error:
                self.screen.say(say(error))

    def action_type_move(self) -> None:
        """Begin to type a move."""
        self._show(MoveBox(""))

    async def action_typed(self, key: str) -> None:
        """Play what is typed, or drop it, by the mouse."""
        await self._type(key, "")

    def shown_keys(self, usual: Sequence[ShownKey]) -> Sequence[ShownKey]:
        """The usual keys of the footer, while a move is typed those of the box."""
        if self.typed is None or self.box.command:
            types = self._place.takes_moves and is_column(KEYS["menu"].keys[0], self._names)
            return [key._replace(key="F2") if types and key.action == "screen.menu" else key for key in usual]
        return [
            ShownKey("Enter", _("play"), "screen.typed('enter')", True),
            ShownKey("Esc", _("close"), "screen.typed('escape')", True),
        ]
