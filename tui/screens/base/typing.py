"""Moves by the keyboard on a screen with a board: digits, letters, the box for moves, and what is pasted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from textual.binding import ActiveBinding
from textual.events import Key, Paste
from textual.timer import Timer

from core.errors import BadNotation, CoreError
from core.game import Move
from core.phrase import phrase
from core.position import Position
from tui.boards.base import Board
from tui.screens.base import keyboard
from tui.screens.base.keyboard import Character, Means
from tui.screens.base.screen import HallScreen
from tui.text import typed
from tui.text.catalogue import _
from tui.text.keys import ARROWS
from tui.widgets.move_box import MoveBox


class TypingScreen(Protocol):
    """A screen with a board, on which moves can be typed."""

    @property
    def board(self) -> Board:
        """The board on which the moves are made."""

    @property
    def on_board(self) -> Position:
        """The position in which they are made."""

    @property
    def takes_moves(self) -> bool:
        """Whether the board is there and has the keys."""

    def why_not(self) -> str:
        """Why no move can be made, now or in a moment; empty where one can."""

    def choose_move(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several."""

    def make_move(self, move: Move) -> None:
        """Make a move that is chosen."""


class MoveTyping:
    """Lets moves be made by the keyboard on a screen: it opens the box, points at the move as soon as it is one, and makes it.
    ``place`` is the same screen, with its board; ``many`` tells whether one person makes the moves of both sides, so that
    several can be pasted."""

    def __init__(self, screen: HallScreen, place: TypingScreen, many: Callable[[], bool] = lambda: False) -> None:
        self._screen = screen
        self._place = place
        self._many = many
        self.box = MoveBox(self._written, self._enter)
        self._letter = ""
        """A letter that waits for the rest of a move."""
        self._command: ActiveBinding | None = None
        """What it does where nothing follows."""
        self._patience: Timer | None = None
        self._rest: tuple[str, ...] = ()
        """The keys of a move of which the first has made it: who types all of it moves once."""

    @property
    def takes_moves(self) -> bool:
        """Whether the board is there and has the keys."""
        return self._place.takes_moves

    @property
    def typed(self) -> str | None:
        """What is typed of a move so far, None while nothing is."""
        return self._letter or self.box.text

    @property
    def written(self) -> str:
        """What is typed, with the cursor in it."""
        return f"{self._letter}_" if self._letter else self.box.written

    @property
    def _names(self) -> Sequence[str]:
        position = self._place.on_board
        return [position.name(move) for move in position.moves]

    # Keys.

    async def read_key(self, event: Key) -> None:
        """Do what a key does that writes something and no widget has taken; what it does as an action is left to that."""
        if not self._place.takes_moves or self.box.is_open:
            return
        character = typed.normalised(event.character) if event.is_printable and event.character else ""
        if (
            (self._letter and await self._goes_on(event.key, character))
            or self._is_rest(event.key, character)
            or (character and self._begins(event.key, character))
        ):
            event.stop()

    async def _goes_on(self, key: str, character: str) -> bool:
        """Whether a key belongs to the move that a letter has begun; if not, the letter has been its command."""
        text = self._letter + character
        if key in ("escape", "backspace"):
            self.close()
        elif character and (character.isdecimal() or typed.begins(text, self._names)):
            self._open(text)
        elif key == "enter" and text.lower() in map(str.lower, self._names):
            self.close()
            self._enter(text)
        else:
            await self.wait_no_longer()
            return False
        return True

    def _is_rest(self, key: str, character: str) -> bool:
        """Whether a key is the next one of a move that is made already."""
        is_next = bool(self._rest) and self._rest[0] in (character, key)
        self._rest = self._rest[1:] if is_next else ()
        return is_next

    def _begins(self, key: str, character: str) -> bool:
        """Begin a move with a character, or make the move that it names; False where it has an action or no meaning."""
        position, screen = self._place.on_board, self._screen
        bound, refused = screen.bound(key), self._place.why_not()
        digit = self._place.board.digits.get(character)
        free = bound is None or _steers(screen.bound(character.lower()))
        known = Character(
            character,
            steers=_steers(bound),
            plays=digit is not None,
            acts=bound is not None,
            begins=typed.begins_printed(character, self._names) or (free and typed.begins(character, self._names)),
        )
        means = keyboard.meaning(known)
        if means is Means.NOTHING and not (refused and character.isalnum()):
            return self._complain(key, character)
        if means is Means.COMMAND or (refused and bound):
            return False
        if refused:
            screen.say(refused)
        elif means is Means.PLAY and digit is not None:
            self._rest = (*position.name(digit)[1:], "enter") if position.name(digit)[0] == character else ("enter",)
            self._place.board.point_at(digit)
            self._place.choose_move((digit,) if digit in position.moves else ())
        elif means is Means.TYPE:
            self._open(character)
        else:
            self._wait(character, bound)
        return True

    def _complain(self, key: str, character: str) -> bool:
        """Say of a letter that means nothing here what it is, where somebody has typed another."""
        if foreign := typed.foreign(character):
            self._screen.say(
                _("{letter} is a letter of another script ({script}).").format(letter=foreign[0], script=foreign[1])
            )
        elif character.isupper() and key not in self._screen.declared_keys:
            self._screen.say(_("{letter} does nothing here; is Caps Lock on?").format(letter=character))
        return False

    def _wait(self, letter: str, command: ActiveBinding | None) -> None:
        self._letter, self._command = letter, command
        self._patience = self._screen.set_timer(keyboard.WAIT_SECONDS, self.wait_no_longer)
        self._written()

    async def wait_no_longer(self) -> None:
        """Do what the letter does that was typed; nothing where the player has gone elsewhere."""
        command = self._command
        self.close()
        if command and self._screen.is_current:
            await self._screen.app.run_action(command.binding.action, command.node)

    # The box.

    def open(self) -> None:
        """Begin to type a move."""
        if said := self._place.why_not():
            self._screen.say(said)
        else:
            self._open("")

    def paste(self, event: Paste) -> None:
        """Put what is pasted into the box."""
        event.stop()
        if not event.text.strip():
            return
        if said := self._place.why_not():
            self._screen.say(said)
        else:
            self._open(event.text.strip())

    def _open(self, text: str) -> None:
        self._stop_waiting()
        self.box.write(text)

    def close(self) -> None:
        """Drop what is typed."""
        if self._letter:
            self._stop_waiting()
            self._written()
        self.box.action_close()

    def _stop_waiting(self) -> None:
        self._letter, self._command = "", None
        if self._patience:
            self._patience.stop()

    def _written(self) -> None:
        """Show what is typed by now, and point at the move as soon as it is one."""
        screen, place = self._screen, self._place
        screen.notice = ""
        with suppress(CoreError):
            place.board.point_at(place.board.read(self.typed or ""))
        screen.set_class(self.box.is_open, "-moving")
        if self.box.is_open is not self.box.has_focus:
            screen.set_focus(self.box if self.box.is_open else place.board)
            screen.show_keys()
        screen.refresh_all()

    def _enter(self, text: str) -> None:
        """Make the moves that are written; where they cannot be made, say why and leave the box open."""
        words = text.split()
        if not words:
            self.close()
            return
        try:
            moves = self._read(words)
        except CoreError as error:
            self.box.refused = True
            self._screen.say_error(error)
            return
        self.close()
        if len(moves) == 1:
            self._place.choose_move((moves[0],))
        else:
            for move in moves:
                self._place.make_move(move)

    def _read(self, words: Sequence[str]) -> Sequence[Move]:
        """The legal moves that words name one after the other. Raises CoreError for a word that names none, with its number if
        there are several, and then for several moves where only one can be made."""
        place, position = self._place, self._place.on_board
        with suppress(CoreError):  # a name may have a space, or parts between which people put one
            return [place.board.read("".join(words))]
        if len(words) == 1:
            return [place.board.read(words[0])]
        moves: list[Move] = []
        for number, word in enumerate(words, 1):
            try:
                moves.append(typed.read_move(position, word, place.board.digits))
            except CoreError as error:
                raise BadNotation("Move {number}: {error}", number=number, error=error.phrase) from error
            position = position.play(moves[-1])
        if not self._many():
            raise BadNotation("You can only make one move at a time; this text has {number}.", number=len(words))
        return moves

    # Choosing.

    def choose(self, moves: tuple[Move, ...]) -> None:
        """Make a move, the one that is asked for where there are several; say why none can be made where none can."""
        self.close()
        if said := self._place.why_not():
            self._screen.say(said)
        elif not moves:
            self._screen.say(self._place.board.refusal)
        elif len(moves) == 1:
            self._place.make_move(moves[0])
        else:
            self._screen.run_worker(self._ask_which(moves))

    async def _ask_which(self, moves: tuple[Move, ...]) -> None:
        """Make the one of several moves that is asked for, unless by then another position is there or none can be made."""
        position = self._place.on_board
        names = [position.name(move) for move in moves]
        chosen = await self._screen.choose(phrase("Which move?"), names, numbered=True)
        if chosen is not None and position == self._place.on_board and not self._place.why_not():
            self._place.make_move(moves[chosen])


def _steers(bound: ActiveBinding | None) -> bool:
    """Whether a key moves the cursor of the board."""
    return bound is not None and bound.binding.id in ARROWS
