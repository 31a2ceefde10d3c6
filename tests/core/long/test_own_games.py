"""Games of one's own, every position of those of the gallery, and many that are drawn: two minutes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from core.analysis import Limit
from core.score import Verdict
from tests.core.own_cases import (
    SMALL,
    agrees,
    equals,
    heaps_documents,
    holds,
    lines_documents,
    slides_documents,
    start,
)
from tests.core.watching import ask


@pytest.mark.parametrize("name", SMALL)
def test_every_position_of_a_small_file_is_worth_what_brute_force_says(name: str) -> None:
    holds(name)


@pytest.mark.parametrize("name", ["affine-plane-4", "tesseract"])
def test_in_the_large_games_of_the_gallery_the_first_player_wins(name: str) -> None:
    score = ask("lines", start(name), Limit(nodes=None if name != "tesseract" else 40_000)).score
    assert score
    assert (score.proven, score.verdict) == (True, Verdict.WIN)


@pytest.mark.parametrize(
    ("name", "hall"),
    [
        ("tapatan", "morris/tapatan"),
        ("morris-any", "morris/any"),
        ("achi", "achi"),
    ],
)
def test_every_family_of_the_hall_written_as_a_file_is_worth_the_same_everywhere(name: str, hall: str) -> None:
    equals(name, hall)


@given(document=lines_documents())
@settings(max_examples=200, deadline=None)
def test_any_game_of_lines_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)


@given(document=slides_documents())
@settings(max_examples=200, deadline=None)
def test_any_game_of_slides_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)


@given(document=heaps_documents())
@settings(max_examples=200, deadline=None)
def test_any_game_of_heaps_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)
