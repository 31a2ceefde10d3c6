"""Every picture in ``screenshots/`` belongs to a page."""

from __future__ import annotations

import re
from pathlib import Path

from core.kits import KITS
from core.study import TOPICS as STUDIES
from tui.manual import TOPICS

ROOT = Path(__file__).parent.parent
PICTURES = {path.stem for path in (ROOT / "screenshots").iterdir()}


def test_every_picture_is_in_the_readme_or_named_after_a_game_a_topic_of_the_manual_or_a_study() -> None:
    shown = set(re.findall(r"screenshots/([\w-]+)\.", (ROOT / "README.md").read_text("utf-8")))
    assert PICTURES - shown - {*KITS, *TOPICS} - {f"study-{name}" for name in STUDIES} == set()


def test_every_game_has_a_picture() -> None:
    assert set(KITS) - PICTURES == set()
