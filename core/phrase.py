"""Sentences that can be translated: a template and the values that fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Phrase:
    """An English template with named fields, kept apart from its values so that the template can be looked up
    in a catalogue. ``str()`` gives the English sentence; a value may itself be a phrase."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Figures(str):
    """Figures as English writes them, ``1,234.5``: text in which points and commas before a digit belong to a number. An
    interface shows them as its reader writes them."""

    __slots__ = ()


def phrase(template: str, **values: object) -> Phrase:
    """Make a phrase; the name is the keyword that collectors of translatable texts look for."""
    return Phrase(template, values)
