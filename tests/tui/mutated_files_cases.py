"""What the tests of mutated files share, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tests.tools.mutated_files import KINDS


@cache
def samples(kind: str) -> Sequence[bytes]:
    """Files in which all stands that can stand in one."""
    return KINDS[kind][0]()
