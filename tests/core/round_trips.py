"""Games played at random, written in each format and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from core import notation
from core.game import Reason
from core.games import get, presets
from core.notation.documents import to_json
from core.notation.text import to_text
from core.play.match import Match
from core.position import Outcome
from core.store.rows import Stored
from tests.core.reading_games import read

NOW = 1_800_000_000.0
FIVES = ("gomoku", "gomoku/exact", "gomoku/19", "gomoku/20", "gomoku/20/exact", "mnk:9,7,5", "mnk:15,20,5", "mnk:6,6,5")
COLUMNS = ("connect-four", "connect-four:5,4,4", "connect-four:9,6,4")
GAMES = [game.id for game in presets()]
NAMES = ("human:Ana", "human:José María", "human:deep] \\ (2;", "human:?", "human:中文")
REASONS = (Reason.RESIGNED, Reason.TIME, Reason.ABANDONED)
OF: Mapping[str, tuple[str, ...]] = {
    "text": tuple(GAMES),
    "json": tuple(GAMES),
    "psq": FIVES,
    "sgf": FIVES,
    "digits": COLUMNS,
    "moves": tuple(GAMES),
}
"""The games of each format that is written."""
READ_AS: Mapping[str, Mapping[Reason, Reason]] = {
    "psq": {Reason.RESIGNED: Reason.ABANDONED},
}
"""Reasons for the end of a game that a format reads as another one."""
BARE = ("digits", "moves")
"""Formats that have moves alone: no names, and no end that the players made."""


def played(form: str, random: Random) -> Stored:
    """A game that a format can hold, played at random and perhaps ended by the players."""
    game = get(random.choice(OF[form]))
    match = Match(game, (random.choice(NAMES), random.choice(NAMES)))
    if form == "sgf" and random.random() < 0.3:
        match = _along(match, random, 8)
        match = Match(game, match.players, None if match.outcome else match.position.text)
    match = _along(match, random, random.choice((0, 1, 5, 30, 80)))
    if form in BARE:
        match = replace(match, players=("human:?", "human:?"))
    elif not match.outcome and random.random() < 0.5:
        match = match.agree() if random.random() < 0.3 else match.conclude(_end(random))
    return Stored.of(match, NOW, NOW)


def _along(match: Match, random: Random, plies: int) -> Match:
    """The match some moves further on. The moves are close together, so that rows come about."""
    near = random.choice((8, 30, 400))
    for _ in range(plies):
        if match.outcome:
            break
        moves = match.position.moves
        match = match.play(moves[random.randrange(min(near, len(moves)))])
    return match


def _end(random: Random) -> Outcome:
    return Outcome(random.choice((0, 1)), random.choice(REASONS))


def again(form: str, stored: Stored) -> Stored:
    """The game as it is read again."""
    if form in ("text", "json"):
        return read({"text": to_text, "json": to_json}[form]([stored]), NOW)[0]
    named = get(stored.game) if form in BARE else None
    text = notation.written(stored, form)
    return next(each.stored for each in notation.read(text, NOW, named)) if text.strip() else stored


def same(form: str, one: Stored, other: Stored) -> bool:
    """Whether a game has come back with all that its format holds."""
    mine, read_as = one.match, READ_AS.get(form, {})
    outcome = mine.outcome
    if outcome and outcome.reason in read_as:
        outcome = outcome._replace(reason=read_as[outcome.reason])
    theirs = other.match
    return (mine.game, mine.start, mine.moves, mine.players, outcome) == (
        theirs.game,
        theirs.start,
        theirs.moves,
        theirs.players,
        theirs.outcome,
    )
