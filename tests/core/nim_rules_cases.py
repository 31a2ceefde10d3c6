"""What the tests of nim rules share, those that take long and those that do not."""

from __future__ import annotations

MILLION = "nim:1000000,999999"
