"""Files of games and positions that were changed by chance give a sentence or a legal game."""

from __future__ import annotations

import pytest

from tests.tools.mutated_notes import SAMPLES, judged, one


@pytest.mark.parametrize("form", SAMPLES)
def test_the_files_that_are_changed_are_taken_as_they_are(form: str) -> None:
    assert [judged(form, text) for text in SAMPLES[form][1]] == ["taken"] * len(SAMPLES[form][1])


@pytest.mark.parametrize("form", SAMPLES)
def test_a_changed_file_is_a_sentence_or_a_legal_game(form: str) -> None:
    bad = [(text, came) for text, came in (one(form, number) for number in range(300)) if not came[0].islower()]
    assert bad == []
