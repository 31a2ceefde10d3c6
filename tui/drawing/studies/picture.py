"""What a picture of a study looks like as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.phrase import Sentence


class Drawn(NamedTuple):
    """Lines in the reader's language, and a ``legend`` that tells how they are read."""

    lines: Sequence[str]
    legend: tuple[Sentence, ...] = ()
