"""What a key does on the play screen in which state: the one table.

Arrows and Enter choose and play. A digit begins a move. A letter is a command, unless the rest of a move follows at once. The
colon begins any move.

A key goes through three steps. The widget with the focus comes first: the box for moves, the teacher's question and the card of
the end have keys of their own. Then CHARACTERS says what a key means that writes a character. A command, and any other key, is
the key of an action in :mod:`tui.text.keys`, and ACTIONS says in which state that action applies.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from core.play import actions
from core.play.actions import ActionKind
from core.play.seats import taken_back
from core.play.source import Snapshot

WAIT_SECONDS = 0.5
"""How long a letter that is a command too waits for the rest of a move."""


# What a character means.


class Means(Enum):
    """What a key that writes something means on a board."""

    COMMAND = "its action, if it has one"
    PLAY = "the move of that digit, at once"
    TYPE = "the beginning of a move: the box opens"
    WAIT = "the beginning of a move, or its action if the move does not go on with what follows"
    NOTHING = "nothing on this screen"


class Character(NamedTuple):
    """What is known of a character on a board. ``begins``: a printed move begins with it, with its capital if it is one that
    has an action; but a letter that moves the cursor gives its moves to its capital."""

    char: str
    steers: bool = False
    """Whether it moves the cursor."""
    plays: bool = False
    """Whether it is the digit of a move."""
    acts: bool = False
    """Whether it is the key of an action."""
    begins: bool = False


CHARACTERS: Sequence[tuple[str, Callable[[Character], bool], Means]] = (
    ("moves the cursor", lambda known: known.steers, Means.COMMAND),
    ("digit of a move", lambda known: known.plays, Means.PLAY),
    ("any other digit", lambda known: known.char.isdecimal(), Means.TYPE),
    ("command that begins a move", lambda known: known.acts and known.begins, Means.WAIT),
    ("command", lambda known: known.acts, Means.COMMAND),
    ("begins a move", lambda known: known.begins, Means.TYPE),
    ("a to d, never a command", lambda known: known.char in "abcdABCD", Means.TYPE),
    ("any other character", lambda known: True, Means.NOTHING),
)
"""The first line that holds decides."""


def meaning(known: Character) -> Means:
    """What a character means."""
    return next(means for _line, holds, means in CHARACTERS if holds(known))


# When an action applies.


class Now(NamedTuple):
    """What decides which actions apply."""

    state: Snapshot
    """The game as it stands."""
    takes: Container[ActionKind]
    """What its source takes."""
    plays: bool = True
    """Whether somebody here has a seat."""
    back: bool = False
    """Whether the player looks at something else than the game as it stands."""
    narrow: bool = False
    """Whether the panel is not always there."""
    retries: bool = False
    """Whether a mistake of one's own is known."""
    thinks_on: bool = False
    """Whether the engine of the panel can think on."""
    asked: bool = False
    """Whether the other side of a table waits for an answer."""
    served: bool = False
    """Whether the hall runs on another machine than the terminal."""

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.state.ended

    @property
    def undone(self) -> bool:
        """Whether a move that was taken back can be made again."""
        return bool(self.state.match.undone)

    @property
    def goes_back(self) -> bool:
        """Whether a move can be taken back."""
        course = self.state.course
        return taken_back(course.match, course.opponent is not None) is not course.match

    @property
    def in_match(self) -> bool:
        """Whether another game of a match follows."""
        series = self.state.match.series
        return series is not None and series.under_way


When: TypeAlias = Callable[[Now], bool]


class Condition(NamedTuple):
    """When an action applies: ``when`` holds and the source takes what it ``needs``. One that ``advises`` tells what moves are
    worth, or lets it be found out, which nobody may know in a game whose state is quiet."""

    when: When = lambda now: True
    needs: ActionKind = actions.Command.LEAVE
    advises: bool = False


def _playing(now: Now) -> bool:
    return not now.ended


def _ended(now: Now) -> bool:
    return now.ended


def _moving(now: Now) -> bool:
    """While a move can be made, in the game or beside it."""
    return not now.ended or now.back


ACTIONS: Mapping[str, Condition] = {
    # Moves.
    "choose": Condition(_moving),
    "type_move": Condition(_moving),
    "undo": Condition(needs=actions.Command.UNDO),
    "redo": Condition(lambda now: not now.ended and now.undone, actions.Command.REDO),
    "move_now": Condition(
        lambda now: not now.ended and now.state.course.opponent is not None, actions.Command.MOVE_NOW
    ),
    # What moves are worth.
    "hint": Condition(_playing, actions.Command.HINT, advises=True),
    "marks": Condition(_moving, advises=True),
    "panel": Condition(lambda now: _moving(now) or now.narrow),
    "proof": Condition(advises=True),
    "certificate": Condition(lambda now: not now.served, advises=True),
    "engine": Condition(advises=True),
    "second_engine": Condition(advises=True),
    "think_on": Condition(lambda now: now.thinks_on, advises=True),
    "teacher": Condition(needs=actions.Command.CAUTION, advises=True),
    "list_up": Condition(advises=True),
    "list_down": Condition(advises=True),
    "threat": Condition(advises=True),
    "line": Condition(advises=True),
    "learn": Condition(advises=True),
    "edit_here": Condition(advises=True),
    # What is looked at.
    "back": Condition(),
    "step": Condition(),
    "go_first": Condition(),
    "go_last": Condition(),
    "variation": Condition(),
    "drop": Condition(),
    "blind": Condition(),
    "copy_moves": Condition(),
    "copy_position": Condition(),
    # The course of the game.
    "new": Condition(_playing, actions.Command.NEW),
    "resign": Condition(_playing, actions.Resign),
    "draw": Condition(_playing, actions.OfferDraw),
    "flip": Condition(_playing, actions.Command.FLIP),
    "seat_first": Condition(_playing, actions.Sit),
    "seat_second": Condition(_playing, actions.Sit),
    "level": Condition(lambda now: not now.ended or (now.plays and not now.in_match), actions.Sit),
    "first": Condition(needs=actions.Prepare),
    "clock": Condition(needs=actions.Prepare),
    # After it.
    "again": Condition(_ended, actions.Command.NEW),
    "swap": Condition(_ended, actions.Command.SWAP),
    "review": Condition(lambda now: now.state.match.outcome is not None),
    "retry_turn": Condition(lambda now: now.ended and now.retries and not now.in_match, actions.Command.SWAP),
    # At a table.
    "agree": Condition(lambda now: now.asked),
    "refuse": Condition(lambda now: now.asked),
    "claim": Condition(needs=actions.Claim),
    "phrases": Condition(needs=actions.Say),
    "abort": Condition(needs=actions.AfarCommand.ABORT),
    # The hall.
    "menu": Condition(),
    "help": Condition(),
    "rules": Condition(),
    "settings": Condition(),
    "theme": Condition(),
    "step_back": Condition(),
    "leave": Condition(),
}
"""Every action of the play screen that has a key or is in its menu."""


def applies(action: str, now: Now) -> bool:
    """Whether an action does something now. What has no line always does, as pointing with the mouse."""
    line = ACTIONS.get(action)
    return line is None or (line.needs in now.takes and not (line.advises and now.state.quiet) and line.when(now))


# What the footer shows.

CHOICES = ("again", "swap", "review", "retry_turn", "level", "leave")
"""What can be done once a game is over, in its order."""
_PLACES = ("menu", "help", "leave")
FOOTER: Sequence[tuple[When, Sequence[str]]] = (
    (lambda now: now.back and not now.ended, ("choose", "back", "step", "go_last", "think_on", "panel", *_PLACES)),
    (lambda now: now.back, ("choose", "back", "step", "go_last", "review", "panel", *_PLACES)),
    (_ended, (*CHOICES[:-1], "panel", *_PLACES)),
    (lambda now: not now.plays, ("back", "step", "move_now", "think_on", "panel", *_PLACES)),
    (
        lambda now: now.state.company is not None and not now.state.awaited,
        ("undo", "draw", "resign", "claim", "phrases", "abort", *_PLACES),
    ),
    (
        lambda now: now.state.company is not None,
        ("choose", "undo", "draw", "resign", "claim", "phrases", "abort", *_PLACES),
    ),
    (lambda now: not now.state.awaited, ("move_now", "panel", "think_on", "back", *_PLACES)),
    (lambda now: now.undone, ("choose", "hint", "redo", "think_on", "marks", "panel", *_PLACES)),
    (lambda now: not now.goes_back, ("choose", "hint", "think_on", "marks", "panel", *_PLACES)),
    (lambda now: now.thinks_on, ("choose", "hint", "undo", "think_on", "panel", "marks", *_PLACES)),
    (lambda now: True, ("choose", "hint", "undo", "marks", "panel", *_PLACES)),
)
"""The first line that holds decides; of its actions those are shown that apply, nine at most."""


def footer(now: Now) -> Sequence[str]:
    """The actions that the footer shows, as far as they apply."""
    return next(shown for when, shown in FOOTER if when(now))
