"""Every text can be reworded by the tool. Takes three seconds."""

from __future__ import annotations

import pytest

from tests.tools import messages as collecting
from tests.tools.messages import SOURCES, entries, reworded, template


def test_every_text_can_be_reworded_in_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def keys() -> set[tuple[str, ...]]:
        collecting._returned.cache_clear()
        collecting._places.cache_clear()
        return {entry.keys for entry in entries(template())[1:]}

    wanted = {tuple(f"{text} reworded" for text in found) for found in keys()}
    changed = reworded({text: f"{text} reworded" for found in keys() for text in found})
    with monkeypatch.context() as changing:
        changing.setattr(collecting, "SOURCES", SOURCES | changed)
        found = keys()
    keys()
    assert found == wanted
