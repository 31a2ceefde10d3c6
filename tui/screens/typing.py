"""Moves typed on a screen with a board, key by key."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from textual import work
from textual.binding import ActiveBinding, Binding
from textual.events import Key
from textual.timer import Timer

from core.errors import CoreError
from core.game import Move
from core.phrase import phrase
from core.position import Position
from tui.boards.base import Board
from tui.drawing.line import ShownKey
from tui.screens.base import HallScreen
from tui.text.catalogue import _, say
from tui.text.keys import KEYS, keymap, with_cursor

WAIT_SECONDS = 0.5
"""How long a letter that is a command too waits for the rest of a move."""


class MoveTyping(HallScreen):
    """The box for moves. Letters and digits that no action uses open it; then every key belongs to it until Enter or Escape.

    A letter that begins a move and is a command too is typed at first. If no digit follows it soon, and nothing else with
    which a move goes on, it has been the command.
    """

    typed: str | None = None
    """What is typed of a move so far, None while the box is closed."""
    command: ActiveBinding | None = None
    """What the letter typed does if no move goes on with it; until that is known the box is not open for good."""
    _patience: Timer | None = None
    _rest: tuple[str, ...] = ()
    """The keys of a move of which the first has made it on the board: who types all of it moves once."""

    @property
    def board(self) -> Board:
        """The board on which the moves are made."""
        raise NotImplementedError

    @property
    def on_board(self) -> Position:
        """The position in which they are made."""
        raise NotImplementedError

    @property
    def takes_moves(self) -> bool:
        """Whether the board is there and has the keys."""
        return True

    def why_not(self) -> str:
        """Why no move can be made, now or in a moment; empty where one can."""
        raise NotImplementedError

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several."""
        raise NotImplementedError

    def make_move(self, move: Move) -> None:
        """Make a move that is chosen."""
        raise NotImplementedError

    @work
    async def ask_which(self, moves: tuple[Move, ...]) -> None:
        """Make the one of several moves that is asked for, unless by then another position is there or none can be made."""
        position = self.on_board
        chosen = await self.choose(phrase("Which move?"), [position.name(move) for move in moves])
        if chosen is not None and position == self.on_board and not self.why_not():
            self.make_move(moves[chosen])

    async def on_key(self, event: Key) -> None:
        """Take what is typed, before it is an action."""
        if not self.takes_moves:
            return
        character = event.character if event.is_printable and event.character else ""
        if self.typed is not None and await self._type_on(event.key, character):
            event.stop()
            return
        if self._rest and self._rest[0] in (character, event.key):
            self._rest = self._rest[1:]
            event.stop()
            return
        self._rest = ()
        bound = self.active_bindings.get(event.key)
        opens = bound is not None and bound.binding.action == "type_move"
        if event.key == "escape" and self.board.put_down():
            event.stop()
        elif self.board.press(character):
            names = [self.on_board.name(move) for move in self.board.chosen]
            self._rest = (*names[0][1:], "enter") if len(names) == 1 and names[0].startswith(character) else ()
            event.stop()
        elif (opens or (not bound and character.isalnum())) and self.why_not():
            self.say(self.why_not())
            event.stop()
        elif not bound and event.key in self._declared and not self._begins(character):
            event.stop()  # an action that does not apply now, and no move
        elif opens:
            self.action_type_move()  # here and not as an action, which would come after keys that follow fast
            event.stop()
        elif character.isalnum() and (not bound or (self._is_column(character) and not self.why_not())):
            self.show_typed(character, bound)
            event.stop()

    @property
    def _declared(self) -> set[str]:
        """The keys of all actions of the screen, whether they apply now or not."""
        own = self.hall.settings
        given = keymap(with_cursor(own.cursor, own.keys))
        found = (binding for binding in self.BINDINGS if isinstance(binding, Binding))
        return {key.strip() for binding in found for key in given.get(binding.id or "", binding.key).split(",")}

    async def _type_on(self, key: str, character: str) -> bool:
        """Take a key while something is typed; False where it ended the wait for a move and has a meaning of its own."""
        typed = self.typed or ""
        if key == "escape":
            self.show_typed(None)
        elif key == "backspace":
            self.show_typed(None if self.command else typed[:-1])
        elif self.command and not (character.isdecimal() or (character and self._begins(typed + character))):
            await self.wait_no_longer()
            return False
        elif key == "enter":
            self._play(typed)
        else:
            self.show_typed(typed + character)
        return True

    def _is_column(self, character: str) -> bool:
        """Whether a key that is a command too may begin a move: a capital never does."""
        return not character.isupper() and self._begins(character)

    def _begins(self, text: str) -> bool:
        """Whether the name of a move begins with a text."""
        position = self.on_board
        return any(position.name(move).lower().startswith(text.lower()) for move in position.moves)

    def show_typed(self, text: str | None, command: ActiveBinding | None = None) -> None:
        """Show what is typed, None for nothing, and point at the move as soon as it is one."""
        if self._patience:
            self._patience.stop()
        self._patience = self.set_timer(WAIT_SECONDS, self.wait_no_longer) if command else None
        if (text, command) == (self.typed, self.command):
            return
        self.typed, self.command, self.notice = text, command, ""
        with suppress(CoreError):
            self.board.point_at(self.on_board.parse(text or ""))
        self.show_keys()
        self.refresh_all()

    async def wait_no_longer(self) -> None:
        """Do what the letter does that was typed; nothing where the player has gone elsewhere."""
        command = self.command
        self.show_typed(None)
        if command and self.is_current:
            await self.app.run_action(command.binding.action, command.node)

    def _play(self, text: str) -> None:
        self.show_typed(None)
        if text.strip():
            try:
                self.choose_move((self.on_board.parse(text),))
            except CoreError as error:
                self.say(say(error))

    def action_type_move(self) -> None:
        """Begin to type a move."""
        self.show_typed("")

    async def action_typed(self, key: str) -> None:
        """Play what is typed, or drop it, by the mouse."""
        await self._type_on(key, "")

    def shown_keys(self) -> Sequence[ShownKey]:
        """While a move is typed, the keys of the box."""
        if self.typed is None or self.command:
            keys = super().shown_keys()
            types = self.takes_moves and self._is_column(KEYS["menu"].keys[0])
            return [key._replace(key="F2") if types and key.action == "screen.menu" else key for key in keys]
        return [
            ShownKey("Enter", _("play"), "screen.typed('enter')", True),
            ShownKey("Esc", _("close"), "screen.typed('escape')", True),
        ]
