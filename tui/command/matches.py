"""The options of a match and of its clock, and the set-up that they make."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from core.play.clock import MAX_SECONDS, TimeControl
from core.play.seats import MAX_GAMES, MAX_HINTS, Setup
from core.play.series import Begins
from core.players import opponents
from tui.command.caller import BadUsage
from tui.text.numbers import whole

_BEGINS: dict[str | None, Begins] = {"random": "lot", "loser": "loser", "alternate": "turns"}
_WHO = ("you", "ai", "x", "o", *_BEGINS)


def _hints(text: str) -> str:
    """A reader of how many hints there are; it gives the text, since no number stands for all."""
    if text not in ("on", "off"):
        if not text.isdecimal():
            raise BadUsage("--hints takes on, off or the number of hints per game, not {text}.", text=repr(text[:40]))
        whole("--hints", 1, MAX_HINTS)(text)
    return text


def _on_timeout(text: str) -> str:
    if text not in ("random", "lose"):
        raise BadUsage(
            "--on-timeout takes random, for a random legal move, or lose, for a lost game, not {text}.",
            text=repr(text[:40]),
        )
    return text


GAMES = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", parser=whole("--games", 1, MAX_GAMES), help="Play a match of exactly N games."
    ),
]
BEST_OF = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole("--best-of", 1, MAX_GAMES),
        help="Play a match of at most N games, until it is decided.",
    ),
]
OPEN = Annotated[bool, typer.Option("--open", help="Play single games, without a match (the default).")]
TIME = Annotated[
    int | None,
    typer.Option(metavar="S", parser=whole("--time", 1, 3600), help="Limit each move, in seconds."),
]
TOTAL = Annotated[
    int | None,
    typer.Option(
        metavar="M",
        parser=whole("--total", 1, MAX_SECONDS // 60),
        help="Limit each player's time for a game, in minutes.",
    ),
]
INCREMENT = Annotated[
    int | None,
    typer.Option(metavar="S", parser=whole("--increment", 0, 3600), help="Add seconds for each move (with --total)."),
]
ON_TIMEOUT = Annotated[
    str | None,
    typer.Option(
        metavar="WHAT",
        parser=_on_timeout,
        help=(
            "When time runs out, play a random move or lose the game; the default is random with --time and lose with "
            "--total."
        ),
    ),
]
HINTS = Annotated[
    str | None, typer.Option(metavar="HOW", parser=_hints, help="Allow hints: on, off, or at most N per game.")
]


class MatchOptions(NamedTuple):
    """What the options say of a match; None, or False, where they say nothing."""

    games: int | None = None
    """How many are played."""
    best_of: int | None = None
    """How many are played at most."""
    open: bool = False
    """Whether there is no end."""
    time: int | None = None
    """Seconds for a move."""
    total: int | None = None
    """Minutes for a game."""
    increment: int | None = None
    """Seconds that a move brings."""
    on_timeout: str | None = None
    """What happens when the time is up."""
    hints: str | None = None
    """How many may be asked for, or the word for any number."""

    def setup(self, seats: tuple[str, str], begins: Begins | None) -> Setup:
        """The set-up for a game or a match between two. Raises BadUsage where the options contradict each other."""
        given = (("--games", self.games), ("--best-of", self.best_of), ("--open", self.open or None))
        lengths = [name for name, value in given if value is not None]
        if len(lengths) > 1:
            raise BadUsage("{first} contradicts {second}; leave out one of them.", first=lengths[0], second=lengths[1])
        length, every = self.games or self.best_of or 0, self.games is not None
        allowed = {None: None, "on": None, "off": 0}.get(self.hints, self.hints)
        hints = None if allowed is None else int(allowed)
        return Setup(seats, length, every, begins, self._control(), hints)

    def _control(self) -> TimeControl | None:
        if self.time is not None and self.total is not None:
            raise BadUsage("{first} contradicts {second}; leave out one of them.", first="--time", second="--total")
        if self.increment is not None and self.total is None:
            raise BadUsage("--increment adds to the time of --total; give --total too, or leave it out.")
        if self.time is None and self.total is None:
            if self.on_timeout is not None:
                raise BadUsage("--on-timeout needs a clock; add --time or --total, or leave it out.")
            return None
        loses = self.on_timeout == "lose" if self.on_timeout else self.total is not None
        return TimeControl(self.time or 0, (self.total or 0) * 60, self.increment or 0, loses)


def seated(first: str | None, x: str | None, o: str | None, ai: str) -> tuple[tuple[str, str], Begins | None]:
    """Who sits where in the first game and who begins the others: as ``x`` and ``o`` say, with a person opposite to an engine
    and ``ai`` opposite to a person where only one of them says; as ``first`` says where neither does. Raises BadUsage when they
    contradict each other."""
    you = opponents.HUMAN
    if first not in (None, *_WHO):
        raise BadUsage(
            "{first} cannot begin; --first takes you, ai, x, o, random, loser or alternate.", first=repr(first)
        )
    pair = (you, ai)
    if x or o:
        pair = (x or (ai if o == you else you), o or (ai if x == you else you))
    elif first == "ai":
        pair = (ai, you)
    if first in ("you", "ai") and (first == "ai") == (pair[0] == you):
        raise BadUsage(
            "With --x and --o, X begins, which contradicts --first {first}; leave out one or the other.", first=first
        )
    seats, begins = both(first, *pair)
    # Whoever is named for a side has it in the first game, also against somebody of a person's own strength.
    return seats, "turns" if begins is None and opponents.ME in seats and (x or o) else begins


def both(first: str | None, x: str, o: str) -> tuple[tuple[str, str], Begins | None]:
    """The same where both are named: ``first`` is one of them, or says how it is found out."""
    if first is None:
        return (x, o), None
    return ((o, x) if first == "o" else (x, o)), _BEGINS.get(first, "first")


def watched(first: str | None) -> str | None:
    """Who begins a game of engines. Raises BadUsage for one who does not sit there."""
    if first not in (None, "x", "o", *_BEGINS):
        raise BadUsage(
            "{first} cannot begin a game of engines; --first takes x, o, random, loser or alternate.",
            first=repr(first),
        )
    return first
