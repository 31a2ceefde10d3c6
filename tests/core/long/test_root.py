"""What every search starts from: symmetric moves are one, nodes are told of in time, tables stay small. It takes 1
second."""

from __future__ import annotations

import tracemalloc

import pytest

from core.engines.root import Counter


def test_tables_never_take_more_than_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.engines.root.MEMORY", 3_000_000)
    count = Counter(lambda nodes: None, 100)
    tables = [count.table() for _ in range(3)]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for i in range(30_000):
        tables[i % 3][i << 300, i << 200] = (i << 100, i)
        count.add()
        if i % 1000 == 0:
            assert tracemalloc.get_traced_memory()[0] - before < 3_300_000
    tracemalloc.stop()
