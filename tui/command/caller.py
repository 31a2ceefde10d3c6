"""Who calls a command."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import CoreError
from tui.household.settings import Settings
from tui.household.surroundings import Surroundings

COMPLETION = "_TRIQUI_COMPLETE"
"""The variable by which the scripts of a shell ask what may follow; it is not set otherwise."""


class BadUsage(CoreError):
    """A command line that says something impossible."""


class Caller(NamedTuple):
    """Whose command line it is: what the user has chosen, and where it runs."""

    settings: Settings
    surroundings: Surroundings
