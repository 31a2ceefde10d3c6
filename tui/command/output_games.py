"""What the commands print of finished games: the list, one of them, its review, and what they come to."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress

from core.errors import CoreError, printable
from core.games import get
from core.notation.text import movetext
from core.play.match import result_text
from core.records.statistics import Statistics
from core.review.account import Account
from core.store.rows import Stored
from tui.command.printing import NARROW, dump, listing, show, table
from tui.text import reviewed
from tui.text.catalogue import _, shown
from tui.text.counted import SIGNS, summary, tables
from tui.text.seats import player_names
from tui.text.words import result
from tui.text.wrap import wrapped

_LATEST = 253_402_300_799.0
"""The last second of the year 9999, after which no calendar goes."""


def games_played(kept: Iterable[Stored], begin: int = 1) -> None:
    """List finished games, one a row, the newest first. ``begin`` is the number of the first."""
    heads = [_("N"), _("when"), _("GAME").lower(), _("first"), _("second"), _("result"), _("moves"), _("judged")]
    listing(heads, (_row(number, each) for number, each in enumerate(kept, begin)), right=(0, 6, 7))


def _row(number: int, kept: Stored) -> list[str]:
    """A game in the list."""
    judged = sum(mark is not None for mark in kept.marks)
    return [
        str(number),
        _day(kept.updated),
        shown(kept.game),
        *player_names(kept.players, full=True),
        result_text(kept.outcome),
        str(len(kept.document["moves"])),
        str(judged) if judged else "-",
    ]


def _print_heading(kept: Stored) -> None:
    """Which game it is."""
    first, second = player_names(kept.players, full=True)
    print(
        _("{game}, {first} against {second}, {day}").format(
            game=shown(kept.game), first=first, second=second, day=_day(kept.updated)
        )
    )
    if kept.start:
        print(_("from {position}").format(position=kept.start))
    print()


def game_played(kept: Stored) -> None:
    """One game: who played, its moves with the marks of a review, how it ended, and how much of it was judged."""
    _print_heading(kept)
    for line in wrapped(movetext(kept), NARROW):
        print(printable(line))
    print()
    if kept.outcome:
        with suppress(CoreError):  # a game that only another version knows
            print(result(get(kept.game), kept.outcome))
    count, judged = len(kept.moves.split()), sum(mark is not None for mark in kept.marks)
    if judged:
        text = _("Moves with marks: {judged} of {count}; ?? ? ?! gave something away, ! was the only good one.")
        print(text.format(judged=judged, count=count))
    else:
        print(_("There are no marks: the game has not been reviewed. {key:review} on the home screen reviews it."))


def review(kept: Stored, account: Account, as_json: bool) -> None:
    """A game move by move, what both sides have kept, where it turned and who messed up."""
    if as_json:
        heads = {"game": kept.game, "start": kept.start, "first": kept.players[0], "second": kept.players[1]}
        dump({**heads, "result": result_text(kept.outcome), **account.to_json()})
        return
    _print_heading(kept)
    heads_of_moves, moves = reviewed.table(account)
    table(heads_of_moves, moves, right=(0,))
    print()
    print(reviewed.legend(account))
    print()
    heads_of_sides, sides = reviewed.sides(account, kept.players)
    table(heads_of_sides, sides)
    print()
    for line in reviewed.summed_up(account):
        show(line, "bold")


def statistics(found: Statistics, as_json: bool) -> None:
    """What the games of a person come to."""
    if as_json:
        dump(found.to_json())
        return
    for line in summary(found):
        print(line)
    if not found.results.games:
        return
    for head, rows in tables(found):
        print()
        heads = [head, _("played"), *SIGNS]
        table(heads, [[name, *map(str, (tally.games, *tally))] for name, tally in rows], right=(1, 2, 3, 4))


def _day(seconds: float) -> str:
    """A time of the store on the clock of this place."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(max(0.0, min(seconds, _LATEST))))
