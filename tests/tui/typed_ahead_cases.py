"""What the tests of typed ahead share, those that take long and those that do not."""

from __future__ import annotations

PEOPLE = ("human", "human")
