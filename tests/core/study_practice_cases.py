"""What the tests of study practice have in common, those that take long and those that do not."""

from __future__ import annotations

from datetime import date, timedelta


def days(count: int, step: int) -> list[date]:
    return [date(2025, 11, 1) + timedelta(days=step * i) for i in range(count)]
