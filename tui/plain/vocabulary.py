"""What a line means: a move, or a word and what follows it.

What names a legal move is that move; then come the words, in English and in the reader's language; all else is refused in one
sentence. So no word takes a move away, and a move that the rules do not allow is named with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import NamedTuple, TypeAlias
from unicodedata import combining, normalize

from core.errors import BadNotation, CoreError, IllegalMove, quoted
from core.game import Move
from core.phrase import Phrase, phrase
from core.position import Position
from tui.text.catalogue import _


class Word(NamedTuple):
    """A word as the reader says it, and what it does."""

    label: Phrase
    help: Phrase


WORDS: Mapping[str, Word] = {
    "help": Word(phrase("help"), phrase("these words.")),
    "games": Word(phrase("games"), phrase("all games in the hall, and those that you can continue.")),
    "new": Word(
        phrase("new"), phrase("the next game; with the number or the id of a game, that game, as in: new tictactoe.")
    ),
    "continue": Word(
        phrase("continue"),
        phrase("go on with the unfinished game that you left last; continue 2 with the one before it."),
    ),
    "setup": Word(
        phrase("setup"), phrase("who plays, how strong, how many games, clock and hints, and how to change it.")
    ),
    "rules": Word(phrase("rules"), phrase("the rules of this game and how its moves are written.")),
    "board": Word(phrase("board"), phrase("where everything is.")),
    "row": Word(phrase("row"), phrase("what is in a row, as in: row 2.")),
    "column": Word(phrase("column"), phrase("what is in a column, as in: column c.")),
    "legal": Word(phrase("legal"), phrase("the moves that you can make now.")),
    "moves": Word(
        phrase("moves"), phrase("the moves so far, with what is known of them; moves 10: only the last ten.")
    ),
    "clock": Word(phrase("clock"), phrase("how much time both sides have left.")),
    "hint": Word(phrase("hint"), phrase("a hint; say it again for a better one.")),
    "values": Word(
        phrase("values"), phrase("what the best moves are worth; values all: every move; values and a move: that one.")
    ),
    "theory": Word(phrase("theory"), phrase("what the theory of the game says, such as the nim-sum.")),
    "why": Word(phrase("why"), phrase("why the other side made its last move.")),
    "now": Word(phrase("now"), phrase("make the engine move at once, or ask it again after it failed.")),
    "teacher": Word(
        phrase("teacher"), phrase("a question before you make a losing move; say it again to turn that off.")
    ),
    "undo": Word(phrase("undo"), phrase("take back your last move and the answer to it.")),
    "redo": Word(phrase("redo"), phrase("redo what was taken back.")),
    "save": Word(phrase("save"), phrase("make sure that the game is saved; every move is saved as you make it.")),
    "resign": Word(phrase("resign"), phrase("give this game up.")),
    "draw": Word(phrase("draw"), phrase("offer a draw before your move, or accept the one that is offered.")),
    "review": Word(
        phrase("review"), phrase("what each move of a finished game was worth; review 2: the last game but one.")
    ),
    "retry": Word(
        phrase("retry"),
        phrase("find better moves for your mistakes in a finished game; retry 2: the last game but one."),
    ),
    "daily": Word(phrase("daily"), phrase("the puzzle of the day; with a date as in 2026-01-31, that of another day.")),
    "learn": Word(phrase("learn"), phrase("the list of topics; with a number or a name, that topic.")),
    "next": Word(phrase("next"), phrase("the next mistake, or the next part of a topic.")),
    "back": Word(phrase("back"), phrase("the previous mistake, or the previous part.")),
    "more": Word(phrase("more"), phrase("the next lines of a long answer.")),
    "stop": Word(
        phrase("stop"),
        phrase("leave the review, the puzzle or the topic; while triqui works, stop waiting."),
    ),
    "quit": Word(phrase("quit"), phrase("leave; the game is saved.")),
}
"""Every word of the line mode."""


_ACTIONS = {
    "leave": "quit",
    "again": "new",
    "move_now": "now",
    "continue_game": "continue",
    "panel": "values",
    "marks": "values",
    "step": "next",
    "next_mistake": "next",
    "next_exercise": "next",
    "previous_mistake": "back",
    "previous_exercise": "back",
    "retry_mistakes": "retry",
    "solution": "hint",
    **dict.fromkeys(("seat_first", "seat_second", "level", "first", "length", "clock", "hints"), "setup"),
}
"""The words that do what actions of the screens do, where the two have different names."""


def word_for(action: str) -> str:
    """What the reader says for an action of the screens, as texts that both share name it; help where there is no such word."""
    word = _ACTIONS.get(action, action)
    return _(WORDS[word if word in WORDS else "help"].label.template)


class Refusal(CoreError):
    """A line that says nothing that could be done."""


class TypedMove(NamedTuple):
    """A legal move."""

    move: Move


class TypedWord(NamedTuple):
    """A word of WORDS, and what follows it."""

    word: str
    rest: str


Meaning: TypeAlias = TypedMove | TypedWord | Refusal


def folded(text: str) -> str:
    """A text in small letters and without accents, which not every keyboard has."""
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))


def number_in(text: str) -> int | None:
    """The number that a text is, None if it is none or has six digits or more."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


_FORMER = {"empate": "draw"}
"""Words of earlier versions that are still read."""


def word_of(text: str) -> str | None:
    """The word of WORDS that a text is, in English or in the reader's language; None where it is none."""
    said = folded(text)
    said = _FORMER.get(said, said)
    return next((name for name, word in WORDS.items() if said in (name, folded(_(word.label.template)))), None)


def understand(line: str, position: Position | None) -> Meaning:
    """What a line means in a position, which may be over; None where no game is open. The line is not blank."""
    text = line.strip()
    wrong: CoreError | None = None
    if position:
        try:
            return TypedMove(position.parse(text))
        except CoreError as error:
            wrong = error
    first, _blank, rest = text.partition(" ")
    word = word_of("help" if first == "?" else first.rstrip(".!?"))
    if word:
        return TypedWord(word, rest.strip())
    if position and isinstance(wrong, IllegalMove):
        return _refused(position, text, wrong)
    if wrong and any(character.isdecimal() for character in text):
        return Refusal("{reason}", reason=wrong.phrase)
    near = get_close_matches(first.casefold(), [*WORDS, *(_(word.label.template) for word in WORDS.values())], 1)
    if near:
        return Refusal(
            "There is no word {word}; did you mean {near}? Say help for all words.", word=quoted(first), near=near[0]
        )
    return Refusal("There is no word {word}; say help for all words.", word=quoted(first))


def _refused(position: Position, text: str, error: IllegalMove) -> Refusal:
    """The refusal with the move in it: what the rules say of it need not name it."""
    with suppress(BadNotation):
        name = position.name(position.game.parse_move(position.state, text))
        if name in str(error):
            return Refusal("{reason}", reason=error.phrase)
        return Refusal("{move}: {reason}", move=name, reason=error.phrase)
    return Refusal("{move}: {reason}", move=quoted(text), reason=error.phrase)
