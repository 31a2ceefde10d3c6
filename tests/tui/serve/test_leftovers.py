"""What is left of a visit: nothing of somebody who has only looked, and all of everybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.analysis import Analysis, Line
from core.games import get
from core.play.match import Match
from core.players.opponents import HUMAN
from core.position import Position
from core.score import Score
from core.store.store import Store, open_store
from tui.household.settings_file import FILE
from tui.household.surroundings import LOG_FILE, STORE_FILE
from tui.serve.leftovers import tidy

MATCH = Match(get("tictactoe"), (HUMAN, HUMAN)).play(4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of somebody who has been here."""
    folder = tmp_path / "somebody"
    folder.mkdir()
    return folder


def opened(folder: Path) -> Store:
    store, _trouble = open_store(folder / STORE_FILE)
    return store


def test_the_folder_of_somebody_who_has_only_looked_is_removed(folder: Path) -> None:
    store = opened(folder)
    start = Position.start(get("tictactoe"))
    store.learn([Analysis(start, (Line(4, Score.estimate(0.0), (4,)),), 1, 1, 0.0, True, engine="minimax")])
    store.close()
    (folder / LOG_FILE).touch()
    tidy(folder)
    assert not folder.exists()


def test_a_game_an_exercise_a_review_and_settings_are_kept(folder: Path) -> None:
    for keep in (
        lambda store: store.save(MATCH),
        lambda store: store.practise("tictactoe", "b2", wrong=True, hint=False),
        lambda store: store.mark("a game", "b2", ("",)),
        lambda store: (folder / FILE).write_text("marks = true\n"),
    ):
        store = opened(folder)
        keep(store)
        store.close()
        tidy(folder)
        assert folder.exists(), "which then is as before"
        for path in folder.iterdir():
            path.unlink()


def test_a_file_that_is_no_store_is_kept(folder: Path) -> None:
    (folder / STORE_FILE).write_bytes(b"no store" * 100)
    tidy(folder)
    assert (folder / STORE_FILE).exists()


def test_a_folder_that_is_not_there_is_no_trouble(folder: Path) -> None:
    tidy(folder / "nowhere")
