"""Every error the core raises on purpose. Each is one sentence: what is wrong, what was expected, the remedy."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from core.phrase import Phrase


class CoreError(Exception):
    """Base class of all errors of the core, as ``CoreError("There is no {thing}", thing="game")``. ``str(error)`` is the
    English sentence, and ``phrase`` is what an interface translates. The values are made printable, whatever was typed."""

    def __init__(self, template: str, **values: object) -> None:
        self.phrase = _harmless(Phrase(template, values))
        super().__init__(str(self.phrase))

    def __reduce__(self) -> tuple[Any, ...]:
        """What makes the same error in another process."""
        return partial(type(self), self.phrase.template, **self.phrase.values), ()


class BadNotation(CoreError):
    """A text that is not a move or a position."""


class IllegalMove(CoreError):
    """A move that the rules do not allow here."""


class UnknownGame(CoreError):
    """A game id without a game, or with wrong numbers or options."""


class UnknownEngine(CoreError):
    """An engine or opponent that is not registered."""


class BadCertificate(CoreError):
    """A file that is no certificate, is damaged, or does not prove its claim."""


class CertificateTooLarge(CoreError):
    """A certificate whose check needs more memory than allowed. Whether it holds is unknown."""


class EngineDied(CoreError):
    """The engine process ended, hung or answered nonsense more often than it is worth restarting it."""


class EngineForfeits(EngineDied):
    """A program from elsewhere ended, kept silent past its time or answered nonsense; it loses the game."""


class StoreBroken(CoreError):
    """The store of games cannot be read or written."""


class StoreReplaced(StoreBroken):
    """The store of games was lost, and another has taken its place: what was asked of it can be asked again at once."""


class GaveWay(Exception):
    """A question to the store has stopped for something more urgent; it goes on from there when it is asked again."""


def printable(text: str) -> str:
    """The text with every character that would break a line or steer a terminal written out."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def _harmless(phrase: Phrase) -> Phrase:
    """The phrase with the same values, those written out that are not printable."""
    values = dict(phrase.values)
    for name, value in values.items():
        if isinstance(value, Phrase):
            values[name] = _harmless(value)
        elif not str(value).isprintable():
            values[name] = printable(str(value))
    return replace(phrase, values=values)


def quoted(text: str) -> str:
    """The text as an error repeats it: short, and without characters that would break a line."""
    short = text if len(text) <= 40 else text[:39] + "…"
    return f"'{short if short.isprintable() else ascii(short)[1:-1]}'"
