"""What the games of a person come to, in words: the same for a screen and for a command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from core.records.equal import OwnStrength
from core.records.statistics import Statistics
from core.tally import Tally
from tui.text.catalogue import _, ngettext
from tui.text.kept import name_of
from tui.text.seats import player_name

SIGNS = ("+", "=", "-")
"""The headings of games won, drawn and lost."""
TallyRows: TypeAlias = Sequence[tuple[str, Tally]]


def summary(found: Statistics) -> Iterator[str]:
    """All games together, the runs, and the accuracy with how much it is known over."""
    tally, streaks, judged = found.results, found.streaks, found.judged
    against = ngettext("{number} of your games against engines", "{number} of your games against engines", tally.games)
    yield against + (": " + results(tally) if tally.games else ".")
    if streaks.last is not None:
        text = _("Longest runs: {won} won, {unbeaten} unbeaten")
        now = {1: _("now {now} won in a row"), 0: _("now {now} drawn in a row"), -1: _("now {now} lost in a row")}
        longest = text.format(won=streaks.won, unbeaten=streaks.unbeaten)
        yield f"{longest}; {now[streaks.last].format(now=streaks.now)}."
    if judged.accuracy.percent is None:
        yield _("Accuracy: unknown, because none of these games was reviewed.")
    else:
        yield _("Accuracy: {percent} %; moves judged: {moves}, games reviewed: {reviewed} of {games}.").format(
            percent=judged.accuracy.percent,
            moves=judged.accuracy.judged,
            reviewed=judged.games,
            games=tally.games,
        )
        if judged.accuracy.judged < judged.all_moves:
            missing = judged.all_moves - judged.accuracy.judged
            yield ngettext(
                "{number} more of your moves in these games was not judged.",
                "{number} more of your moves in these games were not judged.",
                missing,
            )
    yield from (strength_words(name_of(id), own) for id, own in found.strengths.items())
    if found.others:
        yield ngettext(
            "{number} game between two people or two engines is not counted.",
            "{number} games between two people or two engines are not counted.",
            found.others,
        )


_STEPS = "▁▂▃▄▅▆▇"
CURVE = 24
"""Games that a curve shows."""


def curve(ratings: Sequence[int]) -> str:
    """The last of some ratings as steps, the lowest and the highest of them as far apart as can be."""
    shown = ratings[-CURVE:]
    least, span = min(shown), max(shown) - min(shown)
    return "".join(_STEPS[round((rating - least) / span * (len(_STEPS) - 1)) if span else 3] for rating in shown)


def strength_words(game: str, own: OwnStrength) -> str:
    """Somebody's own strength, with its curve."""
    games = ngettext("{number} game", "{number} games", own.games)
    text = _("{game}, your strength: {rating} ± {width} after {games}  {curve}")
    return text.format(game=game, rating=own.rating, width=own.width, games=games, curve=curve(own.curve))


def results(tally: Tally) -> str:
    """Won, drawn and lost, in words."""
    text = _("{wins} won, {draws} drawn, {losses} lost")
    return text.format(**tally._asdict()) + "."


def tables(found: Statistics) -> list[tuple[str, TallyRows]]:
    """The results under the headings game, opponent and side."""
    return [
        (_("GAME").lower(), [(name_of(id), tally) for id, tally in found.games.items()]),
        (_("opponent"), [(player_name(text, full=True), tally) for text, tally in found.opponents.items()]),
        (_("side"), [(_("you first"), found.seats[0]), (_("you second"), found.seats[1])]),
    ]
