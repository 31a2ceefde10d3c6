"""Counting how often something is done, which is the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def counted(patch: pytest.MonkeyPatch, owner: type | object, name: str) -> Callable[[], int]:
    """Count the calls of a method from now on; what is returned tells how many there were."""
    method, calls = getattr(owner, name), list[str]()

    def call(*args: Any, **kwargs: Any) -> Any:
        calls.append(name)
        return method(*args, **kwargs)

    patch.setattr(owner, name, call)
    return lambda: len(calls)
