"""What one has played tells of oneself and of one's machine: their commands, in words and as JSON."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.game import Reason
from core.games import get
from core.play.match import Match
from core.position import Outcome
from core.store.store import open_store
from tests.tui.commands import Run
from tui.household.settings import MOMENT, moment
from tui.household.settings_file import read
from tui.household.surroundings import STORE_FILE

GAME = get("tictactoe")


def keep(home: Path, *players: tuple[str, str]) -> None:
    """Keep a game for each two, begun in the centre and won by the first."""
    store = open_store(home / STORE_FILE)[0]
    for number, seats in enumerate(players):
        match = Match(GAME, seats, id=f"{seats} {number}").play(4)
        store.save(replace(match, outcome=Outcome(0, Reason.RESIGNED)))
    store.close()


def test_the_machine_tells_how_far_it_has_come(triqui: Run, home: Path) -> None:
    keep(home, ("menace", "human"), ("menace", "human"), ("human", "best:2"))
    told = triqui("menace").out.splitlines()
    assert told[:2] == ["It has learned from 2 games.", "Boxes opened so far: 1 of 627, for both sides."]
    assert [row.split()[-2:] for row in told[4:]] == [["4", "4"], ["4", "4"], ["4", "10"]]


def test_the_machine_is_written_out_with_every_box(triqui: Run, home: Path) -> None:
    keep(home, ("menace", "human"))
    assert triqui("menace", "tictactoe", "--json").json == {
        "games": 1,
        "game": "tictactoe",
        "boxes": [{"position": ".../.../...", "beads": {"a1": 4, "b1": 4, "b2": 7}}],
    }


def test_the_machine_begins_anew_and_the_games_stay(triqui: Run, home: Path) -> None:
    keep(home, ("menace", "human"))
    assert "is reset" in triqui("menace", "--anew").out
    since = moment(read(home)[0].machine_since)
    assert since is not None
    assert abs(since - time.time()) < 600
    assert "Tic-tac-toe" in triqui("stats").out


def test_what_cannot_be_asked_of_the_machine_is_refused_with_its_remedy(triqui: Run) -> None:
    assert "too many to learn box by box" in triqui("menace", "gomoku").err
    assert "--anew cannot be combined" in triqui("menace", "tictactoe", "--anew").err


def test_a_time_is_read_as_it_is_written() -> None:
    seconds = moment("2026-01-31 18:00:00")
    assert seconds is not None
    assert time.strftime(MOMENT, time.localtime(seconds)) == "2026-01-31 18:00:00"
    assert moment("") == 0.0
    for text in ("soon", "2026-13-01 00:00:00", "2026-01-31", "0000-00-00 00:00:00"):
        assert moment(text) is None


def test_the_statistics_have_every_rating_as_json(triqui: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(home, *[("human", "me:2+4:50")] * 7)
    whole = triqui("stats", "--json").json
    monkeypatch.setattr("core.records.equal.MAX_RATED", 3)
    shutil.rmtree(home)
    keep(home, *[("human", "me:2+4:50")] * 7)
    assert triqui("stats", "--json").json == whole


def test_the_statistics_tell_ones_own_strength(triqui: Run, home: Path) -> None:
    keep(home, ("human", "me:2+4:50"), ("me:2+4:50", "human"))
    own = triqui("stats", "--json").json["strengths"]["tictactoe"]
    assert (own["games"], len(own["curve"])) == (2, 2)
    said = next(line for line in triqui("stats").out.splitlines() if "your strength" in line)
    assert f"Tic-tac-toe 3x3, your strength: {own['rating']} ± {own['interval']} after 2 games" in said
