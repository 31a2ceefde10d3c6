"""What a check of a certificate costs is bounded by the positions that there are, whatever number stands in the claim, and
whoever waits for it hears how far it is."""

from __future__ import annotations

import io

import pytest

from core.analysis import Stopped
from core.proofs.certificate import Checked, CheckProgress
from tests.core.certifying import checked, lines_of, packed, proof, refused

LONG = 9_999_999


def circling(plies: int) -> bytes:
    """A certificate that claims a win within so many plies by a strategy that never ends the game."""
    lines = lines_of(proof("pong-hau-ki", "", "endless"))
    second = next(i for i, line in enumerate(lines) if line.startswith("part second"))
    text = "\n".join([*lines[:second], "end"])
    return packed(
        text.replace("claim endless", f"claim win within {plies}")
        .replace("part first endless", f"part first wins {plies}")
        .split("\n")
    )


@pytest.mark.parametrize("plies", [30_000, LONG])
def test_a_win_within_more_plies_than_there_are_positions_is_refused_once_a_position_comes_back(plies: int) -> None:
    assert "a position repeats there, so the player might never win." in refused(circling(plies))


def test_a_win_within_few_plies_that_a_circle_misses_is_refused_where_it_misses() -> None:
    assert "misses the goal." in refused(circling(5))


@pytest.mark.parametrize("plies", [9, LONG])
def test_a_true_win_holds_within_any_number_of_plies(plies: int) -> None:
    lines = lines_of(proof("morris", "", "win within 9"))
    text = "\n".join(lines).replace("within 9", f"within {plies}").replace("wins 9", f"wins {plies}")
    assert checked(packed(text.split("\n"))).claim == f"win within {plies}"


def test_a_check_tells_how_far_it_is() -> None:
    heard: list[CheckProgress] = []
    Checked(io.BytesIO(proof("mnk:4,4,3")), tick=heard.append)
    assert {progress.part for progress in heard} == {0, 1, 2}


def test_a_check_is_stopped_by_whoever_hears_how_far_it_is() -> None:
    def stop(progress: CheckProgress) -> None:
        if progress.ply == 2:
            raise Stopped

    with pytest.raises(Stopped):
        Checked(io.BytesIO(proof("mnk:4,4,3")), tick=stop)
