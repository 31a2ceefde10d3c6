"""Clocks, limits and scores in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.game import Player
from core.play.clock import Clock, TimeControl
from core.play.seats import Setup
from tui.text import words
from tui.text.catalogue import _, ngettext

if TYPE_CHECKING:
    from core.play.source import Snapshot

WARNING = "!"
"""Stands behind the time of a clock that warns, whatever its colour is."""


def time_words(seconds: int) -> str:
    """Seconds to be read aloud: ``1 minute 5 seconds``."""
    minutes, rest = divmod(seconds, 60)
    said = [ngettext("{number} minute", "{number} minutes", minutes)] if minutes else []
    return " ".join(said + ([ngettext("{number} second", "{number} seconds", rest)] if rest or not minutes else []))


def ago(seconds: float) -> str:
    """A time that has passed, in one unit."""
    minutes = int(seconds / 60)
    if minutes < 1:
        return _("now")
    if minutes < 60:
        return _("{count} min").format(count=minutes)
    if minutes < 48 * 60:
        return _("{count} h").format(count=minutes // 60)
    return _("{count} d").format(count=minutes // (24 * 60))


def clock_text(clock: Clock | None, seat: Player) -> str:
    """What a clock shows for a seat, ``0:19``; empty where there is none."""
    if clock is None:
        return ""
    minutes, seconds = divmod(clock.shown[seat], 60)
    return f"{minutes}:{seconds:02}" + (WARNING if clock.low(seat) else "")


def control_words(control: TimeControl | None) -> str:
    """How long each side may take, and what comes after."""
    if control is None:
        return _("none")
    after = _("or loses") if control.loses else _("or random")
    if control.move:
        return _("{seconds} s a move, {after}").format(seconds=control.move, after=after)
    minutes = f"{control.total / 60:g}"
    if control.increment:
        text = _("{minutes} min +{increment} s, {after}")
        return text.format(minutes=minutes, increment=control.increment, after=after)
    return _("{minutes} min, {after}").format(minutes=minutes, after=after)


def hints_words(allowed: int | None) -> str:
    """How many hints there are in a game."""
    if allowed is None:
        return _("as many as you like")
    return _("at most {most}").format(most=allowed) if allowed else _("none")


def length_words(setup: Setup) -> str:
    """How many games."""
    if not setup.length:
        return _("no end")
    if setup.all_games:
        return ngettext("{number} game", "{number} games", setup.length)
    return _("best of {games}").format(games=setup.length)


def run_out(state: Snapshot, seat: Player) -> str:
    """That the time of a seat has run out, and which move, the last one, was drawn for it."""
    text = _("Time is up for {player}: {move} was played at random.")
    return text.format(player=words.players(state.match.game)[seat], move=state.match.names[-1])
