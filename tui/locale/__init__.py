"""The languages that there are: English, in which every text is written down, and each that has a catalogue here, as
``LANGUAGE/LC_MESSAGES/triqui.po`` and compiled beside it."""

from __future__ import annotations

from pathlib import Path

DOMAIN = "triqui"
LOCALE = Path(__file__).parent
ENGLISH = "en"


def codes() -> tuple[str, ...]:
    """The codes of the languages, English first."""
    return (ENGLISH, *sorted({path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.*")}))
